import type { PricedListing, Rule, SelectionWarning } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Caution } from '../rule/caution.tsx';
import type { RuleValues } from '../rule/fields.ts';
import { movingLimit } from '../rule/values.ts';
import type { RuleAnswers } from './rule-answers.ts';

type Translate = (key: string, values: Record<string, unknown>) => string;

interface SavingCautionsProps {
  listing: PricedListing | null;
  stored?: Rule;
}

/** Side effects of saving the form. */
export function SavingCautions({ listing, stored }: SavingCautionsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const waiting = listing?.waitingUpdate ?? null;
  const cancels = listing !== null && (waiting?.state === 'pending' || waiting?.state === 'retry');
  const isGroup = stored !== undefined && stored.listingIds.length > 1;
  return (
    <>
      {cancels && (
        <Caution
          title={t('rule.cancels_waiting')}
          text={t('rule.cancels_waiting_text', {
            price: money(waiting.newPrice, listing.currencyCode),
          })}
        />
      )}
      {isGroup && (
        <Caution
          title={t('group.shared')}
          text={t('group.shared_text', { count: stored.listingIds.length })}
        />
      )}
      {stored?.status === 'paused' && (
        <Caution title={t('rule.is_paused')} text={t('rule.is_paused_text')} />
      )}
    </>
  );
}

interface LimitSight {
  listing: PricedListing | null;
  listingIds: readonly number[];
  values: RuleValues;
  answers: RuleAnswers;
}

const MOVING = ['minimum_above_price', 'maximum_below_price'] as const;

/** How many listings of the answer have a warning. */
const countOf = (answers: RuleAnswers, code: SelectionWarning): number =>
  answers.selection?.warnings.find((one) => one.code === code)?.count ?? 0;

/** The caution that the new price of some listings does not cover their costs. */
function costCaution(t: Translate, answers: RuleAnswers, of: number) {
  const count = countOf(answers, 'under_cost');
  if (count === 0) return [];
  const title = of > 1 ? t('group.under_cost', { count }) : t('rule.under_cost', {});
  return [{ title, text: t('rule.under_cost_text', {}) }];
}

/** What the limits do to prices as soon as the rule is active. */
export function limitCautions(
  t: Translate,
  money: (amount: number) => string,
  { listing, listingIds, values, answers }: LimitSight,
): { title: string; text: string }[] {
  const underCost = costCaution(t, answers, listingIds.length);
  if (listingIds.length > 1) {
    const moving = MOVING.flatMap((code) => {
      const count = countOf(answers, code);
      if (count === 0) return [];
      return [{ title: t(`group.${code}`, { count }), text: t(`group.${code}_text`, {}) }];
    });
    return [...underCost, ...moving];
  }
  if (listing === null) return underCost;
  const minimum = values.minimumBy === 'AMOUNT' ? values.minPrice : (answers.now?.minPrice ?? null);
  const limit = movingLimit({ minimum, maximum: values.maxPrice }, listing.price);
  if (limit === null) return underCost;
  const price = money(listing.price);
  return [
    ...underCost,
    { title: t(`rule.${limit}`, {}), text: t(`rule.${limit}_text`, { price }) },
  ];
}
