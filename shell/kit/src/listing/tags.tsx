import type { BuyboxStatus } from '@primazia/backend/kernel/market';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import {
  AlertCircleIcon,
  CheckmarkCircleIcon,
  ClockIcon,
  InfoIcon,
  RemoveCircleIcon,
  TrophyIcon,
} from '../icons.ts';

/** Negative: money or a listing is at risk, nothing else. Neutral: paused, off, does not apply. */
export type Tone = 'positive' | 'negative' | 'notice' | 'info' | 'neutral';

type Icon = ComponentType<{ size?: 'XS' }>;

interface StatusTagProps {
  tone: Tone;
  icon: Icon;
  children: ReactNode;
}

/** A status: icon, word and colour, never colour alone. */
export function StatusTag({ tone, icon: TagIcon, children }: StatusTagProps) {
  return (
    <span className={`pz-tag pz-tag-${tone}`}>
      <TagIcon size="XS" />
      <span>{children}</span>
    </span>
  );
}

const BUYBOX: Readonly<Record<BuyboxStatus, { tone: Tone; icon: Icon }>> = {
  WINNING: { tone: 'positive', icon: TrophyIcon },
  CO_WINNING: { tone: 'positive', icon: CheckmarkCircleIcon },
  LOSING: { tone: 'negative', icon: AlertCircleIcon },
  WAITING_BUYBOX: { tone: 'info', icon: ClockIcon },
  SYNCING: { tone: 'info', icon: ClockIcon },
  NOT_COMPETING: { tone: 'notice', icon: RemoveCircleIcon },
  OUTSIDE_BUYBOX: { tone: 'notice', icon: RemoveCircleIcon },
  NON_CATALOG: { tone: 'neutral', icon: InfoIcon },
  NO_COMPETITOR: { tone: 'neutral', icon: InfoIcon },
};

/** The buybox status of a listing; null: not polled yet. */
export function BuyboxTag({ status }: { status: BuyboxStatus | null }) {
  const { t } = useTranslation('kit');
  const { tone, icon } = BUYBOX[status ?? 'SYNCING'];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`buybox.${status ?? 'SYNCING'}`)}
    </StatusTag>
  );
}
