import {
  type AdsAccount,
  CAMPAIGN_STRATEGIES,
  type DraftProposals,
} from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import {
  DayControl,
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  TextControl,
} from '@primazia/kit/form';
import { type UseFormSetValue, useWatch } from 'react-hook-form';
import { Proposal } from './proposal.tsx';
import type { WizardControl, WizardValues } from './values.ts';

interface CampaignStepProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
  accounts: readonly AdsAccount[];
  proposals: DraftProposals | undefined;
}

const STRATEGIES = Object.keys(CAMPAIGN_STRATEGIES) as (keyof typeof CAMPAIGN_STRATEGIES)[];

/** What the campaign is: its account, name, days, budget and strategy. */
export function CampaignStep({ control, setValue, accounts, proposals }: CampaignStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const strategy = useWatch({ control, name: 'strategy' });
  const { goal } = CAMPAIGN_STRATEGIES[strategy];
  const currency = proposals?.currencyCode ?? 'BRL';
  const range = proposals?.limits.dailyBudget;
  return (
    <div className="wizard__fields">
      <PickerControl
        control={control}
        name="accountId"
        label={t('wizard.account')}
        isRequired
        options={accounts.map(({ accountId, accountName }) => ({
          value: String(accountId),
          label: accountName,
        }))}
      />
      <TextControl
        control={control}
        name="name"
        label={t('wizard.name')}
        isRequired
        maxLength={128}
      />
      {proposals !== undefined && (
        <Proposal
          text={t('wizard.proposal.name')}
          value={proposals.name}
          onUse={() => setValue('name', proposals.name, { shouldDirty: true })}
        />
      )}
      <div className="wizard__pair">
        <DayControl
          control={control}
          name="startDate"
          label={t('campaigns.column.start')}
          description={t('wizard.start_text')}
        />
        <DayControl
          control={control}
          name="endDate"
          label={t('campaigns.column.end')}
          description={t('wizard.end_text')}
        />
      </div>
      <PriceControl
        control={control}
        name="dailyBudget"
        label={t('campaigns.column.daily_budget')}
        currency={currency}
        isRequired
        {...(range && {
          description: t('wizard.from_to', {
            from: format.money(range.minimum, currency),
            to: format.money(range.maximum, currency),
          }),
        })}
      />
      {proposals !== undefined && proposals.dailyBudget !== null && (
        <Proposal
          text={t(`wizard.proposal.budget.${proposals.budgetSource}`)}
          value={format.money(proposals.dailyBudget, currency)}
          onUse={() => setValue('dailyBudget', proposals.dailyBudget, { shouldDirty: true })}
        />
      )}
      <RadioControl
        control={control}
        name="strategy"
        label={t('campaigns.column.strategy')}
        options={STRATEGIES.map((value) => ({
          value,
          label: t(`ads.strategy.${value}`),
          description: t(`strategy.text.${value}`),
        }))}
      />
      {strategy !== 'none' && (
        <PercentControl
          control={control}
          name="goalAcos"
          label={t('strategy.goal', {
            from: format.percent(goal.initialValue / 100),
            to: format.percent(goal.finalValue / 100),
          })}
          description={t('strategy.goal_text')}
        />
      )}
    </div>
  );
}
