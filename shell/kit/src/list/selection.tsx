import type { ListBody } from '@primazia/backend/kernel/filter';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { tellError } from '../errors/error-text.ts';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { toast } from '../states/toast.tsx';

/** All rows that matched a question, as the server keeps them for a while. */
export interface Frozen {
  id: number;
  count: number;
  /** Until when the server keeps them. */
  expiresAt: string;
}

/** Lets a person choose all that match, beyond the page. */
export interface AllThatMatch {
  chosen: Frozen | null;
  onChoose: (chosen: Frozen | null) => void;
  /** Asks the server to keep what matches now. */
  freeze: (question: Pick<ListBody, 'filters' | 'timeZone'>) => Promise<Frozen>;
}

/** Rows that a person has ticked, on this page and on others. */
export interface Selection<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** What can be done with them. */
  actions: ReactNode;
  /** What one should know of them before. */
  notice?: ReactNode;
  all?: AllThatMatch;
}

type IdOf<Row> = (row: Row) => string;

/** Ticks a row or takes it off; where all that match were chosen, the rows of the page without it remain. */
export function toggleRow<Row>(
  selection: Selection<Row>,
  row: Row,
  page: readonly Row[],
  idOf: IdOf<Row>,
): void {
  const { rows, onChange, all } = selection;
  const without = (list: readonly Row[]) => list.filter((one) => idOf(one) !== idOf(row));
  if (all !== undefined && all.chosen !== null) {
    all.onChoose(null);
    onChange(without(page));
    return;
  }
  const others = without(rows);
  onChange(others.length < rows.length ? others : [...rows, row]);
}

interface SelectPageProps<Row> {
  selection: Selection<Row>;
  page: readonly Row[];
  idOf: IdOf<Row>;
}

/** Ticks all rows of the page, or none of them. */
export function SelectPage<Row>({ selection, page, idOf }: SelectPageProps<Row>) {
  const { t } = useTranslation('kit');
  const { rows, onChange, all } = selection;
  const isFrozen = all !== undefined && all.chosen !== null;
  const here = new Set(page.map(idOf));
  const others = rows.filter((row) => !here.has(idOf(row)));
  const count = rows.length - others.length;
  const isAll = isFrozen || (page.length > 0 && count === page.length);
  const change = () => {
    if (isFrozen) {
      all.onChoose(null);
      onChange([]);
    } else onChange(isAll ? others : [...others, ...page]);
  };
  return (
    <input
      type="checkbox"
      className="pz-select"
      aria-label={t('list.selectPage')}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && !isAll;
      }}
      checked={isAll}
      disabled={page.length === 0}
      onChange={change}
    />
  );
}

/** The same where the table has no head to hold it. */
export function LabelledSelectPage<Row>(props: SelectPageProps<Row>) {
  const { t } = useTranslation('kit');
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds the box.
    <label className="pz-select-page">
      <SelectPage {...props} />
      {t('list.selectPage')}
    </label>
  );
}

/** Lets go of all that matched once something else is asked, or once the server does not keep them any more. */
export function useLettingGo(all: AllThatMatch | undefined, asked: string): void {
  const { t } = useTranslation('kit');
  const chosen = all?.chosen ?? null;
  const [held, setHeld] = useState({ chosen, asked });
  if (held.chosen !== chosen) setHeld({ chosen, asked });
  const letGo = useEffectEvent((isLate: boolean) => {
    all?.onChoose(null);
    if (isLate) toast('notice', t('list.selectionLate'));
  });
  const isOther = chosen !== null && held.chosen === chosen && held.asked !== asked;
  useEffect(() => {
    if (isOther) letGo(false);
  }, [isOther]);
  const until = chosen?.expiresAt;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => letGo(true), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
}

interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  /** The rows in sight. */
  page: readonly Row[];
  idOf: IdOf<Row>;
  /** How many match in all. */
  total: number;
  /** What the list is asked, as far as it decides which rows match. */
  question: Pick<ListBody, 'filters' | 'timeZone'>;
  /** Names that question together with what stands beside its filters: a tab, a search. */
  asked: string;
}

/** How many rows are ticked, what can be done with them, and the offer of all that match once a page is ticked. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, page, idOf, total } = props;
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { rows, onChange, all, notice, actions } = selection;
  const chosen = all?.chosen ?? null;
  const ticked = new Set(rows.map(idOf));
  const isWholePage = page.length > 0 && page.every((row) => ticked.has(idOf(row)));
  const count = chosen?.count ?? rows.length;
  const clear = () => {
    all?.onChoose(null);
    onChange([]);
  };
  return (
    <div className="pz-selection" role="status" data-empty={count === 0 || undefined}>
      {count > 0 && (
        <>
          <span>
            {chosen === null
              ? t('list.selected', { count })
              : t('list.allSelected', { count, shown: format.integer(count) })}
          </span>
          {all !== undefined && chosen === null && isWholePage && total > rows.length && (
            <ChooseAll
              // Another question is another offer: what the one before was answered does not count any more.
              key={props.asked}
              all={all}
              total={total}
              question={props.question}
            />
          )}
          {notice}
          <span className="pz-selection-actions">
            {actions}
            <button type="button" className="pz-text-button" onClick={clear}>
              {t('list.clearSelection')}
            </button>
          </span>
        </>
      )}
    </div>
  );
}

interface ChooseAllProps {
  all: AllThatMatch;
  total: number;
  question: Pick<ListBody, 'filters' | 'timeZone'>;
}

function ChooseAll({ all, total, question }: ChooseAllProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: () => all.freeze(question),
    onError: (error) => tellError(t, error),
  });
  return (
    <button
      type="button"
      className="pz-text-button"
      disabled={isPending}
      // Given here, it counts only as long as the question stands.
      onClick={() => mutate(undefined, { onSuccess: all.onChoose })}
    >
      {isPending
        ? t('states.loading')
        : t('list.selectAll', { count: total, shown: format.integer(total) })}
    </button>
  );
}
