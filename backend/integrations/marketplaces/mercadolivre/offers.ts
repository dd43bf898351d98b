import { priceOf } from '../../../kernel/lenient.ts';
import {
  BELOW_TOP,
  type Boost,
  type BoostState,
  type BuyboxStatus,
  MAX_OFFERS,
  type Market,
  type Offer,
} from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, MarketTarget } from '../../marketplace.ts';
import { MERCADO_LIVRE } from './id.ts';
import { conditionOf, shippingPriceOf } from './listings.ts';
import type { OffersAnswer, OffersCall } from './offers-call.ts';
import type { Seller, SellerDirectory } from './sellers.ts';
import { bearer, Competition, decode, inPath, ProductOffer, ProductOffers } from './wire.ts';

/**
 * The statuses of the competition as the product's.
 * @see https://developers.mercadolivre.com.br/en_us/catalog-competition
 */
const STATUSES: Record<string, BuyboxStatus> = {
  winning: 'WINNING',
  sharing_first_place: 'CO_WINNING',
  competing: 'LOSING',
  losing: 'LOSING',
  listed: 'NOT_COMPETING',
  not_listed: 'NON_CATALOG',
};
/** In these the listing takes part: it must be among the offers, and unless it wins alone a competitor must be too. */
const TAKES_PART = new Set<BuyboxStatus>(['WINNING', 'CO_WINNING', 'LOSING']);

/** Why a reported market must not be acted on, in our own codes: the marketplace has none. */
const INCOMPLETE = 'offers_incomplete';

/**
 * The status as reported. `item_not_opted_in` means a listing outside the catalog, whatever the status says.
 *
 * A status that is not known yet becomes SYNCING, under which no price moves. Where there is none (older
 * answers), the winner and the price to win show whether the listing wins.
 */
export function statusOf(reported: Competition): BuyboxStatus {
  if (reported.reason.includes('item_not_opted_in')) return 'NON_CATALOG';
  if (reported.status !== null) return STATUSES[reported.status] ?? 'SYNCING';
  if (reported.item_id !== null && reported.winner?.item_id === reported.item_id) return 'WINNING';
  if (reported.price_to_win !== null && reported.current_price !== null)
    return reported.price_to_win < reported.current_price ? 'LOSING' : 'SYNCING';
  return 'SYNCING';
}

/** What a seller offers of a product. */
export function toOffer(
  wire: ProductOffer,
  position: number,
  session: AccountSession,
  target: MarketTarget,
  seller: Seller | undefined,
): Offer | null {
  const price = priceOf(wire.price);
  if (price === null) return null;
  const logistic = wire.shipping?.logistic_type ?? null;
  return {
    offerId: wire.item_id,
    sellerId: wire.seller_id,
    sellerName: seller?.name ?? '',
    marketplaceId: MERCADO_LIVRE,
    price,
    shippingPrice: shippingPriceOf(wire.shipping),
    shippingTimeHours: null,
    fulfillment: logistic === null ? null : logistic === 'fulfillment',
    reputation: wire.seller?.reputation_level_id ?? seller?.reputation ?? null,
    listingTypeId: wire.listing_type_id,
    condition: conditionOf(wire.condition) ?? 'new',
    available: (wire.status === null || wire.status === 'active') && wire.available_quantity !== 0,
    position,
    isOwn: wire.seller_id === session.sellerId || wire.item_id === target.skuMarketplace,
    comparison: 'IDENTICAL',
    ...(wire.accepts_mercadopago !== null && { acceptsPaymentMethod: wire.accepts_mercadopago }),
    ...(seller?.transactions != null && { sellerTransactions: seller.transactions }),
  };
}

/** Conditions that count in favour of an offer. `shipping_quarantine` is worded "ships normally". */
const BOOSTS: Record<string, Boost> = {
  fulfillment: 'fulfillment',
  same_day_shipping: 'same_day_shipping',
  free_shipping: 'free_shipping',
  free_installments: 'free_installments',
  shipping_collect: 'shipping_collect',
  shipping_quarantine: 'normal_shipping',
};
/** Whether an offer has a condition, by its status; a status that is not listed says nothing. */
const HAS_BOOST: Record<string, boolean> = {
  boosted: true,
  not_boosted: false,
  opportunity: false,
};

