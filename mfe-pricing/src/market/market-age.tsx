import { Ago, MISSING, useTranslation } from '@primazia/kit';
import { minutesUntil } from './delay.ts';

interface MarketAgeProps {
  observedAt: string | null;
  expectedNextLook: string | null;
}

/** When a market was seen last, and when it is looked at next if nothing happens before. */
export function MarketAge({ observedAt, expectedNextLook }: MarketAgeProps) {
  const { t } = useTranslation();
  if (observedAt === null && expectedNextLook === null) return MISSING;
  return (
    <span className="two-lines">
      {observedAt !== null && <Ago at={observedAt} />}
      {expectedNextLook !== null && (
        <span className="two-lines__small">
          {t('pricing.next_look', { count: minutesUntil(expectedNextLook, Date.now()) })}
        </span>
      )}
    </span>
  );
}
