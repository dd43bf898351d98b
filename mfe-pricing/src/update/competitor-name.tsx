import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { SellerName } from '@primazia/kit/ui';

/** The competitor that an update reacts to; only where there is one. */
export const CompetitorName = ({ update }: { update: PriceUpdate }) => (
  <SellerName
    name={update.rivalName}
    sellerId={update.rivalSellerId}
    marketplaceId={update.rivalMarketplace ?? update.marketplaceId}
    countryCode={update.countryCode}
  />
);
