import {
  type AdsAccount,
  createCampaign,
  discardCampaignDraft,
  draftProposals,
  type StoredDraft,
  saveCampaignDraft,
} from '@primazia/backend/ads/contract';
import { showError, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import { LeaveGuard } from '@primazia/kit/form';
import { Button } from '@primazia/kit/ui';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { AdsStep } from './ads-step.tsx';
import { CampaignStep } from './campaign-step.tsx';
import { ConclusionStep } from './conclusion-step.tsx';
import { ConfigurationStep } from './configuration-step.tsx';
import { Frame, useMovedAds, useShowFaults, useSteps, withFaults } from './steps.tsx';
import { placeOf, type Step, toDraft, toValues, type WizardValues } from './values.ts';

interface WizardProps {
  stored: StoredDraft;
  /** The accounts for which campaigns can be created. */
  accounts: readonly AdsAccount[];
  onCreated: (creationId: number) => void;
  onDiscarded: () => void;
}

/** Composes a campaign in four steps; each step is saved before the next one opens. */
export function Wizard({ stored, accounts, onCreated, onDiscarded }: WizardProps) {
  const { t } = useTranslation();
  const steps = useSteps();
  const { at, open } = steps;
  const moved = useMovedAds();
  const version = useRef(stored.version);
  const { control, setValue, getValues, setError, clearErrors, trigger, reset, formState } =
    useForm<WizardValues>({
      defaultValues: toValues(stored.draft, t('wizard.group_name', { number: 1 })),
    });
  const show = useShowFaults(setError);
  const onError = (error: Parameters<typeof showError>[1]) => showError(t, error);
  const save = useMutateCall(saveCampaignDraft, {
    onError(error) {
      if (error.faults.length === 0) onError(error);
    },
  });
  const create = useMutateCall(createCampaign, {
    onSuccess: ({ id }) => onCreated(id),
    onError,
  });
  const discard = useMutateCall(discardCampaignDraft, { onSuccess: onDiscarded, onError });
  const draft = toDraft(useWatch({ control }) as WizardValues);
  const { accountId, type, strategy, groups } = draft;
  const known = (amount: number | null) => (Number.isNaN(amount) ? null : amount);
  const request = {
    accountId,
    type,
    strategy,
    goalAcos: known(draft.goalAcos),
    dailyBudget: known(draft.dailyBudget),
    groups: groups.map(({ listingIds }) => ({ listingIds })),
  };
  const proposals = useQueryCall(
    draftProposals,
    { body: { draft: request } },
    { enabled: accountId !== null, staleTime: 60_000 },
  );

  /** Keeps the draft. @returns whether nothing is wrong up to the step */
  const keep = async (until: Step): Promise<boolean> => {
    clearErrors();
    if (!(await trigger())) return false;
    const values = getValues();
    const [saved, faults] = await withFaults(
      save.mutateAsync({ body: { draft: toDraft(values), version: version.current } }),
    );
    if (saved !== null) {
      version.current = saved.version;
      reset(values, { keepValues: true });
    }
    // What the server refuses to read is shown in whatever step it is: no step can be left with it.
    const wrong = show(faults, saved === null ? 'conclusion' : until, placeOf);
    if (wrong !== null && wrong !== at) open(wrong);
    return saved !== null && wrong === null;
  };

  const next = async () => {
    if (await keep(at)) open(moved.nextOf(at, getValues()));
  };
  const finish = async () => {
    if (await keep('conclusion')) create.mutate({ body: { version: version.current } });
  };
  const isBusy = save.isPending || create.isPending;

  const [first] = accounts;
  const only = accounts.length === 1 ? first : undefined;
  useEffect(() => {
    if (only !== undefined && getValues('accountId') === null)
      setValue('accountId', String(only.accountId));
  }, [only, getValues, setValue]);

  const shared = { control, setValue, proposals: proposals.data };
  const account = accounts.find((one) => one.accountId === accountId);
  return (
    <>
      <LeaveGuard when={formState.isDirty && !create.isSuccess && !discard.isSuccess} />
      <Frame
        steps={steps}
        isBusy={isBusy}
        onNext={() => void next()}
        onFinish={() => void finish()}
        finish={t('wizard.create')}
        others={
          stored.version > 0 && (
            <Button
              variant="secondary"
              isDisabled={isBusy || discard.isPending}
              onPress={() => discard.mutate({})}
            >
              {t('wizard.discard')}
            </Button>
          )
        }
      >
        {at === 'campaign' && <CampaignStep {...shared} accounts={accounts} />}
        {at === 'configuration' && <ConfigurationStep {...shared} hasKeywords={moved.isAsking} />}
        {at === 'ads' && (
          <AdsStep
            control={control}
            setValue={setValue}
            marketplaceId={account?.marketplaceId ?? 0}
          />
        )}
        {at === 'conclusion' && (
          <ConclusionStep control={control} accounts={accounts} proposals={proposals.data} />
        )}
      </Frame>
    </>
  );
}
