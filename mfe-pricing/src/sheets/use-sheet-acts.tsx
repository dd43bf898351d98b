import {
  applySheet,
  cancelSheet,
  getSheet,
  querySheetRows,
  querySheets,
  type Sheet,
  undoSheet,
} from '@primazia/backend/pricing/contract';
import { AlertDialog, tellError, useFormat, useMutateCall, useTranslation } from '@primazia/kit';

const CHANGED = [getSheet, querySheetRows, querySheets];

/** What a person may have done with a file; what goes wrong is told at the edge of the page. */
export function useSheetActs() {
  const { t } = useTranslation();
  const how = { invalidates: CHANGED, onError: (error: unknown) => tellError(t, error) };
  return {
    apply: useMutateCall(applySheet, how),
    cancel: useMutateCall(cancelSheet, how),
    undo: useMutateCall(undoSheet, how),
  };
}

const OVER: readonly Sheet['state'][] = ['done', 'canceled', 'failed'];

/** Whether there is something of a file to be taken back. */
export const isUndoable = ({ state, counts }: Pick<Sheet, 'state' | 'counts'>): boolean =>
  OVER.includes(state) && counts.written > 0;

interface UndoSheetProps {
  sheet: Sheet;
  onConfirm: () => void;
}

/** Asks before the changes of a file are taken back: they may be many. Stands in a dialog container. */
export function UndoSheet({ sheet, onConfirm }: UndoSheetProps) {
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
