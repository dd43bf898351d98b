import {
  type AdsAccount,
  DAY_SPEND_FACTOR,
  DAYS_OF_MONTH,
  type DraftProposals,
  highestClick,
} from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { SwitchControl } from '@primazia/kit/form';
import { ScrollRegion } from '@primazia/kit/ui';
import { useWatch } from 'react-hook-form';
import { toDraft, type WizardControl, type WizardValues } from './values.ts';

interface ConclusionStepProps {
  control: WizardControl;
  accounts: readonly AdsAccount[];
  proposals: DraftProposals | undefined;
}

/** What will be created, and what it may cost at most. */
export function ConclusionStep({ control, accounts, proposals }: ConclusionStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const draft = toDraft(useWatch({ control }) as WizardValues);
  const currency = proposals?.currencyCode ?? 'BRL';
  const money = (amount: number | null) => format.money(amount, currency);
  const budget = draft.dailyBudget;
  const account = accounts.find(({ accountId }) => accountId === draft.accountId);
  const strategy = t(`ads.strategy.${draft.strategy}`);
  const goal =
    draft.goalAcos === null
      ? strategy
      : `${strategy} · ${t('strategy.goal_of', { goal: format.percent(draft.goalAcos / 100) })}`;
  const facts: [label: string, value: string][] = [
    [t('wizard.name'), draft.name],
    [t('wizard.account'), account?.accountName ?? MISSING],
    [t('campaigns.column.type'), t(`ads.type.${draft.type}`)],
    [t('campaigns.column.strategy'), goal],
    [t('campaigns.column.bidding'), t(`ads.bidding.${draft.biddingStrategy}`)],
    [
      t('campaigns.column.start'),
      draft.startDate === null ? t('wizard.today') : format.date(draft.startDate),
    ],
    [
      t('campaigns.column.end'),
      draft.endDate === null ? t('campaign.no_end') : format.date(draft.endDate),
    ],
    [t('campaigns.column.daily_budget'), money(budget)],
    [t('wizard.most_of_day'), money(budget === null ? null : budget * DAY_SPEND_FACTOR)],
    [t('wizard.most_of_month'), money(budget === null ? null : budget * DAYS_OF_MONTH)],
  ];
  return (
    <div className="wizard__fields">
      <dl className="campaign__facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ScrollRegion label={t('wizard.summary')}>
        <table className="group__targets">
          <thead>
            <tr>
              <th scope="col">{t('wizard.group')}</th>
              <th scope="col">{t('wizard.column.ads')}</th>
              <th scope="col">{t('wizard.column.targets')}</th>
              <th scope="col">{t('wizard.column.negatives')}</th>
              <th scope="col">{t('wizard.default_bid')}</th>
              <th scope="col">{t('wizard.column.highest_click')}</th>
              <th scope="col">{t('bid.break_even')}</th>
            </tr>
          </thead>
          <tbody>
            {draft.groups.map((group, at) => {
              const bids = [...group.keywords, ...group.products, ...group.categories];
              const highest = Math.max(group.defaultBid ?? 0, ...bids.map(({ bid }) => bid ?? 0));
              return (
                <tr key={group.name}>
                  <td>{group.name}</td>
                  <td>{group.listingIds.length}</td>
                  <td>{draft.type === 'automatic' ? t('ads.type.automatic') : bids.length}</td>
                  <td>{group.negativeKeywords.length + group.negativeProducts.length}</td>
                  <td>{money(group.defaultBid)}</td>
                  <td>{money(highestClick(highest, draft))}</td>
                  <td>{money(proposals?.groups[at]?.breakEvenCpc ?? null)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {draft.movedListingIds.length > 0 && (
        <p>{t('wizard.moved', { count: draft.movedListingIds.length })}</p>
      )}
      <p>{t('wizard.order')}</p>
      <SwitchControl
        control={control}
        name="isPaused"
        label={t('wizard.paused')}
        description={t('wizard.paused_text')}
      />
    </div>
  );
}
