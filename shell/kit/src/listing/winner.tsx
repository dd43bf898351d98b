import type { BuyboxStatus } from '@primazia/backend/kernel/market';
import { MISSING } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { SellerName } from './seller-name.tsx';

/** The known facts about the holder of a listing's buybox. */
interface WonListing {
  winnerName: string | null;
  winnerSellerId: string | null;
  winnerPrice: number | null;
  buyboxStatus: BuyboxStatus | null;
  marketplaceId: number;
  countryCode: string;
}

/** The holder of a listing's buybox. */
export function Winner({ listing }: { listing: WonListing }) {
  const { t } = useTranslation('kit');
  const { winnerName, winnerSellerId, winnerPrice, buyboxStatus } = listing;
  if (winnerName === null && winnerPrice === null) return MISSING;
  // A marketplace that names no sellers does not name us either.
  const isOurs = buyboxStatus === 'WINNING' || buyboxStatus === 'NO_COMPETITOR';
  if (winnerName === null && isOurs) return t('seller.you');
  return <SellerName {...listing} name={winnerName} sellerId={winnerSellerId} />;
}
