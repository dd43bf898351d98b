import { getPriceSwitch, setPriceSwitch } from '@primazia/backend/pricing/contract';
import {
  showError,
  useLiveRefresh,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  Ago,
  AlertDialog,
  Button,
  DialogContainer,
  ErrorState,
  Help,
  PauseIcon,
  PlayIcon,
  Skeleton,
  StatusTag,
} from '@primazia/kit/ui';
import { useState } from 'react';

/** The one switch that stops all price changes of the company, and lets them go on. */
export function StopSwitch() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  // The action that the user confirms, even if another user changes the switch in the meantime.
  const [toConfirm, setToConfirm] = useState<'stop' | 'resume' | null>(null);
  const { data, error, refetch } = useQueryCall(getPriceSwitch, {});
  useLiveRefresh(['switch'], [getPriceSwitch]);
  const turn = useMutateCall(setPriceSwitch, {
    invalidates: [getPriceSwitch],
    onError: (refused) => showError(t, refused),
  });
  const isStopped = data?.stopped === true;
  const move = isStopped ? 'resume' : 'stop';
  return (
    <section className="card" aria-labelledby="stop-switch">
      <header className="pz-with-help">
        <h2 id="stop-switch">{t('stop.title')}</h2>
        <Help term="stop_switch" />
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={2} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : (
        <>
          <p className="card__line">
            <StatusTag
              tone={isStopped ? 'negative' : 'positive'}
              icon={isStopped ? PauseIcon : PlayIcon}
            >
              {t(isStopped ? 'stop.stopped' : 'stop.running')}
            </StatusTag>
            {data.since !== null && <Ago at={data.since} />}
            {data.by !== null && <span className="muted">{data.by}</span>}
          </p>
          <p className="hint">{t('stop.text')}</p>
          {mayWrite && (
            <div>
              <Button
                variant={isStopped ? 'primary' : 'negative'}
                isPending={turn.isPending}
                onPress={() => setToConfirm(move)}
              >
                {t(`stop.${move}`)}
              </Button>
            </div>
          )}
        </>
      )}
      <DialogContainer onDismiss={() => setToConfirm(null)}>
        {toConfirm !== null && (
          <AlertDialog
            variant={toConfirm === 'resume' ? 'confirmation' : 'destructive'}
            title={t(`stop.${toConfirm}_title`)}
            primaryActionLabel={t(`stop.${toConfirm}`)}
            cancelLabel={t('action.back')}
            onPrimaryAction={() => turn.mutate({ body: { stopped: toConfirm === 'stop' } })}
          >
            {t(`stop.${toConfirm}_text`)}
          </AlertDialog>
        )}
      </DialogContainer>
    </section>
  );
}
