import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Caution } from './caution.tsx';
import type { RuleValues } from './fields.ts';
import type { RuleAnswers } from './rule-answers.ts';
import { movingLimit } from './values.ts';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** What saving the form does beside saving. */
export function SavingCautions({ listing, stored }: { listing: PricedListing; stored?: Rule }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const waiting = listing.waitingUpdate;
  const cancels = waiting !== null && (waiting.state === 'pending' || waiting.state === 'retry');
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
  listing: PricedListing;
  listingIds: readonly number[];
  values: RuleValues;
  answers: RuleAnswers;
}

const MOVING = ['minimum_above_price', 'maximum_below_price'] as const;

/** What the limits do to prices as soon as the rule is active. */
export function limitCautions(
  t: Translate,
  money: (amount: number) => string,
  { listing, listingIds, values, answers }: LimitSight,
): { title: string; text: string }[] {
  if (listingIds.length > 1) {
    return MOVING.flatMap((code) => {
      const count = answers.selection?.warnings.find((one) => one.code === code)?.count ?? 0;
      if (count === 0) return [];
      return [{ title: t(`group.${code}`, { count }), text: t(`group.${code}_text`, {}) }];
    });
  }
  const minimum = values.minimumBy === 'AMOUNT' ? values.minPrice : (answers.now?.minPrice ?? null);
  const limit = movingLimit({ minimum, maximum: values.maxPrice }, listing.price);
  if (limit === null) return [];
  const price = money(listing.price);
  return [{ title: t(`rule.${limit}`, {}), text: t(`rule.${limit}_text`, { price }) }];
}
