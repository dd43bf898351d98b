import type { AccountPlan } from '@primazia/backend/monitoring/contract';
import { useTranslation } from '@primazia/kit';
import { delayOf, lengthText } from './delay.ts';

/** Says how long it takes to poll all markets, where that is long. */
export function DelayNotice({ accounts }: { accounts: readonly AccountPlan[] }) {
  const { t } = useTranslation();
  const delay = delayOf(accounts);
  if (delay === null) return null;
  return (
    <p className="delay-notice" role="status">
      {t('pricing.delay', { all: lengthText(t, delay.all), ruled: lengthText(t, delay.ruled) })}
    </p>
  );
}
