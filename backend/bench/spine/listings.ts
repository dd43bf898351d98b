// Which listings the bench works with, and the prices between which their competitor moves.
import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import { isSuspectPrice } from '../../monitoring/engine/suspect.ts';
import type { RuleInput } from '../../pricing/contract.ts';
import type { ItemView } from './stall.ts';

/** A listing as the product stores it. */
export interface StoredListing {
  listingId: number;
  companyId: number;
  sellerId: string;
  itemId: string;
  shippingPrice: Minor;
}

export interface Listing extends StoredListing {
  productId: string;
  /** The competitor that moves. */
  rivalItemId: string;
  /** Between these it moves; both are below all other offers of the product. */
  low: Minor;
  high: Minor;
}

const LOW = 0.7;
const HIGH = 0.95;
/** The marketplace takes nothing cheaper than 8.00. */
const CHEAPEST: Minor = 900;
/** The number of consecutive prices, a tick apart, so that each event leads to a different price. */
const STEPS = 50;
/** The award may prefer an offer by its conditions to one that is cheaper, by less than this. */
const PREFERENCE = 1.2;

/** In these the listing competes for the buybox, and loses it to a competitor that is much cheaper. */
const COMPETES = ['winning', 'competing', 'sharing_first_place'];

/**
 * The listing with the prices of a competitor that win the buybox whatever the other conditions; null if the listing has no
 * competitors, does not compete, no competitor can win, or no rule follows a price so far below the others.
 */
export function planOf(stored: StoredListing, view: ItemView): Listing | null {
  const competitors = view.offers.filter(({ itemId }) => itemId !== view.itemId);
  const competitor = competitors.reduce<(typeof competitors)[number] | null>(
    (best, one) => (best === null || one.shippingPrice < best.shippingPrice ? one : best),
    null,
  );
  if (competitor === null || !COMPETES.includes(view.status)) return null;
  const others = view.offers.filter(({ itemId }) => itemId !== competitor.itemId);
  const base = Math.min(view.price, ...others.map((offer) => offer.price));
  const low = Math.floor(base * LOW);
  const high = Math.floor(base * HIGH);
  const prices = others.map((offer) => offer.price);
  if (isSuspectPrice({ price: low, sellerTransactions: null }, prices)) return null;
  const dearest = low + 2 * STEPS * TICK + competitor.shippingPrice;
  const ours = high - (STEPS + 1) * TICK + stored.shippingPrice;
  if (low < CHEAPEST || dearest * PREFERENCE >= ours) return null;
  return { ...stored, productId: view.productId, rivalItemId: competitor.itemId, low, high };
}

/** The competitor's price that undercuts the listing's first price; `step` distinguishes such prices. */
export const undercut = (listing: Listing, step: number): Minor =>
  listing.low + (step % STEPS) * TICK;

/**
 * The competitor's price in its nth change: alternately up and down, so that the listing has to follow each time. Both ends
 * rise a tick each time, so that the listing has to follow even if it missed the previous change.
 */
export function swing(listing: Listing, n: number): Minor {
  const step = Math.floor(n / 2) % STEPS;
  return n % 2 === 0 ? listing.high - (STEPS - step) * TICK : listing.low + (STEPS + step) * TICK;
}

/** What the rule of every listing answers: one tick below the competitor. */
export const answerTo = (rivalPrice: Minor): Minor => rivalPrice - TICK;

/** The rule of one listing: WIN against the lowest price, with limits that are never met. */
export const ruleOf = (listing: Listing, { requiresApproval }: { requiresApproval: boolean }) =>
  ({
    name: `Vencer ${listing.itemId}`,
    listingIds: [listing.listingId],
    strategy: 'WIN',
    minPrice: toAmount(Math.floor(listing.low / 2)),
    maxPrice: toAmount(listing.high * 3),
    requiresApproval,
  }) satisfies Partial<RuleInput>;

/** A notification as the marketplace sends it when the competition for an item changed. */
export const notificationOf = (listing: Listing, now: Date): string =>
  JSON.stringify({
    _id: crypto.randomUUID(),
    resource: `/items/${listing.itemId}/price_to_win`,
    user_id: listing.sellerId,
    topic: 'catalog_item_competition_status',
    application_id: 4_806_110_220_337_905,
    attempts: 1,
    sent: now.toISOString(),
    received: now.toISOString(),
  });
