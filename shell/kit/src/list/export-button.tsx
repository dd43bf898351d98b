import { useState } from 'react';
import { lazily } from '../deferred/lazily.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { DownloadIcon } from '../icons.ts';
import { ActionButton, DialogContainer, Tooltip, TooltipTrigger } from '../spectrum.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazily(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Prints a list or makes a spreadsheet of it: the chosen columns, and all rows that match. */
export function ExportButton(props: ExportDialogProps) {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TooltipTrigger>
        <ActionButton aria-label={t('list.sheet')} onPress={() => setOpen(true)}>
          <DownloadIcon />
        </ActionButton>
        <Tooltip>{t('list.sheet')}</Tooltip>
      </TooltipTrigger>
      <DialogContainer onDismiss={() => setOpen(false)}>
        {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
      </DialogContainer>
    </>
  );
}
