import { useTranslation } from '@primazia/kit';
import { Link } from '@tanstack/react-router';

interface SellerLinkProps {
  marketplaceId: number;
  /** Null: it is not reported who it is, and there is no page. */
  sellerId: string | null;
  /** Null or empty: the marketplace does not report it. */
  name: string | null;
}

/** A competitor's name as a link to its page; one whom the marketplace does not name is shown as such. */
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
