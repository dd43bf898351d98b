import { MARKETPLACE, type MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';

/** Names are the same in every language. */
export const MARKETPLACE_NAMES: Readonly<Record<MarketplaceId, string>> = {
  [MARKETPLACE.AMAZON]: 'Amazon',
  [MARKETPLACE.MERCADO_LIVRE]: 'Mercado Livre',
  [MARKETPLACE.MAGALU]: 'Magalu',
  [MARKETPLACE.SHOPEE]: 'Shopee',
  [MARKETPLACE.ANOTHER]: '—',
};

/** What each is known by at a glance; its colours stand in the styles, under the same letters. */
const MARKS: Readonly<Record<MarketplaceId, string | null>> = {
  [MARKETPLACE.AMAZON]: 'a',
  [MARKETPLACE.MERCADO_LIVRE]: 'ML',
  [MARKETPLACE.MAGALU]: 'M',
  [MARKETPLACE.SHOPEE]: 'S',
  [MARKETPLACE.ANOTHER]: null,
};

/** A marketplace in the room of a letter, for the eye alone: its name stands in words beside it or near it. */
export function MarketplaceMark({ id }: { id: MarketplaceId }) {
  const mark = MARKS[id];
  if (mark === null) return null;
  return (
    <span
      className="pz-marketplace"
      data-marketplace={mark}
      title={MARKETPLACE_NAMES[id]}
      aria-hidden="true"
    >
      {mark}
    </span>
  );
}

interface Codes {
  marketplaceId: MarketplaceId;
  skuMarketplace: string;
  sku: string | null;
  catalogProductId: string | null;
}

/**
 * By what the marketplace's own pages call an ad, and the seller's code where it is another one. Amazon knows an ad by
 * the seller's code, and its pages by the ASIN.
 */
export function codesOf({ marketplaceId, skuMarketplace, sku, catalogProductId }: Codes) {
  const code =
    marketplaceId === MARKETPLACE.AMAZON ? (catalogProductId ?? skuMarketplace) : skuMarketplace;
  return { code, sku: sku === code ? null : sku };
}
