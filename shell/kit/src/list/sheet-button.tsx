import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { DownloadIcon } from '../icons.ts';
import { lazily } from '../module/lazily.tsx';
import { ActionButton, DialogContainer, Tooltip, TooltipTrigger } from '../spectrum.ts';
import type { SheetDialogProps } from './sheet-dialog.tsx';

const SheetDialog = lazily(async () => (await import('./sheet-dialog.tsx')).SheetDialog);

/** Prints a list or makes a spreadsheet of it: the chosen columns, and all rows that match. */
export function SheetButton(props: SheetDialogProps) {
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
        {isOpen && <SheetDialog {...props} onClose={() => setOpen(false)} />}
      </DialogContainer>
    </>
  );
}
