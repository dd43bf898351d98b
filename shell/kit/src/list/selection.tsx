import type { ListBody } from '@primazia/backend/kernel/filter';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { showError } from '../errors/error-text.ts';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { toast } from '../toast/toast.tsx';
import type { AllThatMatch, Selection } from './types.ts';
import type { TableModel } from './use-table-model.ts';

/** Ticks all rows of the page, or none of them. */
export function SelectPage<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('kit');
  const isAll = model.getIsAllPageRowsSelected();
  const isSome = model.getIsSomePageRowsSelected();
  return (
    <input
      type="checkbox"
      className="pz-select"
      aria-label={t('list.selectPage')}
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome && !isAll;
      }}
      checked={isAll}
      disabled={model.getRowModel().rows.length === 0}
      onChange={() => model.toggleAllPageRowsSelected(!isAll)}
    />
  );
}

/** The same where the table has no header for it. */
export function LabelledSelectPage<Row>(props: { model: TableModel<Row> }) {
  const { t } = useTranslation('kit');
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds the box.
    <label className="pz-select-page">
      <SelectPage {...props} />
      {t('list.selectPage')}
    </label>
  );
}

/** Clears the selection of all matching rows when the question changes, or when the server no longer keeps it. */
export function useSelectionExpiry(all: AllThatMatch | undefined, query: string): void {
  const { t } = useTranslation('kit');
  const chosen = all?.chosen ?? null;
  const [held, setHeld] = useState({ chosen, query });
  if (held.chosen !== chosen) setHeld({ chosen, query });
  const letGo = useEffectEvent((isLate: boolean) => {
    all?.onChoose(null);
    if (isLate) toast('notice', t('list.selectionLate'));
  });
  const isOther = chosen !== null && held.chosen === chosen && held.query !== query;
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
  model: TableModel<Row>;
  /** How many match in all. */
  total: number;
  /** The part of the question that decides which rows match. */
  question: Pick<ListBody, 'filters' | 'timeZone'>;
  /** Names that question together with the parts beside its filters: a tab, a search. */
  query: string;
}

/** The number of ticked rows, the actions on them, and the offer to choose all matching rows once a page is ticked. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, model, total } = props;
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { rows, onChange, all, notice, actions } = selection;
  const chosen = all?.chosen ?? null;
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
          {all !== undefined &&
            chosen === null &&
            model.getIsAllPageRowsSelected() &&
            total > rows.length && (
              <ChooseAll
                // Another question makes another offer: the answer to the previous one does not apply.
                key={props.query}
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
    onError: (error) => showError(t, error),
  });
  return (
    <button
      type="button"
      className="pz-text-button"
      disabled={isPending}
      // As an option of the call, it is ignored once the question has changed.
      onClick={() => mutate(undefined, { onSuccess: all.onChoose })}
    >
      {isPending
        ? t('states.loading')
        : t('list.selectAll', { count: total, shown: format.integer(total) })}
    </button>
  );
}
