import type { PriceSwitch } from '@primazia/backend/pricing/contract';
import { Ago, AlertIcon, Button, PauseIcon, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { SwitchDialog } from './switch-dialog.tsx';
import { usePriceSwitch } from './use-price-switch.ts';

function Why({ state }: { state: PriceSwitch }) {
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

/** Says above every page that no price of the company moves, who stopped them, and how they go on. */
export function SwitchNotice() {
  const { t } = useTranslation();
  const { state, mayMove } = usePriceSwitch();
  const [asks, setAsks] = useState(false);
  const isStopped = state?.stopped === true;
  const Icon = state?.reason === 'breaker' ? AlertIcon : PauseIcon;
  return (
    <>
      <div role="status" className="stopped" data-reason={state?.reason}>
        {isStopped && (
          <>
            <Icon size="S" aria-hidden="true" />
            <p className="stopped-text">
              <strong>{t('switch.is_stopped')}</strong> <Why state={state} />
            </p>
            {mayMove && (
              <Button variant="secondary" onPress={() => setAsks(true)}>
                {t('switch.resume_short')}
              </Button>
            )}
          </>
        )}
      </div>
      <SwitchDialog
        move={asks ? 'resume' : null}
        detail={state?.detail ?? null}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
