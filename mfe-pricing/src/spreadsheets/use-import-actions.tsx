import {
  applySheet,
  cancelSheet,
  getSheet,
  querySheetRows,
  querySheets,
  type Sheet,
  undoSheet,
} from '@primazia/backend/pricing/contract';
import { showError, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
import { AlertDialog } from '@primazia/kit/ui';

const CHANGED = [getSheet, querySheetRows, querySheets];

/** Applies, cancels and undoes an import; a failure is shown as a toast. */
export function useImportActions() {
  const { t } = useTranslation();
  const how = { invalidates: CHANGED, onError: (error: unknown) => showError(t, error) };
  return {
    apply: useMutateCall(applySheet, how),
    cancel: useMutateCall(cancelSheet, how),
    undo: useMutateCall(undoSheet, how),
  };
}

const OVER: readonly Sheet['state'][] = ['done', 'canceled', 'failed'];

/** Whether an import has written anything that can be undone. */
export const isUndoable = ({ state, counts }: Pick<Sheet, 'state' | 'counts'>): boolean =>
  OVER.includes(state) && counts.written > 0;

interface UndoImportProps {
  sheet: Sheet;
  onConfirm: () => void;
}

/** Asks before an import is undone: its changes may be many. Goes into a dialog container. */
export function UndoImportDialog({ sheet, onConfirm }: UndoImportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = sheet.counts.written;
  return (
    <AlertDialog
      variant="confirmation"
      title={t('sheets.undo.title', { name: sheet.fileName })}
      primaryActionLabel={t('sheets.undo.do', { count, number: format.integer(count) })}
      cancelLabel={t('action.back')}
      onPrimaryAction={onConfirm}
    >
      {t('sheets.undo.text')}
    </AlertDialog>
  );
}
