import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { RuleCell } from '../rule/rule-cell.tsx';
import { useListingDialogs } from './listing-dialogs.tsx';

/** The rule of a listing; a press opens it in words. */
export function RuleButton({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const open = useListingDialogs();
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
