import type { PriceUpdate, UpdateState } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import {
  AlertCircleIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  RefreshIcon,
  RemoveCircleIcon,
  SendIcon,
  StatusTag,
  UndoIcon,
} from '@primazia/kit/ui';
import { StateTag, type TagStyles } from '../ui/state-tag.tsx';

const STYLES: TagStyles<UpdateState> = {
  pending: { tone: 'notice', icon: ClockIcon },
  sent: { tone: 'info', icon: SendIcon },
  retry: { tone: 'notice', icon: RefreshIcon },
  applied: { tone: 'positive', icon: CheckmarkCircleIcon },
  rejected: { tone: 'negative', icon: AlertCircleIcon },
  error: { tone: 'negative', icon: AlertCircleIcon },
  canceled: { tone: 'neutral', icon: RemoveCircleIcon },
  undone: { tone: 'neutral', icon: UndoIcon },
};

/** The state of a price update in one word; an applied one that is being undone says so. */
export function UpdateStateTag(update: Pick<PriceUpdate, 'state'> & { undoing?: boolean }) {
  const { t } = useTranslation();
  if (update.undoing) {
    return (
      <StatusTag tone="info" icon={UndoIcon}>
        {t('update.undoing')}
      </StatusTag>
    );
  }
  return <StateTag state={update.state} styles={STYLES} words="update.state" />;
}
