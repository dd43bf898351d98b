import {
  type AdsAccount,
  createCampaign,
  discardCampaignDraft,
  draftProposals,
  type KeptDraft,
  saveCampaignDraft,
} from '@primazia/backend/ads/contract';
import type { Fault } from '@primazia/backend/kernel/problem';
import { faultText, showError, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import { LeaveGuard } from '@primazia/kit/form';
import { Button, ButtonGroup, toast } from '@primazia/kit/ui';
import { useEffect, useRef, useState } from 'react';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import { AdsStep } from './ads-step.tsx';
import { CampaignStep } from './campaign-step.tsx';
import { ConclusionStep } from './conclusion-step.tsx';
import { ConfigurationStep } from './configuration-step.tsx';
import { placeOf, STEPS, type Step, toDraft, toValues, type WizardValues } from './values.ts';

interface WizardProps {
  kept: KeptDraft;
  /** The accounts for which campaigns can be created. */
  accounts: readonly AdsAccount[];
  onCreated: (creationId: number) => void;
  onDiscarded: () => void;
}

/** Composes a campaign in four steps; each step is saved before the next one opens. */
export function Wizard({ kept, accounts, onCreated, onDiscarded }: WizardProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState<Step>('campaign');
  const version = useRef(kept.version);
  const heading = useRef<HTMLHeadingElement>(null);
  const { control, setValue, getValues, setError, clearErrors, trigger, reset, formState } =
    useForm<WizardValues>({
      defaultValues: toValues(kept.draft, t('wizard.group_name', { number: 1 })),
    });
  const onError = (error: Parameters<typeof showError>[1]) => showError(t, error);
  const save = useMutateCall(saveCampaignDraft, { onError });
  const create = useMutateCall(createCampaign, {
    onSuccess: ({ id }) => onCreated(id),
    onError,
  });
  const discard = useMutateCall(discardCampaignDraft, { onSuccess: onDiscarded, onError });
  const draft = toDraft(useWatch({ control }) as WizardValues);
  const { accountId, type, strategy, groups } = draft;
  const known = (amount: number | null) => (Number.isNaN(amount) ? null : amount);
  const asked = {
    accountId,
    type,
    strategy,
    goalAcos: known(draft.goalAcos),
    dailyBudget: known(draft.dailyBudget),
    groups: groups.map(({ listingIds }) => ({ listingIds })),
  };
  const proposals = useQueryCall(
    draftProposals,
    { body: { draft: asked } },
    { enabled: accountId !== null, staleTime: 60_000 },
  );
  const place = STEPS.indexOf(at);

  const open = (step: Step) => {
    setAt(step);
    // Moves the focus to the heading of the next step.
    requestAnimationFrame(() => heading.current?.focus());
  };

  /** Shows the faults up to a step beside their fields. @returns the first step with a fault; null: none has */
  const show = (faults: readonly Fault[], until: Step): Step | null => {
    const wrong = faults
      .map((fault) => ({ fault, ...placeOf(fault.path) }))
      .filter(({ step }) => STEPS.indexOf(step) <= STEPS.indexOf(until));
    for (const { fault, field } of wrong)
      setError(field as FieldPath<WizardValues>, { type: 'server', message: faultText(t, fault) });
    for (const { fault } of wrong)
      if (fault.code === 'campaign_name_taken' || fault.code === 'group_name_taken')
        toast('info', faultText(t, fault), { timeout: 8_000 });
    return STEPS.find((step) => wrong.some((one) => one.step === step)) ?? null;
  };

  /** Keeps the draft. @returns whether nothing is wrong up to the step */
  const keep = async (until: Step): Promise<boolean> => {
    clearErrors();
    if (!(await trigger())) return false;
    const values = getValues();
    const saved = await save
      .mutateAsync({ body: { draft: toDraft(values), version: version.current } })
      .catch(() => null);
    if (saved === null) return false;
    version.current = saved.version;
    reset(values, { keepValues: true });
    const wrong = show(saved.faults, until);
    if (wrong !== null && wrong !== at) open(wrong);
    return wrong === null;
  };

  const next = async () => {
    if (await keep(at)) open(STEPS[place + 1]!);
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
  return (
    <section className="wizard">
      <LeaveGuard when={formState.isDirty && !create.isSuccess && !discard.isSuccess} />
      <ol className="wizard__steps">
        {STEPS.map((step, number) => (
          <li key={step} {...(step === at && { 'aria-current': 'step' as const })}>
            {`${number + 1}. ${t(`wizard.step.${step}`)}`}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {t(`wizard.step.${at}`)}
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void (at === 'conclusion' ? finish() : next());
        }}
      >
        {at === 'campaign' && <CampaignStep {...shared} accounts={accounts} />}
        {at === 'configuration' && <ConfigurationStep {...shared} />}
        {at === 'ads' && <AdsStep control={control} setValue={setValue} accounts={accounts} />}
        {at === 'conclusion' && (
          <ConclusionStep control={control} accounts={accounts} proposals={proposals.data} />
        )}
        <ButtonGroup>
          {place > 0 && (
            <Button variant="secondary" isDisabled={isBusy} onPress={() => open(STEPS[place - 1]!)}>
              {t('wizard.back')}
            </Button>
          )}
          {kept.version > 0 && (
            <Button
              variant="secondary"
              isDisabled={isBusy || discard.isPending}
              onPress={() => discard.mutate({})}
            >
              {t('wizard.discard')}
            </Button>
          )}
          <Button variant="accent" type="submit" isPending={isBusy}>
            {t(at === 'conclusion' ? 'wizard.create' : 'wizard.next')}
          </Button>
        </ButtonGroup>
      </form>
    </section>
  );
}
