import type { PricedListing } from '@primazia/backend/pricing/contract';
import { MISSING, useTranslation } from '@primazia/kit';
import { SellerName } from '@primazia/kit/ui';

/** Who has the buybox of a listing. */
export function Winner({ listing }: { listing: PricedListing }) {
  const { t } = useTranslation();
  const { winnerName, winnerSellerId, winnerPrice, buyboxStatus } = listing;
  if (winnerName === null && winnerPrice === null) return MISSING;
  // A marketplace that names no sellers does not name us either.
  if (winnerName === null && buyboxStatus === 'WINNING') return t('kit:seller.you');
  return <SellerName {...listing} name={winnerName} sellerId={winnerSellerId} />;
}
