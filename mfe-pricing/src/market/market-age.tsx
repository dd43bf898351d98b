import { MISSING, useTranslation } from '@primazia/kit';
import { Ago } from '@primazia/kit/ui';
import { minutesUntil } from './delay.ts';

interface MarketAgeProps {
  observedAt: string | null;
  nextPollAt: string | null;
}

/** When a market was seen last, and when it is polled next if nothing happens before. */
export function MarketAge({ observedAt, nextPollAt }: MarketAgeProps) {
  const { t } = useTranslation();
  if (observedAt === null && nextPollAt === null) return MISSING;
  return (
    <span className="pz-two-lines">
      {observedAt !== null && <Ago at={observedAt} />}
      {nextPollAt !== null && (
        <span className="pz-two-lines-small">
          {t('pricing.next_poll', { count: minutesUntil(nextPollAt, Date.now()) })}
        </span>
      )}
    </span>
  );
}
