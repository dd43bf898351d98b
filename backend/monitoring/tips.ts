// What keeps a listing from the buybox. Pure.
import type { BuyboxStatus, ListingStatus } from '../kernel/market.ts';
import type { MarketplaceFacts } from '../kernel/marketplace.ts';
import { toAmount, toMinor } from '../kernel/money.ts';
import type { Better, ComparedOffer, Criterion, Tip, TipCode } from './contract/competitors.ts';

/** The facts of a tip; amounts are decimal. */
export interface TipFacts {
  buybox: { status: BuyboxStatus; priceToWin: number | null; reason: string | null } | null;
  listing: { status: ListingStatus; stock: number };
  own: ComparedOffer;
  /** Who has the buybox, else the best of the others; null: no one else sells. */
  leader: (ComparedOffer & { sellerName: string; better: Record<Criterion, Better> }) | null;
  /** What bars a listing from the buybox, by its marketplace's own codes. */
  hindrances: MarketplaceFacts['hindrances'];
}

/** In these states a better offer would win. */
const CONTENDS = new Set<BuyboxStatus>([
  'LOSING',
  'CO_WINNING',
  'OUTSIDE_BUYBOX',
  'WAITING_BUYBOX',
]);

const minus = (a: number, b: number) => toAmount(toMinor(a) - toMinor(b));
/** The seller's name, where the marketplace reports it. */
const namedIn = ({ sellerName }: { sellerName: string }): { seller?: string } =>
  sellerName === '' ? {} : { seller: sellerName };
const tip = (code: TipCode, values: Tip['values'] = {}): Tip => ({ code, values });

/** What no price can solve. */
function hindrancesOf({ buybox, listing, hindrances }: TipFacts): Tip[] {
  const tips: Tip[] = [];
  if (listing.stock === 0) tips.push(tip('out_of_stock'));
  else if (listing.status !== 'ENABLED') tips.push(tip('paused'));
  if (buybox === null || buybox.status === 'SYNCING') return tips;
  const { reason, status } = buybox;
  const known =
    reason !== null && Object.hasOwn(hindrances, reason)
      ? hindrances[reason]
      : status === 'NON_CATALOG'
        ? 'not_on_catalog'
        : undefined;
  if (known !== undefined) {
    if (known === 'paused' && tips.length > 0) return tips;
    tips.push(tip(known));
  } else if (reason !== null) tips.push(tip('other_reason', { reason }));
  return tips;
}

/** How much lower the price has to be, as far as it is known. */
function aboutPrice({ buybox, own, leader }: TipFacts): Tip[] {
  const priceToWin = buybox?.priceToWin ?? null;
  if (priceToWin !== null && priceToWin < own.price)
    return [tip('price', { amount: minus(own.price, priceToWin), price: priceToWin })];
  if (leader === null) return [];
  const seller = namedIn(leader);
  if (!own.shippingReported || !leader.shippingReported)
    return own.price < leader.price ? [tip('price_is_not_enough')] : [];
  // At least one cent less than the competitor's, as an equal total does not win.
  const target = minus(leader.totalPrice, own.shippingPrice + 0.01);
  if (priceToWin === null && own.totalPrice >= leader.totalPrice && target > 0)
    return [
      tip('price_below_rival', { amount: minus(own.price, target), price: target, ...seller }),
    ];
  return [tip('price_is_not_enough')];
}

/** In what else the leader is better, the most important first. */
function aboutService({ own, leader }: TipFacts): Tip[] {
  if (leader === null) return [];
  const { better } = leader;
  const seller = namedIn(leader);
  const tips: Tip[] = [];
  if (better.fulfillment === 'rival') tips.push(tip('fulfillment', seller));
  if (better.shippingPrice === 'rival')
    tips.push(
      tip('shipping_price', { amount: minus(own.shippingPrice, leader.shippingPrice), ...seller }),
    );
  if (better.shippingTime === 'rival')
    tips.push(
      tip('shipping_time', {
        hours: (own.shippingTimeHours ?? 0) - (leader.shippingTimeHours ?? 0),
        ...seller,
      }),
    );
  if (better.reputation === 'rival')
    tips.push(tip('reputation', { own: own.reputation, rival: leader.reputation, ...seller }));
  const types = { own: own.listingTypeId, rival: leader.listingTypeId, ...seller };
  if (better.freeInstallments === 'rival') tips.push(tip('free_installments', types));
  else if (better.listingTypeId === 'rival') tips.push(tip('listing_type', types));
  return tips;
}

/**
 * What keeps a listing from the buybox, the most important first: what bars it from competing, then the price, then
 * what the leader does better. For a listing that wins, how far its price could go up, where that is known.
 */
export function tipsFor(facts: TipFacts): Tip[] {
  const { buybox, own } = facts;
  const barred = hindrancesOf(facts);
  if (buybox === null) return barred;
  const { status, priceToWin } = buybox;
  if (status === 'WINNING')
    return priceToWin !== null && priceToWin > own.price
      ? [
          ...barred,
          tip('room_to_raise', { amount: minus(priceToWin, own.price), price: priceToWin }),
        ]
      : barred;
  if (!CONTENDS.has(status)) return barred;
  const service = aboutService(facts);
  const said = new Set(barred.map(({ code }) => code));
  const price = aboutPrice(facts).filter(({ code }) => !said.has(code));
  return [...barred, ...price, ...service];
}
