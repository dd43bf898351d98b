import type { MonitoredListing } from '@primazia/backend/pricing/contract';

/** Why a listing's competitors are unknown; each has its next step in the texts. */
type Obstacle = 'not_for_sale' | 'no_market' | 'no_catalog_product' | 'below_top' | 'not_checked';

type Known = Pick<
  MonitoredListing,
  'status' | 'stock' | 'buyboxStatus' | 'marketObservedAt' | 'reason' | 'watched'
>;

/** The listing is not among the first offers, and no others are reported: see `BELOW_TOP` of the kernel. */
const BELOW_TOP = 'below_top_20';

/**
 * Why no competitor of a listing is monitored; null: one is, or could be at any moment.
 * @param reportsCompetitors whether the listing's marketplace reports who else sells a product
 */
export function obstacleOf(listing: Known, reportsCompetitors: boolean): Obstacle | null {
  if (listing.status !== 'ENABLED' || listing.stock <= 0) return 'not_for_sale';
  if (listing.watched > 0) return null;
  if (!reportsCompetitors) return 'no_market';
  if (listing.buyboxStatus === 'NON_CATALOG') return 'no_catalog_product';
  if (listing.reason === BELOW_TOP) return 'below_top';
  return listing.marketObservedAt === null ? 'not_checked' : null;
}
