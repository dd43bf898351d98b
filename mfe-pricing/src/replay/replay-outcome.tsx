import type { Backtest } from '@primazia/backend/pricing/contract';
import {
  Button,
  Content,
  EmptyState,
  Heading,
  InlineAlert,
  ProgressBar,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { ReplayReport } from './replay-report.tsx';

interface ProgressProps {
  replay: Backtest | undefined;
  /** Absent: it is not this person's to stop. */
  onCancel?: () => void;
  isCanceling: boolean;
}

/** How far it is: looks replayed of all. */
export function ReplayProgress({ replay, onCancel, isCanceling }: ProgressProps) {
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
      {onCancel !== undefined && (
        <Button variant="secondary" isPending={isCanceling} onPress={onCancel}>
          {t('replay.cancel')}
        </Button>
      )}
    </div>
  );
}

/** What came of a replay that is over. */
export function ReplayOutcome({ replay }: { replay: Backtest }) {
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
