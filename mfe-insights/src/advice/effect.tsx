import type { Recommendation } from '@primazia/backend/insights/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { TwoLines } from '@primazia/kit/ui';

type Of = Pick<Recommendation, 'effect' | 'currencyCode' | 'confidence'>;

/** The effect of advice in 30 days, with its 80 % range. */
export function Effect({ effect, currencyCode, confidence }: Of) {
  const { t } = useTranslation();
  const format = useFormat();
  if (effect === null) return MISSING;
  const money = (amount: number) => format.signedMoney(amount, currencyCode);
  return (
    <TwoLines
      small={t(`advice.range.${confidence}`, { low: money(effect.low), high: money(effect.high) })}
    >
      {money(effect.value)}
    </TwoLines>
  );
}
