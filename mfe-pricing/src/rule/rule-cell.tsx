import type { PricedListing, RuleStatus } from '@primazia/backend/pricing/contract';
import {
  ArchiveIcon,
  PauseIcon,
  PlayIcon,
  RemoveCircleIcon,
  StatusTag,
  useTranslation,
} from '@primazia/kit';
import type { ComponentProps } from 'react';

type Look = Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>;

const LOOK: Readonly<Record<RuleStatus, Look>> = {
  enabled: { tone: 'positive', icon: PlayIcon },
  disabled: { tone: 'neutral', icon: RemoveCircleIcon },
  paused: { tone: 'neutral', icon: PauseIcon },
  archived: { tone: 'neutral', icon: ArchiveIcon },
};

/** Whether a rule is at work. */
export function RuleStatusTag({ status }: { status: RuleStatus }) {
  const { t } = useTranslation();
  return <StatusTag {...LOOK[status]}>{t(`rule.status.${status}`)}</StatusTag>;
}

/** The rule of an ad: its status, what it does, and whether it asks first. */
export function RuleCell({ listing: { rule } }: { listing: PricedListing }) {
  const { t } = useTranslation();
  if (rule === null) return <span className="muted">{t('pricing.no_rule')}</span>;
  // Without a minimum no price changes on its own, whatever the rule says of approval.
  const hasMinimum = rule.minimumBy !== 'AMOUNT' || rule.minPrice !== null;
  const asksFirst = rule.requiresApproval || !hasMinimum;
  const isAds = rule.competition === 'ACOS' || rule.competition === 'ROAS';
  return (
    <span className="two-lines">
      <RuleStatusTag status={rule.status} />
      <span className="two-lines__small">
        {isAds ? t(`rule.looks_at.${rule.competition}`) : t(`rule.strategy.${rule.strategy}`)}
        {rule.origin === 'group' && ` · ${t('group.member')}`}
        {asksFirst && ` · ${t('pricing.asks_first')}`}
      </span>
    </span>
  );
}
