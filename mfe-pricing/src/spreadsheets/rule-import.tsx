import { querySheetRows, type SheetRow, SheetRowKind } from '@primazia/backend/pricing/contract';
import { type ApiError, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { type Column, ListPage, useListState } from '@primazia/kit/list';
import { EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useRuleImport, useWorkRefetch } from '../long-work/use-long-work.ts';
import { ImportHead } from './import-head.tsx';
import { RowLimit, RowListing, RowOutcome, RowWords } from './row-cells.tsx';

const TABS = ['all', 'wrong', 'changed', 'made', 'unchanged'] as const;
const NOT_FOUND = 404;
/** The listing and the reasons: a wrong row changes nothing else. */
const FAULTS_SHOWN = 2;
const lineOf = ({ line }: SheetRow) => line;
const LIST = { tabs: TABS.map((id) => ({ id })) };

/** One uploaded file: what it would do row by row, before anything is written, and what came of it. */
export function RuleImport({ id }: { id: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sheet = useRuleImport(id);
  const list = useListState(LIST);
  const kind = SheetRowKind.safeParse(list.state.tab).data ?? null;
  const state = sheet.data?.state;
  const isRead = state !== undefined && state !== 'queued' && state !== 'reading';
  const rows = useQueryCall(
    querySheetRows,
    {
      params: { id },
      query: { page: list.state.page - 1, limit: list.state.limit },
      body: { kind },
    },
    { enabled: isRead },
  );
  useWorkRefetch(isRead ? id : null, state, rows.refetch);

  const tabs = useMemo(() => TABS.map((tab) => ({ id: tab, label: t(`sheets.tab.${tab}`) })), [t]);
  const columns = useMemo(
    (): Column<SheetRow>[] => [
      {
        id: 'ad',
        header: t('sheets.row.listing'),
        width: 280,
        cell: (row) => <RowListing row={row} />,
      },
      { id: 'outcome', header: t('sheets.row.outcome'), cell: (row) => <RowOutcome row={row} /> },
      {
        id: 'minPrice',
        header: t('field.minPrice.name'),
        numeric: true,
        cell: (row) => <RowLimit row={row} field="minPrice" />,
      },
      {
        id: 'maxPrice',
        header: t('field.maxPrice.name'),
        numeric: true,
        cell: (row) => <RowLimit row={row} field="maxPrice" />,
      },
      { id: 'words', header: t('sheets.row.words'), cell: (row) => <RowWords row={row} /> },
    ],
    [t],
  );

  const shown = useMemo(
    () => (kind === 'wrong' ? columns.slice(0, FAULTS_SHOWN) : columns),
    [columns, kind],
  );

  const rowLabel = useCallback(
    ({ title, line }: SheetRow) => title ?? t('sheets.row.line', { line: format.integer(line) }),
    [t, format],
  );

  const back = (
    <Link className="sheets__back" to="/planilhas-de-regras">
      {t('sheets.back')}
    </Link>
  );
  if (sheet.data === undefined) {
    return (
      <section className="sheets__page">
        {back}
        <Missing error={sheet.error} onRetry={() => void sheet.refetch()} />
      </section>
    );
  }
  const { counts, fileName } = sheet.data;
  const head = (
    <>
      {back}
      <ImportHead sheet={sheet.data} />
    </>
  );
  if (!isRead || counts.rows === 0) {
    return (
      <section className="sheets__page">
        <h1>{fileName}</h1>
        {head}
      </section>
    );
  }
  const result = {
    ...rows,
    data: rows.data && { ...rows.data, counts: { ...counts, all: counts.rows } },
  };
  return (
    <ListPage
      id="rule-sheet-rows"
      title={fileName}
      list={list}
      result={result}
      columns={shown}
      tabs={tabs}
      rowId={lineOf}
      rowLabel={rowLabel}
      notice={head}
      empty={{ title: t('sheets.tab.all') }}
    />
  );
}

/** The file cannot be shown: it is loading, deleted, or unavailable. */
function Missing({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <Skeleton rows={6} />;
  if (error.status !== NOT_FOUND) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      kind="nothing-found"
      title={t('sheets.gone.title')}
      text={t('sheets.gone.text')}
      action={<Link to="/planilhas-de-regras">{t('sheets.another')}</Link>}
    />
  );
}
