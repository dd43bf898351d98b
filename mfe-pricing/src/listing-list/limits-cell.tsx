import type { PricedListing } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';

/** Where the minimum comes from; nothing where the rule says it as an amount. */
function useSource({ rule }: PricedListing): string | null {
  const { t } = useTranslation();
  return rule === null || rule.minimumBy === 'AMOUNT' ? null : t(`listings.by.${rule.minimumBy}`);
}

/** The minimum as the rule says it: an amount, or the word for what it follows from. */
export function MinimumCell({ listing }: { listing: PricedListing }) {
  const format = useFormat();
  const source = useSource(listing);
  if (listing.rule === null) return MISSING;
  return source ?? format.money(listing.rule.minPrice, listing.currencyCode);
}

/** The prices between which a listing's rule may choose. */
export function LimitsCell({ listing }: { listing: PricedListing }) {
  const format = useFormat();
  const source = useSource(listing);
  const { rule, currencyCode } = listing;
  if (rule === null) return MISSING;
  return (
    <span className="pz-two-lines">
      <span>
        {source !== null && <span className="pz-two-lines-small">{source} </span>}
        {format.money(rule.minPrice, currencyCode)}
      </span>
      <span>{format.money(rule.maxPrice, currencyCode)}</span>
    </span>
  );
}
