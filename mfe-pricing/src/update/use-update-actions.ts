import {
  applyUpdate,
  cancelUpdate,
  companyHistory,
  type PriceUpdate,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  errorText,
  toast,
  useFormat,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';

/** What shows price updates and is asked anew when one moved. */
export const UPDATE_ENDPOINTS = [companyHistory, queryListings];

/** Tells that something a person asked for did not happen, and why. */
export function useTellFailure(): (error: ApiError) => void {
  const { t } = useTranslation();
  return (error) => toast('negative', errorText(t, error));
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
  const approve = useMutateCall(applyUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: (update) =>
      toast(
        'positive',
        t('update.approved', { price: format.money(update.newPrice, update.currencyCode) }),
      ),
    onError: tellFailure,
  });
  const cancel = useMutateCall(cancelUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: () => toast('positive', t('update.canceled')),
    onError: tellFailure,
  });
  const params = (update: PriceUpdate) => ({ ruleId: update.ruleId, id: update.id });
  const busy = approve.isPending
    ? approve.variables
    : cancel.isPending
      ? cancel.variables
      : undefined;
  return {
    approve: (update) => approve.mutate({ params: params(update) }),
    cancel: (update) => cancel.mutate({ params: params(update) }),
    busyId: busy?.params?.id ?? null,
  };
}
