import {
  type AdsChangeBody,
  changeAds,
  queryCampaigns,
  queryTargets,
} from '@primazia/backend/ads/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';

interface Changing {
  campaignId: number;
  change: AdsChangeBody;
}

/** Makes several changes at once, and says how many were made and why others were not. */
export function useBulkChange(onDone: () => void) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutateCall(changeAds, {
    invalidates: [queryCampaigns, queryTargets],
    onSuccess: (made) => {
      const waiting = made.filter(({ change }) => change?.state === 'pending').length;
      const sent = made.filter(({ change }) => change !== null).length - waiting;
      const refused = made.filter(({ change }) => change === null);
      if (sent > 0) toast('positive', t('bulk.sent', { count: sent }));
      if (waiting > 0) toast('positive', t('bulk.waiting', { count: waiting }));
      if (refused.length > 0)
        toast('notice', t('bulk.refused', { count: refused.length, text: refused[0]!.text }));
      onDone();
    },
    onError: (error) => showError(t, error),
  });
  return {
    change: (changes: Changing[]) => mutate({ body: { changes } }),
    isPending,
  };
}
