import { useFormat, useTranslation } from '@primazia/kit';
import {
  AlertCircleIcon,
  Button,
  CheckmarkCircleIcon,
  ClockIcon,
  InfoIcon,
  ProgressBar,
  RefreshIcon,
  RemoveCircleIcon,
  UndoIcon,
} from '@primazia/kit/ui';
import { StateTag, type TagStyles } from '../ui/state-tag.tsx';
import { type Followed, isUnderWay, type WorkState } from './use-long-work.ts';

const STYLES: TagStyles<WorkState> = {
  queued: { tone: 'info', icon: ClockIcon },
  reading: { tone: 'info', icon: RefreshIcon },
  previewed: { tone: 'notice', icon: InfoIcon },
  writing: { tone: 'info', icon: RefreshIcon },
  running: { tone: 'info', icon: RefreshIcon },
  done: { tone: 'positive', icon: CheckmarkCircleIcon },
  canceled: { tone: 'neutral', icon: RemoveCircleIcon },
  failed: { tone: 'negative', icon: AlertCircleIcon },
  undoing: { tone: 'info', icon: UndoIcon },
  undone: { tone: 'neutral', icon: UndoIcon },
};

/** How far long work is, in one word. */
export const WorkStateTag = ({ state }: { state: WorkState }) => (
  <StateTag state={state} styles={STYLES} words="long_work.state" />
);

interface WorkProgressProps {
  work: Followed;
  /** What is counted. */
  unit: 'rows' | 'listings' | 'snapshots';
  /** What is being done, where its state does not say it all. */
  label?: string;
  /** Cancels it; absent: it cannot be cancelled here. An undo always goes to its end. */
  onCancel?: () => void;
  isCanceling?: boolean;
}

/** How far long work is, in words and as a bar, and the way to cancel it; nothing where it is over. */
export function WorkProgress(props: WorkProgressProps) {
  const { work, unit, label, onCancel, isCanceling = false } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { state, progress } = work;
  if (!isUnderWay(state)) return null;
  const { done, total } = progress;
  const isUnknown = state === 'queued' || total === 0;
  const values = { done: format.integer(done), total: format.integer(total) };
  return (
    <div className="long-work">
      <div className="long-work__bar">
        <ProgressBar
          label={label ?? t(`long_work.doing.${state}`)}
          isIndeterminate={isUnknown}
          value={isUnknown ? 0 : (Math.min(done, total) / total) * 100}
          {...(isUnknown ? {} : { valueLabel: t(`long_work.progress.${unit}`, values) })}
          width="100%"
        />
        {label === undefined && <p className="hint">{t(`long_work.hint.${state}`)}</p>}
      </div>
      {onCancel !== undefined && state !== 'undoing' && (
        <Button variant="secondary" isPending={isCanceling} onPress={onCancel}>
          {t('long_work.cancel')}
        </Button>
      )}
    </div>
  );
}
