import { useTranslation } from '@primazia/kit';
import { Link } from '@tanstack/react-router';

interface SellerLinkProps {
  marketplaceId: number;
  /** Null: the seller is not reported, and has no page. */
  sellerId: string | null;
  /** Null or empty: the marketplace does not report it. */
  name: string | null;
}

/** A competitor's name as a link to its page; an unnamed seller is shown as such. */
export function SellerLink({ marketplaceId, sellerId, name }: SellerLinkProps) {
  const { t } = useTranslation();
  const shown = name || t('kit:seller.unnamed');
  if (sellerId === null || sellerId === '') return shown;
  return (
    <Link
      className="seller-link"
      to="/monitoramento-buybox/concorrentes/$marketplaceId/$sellerId"
      params={{ marketplaceId, sellerId }}
    >
      {shown}
    </Link>
  );
}