/** What the listing and the winner have beside their prices. */
function boostsOf({ boosts, winner }: Competition): BoostState[] {
  const has = (reported: Competition['boosts'], id: string) =>
    HAS_BOOST[reported.find((one) => one.id === id)?.status ?? ''] ?? null;
  return Object.entries(BOOSTS).flatMap(([id, boost]) => {
    const state = { boost, own: has(boosts, id), winner: has(winner?.boosts ?? [], id) };
    return state.own === null && state.winner === null ? [] : [state];
  });
}

/** The price to win; null while it is being calculated and may be outdated. */
const priceToWinOf = ({ consistent, price_to_win }: Competition) =>
  consistent === false ? null : priceOf(price_to_win);

/** The market where the call for offers is closed: from the competition alone. */
function withoutOffers(reported: Competition, session: AccountSession, now: Date): Market {
  const status = statusOf(reported);
  return {
    observedAt: now,
    buybox: {
      status,
      winnerSellerId: status === 'WINNING' ? session.sellerId : null,
      winnerOfferId: reported.winner?.item_id ?? null,
      winnerPrice: priceOf(reported.winner?.price ?? null),
      boosts: boostsOf(reported),
      priceToWin: priceToWinOf(reported),
      reason: reported.reason[0] ?? null,
    },
    offers: [],
    reportsOffers: false,
  };
}

/** Combines the answers about the competition and the offers. */
function toMarket(
  reported: Competition,
  offers: Offer[],
  total: number,
  session: AccountSession,
  target: MarketTarget,
  now: Date,
): Market {
  let status = statusOf(reported);
  let reason = reported.reason[0] ?? (status === 'NON_CATALOG' ? reported.status : null);
  const ownSeen = offers.some((offer) => offer.offerId === target.skuMarketplace);
  const competitorSeen = offers.some((offer) => offer.offerId !== target.skuMarketplace);
  // Where the two answers contradict each other, or competitors are counted and none can be read, the market must not
  // count as one without competitors.
  const isAlone = status === 'WINNING' && total <= offers.length;
  if (TAKES_PART.has(status) && (!ownSeen || (!isAlone && !competitorSeen))) {
    reason = !ownSeen && total > MAX_OFFERS ? BELOW_TOP : INCOMPLETE;
    status = 'SYNCING';
  }
  const winner = offers.find((offer) => offer.offerId === reported.winner?.item_id);
  return {
    observedAt: now,
    buybox: {
      status,
      winnerSellerId: winner?.sellerId ?? (status === 'WINNING' ? session.sellerId : null),
      priceToWin: priceToWinOf(reported),
      reason,
    },
    offers,
  };
}

/** An item without a catalog product and without an answer about its competition does not compete. */
const outside = (now: Date): Market => ({
  observedAt: now,
  buybox: { status: 'NON_CATALOG', winnerSellerId: null, priceToWin: null, reason: null },
  offers: [],
});

/** The offers of a product, best place first; or the answer by which there are none. */
type Offers = Result<
  { entries: (ProductOffer | null)[]; total: number } | Exclude<OffersAnswer, 'answered'>,
  CallFailure
>;

/** Statuses by which the call is closed, to this seller at least; a product without offers is a 404. */
const REFUSED: ReadonlySet<number> = new Set([403, 410]);

async function requestOffers(
  fetcher: Fetcher,
  session: AccountSession,
  productId: string,
  most = MAX_OFFERS,
): Promise<Offers> {
  const answer = await fetcher({
    method: 'GET',
    operation: 'getProductItems',
    path: `/products/${inPath(productId)}/items`,
    query: { limit: String(most) },
    headers: bearer(session.accessToken),
    pace: session.sellerId,
    signal: session.signal,
  });
  if (answer.ok && REFUSED.has(answer.value.status)) return ok('refused');
  const read = decode(answer, ProductOffers, 'the offers');
  if (!read.ok) return read.error.kind === 'not_found' ? ok('empty') : read;
  const { results, paging } = read.value;
  return ok({
    entries: results.slice(0, most).map((one) => ProductOffer.safeParse(one).data ?? null),
    total: paging?.total ?? results.length,
  });
}

