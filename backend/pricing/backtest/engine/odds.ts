// Who would win at a price that was never asked. Pure.
import {
  type BuyboxStatus,
  byTotalPrice,
  type Condition,
  type Market,
  type Offer,
  totalPrice,
} from '../../../kernel/market.ts';
import { type Minor, TICK } from '../../../kernel/money.ts';

/** One poll at the market of a listing, as it was recorded. */
export interface Snapshot {
  market: Market;
  /** The price of the listing then. */
  ownPrice: Minor;
  /** The listing's own offer among those of the market; null where it was not among them. */
  own: Offer | null;
}

/** The data of a listing that its odds follow from. */
export interface Listing {
  condition: Condition;
  shippingPrice: Minor | null;
}

/** Up to which price of the item a listing wins, or shares the first place. Infinity: at any; -Infinity: at none. */
export interface Odds {
  wins: Minor;
  /** Not below `wins`. */
  shares: Minor;
}

const ALWAYS: Odds = { wins: Infinity, shares: Infinity };
const NEVER: Odds = { wins: -Infinity, shares: -Infinity };

/** A listing that lost although it was cheaper has to cost less by this percentage: the step of PRIMAZIA. */
const STEP_PERCENT = 1;

/** Markets in which a marketplace awards a first place; in all others the lowest price counts as it. */
const AWARDED: ReadonlySet<BuyboxStatus> = new Set([
  'WINNING',
  'CO_WINNING',
  'LOSING',
  'NOT_COMPETING',
  'NO_COMPETITOR',
]);

/** The cheapest offer, shipping included, that could take the first place; null: there is none. */
function cheapest(market: Market, condition: Condition, sellerId: string | null): Offer | null {
  let best: Offer | null = null;
  for (const offer of market.offers) {
    if (offer.isOwn || !offer.available || offer.isSuspect) continue;
    if (offer.condition !== condition) continue;
    if (sellerId !== null && offer.sellerId !== sellerId) continue;
    if (best === null || byTotalPrice(offer, best) < 0) best = offer;
  }
  return best;
}

/** The price of the item that is level with an offer: with shipping where it is reported of both, else without. */
function levelWith(offer: Offer, { shippingPrice }: Listing): Minor {
  const total = totalPrice(offer);
  return total === null || shippingPrice === null ? offer.price : total - shippingPrice;
}

/** Where the lowest price wins, and the best competitor's is level with this price of the item. */
export const lowestWins = (level: Minor): Odds => ({ wins: level - TICK, shares: level });

const upTo = (price: Minor): Odds => ({ wins: price, shares: price });

/** Of a listing that lost: under the winner where it asked more, else under its own price, which was not low enough. */
function whenLosing({ market, ownPrice }: Snapshot, listing: Listing, best: Offer | null): Odds {
  const { priceToWin, winnerSellerId } = market.buybox;
  const highest = ownPrice - TICK;
  if (priceToWin !== null) return upTo(Math.min(priceToWin, highest));
  const named =
    winnerSellerId === null ? null : cheapest(market, listing.condition, winnerSellerId);
  const winner = named ?? best;
  if (winner === null) return NEVER;
  const undercut = levelWith(winner, listing) - TICK;
  if (undercut <= highest) return upTo(undercut);
  return upTo(Math.min(highest, Math.floor((ownPrice * (100 - STEP_PERCENT)) / 100)));
}

/**
 * What a poll reveals of the prices that would have won.
 *
 * A marketplace reports who won at the price that was asked, and of other prices at most the price to win. So: a price at
 * or below one that was seen to win wins, and one at or above a price that was seen to lose loses. A listing that won keeps
 * winning up to the price to win, else up to a tick below the best competitor. One that lost wins up to the price to win,
 * else a tick below the winner; where it lost although it was cheaper, at one percent less than it asked. A listing that
 * shared the first place wins a tick below. Prices are compared with shipping where it is reported.
 *
 * Without a buybox the lowest price wins.
 */
export function oddsOf(snapshot: Snapshot, listing: Listing): Odds {
  const { market, ownPrice } = snapshot;
  const { status, priceToWin } = market.buybox;
  const best = cheapest(market, listing.condition, null);
  // Without reported competitors, only the recorded price is known to win.
  const open = market.reportsOffers === false ? ownPrice : Infinity;
  const level = best === null ? open : levelWith(best, listing);
  if (!AWARDED.has(status)) return lowestWins(level);
  switch (status) {
    case 'NOT_COMPETING':
      return NEVER;
    case 'NO_COMPETITOR':
      return ALWAYS;
    case 'WINNING':
      return upTo(Math.max(ownPrice, priceToWin ?? level - TICK));
    case 'CO_WINNING':
      return {
        wins: Math.max(ownPrice - TICK, priceToWin ?? 0),
        shares: Math.max(ownPrice, priceToWin ?? 0),
      };
    default:
      return whenLosing(snapshot, listing, best);
  }
}

/** 1 where the listing wins at this price, a half where it shares the first place, else 0. */
export const shareAt = ({ wins, shares }: Odds, price: Minor): number =>
  price <= wins ? 1 : price <= shares ? 0.5 : 0;

const STATUS_OF: Readonly<Record<string, BuyboxStatus>> = {
  '0': 'LOSING',
  '0.5': 'CO_WINNING',
  '1': 'WINNING',
};

/**
 * The market as it would have been seen at `at`, had the listing asked `price`: competitors as they were, the own offer at that
 * price, and the buybox with its holder then. At the price that was asked it is what was seen.
 */
export function marketAt(
  snapshot: Snapshot,
  listing: Listing,
  odds: Odds,
  price: Minor,
  at: Date,
): Market {
  const { market, own, ownPrice } = snapshot;
  if (price === ownPrice) return { ...market, observedAt: at };
  const offers =
    own === null
      ? market.offers
      : market.offers.map((offer) => (offer === own ? { ...offer, price } : offer));
  const { buybox } = market;
  if (!AWARDED.has(buybox.status) || buybox.status === 'NOT_COMPETING') {
    return { ...market, observedAt: at, offers };
  }
  const share = shareAt(odds, price);
  const status =
    share === 1 && buybox.status === 'NO_COMPETITOR' ? buybox.status : STATUS_OF[share]!;
  return {
    ...market,
    observedAt: at,
    buybox: { ...buybox, status, winnerSellerId: winnerOf(snapshot, listing, share) },
    offers,
  };
}

function winnerOf({ market, own }: Snapshot, listing: Listing, share: number): string | null {
  const { winnerSellerId } = market.buybox;
  if (share === 1) return own?.sellerId ?? null;
  const isOurs = winnerSellerId === null || winnerSellerId === own?.sellerId;
  return isOurs ? (cheapest(market, listing.condition, null)?.sellerId ?? null) : winnerSellerId;
}
