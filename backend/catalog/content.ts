// Which listings show another title, brand or picture than before. Pure.
import type { RemoteListing } from '../integrations/marketplace.ts';
import type { ContentChanged } from './contract.ts';
import type { ParticularsNews } from './particulars.ts';
import type { KnownListing } from './store.ts';

type Change = ContentChanged['changes'][number];

/** A picture by where it is: neither the protocol nor what follows a question mark makes it another. */
const pictureAt = (url: string): string => url.replace(/^https?:/, '').replace(/[?#].*$/, '');

/**
 * The changed content of listings that were known before. A value that was not reported before, or is not any more, is
 * no change.
 * @param stored those that were written
 * @param known as they were before they were fetched
 */
export function contentChanges(
  stored: readonly { id: number; skuMarketplace: string }[],
  fetched: readonly RemoteListing[],
  known: ReadonlyMap<string, KnownListing>,
  brands: ParticularsNews['brands'],
): Change[] {
  const bySku = new Map(fetched.map((listing) => [listing.skuMarketplace, listing]));
  const changes = stored.flatMap(({ id: listingId, skuMarketplace }): Change[] => {
    const [before, after] = [known.get(skuMarketplace), bySku.get(skuMarketplace)];
    if (before === undefined || after === undefined) return [];
    return [
      ...changed(listingId, 'title', before.title, after.title),
      ...changed(listingId, 'picture', before.imageUrl, after.imageUrl, pictureAt),
    ];
  });
  return [
    ...changes,
    ...brands.flatMap(({ listingId, before, after }) => changed(listingId, 'brand', before, after)),
  ];
}

function changed(
  listingId: number,
  field: Change['field'],
  before: string | null,
  after: string | null,
  toKey = (text: string) => text.trim(),
): Change[] {
  if (before === null || after === null || toKey(before) === toKey(after)) return [];
  return [{ listingId, field, before, after }];
}
