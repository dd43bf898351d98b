import { exportSheet, type SheetFormat, sheetTemplate } from '@primazia/backend/pricing/contract';
import { useDownload, useTranslation } from '@primazia/kit';
import { ActionButton, DownloadIcon, Item, Menu, MenuTrigger, Text } from '@primazia/kit/ui';

interface FormatMenuProps {
  label: string;
  isPending: boolean;
  onChoose: (format: SheetFormat) => void;
}

/** A button that gives a file, after a choice of its form. */
export function FormatMenu({ label, isPending, onChoose }: FormatMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuTrigger>
      <ActionButton isDisabled={isPending}>
        <DownloadIcon />
        <Text>{label}</Text>
      </ActionButton>
      <Menu aria-label={label} onAction={(key) => onChoose(key === 'csv' ? 'csv' : 'xlsx')}>
        <Item key="xlsx" textValue={t('sheets.format.xlsx')}>
          <Text>{t('sheets.format.xlsx')}</Text>
          <Text slot="description">{t('sheets.format.xlsx_text')}</Text>
        </Item>
        <Item key="csv" textValue={t('sheets.format.csv')}>
          <Text>{t('sheets.format.csv')}</Text>
          <Text slot="description">{t('sheets.format.csv_text')}</Text>
        </Item>
      </Menu>
    </MenuTrigger>
  );
}

/** The downloads: an empty template, or the present rules. */
export function DownloadsCard() {
  const { t } = useTranslation();
  const template = useDownload(sheetTemplate);
  const present = useDownload(exportSheet);
  return (
    <section className="sheets__downloads" aria-labelledby="sheets-downloads">
      <h2 id="sheets-downloads">{t('sheets.download.title')}</h2>
      <div className="sheets__file">
        <p>{t('sheets.download.template_text')}</p>
        <FormatMenu
          label={t('sheets.download.template')}
          isPending={template.isPending}
          onChoose={(format) => template.download({ query: { format } })}
        />
      </div>
      <div className="sheets__file">
        <p>{t('sheets.download.present_text')}</p>
        <FormatMenu
          label={t('sheets.download.present')}
          isPending={present.isPending}
          onChoose={(format) => present.download({ query: { format } })}
        />
      </div>
    </section>
  );
}
