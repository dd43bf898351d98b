import type { PriceSwitch } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { Ago } from '@primazia/kit/ui';
import { Trans } from 'react-i18next';

/** Who or what stopped all prices, and since when. */
export function WhyStopped({ state }: { state: PriceSwitch }) {
  const { t } = useTranslation();
  const { reason, by, detail, since } = state;
  const when = since === null ? null : <Ago at={since} />;
  if (reason === 'breaker') {
    return (
      <>
        <Trans t={t} i18nKey="switch.by_breaker" components={{ when: <span>{when}</span> }} />{' '}
        {detail !== null &&
          t('switch.breaker_saw', {
            count: detail.drops,
            percent: detail.percent,
            minutes: detail.minutes,
            limit: detail.limit,
          })}
      </>
    );
  }
  return (
    <Trans
      t={t}
      i18nKey="switch.by_person"
      values={{ name: by ?? t('switch.somebody') }}
      components={{ when: <span>{when}</span> }}
    />
  );
}
