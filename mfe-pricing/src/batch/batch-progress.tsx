import type { BatchState } from '@primazia/backend/pricing/contract';
import {
  AlertCircleIcon,
  Button,
  CheckmarkCircleIcon,
  ClockIcon,
  InfoIcon,
  ProgressBar,
  RefreshIcon,
  RemoveCircleIcon,
  StatusTag,
  UndoIcon,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import type { ComponentProps } from 'react';
import { type Followed, isUnderWay } from './use-batch.tsx';

type Look = Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>;

const LOOK: Readonly<Record<BatchState, Look>> = {
  queued: { tone: 'info', icon: ClockIcon },
  reading: { tone: 'info', icon: RefreshIcon },
  previewed: { tone: 'notice', icon: InfoIcon },
  writing: { tone: 'info', icon: RefreshIcon },
  done: { tone: 'positive', icon: CheckmarkCircleIcon },
  canceled: { tone: 'neutral', icon: RemoveCircleIcon },
  failed: { tone: 'negative', icon: AlertCircleIcon },
  undoing: { tone: 'info', icon: UndoIcon },
  undone: { tone: 'neutral', icon: UndoIcon },
};

/** How far a batch is, in one word. */
export function BatchStateTag({ state }: { state: BatchState }) {
  const { t } = useTranslation();
  return <StatusTag {...LOOK[state]}>{t(`batch.state.${state}`)}</StatusTag>;
}

interface BatchProgressProps {
  batch: Followed;
  /** What is counted. */
  unit: 'rows' | 'ads';
  /** Stops it; absent: it cannot be stopped, or the person may not. An undo always goes to its end. */
  onCancel?: () => void;
  isCanceling?: boolean;
}

/** How far a batch that is at work is, in words and as a bar, and the way to stop it. */
export function BatchProgress(props: BatchProgressProps) {
  const { batch, unit, onCancel, isCanceling = false } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { state, progress } = batch;
  if (!isUnderWay(state)) return null;
  const { done, total } = progress;
  const isUnknown = state === 'queued' || total === 0;
  const values = { done: format.integer(done), total: format.integer(total) };
  return (
    <div className="batch">
      <div className="batch__bar">
        <ProgressBar
          label={t(`batch.doing.${state}`)}
          isIndeterminate={isUnknown}
          value={isUnknown ? 0 : (Math.min(done, total) / total) * 100}
          {...(isUnknown ? {} : { valueLabel: t(`batch.progress.${unit}`, values) })}
          width="100%"
        />
        <p className="hint">{t(`batch.hint.${state}`)}</p>
      </div>
      {onCancel !== undefined && state !== 'undoing' && (
        <Button variant="secondary" isPending={isCanceling} onPress={onCancel}>
          {t('batch.cancel')}
        </Button>
      )}
    </div>
  );
}