/** The code of a failure: the call that lists the sellers of a product is closed. */
const CLOSED = 'offers_closed';

/** The offers of any product: the first 20, unless more are asked for. */
export async function getOffers(
  fetcher: Fetcher,
  session: AccountSession,
  productId: string,
  most = MAX_OFFERS,
): Promise<Result<{ entries: (ProductOffer | null)[]; total: number }, CallFailure>> {
  const found = await requestOffers(fetcher, session, productId, most);
  if (!found.ok) return found;
  if (found.value === 'refused')
    return fail(failure('forbidden', CLOSED, 'The sellers of a product are not listed any more'));
  return ok(found.value === 'empty' ? { entries: [], total: 0 } : found.value);
}

/** The dependencies of reading markets. */
export interface MarketReader {
  fetcher: Fetcher;
  sellers: SellerDirectory;
  offersCall: OffersCall;
}

/**
 * The market of one item now: `price_to_win` (v2) has the status, `/products/{id}/items` the offers. Both are
 * asked at once where the product is known; one that fails fails the whole, as half a market misleads. Where the call for
 * the offers is closed, the competition alone is the market, and says so.
 */
export async function getMarket(
  { fetcher, sellers, offersCall }: MarketReader,
  session: AccountSession,
  target: MarketTarget,
  now: Date,
): Promise<Result<Market, CallFailure>> {
  const catalogId = target.catalogProductId;
  const mayCall = catalogId !== null && offersCall.mayCall(now);
  const early = mayCall ? requestOffers(fetcher, session, catalogId) : null;
  const reported = decode(
    await fetcher({
      method: 'GET',
      operation: 'getPriceToWin',
      path: `/items/${inPath(target.skuMarketplace)}/price_to_win`,
      query: { version: 'v2' },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Competition,
    'the competition',
  );
  const first = await early;
  if (!reported.ok && reported.error.kind === 'not_found' && catalogId === null)
    return ok(outside(now));
  if (!reported.ok) return reported;

  // The competition's product is more recent than that of a listing that was read some time ago.
  const productId = reported.value.catalog_product_id ?? catalogId;
  if (productId === null) return ok(toMarket(reported.value, [], 0, session, target, now));
  if (first === null && offersCall.isClosed())
    return ok(withoutOffers(reported.value, session, now));
  const found =
    first !== null && productId === catalogId
      ? first
      : await requestOffers(fetcher, session, productId);
  if (!found.ok) return fail(found.error);

  const answer = typeof found.value === 'string' ? found.value : 'answered';
  // Only a product under which the listing itself is offered cannot be without offers.
  if (answer !== 'empty' || TAKES_PART.has(statusOf(reported.value)))
    offersCall.record(productId, answer, now);
  if (answer === 'refused' || (answer === 'empty' && offersCall.isClosed()))
    return ok(withoutOffers(reported.value, session, now));
  const { entries, total } =
    typeof found.value === 'string' ? { entries: [], total: 0 } : found.value;
  const ids = entries.flatMap((entry) => entry?.seller_id ?? []);
  const names = ids.length === 0 ? new Map<string, Seller>() : await sellers(session, ids);
  const offers = entries.flatMap((entry, index) => {
    // An entry that cannot be understood keeps its place, so that the others keep theirs.
    const offer = entry && toOffer(entry, index + 1, session, target, names.get(entry.seller_id));
    return offer ?? [];
  });
  return ok(toMarket(reported.value, offers, total, session, target, now));
}

/** The markets of several items at once: Mercado Livre has no call for many. */
export async function getMarkets(
  reader: MarketReader,
  session: AccountSession,
  targets: readonly MarketTarget[],
  now: Date,
): Promise<Result<Map<string, Result<Market, CallFailure>>, CallFailure>> {
  const markets = await Promise.all(
    targets.map((target) => getMarket(reader, session, target, now)),
  );
  // A refused token concerns the account, not one listing.
  const refused = markets.find((one) => !one.ok && one.error.kind === 'unauthorized');
  if (refused && !refused.ok) return refused;
  return ok(new Map(targets.map((target, index) => [target.skuMarketplace, markets[index]!])));
}
