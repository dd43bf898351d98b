import type { PricedListing, RuleStatus } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { ArchiveIcon, PauseIcon, PlayIcon, RemoveCircleIcon } from '@primazia/kit/ui';
import { StateTag, type TagStyles } from '../ui/state-tag.tsx';

const STYLES: TagStyles<RuleStatus> = {
  enabled: { tone: 'positive', icon: PlayIcon },
  disabled: { tone: 'neutral', icon: RemoveCircleIcon },
  paused: { tone: 'neutral', icon: PauseIcon },
  archived: { tone: 'neutral', icon: ArchiveIcon },
};

/** Whether a rule is active. */
export const RuleStatusTag = ({ status }: { status: RuleStatus }) => (
  <StateTag state={status} styles={STYLES} words="rule.status" />
);

/** The rule of a listing: its status, what it does, and whether it asks first. */
export function RuleCell({ listing: { rule } }: { listing: PricedListing }) {
  const { t } = useTranslation();
  if (rule === null) return <span className="muted">{t('pricing.no_rule')}</span>;
  // Without a minimum every price change needs approval, whatever the rule's setting.
  const hasMinimum = rule.minimumBy !== 'AMOUNT' || rule.minPrice !== null;
  const asksFirst = rule.requiresApproval || !hasMinimum;
  const isAds = rule.competition === 'ACOS' || rule.competition === 'ROAS';
  return (
    <span className="pz-two-lines">
      <RuleStatusTag status={rule.status} />
      <span className="pz-two-lines-small">
        {isAds ? t(`rule.looks_at.${rule.competition}`) : t(`rule.strategy.${rule.strategy}`)}
        {rule.origin === 'group' && ` · ${t('group.member')}`}
        {asksFirst && ` · ${t('pricing.asks_first')}`}
      </span>
    </span>
  );
}
