import {
  adsChanges,
  type CampaignDetails,
  draftProposals,
  type EditPlan,
  editCampaign,
  getCampaign,
  openCreations,
  planCampaignEdit,
} from '@primazia/backend/ads/contract';
import {
  type ApiError,
  showError,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { LeaveGuard } from '@primazia/kit/form';
import { Button, toast } from '@primazia/kit/ui';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AdsStep } from './ads-step.tsx';
import { CampaignStep } from './campaign-step.tsx';
import { ConfigurationStep } from './configuration-step.tsx';
import { EditSummary } from './edit-summary.tsx';
import { Frame, useMovedAds, useShowFaults, useSteps, withFaults } from './steps.tsx';
import { placeInEdit, type Step, toDraft, toEdit, valuesOf, type WizardValues } from './values.ts';

interface EditWizardProps {
  details: CampaignDetails;
  onDone: () => void;
  onCancel: () => void;
}

/** Changes a campaign in the steps of a new one; what would change is listed before anything is sent. */
export function EditWizard({ details, onDone, onCancel }: EditWizardProps) {
  const { t } = useTranslation();
  const { campaign, capabilities } = details;
  const { id: campaignId } = campaign;
  // What the person saw at first: only what differs from it is changed.
  const [before] = useState(() => valuesOf(details));
  const [plan, setPlan] = useState<EditPlan | null>(null);
  const steps = useSteps();
  const { at, open } = steps;
  const moved = useMovedAds();
  const { control, setValue, getValues, setError, clearErrors, trigger, formState } =
    useForm<WizardValues>({ defaultValues: before });
  const show = useShowFaults(setError);
  const onError = (error: ApiError) => showError(t, error);
  const preview = useMutateCall(planCampaignEdit, {
    onError(error) {
      if (error.faults.length === 0) onError(error);
    },
  });
  const values = useWatch({ control }) as WizardValues;
  const { accountId, strategy, groups } = toDraft(values);
  const proposals = useQueryCall(
    draftProposals,
    {
      body: {
        draft: { accountId, strategy, groups: groups.map(({ listingIds }) => ({ listingIds })) },
      },
    },
    { enabled: capabilities.creates, staleTime: 60_000 },
  );

  /** Has the edit checked. @returns whether nothing is wrong up to the step */
  const check = async (until: Step): Promise<boolean> => {
    clearErrors();
    if (!(await trigger())) return false;
    const now = getValues();
    const sent = toEdit(now, before);
    const [planned, faults] = await withFaults(
      preview.mutateAsync({ params: { campaignId }, body: { edit: sent.edit } }),
    );
    setPlan(planned);
    // What the server refuses to read is shown in whatever step it is: no step can be left with it.
    const last = planned === null ? 'conclusion' : until;
    const wrong = show(faults, last, (path) => placeInEdit(path, sent, now));
    if (wrong !== null && wrong !== at) open(wrong);
    return planned !== null && wrong === null;
  };
  const send = useMutateCall(editCampaign, {
    invalidates: [getCampaign, adsChanges, openCreations],
    onSuccess: () => toast('positive', t(doneText(plan))),
    onError(error) {
      onError(error);
      // The list is shown again as it is now.
      if (error.code === 'edit_changed') void check('conclusion');
    },
  });
  // Only once the form no longer guards itself against leaving.
  const { isSuccess } = send;
  useEffect(() => {
    if (isSuccess) onDone();
  }, [isSuccess, onDone]);
  const next = async () => {
    if (await check(at)) open(moved.nextOf(at, getValues()));
  };
  const finish = () => {
    if (plan !== null)
      send.mutate({
        params: { campaignId },
        body: { edit: toEdit(getValues(), before).edit, key: plan.key },
      });
  };
  const count = plan?.lines.length ?? 0;
  const shared = { control, setValue, proposals: proposals.data, edited: details };
  return (
    <>
      <LeaveGuard when={formState.isDirty && !isSuccess} />
      <Frame
        steps={steps}
        isBusy={preview.isPending || send.isPending}
        onNext={() => void next()}
        onFinish={finish}
        finish={t(plan?.writes === false ? 'edit.suggest' : 'edit.send', { count })}
        canFinish={count > 0 && plan?.faults.length === 0}
        others={
          <Button variant="secondary" isDisabled={send.isPending} onPress={onCancel}>
            {t('edit.cancel')}
          </Button>
        }
      >
        {at === 'campaign' && <CampaignStep {...shared} accounts={[]} />}
        {at === 'configuration' && <ConfigurationStep {...shared} hasKeywords={moved.isAsking} />}
        {at === 'ads' && (
          <AdsStep
            control={control}
            setValue={setValue}
            marketplaceId={campaign.marketplaceId}
            edited={details}
          />
        )}
        {at === 'conclusion' && plan !== null && <EditSummary plan={plan} />}
      </Frame>
    </>
  );
}

/** The message once an edit is recorded. */
function doneText(plan: EditPlan | null): string {
  if (plan?.writes === false) return 'change.is_suggested';
  return plan?.requiresApproval === true ? 'edit.waits' : 'edit.is_sent';
}
