import { priceOf } from '../../../kernel/lenient.ts';
import {
  BELOW_TOP,
  type BuyboxStatus,
  MAX_OFFERS,
  type Market,
  type Offer,
} from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, MarketTarget } from '../../marketplace.ts';
import { MERCADO_LIVRE } from './id.ts';
import { conditionOf, shippingPriceOf } from './listings.ts';
import type { Seller, SellerDirectory } from './sellers.ts';
import { bearer, Competition, decode, inPath, ProductOffer, ProductOffers } from './wire.ts';

/**
 * The competition's words in ours.
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
/** In these the listing takes part: it has to be among the offers, and unless it wins alone so has a competitor. */
const TAKES_PART = new Set<BuyboxStatus>(['WINNING', 'CO_WINNING', 'LOSING']);

/** Why a reported market must not be acted on. Ours: the marketplace has no words for them. */
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
  // Where the two answers contradict each other, or competitors are counted and none can be read, acting on them could be
  // acting on a market without competitors.
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
      // Still being computed: the price to win may be one of before the last change.
      priceToWin: reported.consistent === false ? null : priceOf(reported.price_to_win),
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

type Offers = Result<{ entries: (ProductOffer | null)[]; total: number }, CallFailure>;

/** The offers of a catalog product, best place first. A product without any is answered by a 404. */
export async function getOffers(
  fetcher: Fetcher,
  session: AccountSession,
  productId: string,
): Promise<Offers> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getProductItems',
      path: `/products/${inPath(productId)}/items`,
      query: { limit: String(MAX_OFFERS) },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    ProductOffers,
    'the offers',
  );
  if (!answer.ok) return answer.error.kind === 'not_found' ? ok({ entries: [], total: 0 }) : answer;
  const { results, paging } = answer.value;
  return ok({
    entries: results.slice(0, MAX_OFFERS).map((one) => ProductOffer.safeParse(one).data ?? null),
    total: paging?.total ?? results.length,
  });
}

/**
 * The market of one item now: `price_to_win` (v2) has the status, `/products/{id}/items` the offers. Both are
 * asked at once where the product is known; one that fails fails the whole, as half a market misleads.
 */
export async function getMarket(
  fetcher: Fetcher,
  sellers: SellerDirectory,
  session: AccountSession,
  target: MarketTarget,
  now: Date,
): Promise<Result<Market, CallFailure>> {
  const asked = target.catalogProductId;
  const early = asked === null ? null : getOffers(fetcher, session, asked);
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
  if (!reported.ok && reported.error.kind === 'not_found' && asked === null)
    return ok(outside(now));
  if (!reported.ok) return reported;

  // The competition knows the product better than a listing that was read some time ago.
  const productId = reported.value.catalog_product_id ?? asked;
  const found =
    first !== null && productId === asked
      ? first
      : productId === null
        ? ok({ entries: [], total: 0 })
        : await getOffers(fetcher, session, productId);
  if (!found.ok) return fail(found.error);

  const { entries, total } = found.value;
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
  fetcher: Fetcher,
  sellers: SellerDirectory,
  session: AccountSession,
  targets: readonly MarketTarget[],
  now: Date,
): Promise<Result<Map<string, Result<Market, CallFailure>>, CallFailure>> {
  const markets = await Promise.all(
    targets.map((target) => getMarket(fetcher, sellers, session, target, now)),
  );
  // A refused token is the account's matter, not that of one listing.
  const refused = markets.find((one) => !one.ok && one.error.kind === 'unauthorized');
  if (refused && !refused.ok) return refused;
  return ok(new Map(targets.map((target, index) => [target.skuMarketplace, markets[index]!])));
}
