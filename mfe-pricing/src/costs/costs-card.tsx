import { toCsv } from '@primazia/backend/kernel/csv';
import {
  Button,
  ButtonGroup,
  DialogContainer,
  DownloadIcon,
  saveFile,
  Text,
  toast,
  useMayWrite,
  useTranslation,
} from '@primazia/kit';
import { FileTrigger } from '@primazia/kit/form';
import { useState } from 'react';
import { CostsImport, type CostsSheet } from './costs-import.tsx';
import { readText } from './read-text.ts';

const COLUMNS = ['sku', 'cost', 'tax', 'fee_percent', 'fee_fixed'] as const;

/** Costs of many ads from a sheet: the template, and the import with what would change shown first. */
export function CostsCard() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [sheet, setSheet] = useState<CostsSheet | null>(null);
  const open = async (files: FileList | null) => {
    const file = files?.item(0);
    if (!file) return;
    try {
      setSheet({ name: file.name, csv: readText(await file.arrayBuffer()) });
    } catch {
      toast('negative', t('import.unreadable'));
    }
  };
  const saveTemplate = () => {
    const csv = toCsv(COLUMNS.map((column) => t(`import.template.${column}`)));
    saveFile(t('import.template.file'), new Blob([csv], { type: 'text/csv' }));
  };
  return (
    <section className="card" aria-labelledby="costs-card">
      <h2 id="costs-card">{t('import.card')}</h2>
      <p className="hint">{t('import.card_text')}</p>
      <ButtonGroup>
        <Button variant="secondary" onPress={saveTemplate}>
          <DownloadIcon />
          <Text>{t('import.template.download')}</Text>
        </Button>
        {mayWrite && (
          <FileTrigger
            acceptedFileTypes={['text/csv', '.csv']}
            onSelect={(files) => void open(files)}
          >
            <Button variant="primary">{t('import.choose')}</Button>
          </FileTrigger>
        )}
      </ButtonGroup>
      <DialogContainer onDismiss={() => setSheet(null)} isDismissable={false}>
        {sheet !== null && <CostsImport sheet={sheet} onClose={() => setSheet(null)} />}
      </DialogContainer>
    </section>
  );
}
