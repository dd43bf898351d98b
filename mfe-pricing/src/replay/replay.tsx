import {
  type Backtest,
  cancelBacktest,
  getBacktest,
  type PreviewBody,
  startBacktest,
} from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  EmptyState,
  ErrorState,
  Heading,
  InlineAlert,
  ProgressBar,
  tellError,
  useFormat,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { ReplayQuestion, type ReplayWish } from './replay-question.tsx';
import { ReplayReport } from './replay-report.tsx';

interface ReplayProps {
  rule: PreviewBody['rule'];
  listingIds: readonly number[];
  onClose: () => void;
}

/** So many ads are replayed at once. */
const MOST_ADS = 1_000;
const LOOK_AGAIN_MS = 700;

const isUnderWay = ({ state }: Backtest) => state === 'queued' || state === 'running';

/** The replay as it is now, asked about again and again while it is under way. */
function useBacktest(id: number | null) {
  const result = useQueryCall(
    getBacktest,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, keepPrevious: false, staleTime: 0 },
  );
  const { data, refetch } = result;
  const goesOn = id !== null && (data === undefined || isUnderWay(data));
  const look = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [goesOn]);
  return result;
}

/** Tries a draft rule on the markets that were really seen, beside what was done and beside doing nothing. */
export function Replay({ rule, listingIds, onClose }: ReplayProps) {
  const { t } = useTranslation();
  const [id, setId] = useState<number | null>(null);
  const [wish, setWish] = useState<ReplayWish>({ days: 30, unitsPerDay: 1 });
  const replay = useBacktest(id);
  const start = useMutateCall(startBacktest, {
    onSuccess: (made) => setId(made.id),
    onError: (error) => tellError(t, error),
  });
  const cancel = useMutateCall(cancelBacktest, {
    invalidates: [getBacktest],
    onError: (error) => tellError(t, error),
  });
  const { data } = replay;
  const goesOn = id !== null && (data === undefined || isUnderWay(data));
  const stop = () => {
    if (id !== null && goesOn) cancel.mutate({ params: { id } });
  };
  const begin = (wanted: ReplayWish) => {
    setWish(wanted);
    start.mutate({ body: { rule, listingIds: listingIds.slice(0, MOST_ADS), ...wanted } });
  };
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog>
      <Heading>{t('replay.title')}</Heading>
      <Divider />
      <Content>
        <div className="replay">
          <p>{t('replay.intro', { count: listingIds.length })}</p>
          <p className="hint">{t('replay.assumption.rivals_as_seen')}</p>
          <ReplayQuestion wish={wish} isBusy={goesOn || start.isPending} onStart={begin} />
          {id !== null && replay.error !== null && data === undefined && (
            <ErrorState error={replay.error} onRetry={() => void replay.refetch()} />
          )}
          {goesOn && <Progress replay={data} onCancel={stop} isCanceling={cancel.isPending} />}
          {data !== undefined && !goesOn && <Outcome replay={data} />}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={close}>
          {t('action.back')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

interface ProgressProps {
  replay: Backtest | undefined;
  onCancel: () => void;
  isCanceling: boolean;
}

/** How far it is: looks replayed of all. */
function Progress({ replay, onCancel, isCanceling }: ProgressProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { done, total } = replay?.progress ?? { done: 0, total: 0 };
  return (
    <div className="replay__progress">
      <ProgressBar
        label={t('replay.running')}
        isIndeterminate={total === 0}
        value={total === 0 ? 0 : (done / total) * 100}
        valueLabel={t('replay.progress', {
          done: format.integer(done),
          total: format.integer(total),
        })}
        width="100%"
      />
      <Button variant="secondary" isPending={isCanceling} onPress={onCancel}>
        {t('replay.cancel')}
      </Button>
    </div>
  );
}

function Outcome({ replay }: { replay: Backtest }) {
  const { t } = useTranslation();
  if (replay.state === 'canceled') {
    return (
      <p className="muted" role="status">
        {t('replay.canceled')}
      </p>
    );
  }
  if (replay.state === 'failed' || replay.report === null) {
    return (
      <InlineAlert variant="negative" autoFocus>
        <Heading>{t('replay.failed')}</Heading>
        <Content>{t('replay.failed_text')}</Content>
      </InlineAlert>
    );
  }
  if (replay.report.snapshots === 0) {
    return (
      <EmptyState kind="nothing-found" title={t('replay.empty')} text={t('replay.empty_text')} />
    );
  }
  return <ReplayReport id={replay.id} report={replay.report} />;
}
