import type { PageTraits } from '@primazia/backend/integrations/contract';
import type { BuyboxStatus } from '@primazia/backend/kernel/market';
import type { ComponentType, ReactNode } from 'react';
import { useMarketplaces } from '../context/marketplaces.ts';
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

/** A status, or why there is none: the marketplace has no buybox, or does not report its holder. */
type ShownStatus = BuyboxStatus | 'none' | 'not_reported';

const BUYBOX: Readonly<Record<ShownStatus, { tone: Tone; icon: Icon }>> = {
  WINNING: { tone: 'positive', icon: TrophyIcon },
  CO_WINNING: { tone: 'positive', icon: CheckmarkCircleIcon },
  LOSING: { tone: 'negative', icon: AlertCircleIcon },
  WAITING_BUYBOX: { tone: 'info', icon: ClockIcon },
  SYNCING: { tone: 'info', icon: ClockIcon },
  NOT_COMPETING: { tone: 'notice', icon: RemoveCircleIcon },
  OUTSIDE_BUYBOX: { tone: 'notice', icon: RemoveCircleIcon },
  NON_CATALOG: { tone: 'neutral', icon: InfoIcon },
  NO_COMPETITOR: { tone: 'neutral', icon: InfoIcon },
  none: { tone: 'neutral', icon: InfoIcon },
  not_reported: { tone: 'neutral', icon: InfoIcon },
};

type BuyboxTraits = Pick<PageTraits, 'hasBuybox' | 'reportsCompetitors'>;

/** The shown status of a listing's buybox. @param status null: not polled yet @param traits undefined: not known yet */
export function shownBuybox(
  status: BuyboxStatus | null,
  traits: BuyboxTraits | undefined,
): ShownStatus {
  if (traits?.hasBuybox === false) return 'none';
  return status ?? (traits?.reportsCompetitors === false ? 'not_reported' : 'SYNCING');
}

/** The buybox status of a listing; null: not polled yet. */
export function BuyboxTag({
  status,
  marketplaceId,
}: {
  status: BuyboxStatus | null;
  marketplaceId: number;
}) {
  const { t } = useTranslation('kit');
  const shown = shownBuybox(status, useMarketplaces().of(marketplaceId)?.traits);
  const { tone, icon } = BUYBOX[shown];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`buybox.${shown}`)}
    </StatusTag>
  );
}
