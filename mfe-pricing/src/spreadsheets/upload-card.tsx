import { MAX_SHEET_BYTES, MAX_SHEET_ROWS } from '@primazia/backend/pricing/contract';
import { errorText, mayRetry, useFormat, useTranslation } from '@primazia/kit';
import { DropZone, FileTrigger, LeaveGuard } from '@primazia/kit/form';
import {
  AlertCircleIcon,
  Button,
  Content,
  Heading,
  IllustratedMessage,
  ProgressBar,
  UploadIcon,
} from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type Upload, useUpload } from './use-upload.ts';

const TAKEN = ['.csv', '.xlsx'];
const MEGABYTE = 1024 * 1024;
/** Spectrum writes it as large as the title of a page. */
const DROP_STYLE = {
  margin: 'var(--pz-space-8) 0',
  fontSize: 'var(--pz-font-size-body)',
  lineHeight: 'var(--pz-font-line-body)',
  fontWeight: 'var(--pz-font-weight-medium)',
};

type Dropped = Parameters<NonNullable<ComponentProps<typeof DropZone>['onDrop']>>[0];

const filesOf = async ({ items }: Dropped): Promise<File[]> =>
  Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : [])));

/** Takes a spreadsheet: dropped, pasted, or chosen. It opens as soon as it is sent. */
export function UploadCard() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { upload, choose, refuse, cancel, again } = useUpload((id) => {
    void navigate({ to: '/planilhas-de-regras/$sheetId', params: { sheetId: String(id) } });
  });
  const limits = {
    size: format.integer(MAX_SHEET_BYTES / MEGABYTE),
    rows: format.integer(MAX_SHEET_ROWS),
  };
  return (
    <section className="sheets__upload" aria-labelledby="sheets-upload">
      <h2 id="sheets-upload">{t('sheets.upload.title')}</h2>
      <LeaveGuard when={upload.kind === 'sending'} />
      {upload.kind === 'sending' || upload.kind === 'sent' ? (
        <div className="sheets__sending">
          <ProgressBar
            label={t('sheets.upload.sending', { name: upload.name })}
            isIndeterminate
            width="100%"
          />
          <Button variant="secondary" isDisabled={upload.kind === 'sent'} onPress={cancel}>
            {t('long_work.cancel')}
          </Button>
        </div>
      ) : (
        <DropZone
          aria-label={t('sheets.upload.zone')}
          width="100%"
          UNSAFE_className="sheets__zone"
          onDrop={(dropped) => void filesOf(dropped).then(choose, () => refuse('unreadable'))}
        >
          <IllustratedMessage>
            <UploadIcon size="L" />
            <Heading level={3} UNSAFE_style={DROP_STYLE}>
              {t('sheets.upload.drop')}
            </Heading>
            <Content>
              <FileTrigger
                acceptedFileTypes={TAKEN}
                onSelect={(files) => files !== null && choose([...files])}
              >
                <Button variant="accent">{t('sheets.upload.choose')}</Button>
              </FileTrigger>
            </Content>
          </IllustratedMessage>
        </DropZone>
      )}
      <p className="hint">{t('sheets.upload.limits', limits)}</p>
      <Trouble upload={upload} onAgain={again} />
    </section>
  );
}

interface TroubleProps {
  upload: Upload;
  onAgain: (file: File) => void;
}

/** Why the file that was chosen last is not here. */
function Trouble({ upload, onAgain }: TroubleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (upload.kind !== 'refused' && upload.kind !== 'failed') return null;
  const values = {
    name:
      upload.kind === 'refused' ? (upload.name ?? t('sheets.upload.dropped')) : upload.file.name,
    size: format.integer(MAX_SHEET_BYTES / MEGABYTE),
  };
  return (
    <div className="sheets__trouble" role="alert">
      <AlertCircleIcon size="S" />
      <p>
        {upload.kind === 'refused'
          ? t(`sheets.upload.fault.${upload.fault}`, values)
          : `${t('sheets.upload.failed', values)} ${errorText(t, upload.error)}`}
      </p>
      {upload.kind === 'failed' && mayRetry(upload.error) && (
        <Button variant="secondary" onPress={() => onAgain(upload.file)}>
          {t('sheets.upload.again')}
        </Button>
      )}
    </div>
  );
}
