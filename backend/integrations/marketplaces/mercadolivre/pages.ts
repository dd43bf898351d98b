/** `MLB123` as it is in the addresses of items: `MLB-123`. */
const dashed = (id: string) => id.replace(/^([A-Z]{3})(\d+)$/, '$1-$2');

/**
 * The page of a competitor's item, made from our own listing's: both are on the same site, so a link never leads elsewhere.
 * Listings outside the catalog have pages of their own, by the item's id; those of the catalog share the product's page,
 * which shows the offer that its address names.
 */
export function offerPage(
  offer: { offerId: string | null },
  listing: { skuMarketplace: string; link: string },
): string | null {
  if (offer.offerId === null || !URL.canParse(listing.link)) return null;
  const { origin, pathname } = new URL(listing.link);
  const own = dashed(listing.skuMarketplace);
  if (pathname.startsWith(`/${own}`))
    return `${origin}/${encodeURIComponent(dashed(offer.offerId))}-_JM`;
  if (/\/p\/[A-Z]{3}\d+$/.test(pathname)) {
    return `${origin}${pathname}?pdp_filters=item_id:${encodeURIComponent(offer.offerId)}`;
  }
  const parts = pathname.split('/');
  if (!parts.includes(listing.skuMarketplace)) return null;
  const id = encodeURIComponent(offer.offerId);
  return origin + parts.map((part) => (part === listing.skuMarketplace ? id : part)).join('/');
}
