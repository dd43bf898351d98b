import {
  type AdsAccount,
  CAMPAIGN_STRATEGIES,
  type CampaignDetails,
  type DraftProposals,
} from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import {
  DayControl,
  NumberControl,
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
  TextControl,
} from '@primazia/kit/form';
import { ActionButton } from '@primazia/kit/ui';
import { type UseFormSetValue, useWatch } from 'react-hook-form';
import { Proposal } from './proposal.tsx';
import type { WizardControl, WizardValues } from './values.ts';

interface CampaignStepProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
  accounts: readonly AdsAccount[];
  proposals: DraftProposals | undefined;
  /** The campaign that is changed; absent: a new one. */
  edited?: CampaignDetails;
}

const STRATEGIES = Object.keys(CAMPAIGN_STRATEGIES) as (keyof typeof CAMPAIGN_STRATEGIES)[];

/** What the campaign is: its account, name, days, budget and strategy. */
export function CampaignStep({
  control,
  setValue,
  accounts,
  proposals,
  edited,
}: CampaignStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const strategy = useWatch({ control, name: 'strategy' });
  const endDate = useWatch({ control, name: 'endDate' });
  const { goal } = CAMPAIGN_STRATEGIES[strategy];
  const currency = proposals?.currencyCode ?? edited?.campaign.currencyCode ?? 'BRL';
  const range = proposals?.limits.dailyBudget;
  const can = edited?.capabilities;
  const isStartOpen =
    edited === undefined ||
    (edited.campaign.state === 'pending_start' && edited.capabilities.edits.includes('startDate'));
  const roasTarget = useWatch({ control, name: 'roasTarget' });
  return (
    <div className="wizard__fields">
      {edited === undefined ? (
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
      ) : (
        <p>
          {t('wizard.account')}: {edited.campaign.accountName}
        </p>
      )}
      {can?.edits.includes('name') !== false && (
        <TextControl
          control={control}
          name="name"
          label={t('wizard.name')}
          isRequired
          maxLength={128}
        />
      )}
      {proposals !== undefined && edited === undefined && (
        <Proposal
          text={t('wizard.proposal.name')}
          value={proposals.name}
          onUse={() => setValue('name', proposals.name, { shouldDirty: true })}
        />
      )}
      <div className="wizard__pair">
        {isStartOpen ? (
          <DayControl
            control={control}
            name="startDate"
            label={t('campaigns.column.start')}
            description={t(edited === undefined ? 'wizard.start_text' : 'edit.start_text')}
          />
        ) : (
          <p>
            {t('campaigns.column.start')}: {format.date(edited.campaign.startDate)}
          </p>
        )}
        {can?.endDate !== false && (
          <div>
            <DayControl
              control={control}
              name="endDate"
              label={t('campaigns.column.end')}
              description={t('wizard.end_text')}
            />
            {edited !== undefined && endDate !== null && (
              <ActionButton
                isQuiet
                onPress={() => setValue('endDate', null, { shouldDirty: true })}
              >
                {t('change.no_end')}
              </ActionButton>
            )}
          </div>
        )}
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
      {can?.roasTarget && (
        <NumberControl
          control={control}
          name="roasTarget"
          label={t('ads.field.roasTarget')}
          description={
            roasTarget !== null && roasTarget > 0
              ? t('change.means_acos', { acos: format.percent(1 / roasTarget) })
              : undefined
          }
        />
      )}
      {proposals !== undefined && proposals.dailyBudget !== null && (
        <Proposal
          text={t(`wizard.proposal.budget.${proposals.budgetSource}`)}
          value={format.money(proposals.dailyBudget, currency)}
          onUse={() => setValue('dailyBudget', proposals.dailyBudget, { shouldDirty: true })}
        />
      )}
      {can?.bid !== null && (
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
      )}
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
