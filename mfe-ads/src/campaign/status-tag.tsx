import type { Campaign } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import {
  AlertIcon,
  ArchiveIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  InfoIcon,
  PauseIcon,
  StatusTag,
} from '@primazia/kit/ui';

const STATUSES = {
  ENABLED: { tone: 'positive', icon: CheckmarkCircleIcon },
  PAUSED: { tone: 'neutral', icon: PauseIcon },
  ARCHIVED: { tone: 'neutral', icon: ArchiveIcon },
} as const;
const UNKNOWN = { tone: 'neutral', icon: InfoIcon } as const;

/** Why an active campaign is not shown. */
const STATES = {
  pending_start: { tone: 'info', icon: ClockIcon },
  incomplete: { tone: 'notice', icon: AlertIcon },
  finished: { tone: 'neutral', icon: ArchiveIcon },
} as const;

/** The status of anything that is advertised. */
export function AdStatusTag({ status }: { status: string }) {
  const { t } = useTranslation();
  const appearance = STATUSES[status as keyof typeof STATUSES] ?? UNKNOWN;
  return <StatusTag {...appearance}>{t(`ads.status.${status}`)}</StatusTag>;
}

/** The status of a campaign; for an active one that is not shown also the reason. */
export function CampaignStatusTag({ campaign }: { campaign: Pick<Campaign, 'status' | 'state'> }) {
  const { t } = useTranslation();
  const { status, state } = campaign;
  const appearance = STATES[state as keyof typeof STATES];
  return status === 'ENABLED' && appearance !== undefined ? (
    <StatusTag {...appearance}>{t(`ads.state.${state}`)}</StatusTag>
  ) : (
    <AdStatusTag status={status} />
  );
}
