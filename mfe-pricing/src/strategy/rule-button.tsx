import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { useAdDialogs } from '../ad/ad-dialogs.tsx';
import { RuleCell } from '../rule/rule-cell.tsx';

/** The rule of an ad; pressed, it is told in words. */
export function RuleButton({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const open = useAdDialogs();
  const { rule } = listing;
  if (rule === null) return <RuleCell listing={listing} />;
  return (
    <button
      type="button"
      className="opens-dialog"
      title={`${rule.name}: ${t('strategy.open')}`}
      onClick={() => open.strategy(listing)}
    >
      <RuleCell listing={listing} />
    </button>
  );
}
