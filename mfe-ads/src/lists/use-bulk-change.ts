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

/** The messages for changes, by their first state. */
const ENDS = [
  ['approved', 'bulk.sent'],
  ['pending', 'bulk.waiting'],
  ['suggested', 'bulk.suggested'],
] as const;

/** Makes several changes at once, and shows how many were made and why others were not. */
export function useBulkChange(onDone: () => void) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutateCall(changeAds, {
    invalidates: [queryCampaigns, queryTargets],
    onSuccess: (made) => {
      const refused = made.filter(({ changeId }) => changeId === null);
      for (const [begun, text] of ENDS) {
        const count = made.filter(({ state }) => state === begun).length;
        if (count > 0) toast('positive', t(text, { count }));
      }
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
