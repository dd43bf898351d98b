import { useTranslation } from '@primazia/kit';
import { deferred } from '@primazia/kit/shell';
import { AlertIcon, Button, PauseIcon } from '@primazia/kit/ui';
import { useState } from 'react';
import { SwitchDialog } from './switch-dialog.tsx';
import { usePriceSwitch } from './use-price-switch.ts';

// It is in the frame: if it does not load, the page below must keep its input.
const WhyStopped = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './why-stopped.tsx')).WhyStopped,
);

/** Shows above every page that the company's price changes are stopped, by whom, and how to resume them. */
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
              <strong>{t('switch.is_stopped')}</strong> <WhyStopped state={state} />
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
