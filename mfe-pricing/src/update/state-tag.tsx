import type { PriceUpdate, UpdateState } from '@primazia/backend/pricing/contract';
import {
  AlertCircleIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  RefreshIcon,
  RemoveCircleIcon,
  SendIcon,
  StatusTag,
  UndoIcon,
  useTranslation,
} from '@primazia/kit';
import type { ComponentProps } from 'react';

type Look = Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>;

const LOOK: Readonly<Record<UpdateState, Look>> = {
  pending: { tone: 'notice', icon: ClockIcon },
  sent: { tone: 'info', icon: SendIcon },
  retry: { tone: 'notice', icon: RefreshIcon },
  applied: { tone: 'positive', icon: CheckmarkCircleIcon },
  rejected: { tone: 'negative', icon: AlertCircleIcon },
  error: { tone: 'negative', icon: AlertCircleIcon },
  canceled: { tone: 'neutral', icon: RemoveCircleIcon },
  undone: { tone: 'neutral', icon: UndoIcon },
};

/** The state of a price update in one word; an applied one that is being taken back says so. */
export function UpdateStateTag(update: Pick<PriceUpdate, 'state'> & { undoing?: boolean }) {
  const { t } = useTranslation();
  if (update.undoing) {
    return (
      <StatusTag tone="info" icon={UndoIcon}>
        {t('update.undoing')}
      </StatusTag>
    );
  }
  return <StatusTag {...LOOK[update.state]}>{t(`update.state.${update.state}`)}</StatusTag>;
}
