import {
  applyUpdate,
  cancelUpdate,
  companyHistory,
  type PriceUpdate,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  tellError,
  toast,
  useFormat,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { useQueryClient } from '@tanstack/react-query';

/** What shows price updates and is asked anew when one moved. */
export const UPDATE_ENDPOINTS = [companyHistory, queryListings];

/** Tells that something a person asked for did not happen, and why. */
export function useTellFailure(): (error: ApiError) => void {
  const { t } = useTranslation();
  return (error) => tellError(t, error);
}

export interface UpdateActions {
  approve: (update: PriceUpdate) => void;
  cancel: (update: PriceUpdate) => void;
  /** The update that is being approved or cancelled right now. */
  busyId: number | null;
}

/** Approves and cancels price updates; an approval that meets another decision says which price stands there now. */
export function useUpdateActions(): UpdateActions {
  const { t } = useTranslation();
  const format = useFormat();
  const tellFailure = useTellFailure();
  const client = useQueryClient();
  const approve = useMutateCall(applyUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: (update) =>
      toast(
        'positive',
        t('update.approved', { price: format.money(update.newPrice, update.currencyCode) }),
      ),
  });
  const cancel = useMutateCall(cancelUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: () => toast('positive', t('update.canceled')),
    onError: tellFailure,
  });
  // What was approved is not what would be sent now: the list shows the new proposal, and the message says its price.
  const tellRefusal = (error: ApiError, update: PriceUpdate) => {
    const { newPrice } = error.values;
    if (error.code !== 'decision_changed') tellFailure(error);
    else if (typeof newPrice === 'number') {
      const price = format.money(newPrice, update.currencyCode);
      toast('negative', t('update.decision_changed', { price }));
    } else toast('negative', t('update.decision_gone'));
    void client.invalidateQueries({ queryKey: [companyHistory.path] });
  };
  const params = (update: PriceUpdate) => ({ ruleId: update.ruleId, id: update.id });
  const busy = approve.isPending
    ? approve.variables
    : cancel.isPending
      ? cancel.variables
      : undefined;
  return {
    approve: (update) =>
      approve.mutate(
        { params: params(update) },
        { onError: (error) => tellRefusal(error, update) },
      ),
    cancel: (update) => cancel.mutate({ params: params(update) }),
    busyId: busy?.params?.id ?? null,
  };
}
