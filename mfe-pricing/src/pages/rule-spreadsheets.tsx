import { querySheets, type Sheet } from '@primazia/backend/pricing/contract';
import { useFormat, useMayWrite, useTranslation } from '@primazia/kit';
import { type Column, ListPage, type RowAction, useListCall } from '@primazia/kit/list';
import { Ago, DialogContainer, UndoIcon } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { WorkStateTag } from '../long-work/work-progress.tsx';
import { ColumnsGuide } from '../spreadsheets/columns-guide.tsx';
import { DownloadsCard } from '../spreadsheets/downloads-card.tsx';
import { UploadCard } from '../spreadsheets/upload-card.tsx';
import {
  isUndoable,
  UndoImportDialog,
  useImportActions,
} from '../spreadsheets/use-import-actions.tsx';

/** Of a file that was just read or written there is nothing to count yet. */
const isCounted = ({ counts }: Sheet) => counts.rows > 0;

/** Rules by spreadsheet: what to begin with, the way in, and all that came in before. */
export function RuleSpreadsheetsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const { undo } = useImportActions();
  const [toUndo, setToUndo] = useState<Sheet | null>(null);

  const columns = useMemo(
    (): Column<Sheet>[] => [
      {
        id: 'file',
        header: t('sheets.history.file'),
        width: 280,
        cell: (sheet) => (
          <Link
            className="sheets__link"
            to="/planilhas-de-regras/$sheetId"
            params={{ sheetId: String(sheet.id) }}
          >
            {sheet.fileName}
          </Link>
        ),
      },
      {
        id: 'state',
        header: t('sheets.history.state'),
        cell: (sheet) => <WorkStateTag state={sheet.state} />,
      },
      ...(['rows', 'written', 'wrong'] as const).map(
        (count): Column<Sheet> => ({
          id: count,
          header: t(`sheets.history.${count}`),
          numeric: true,
          cell: (sheet) => format.integer(isCounted(sheet) ? sheet.counts[count] : null),
        }),
      ),
      {
        id: 'person',
        header: t('sheets.history.person'),
        cell: (sheet) => sheet.personName ?? t('sheets.nobody'),
      },
      {
        id: 'createdAt',
        header: t('sheets.history.when'),
        cell: (sheet) => <Ago at={sheet.createdAt} />,
      },
    ],
    [t, format],
  );
  const { shown } = useListCall(querySheets, { columns });
  const rowActions = useCallback(
    (sheet: Sheet): RowAction[] =>
      mayWrite && isUndoable(sheet)
        ? [
            {
              id: 'undo',
              label: t('sheets.history.undo'),
              icon: UndoIcon,
              onPress: () => setToUndo(sheet),
            },
          ]
        : [],
    [mayWrite, t],
  );

  return (
    <>
      <ListPage
        id="rule-sheets"
        title={t('sheets.title')}
        {...shown}
        rowId={(sheet) => sheet.id}
        rowLabel={(sheet) => sheet.fileName}
        rowActions={rowActions}
        live={['rule-batches']}
        notice={
          <>
            <p className="sheets__intro">{t('sheets.intro')}</p>
            <div className="sheets__ways">
              <DownloadsCard />
              {mayWrite ? <UploadCard /> : <p className="hint">{t('sheets.no_write')}</p>}
            </div>
            <ColumnsGuide />
            <h2 className="sheets__history">{t('sheets.history.title')}</h2>
          </>
        }
        empty={{ title: t('sheets.history.empty'), text: t('sheets.history.empty_text') }}
      />
      <DialogContainer onDismiss={() => setToUndo(null)}>
        {toUndo !== null && (
          <UndoImportDialog
            sheet={toUndo}
            onConfirm={() => undo.mutate({ params: { id: toUndo.id } })}
          />
        )}
      </DialogContainer>
    </>
  );
}
