import { useMarketplaces } from '../context/marketplaces.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { LinkOutIcon } from '../icons.ts';

interface Shop {
  sellerId: string | null;
  marketplaceId: number;
  /** Where the listing is sold. */
  countryCode: string;
}

/** A link to a seller's shop; nothing where the marketplace has no shop pages by seller id. */
export function ShopLink({ sellerId, marketplaceId, countryCode }: Shop) {
  const { t } = useTranslation('kit');
  // A server of an earlier release sends neither.
  const template = useMarketplaces().of(marketplaceId)?.shopLinks?.[countryCode];
  if (template === undefined || !sellerId) return null;
  const shop = template.replace('{seller}', encodeURIComponent(sellerId));
  return (
    <a className="pz-shop" href={shop} target="_blank" rel="noreferrer">
      {t('seller.shop')}
      <LinkOutIcon size="XS" aria-label={t('listing.external')} />
    </a>
  );
}

/** The name of a seller; an unnamed seller is shown as such, with a link to the shop. */
export function SellerName({ name, ...shop }: Shop & { name: string | null }) {
  const { t } = useTranslation('kit');
  if (name) return name;
  return (
    <span className="pz-seller">
      <span>{t('seller.unnamed')}</span>
      <ShopLink {...shop} />
    </span>
  );
}
