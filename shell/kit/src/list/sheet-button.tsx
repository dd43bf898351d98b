import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { DownloadIcon } from '../icons.ts';
import { lazily } from '../module/lazily.tsx';
import { ActionButton, DialogContainer, Text } from '../spectrum.ts';
import type { SheetDialogProps } from './sheet-dialog.tsx';

const SheetDialog = lazily(async () => (await import('./sheet-dialog.tsx')).SheetDialog);

/** Prints a list or makes a spreadsheet of it: the chosen columns, and all rows that match. */
export function SheetButton(props: SheetDialogProps) {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton onPress={() => setOpen(true)}>
        <DownloadIcon />
        <Text>{t('list.sheet')}</Text>
      </ActionButton>
      <DialogContainer onDismiss={() => setOpen(false)}>
        {isOpen && <SheetDialog {...props} onClose={() => setOpen(false)} />}
      </DialogContainer>
    </>
  );
}
