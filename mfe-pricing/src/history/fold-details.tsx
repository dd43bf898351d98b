import { type PriceUpdate, queryUpdates } from '@primazia/backend/pricing/contract';
import { useFormat, useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import { ActionButton, ErrorState, Skeleton, Text, UndoIcon } from '@primazia/kit/ui';
import { useState } from 'react';
import { PageTurner } from '../ui/page-turner.tsx';
import { updateIdsOf } from '../update/fold.ts';
import { PriceChange } from '../update/price-change.tsx';
import { isUndoable } from '../update/use-update-actions.ts';
import { Why } from '../update/why.tsx';

const PAGE = 15;

interface FoldDetailsProps {
  row: PriceUpdate;
  onUndo: (update: PriceUpdate) => void;
}

/** The updates of a folded row, the newest first; each opens with its own reason. */
export function FoldDetails({ row, onUndo }: FoldDetailsProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const ids = updateIdsOf(row).toReversed();
  const shown = ids.slice(page * PAGE, (page + 1) * PAGE);
  const { data, error, refetch } = useQueryCall(queryUpdates, {
    query: {
      page: 0,
      limit: PAGE,
      tab: 'all',
      dateStart: (row.fold?.since ?? row.createdAt).slice(0, 10),
      dateEnd: row.createdAt.slice(0, 10),
    },
    body: {
      filters: [
        {
          field: 'id',
          condition: 'IN' as const,
          value: shown.join('|'),
          logicalOperator: 'AND' as const,
        },
      ],
      orders: [],
    },
  });
  const label = t('history.fold.title');
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={Math.min(shown.length, 3)} />
    ) : (
      <ErrorState error={error} onRetry={refetch} />
    );
  return (
    <section className="fold" aria-label={label}>
      <p className="hint">{t('history.fold.about')}</p>
      <ol className="fold__updates" reversed start={ids.length - page * PAGE}>
        {data.content.map((update) => (
          <FoldedUpdate
            key={update.id}
            update={update}
            onUndo={update.id === row.id ? onUndo : null}
          />
        ))}
      </ol>
      <PageTurner label={label} page={page} pages={Math.ceil(ids.length / PAGE)} onPage={setPage} />
    </section>
  );
}

interface FoldedUpdateProps {
  update: PriceUpdate;
  /** Of the newest alone: one before it cannot be undone without it. */
  onUndo: ((update: PriceUpdate) => void) | null;
}

function FoldedUpdate({ update, onUndo }: FoldedUpdateProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <time dateTime={update.createdAt}>{format.dateTime(update.createdAt)}</time>
          <PriceChange {...update} />
          <span className="muted">{t(`update.event.${update.eventType}`)}</span>
        </summary>
        {isOpen && <Why update={update} />}
      </details>
      {onUndo !== null && mayWrite && isUndoable(update) && (
        <ActionButton onPress={() => onUndo(update)}>
          <UndoIcon />
          <Text>{t('history.fold.undo_latest')}</Text>
        </ActionButton>
      )}
    </li>
  );
}
