import { MAX_UNDO, type PriceUpdate } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import type { Selection } from '@primazia/kit/list';
import { Button } from '@primazia/kit/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { UndoManyDialog } from '../undo/undo-many-dialog.tsx';
import { updateIdsOf } from '../update/fold.ts';
import { isUndoable } from '../update/use-update-actions.ts';
import { ActDialog } from './act-dialog.tsx';

type Act = 'approve' | 'cancel' | 'undo';

interface Open {
  act: Act;
  updates: readonly PriceUpdate[];
}

/** A row is known by the oldest of its updates: it stays the same one as newer ones join it. */
export const rowIdOf = (update: PriceUpdate): number => updateIdsOf(update)[0] ?? update.id;

/** The number of updates of rows. */
const countOf = (rows: readonly PriceUpdate[]): number => rows.flatMap(updateIdsOf).length;

/** The ticked rows of price updates, the actions on them, and the open dialog. */
export function useHistorySelection(rows: readonly PriceUpdate[]): {
  selection: Selection<PriceUpdate>;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const format = useFormat();
  const [ticked, setTicked] = useState<readonly PriceUpdate[]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  // A row may have changed since it was ticked.
  const chosen = useMemo(() => {
    const fresh = new Map(rows.map((update) => [rowIdOf(update), update]));
    return ticked.map((update) => fresh.get(rowIdOf(update)) ?? update);
  }, [rows, ticked]);
  const fit: Record<Act, PriceUpdate[]> = {
    approve: chosen.filter(({ state }) => state === 'pending'),
    cancel: chosen.filter(({ state }) => state === 'pending' || state === 'retry'),
    undo: chosen.filter(isUndoable),
  };
  const isTooMany = countOf(chosen) > MAX_UNDO;
  const none = Object.values(fit).every((updates) => updates.length === 0);
  const clear = () => setTicked([]);
  const close = () => setOpen(null);
  const button = (act: Act, variant: 'accent' | 'secondary') =>
    fit[act].length > 0 && (
      <Button
        variant={variant}
        isDisabled={isTooMany}
        onPress={() => setOpen({ act, updates: fit[act] })}
      >
        {t(`history.selected.${act}`, {
          count: countOf(fit[act]),
          number: format.integer(countOf(fit[act])),
        })}
      </Button>
    );
  return {
    selection: {
      rows: ticked,
      onChange: setTicked,
      notice: isTooMany ? (
        <span className="muted">
          {t('history.selected.too_many', { number: format.integer(MAX_UNDO) })}
        </span>
      ) : (
        none && <span className="muted">{t('history.selected.none')}</span>
      ),
      actions: (
        <>
          {button('approve', 'accent')}
          {button('cancel', 'secondary')}
          {button('undo', 'secondary')}
        </>
      ),
    },
    dialog: (
      <HeldDialogContainer onDismiss={close}>
        {open?.act === 'undo' && (
          <UndoManyDialog
            scope={{ updateIds: open.updates.flatMap(updateIdsOf) }}
            said={t('undo.many.ticked', {
              count: countOf(open.updates),
              number: format.integer(countOf(open.updates)),
            })}
            onStarted={clear}
            onClose={close}
          />
        )}
        {(open?.act === 'approve' || open?.act === 'cancel') && (
          <ActDialog act={open.act} updates={open.updates} onDone={clear} onClose={close} />
        )}
      </HeldDialogContainer>
    ),
  };
}
