// Which ads the bench works with, and the prices between which their rival moves.
import { type Minor, TICK, toAmount } from '../../kernel/money.ts';
import type { RuleInput } from '../../pricing/contract.ts';
import type { ItemView } from './stall.ts';

/** An ad as the house stores it. */
export interface StoredAd {
  listingId: number;
  companyId: number;
  sellerId: string;
  itemId: string;
  shippingPrice: Minor;
}

export interface Ad extends StoredAd {
  productId: string;
  /** The rival that moves. */
  rivalItemId: string;
  /** Between these it moves; both are below all other offers of the product. */
  low: Minor;
  high: Minor;
}

const LOW = 0.7;
const HIGH = 0.95;
/** The marketplace takes nothing cheaper than 8.00. */
const CHEAPEST: Minor = 900;
/** So many prices there are in a row, a tick apart, so that each event leads to a price of its own. */
const STEPS = 50;
/** The award may prefer an offer by its conditions to one that is cheaper, by less than this. */
const PREFERENCE = 1.2;

/** In these the ad competes for the buybox, and loses it to a rival that is much cheaper. */
const COMPETES = ['winning', 'competing', 'sharing_first_place'];

/**
 * The ad with the prices of a rival that take the buybox from it whatever the conditions; null where the ad stands
 * alone, outside of the competition, or where no rival could.
 */
export function planOf(stored: StoredAd, view: ItemView): Ad | null {
  const rivals = view.offers.filter(({ itemId }) => itemId !== view.itemId);
  const rival = rivals.reduce<(typeof rivals)[number] | null>(
    (best, one) => (best === null || one.shippingPrice < best.shippingPrice ? one : best),
    null,
  );
  if (rival === null || !COMPETES.includes(view.status)) return null;
  const others = view.offers.filter(({ itemId }) => itemId !== rival.itemId);
  const base = Math.min(view.price, ...others.map((offer) => offer.price));
  const low = Math.floor(base * LOW);
  const high = Math.floor(base * HIGH);
  const dearest = low + 2 * STEPS * TICK + rival.shippingPrice;
  const ours = high - (STEPS + 1) * TICK + stored.shippingPrice;
  if (low < CHEAPEST || dearest * PREFERENCE >= ours) return null;
  return { ...stored, productId: view.productId, rivalItemId: rival.itemId, low, high };
}

/** Where the rival undercuts the ad, at its price of the first day; `step` tells such prices apart. */
export const undercut = (ad: Ad, step: number): Minor => ad.low + (step % STEPS) * TICK;

/**
 * Where the rival goes in its nth move: up and down in turn, so that the ad has to follow each time. Both ends rise a
 * tick each time, so that the ad has to follow also where it missed the move before.
 */
export function swing(ad: Ad, n: number): Minor {
  const step = Math.floor(n / 2) % STEPS;
  return n % 2 === 0 ? ad.high - (STEPS - step) * TICK : ad.low + (STEPS + step) * TICK;
}

/** What the rule of every ad answers: one tick below the rival. */
export const answerTo = (rivalPrice: Minor): Minor => rivalPrice - TICK;

/** The rule of one ad: WIN against the lowest price, with limits that are never met. */
export const ruleOf = (ad: Ad, { requiresApproval }: { requiresApproval: boolean }) =>
  ({
    name: `Vencer ${ad.itemId}`,
    listingIds: [ad.listingId],
    strategy: 'WIN',
    minPrice: toAmount(Math.floor(ad.low / 2)),
    maxPrice: toAmount(ad.high * 3),
    requiresApproval,
  }) satisfies Partial<RuleInput>;

/** A notification as the marketplace sends it when the competition for an item changed. */
export const noticeOf = (ad: Ad, now: Date): string =>
  JSON.stringify({
    _id: crypto.randomUUID(),
    resource: `/items/${ad.itemId}/price_to_win`,
    user_id: ad.sellerId,
    topic: 'catalog_item_competition_status',
    application_id: 4_806_110_220_337_905,
    attempts: 1,
    sent: now.toISOString(),
    received: now.toISOString(),
  });
