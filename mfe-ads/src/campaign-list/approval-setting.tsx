import { adsSettings, setAdsSettings } from '@primazia/backend/ads/contract';
import { showError, useMayWrite, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import { Checkbox } from '@primazia/kit/ui';

/** Whether every change of a campaign waits for approval, whether a rule or a person makes it. */
export function ApprovalSetting() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { data } = useQueryCall(adsSettings, {});
  const { mutate, isPending } = useMutateCall(setAdsSettings, {
    invalidates: [adsSettings],
    onError: (error) => showError(t, error),
  });
  if (data === undefined) return null;
  return (
    <Checkbox
      isSelected={data.requiresApproval}
      isDisabled={!mayWrite || isPending}
      onChange={(requiresApproval) => mutate({ body: { requiresApproval } })}
    >
      {t('campaigns.approval')}
    </Checkbox>
  );
}
