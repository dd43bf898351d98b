import { type BulkBody, MAX_BULK, type PricedListing } from '@primazia/backend/pricing/contract';
import type { Frozen } from '@primazia/kit/list';

/** The listings of a bulk action. */
export interface Chosen {
  /** As the API takes them: one by one, or all of a selection that the server keeps. */
  target: Pick<BulkBody, 'listingIds' | 'selectionId'>;
  count: number;
  /** The filters that found them, in words, '' without filters; null: they were ticked one by one. */
  foundBy: string | null;
  /** Of most of the listings in sight, as the server takes one country of several: what amounts are typed in. */
  currencyCode: string;
}

/** More than these are not ticked one by one. */
export const isTooMany = (rows: readonly PricedListing[]): boolean => rows.length > MAX_BULK;

const FALLBACK = 'BRL';

/** The most frequent currency; between equals, that of the first listing. */
function currencyOf(listings: readonly PricedListing[]): string {
  const counts = new Map<string, number>();
  for (const { currencyCode } of listings) {
    counts.set(currencyCode, (counts.get(currencyCode) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? FALLBACK;
}

/** The chosen listings: all that match, or else the ticked ones; null: none, or more than can be ticked. */
export function chosenOf(
  ticked: readonly PricedListing[],
  all: Frozen | null,
  inSight: { rows: readonly PricedListing[]; filterText: string },
): Chosen | null {
  const currencyCode = currencyOf(all === null ? ticked : inSight.rows);
  if (all !== null) {
    const target = { selectionId: all.id };
    return { target, count: all.count, foundBy: inSight.filterText, currencyCode };
  }
  if (ticked.length === 0 || isTooMany(ticked)) return null;
  const target = { listingIds: ticked.map(({ id }) => id) };
  return { target, count: ticked.length, foundBy: null, currencyCode };
}
