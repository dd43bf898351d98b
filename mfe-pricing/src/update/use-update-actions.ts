import {
  actOnUpdates,
  applyUpdate,
  cancelUpdate,
  type PriceUpdate,
  queryListings,
  queryUpdates,
} from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  showError,
  useAnnounce,
  useFormat,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { toast } from '@primazia/kit/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { priceBefore } from './fold.ts';

/** What shows price updates and is fetched again when one changes. */
export const UPDATE_ENDPOINTS = [queryUpdates, queryListings];

/** Shows that an action of a person failed, and why. */
export function useFailureToast(): (error: ApiError) => void {
  const { t } = useTranslation();
  return useCallback((error) => showError(t, error), [t]);
}

export interface UpdateActions {
  approve: (update: PriceUpdate) => void;
  cancel: (update: PriceUpdate) => void;
  /** Sends what waits for its next attempt now, or has the listing of what failed decided again. */
  retry: (update: PriceUpdate) => void;
  /** The update that is being approved, cancelled or sent again right now. */
  busyId: number | null;
  /** What is being done to it. */
  busyAct: 'approve' | 'cancel' | 'retry' | null;
}

/** Whether a person may have an update sent again: one that waits for it, or that failed and is no undo. */
export const isRetryable = ({ state, reverts }: Pick<PriceUpdate, 'state' | 'reverts'>): boolean =>
  state === 'retry' || (reverts === null && (state === 'error' || state === 'rejected'));

/**
 * Whether a row's updates can be undone as a whole; an undo itself cannot: the rule decides from there on. Where the
 * price is again what it was before them there is nothing to restore.
 */
export const isUndoable = (update: PriceUpdate): boolean =>
  update.state === 'applied' &&
  !update.undoing &&
  update.reverts === null &&
  priceBefore(update) !== update.newPrice;

const paramsOf = ({ ruleId, id }: PriceUpdate) => ({ ruleId, id });

/**
 * Approves, cancels and resends price updates; an approval with a changed decision reports the present price. The functions are
 * referentially stable until the language changes.
 */
export function useUpdateActions(): UpdateActions {
  const { t } = useTranslation();
  const format = useFormat();
  const showFailure = useFailureToast();
  const announce = useAnnounce();
  const client = useQueryClient();
  // What was approved is not what would be sent now: the list shows the new proposal, and the message says its price.
  const reportRefusal = (error: ApiError, update: PriceUpdate | undefined) => {
    const { newPrice } = error.values;
    if (error.code !== 'decision_changed') showFailure(error);
    else if (typeof newPrice === 'number' && update !== undefined) {
      const price = format.money(newPrice, update.currencyCode);
      toast('negative', t('update.decision_changed', { price }));
    } else toast('negative', t('update.decision_gone'));
    void client.invalidateQueries({ queryKey: [queryUpdates.path] });
  };
  // The running ones. A second approval may start before the first is answered, and each has to be reported.
  const pending = useRef(new Map<number, PriceUpdate>());
  const approving = useMutateCall(applyUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onError: (error, { params }) => reportRefusal(error, pending.current.get(params?.id ?? 0)),
    onSuccess: (update) => {
      toast(
        'positive',
        t('update.approved', { price: format.money(update.newPrice, update.currencyCode) }),
      );
      announce('price-approved', { updateIds: [update.id] });
    },
  });
  const canceling = useMutateCall(cancelUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: ({ id }) => {
      toast('positive', t('update.canceled'));
      announce('price-cancelled', { updateIds: [id] });
    },
    onError: showFailure,
  });
  const retrying = useMutateCall(actOnUpdates, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: ({ results }) => {
      const [result] = results;
      if (result === undefined || result.code === null) toast('positive', t('update.sent_again'));
      else toast('negative', result.text ?? t('update.not_done'));
    },
    onError: showFailure,
  });
  const { mutate: approve } = approving;
  const { mutate: cancel } = canceling;
  const { mutate: retry } = retrying;
  const under = (
    [
      ['approve', approving.isPending ? approving.variables.params?.id : undefined],
      ['cancel', canceling.isPending ? canceling.variables.params?.id : undefined],
      ['retry', retrying.isPending ? retrying.variables.body?.updateIds[0] : undefined],
    ] as const
  ).find(([, id]) => id !== undefined);
  const busyAct = under?.[0] ?? null;
  const busyId = under?.[1] ?? null;
  return useMemo(
    () => ({
      approve: (update) => {
        pending.current.set(update.id, update);
        approve({ params: paramsOf(update) });
      },
      cancel: (update) => cancel({ params: paramsOf(update) }),
      retry: ({ id }) => retry({ body: { act: 'retry', updateIds: [id] } }),
      busyId,
      busyAct,
    }),
    [approve, cancel, retry, busyId, busyAct],
  );
}
