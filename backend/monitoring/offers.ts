// How the offers of a snapshot are stored: as rows of values without the names of their columns. That is a third of the text, and no
// work for the database: jsonb with its names took 68 us of the 88 us of a snapshot of ten offers.
import type { BuyboxStatus, Market, Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';

/** An offer's values in the order of the database's `unpack_offers`; new ones come last. */
type Row = [
  offerId: Offer['offerId'],
  sellerId: Offer['sellerId'],
  sellerName: Offer['sellerName'],
  marketplaceId: Offer['marketplaceId'],
  price: Offer['price'],
  shippingPrice: Offer['shippingPrice'],
  shippingTimeHours: Offer['shippingTimeHours'],
  fulfillment: Offer['fulfillment'],
  reputation: Offer['reputation'],
  listingTypeId: Offer['listingTypeId'],
  condition: Offer['condition'],
  available: Offer['available'],
  position: Offer['position'],
  isOwn: Offer['isOwn'],
  comparison: Offer['comparison'],
  /** 1: its price is suspect; 2: a person refused it too. */
  suspicion?: 0 | 1 | 2,
  sellerTransactions?: number | null,
  acceptsPaymentMethod?: boolean | null,
];

/** The names of the values of a row, in their order. */
export const OFFER_COLUMNS = [
  'offerId',
  'sellerId',
  'sellerName',
  'marketplaceId',
  'price',
  'shippingPrice',
  'shippingTimeHours',
  'fulfillment',
  'reputation',
  'listingTypeId',
  'condition',
  'available',
  'position',
  'isOwn',
  'comparison',
] as const satisfies readonly (keyof Offer)[];

function toRow(offer: Offer): Row {
  const row = rowOf(offer);
  if (offer.isSuspect || offer.sellerTransactions != null) {
    row[15] = offer.isSuspect ? (offer.isRefused ? 2 : 1) : 0;
    row[16] = offer.sellerTransactions ?? null;
  }
  if (offer.acceptsPaymentMethod !== undefined) {
    row[15] ??= 0;
    row[16] ??= null;
    row[17] = offer.acceptsPaymentMethod;
  }
  return row;
}

const rowOf = (offer: Offer): Row => [
  offer.offerId,
  offer.sellerId,
  offer.sellerName,
  offer.marketplaceId,
  offer.price,
  offer.shippingPrice,
  offer.shippingTimeHours,
  offer.fulfillment,
  offer.reputation,
  offer.listingTypeId,
  offer.condition,
  offer.available,
  offer.position,
  offer.isOwn,
  offer.comparison,
];

const fromRow = (row: Row): Offer => ({
  offerId: row[0],
  sellerId: row[1],
  sellerName: row[2],
  marketplaceId: row[3],
  price: row[4],
  shippingPrice: row[5],
  shippingTimeHours: row[6],
  fulfillment: row[7],
  reputation: row[8],
  listingTypeId: row[9],
  condition: row[10],
  available: row[11],
  position: row[12],
  isOwn: row[13],
  comparison: row[14],
  ...((row[15] ?? 0) > 0 && { isSuspect: true }),
  ...(row[15] === 2 && { isRefused: true }),
  ...(row[16] != null && { sellerTransactions: row[16] }),
  ...(row[17] != null && { acceptsPaymentMethod: row[17] }),
});

/** Offers as a snapshot stores them: JSON on one line. */
export const packOffers = (offers: readonly Offer[]): string => JSON.stringify(offers.map(toRow));

/** The columns of a snapshot that hold its offers: `packed`, or `offers` where the version before wrote it. */
export interface StoredOffers {
  packed: string | null;
  offers: object | null;
}

/** The parts of a market that have no column: JSON. Stored rows have the name `tellsOffers`. */
type Details = Pick<
  Market['buybox'],
  'winnerOfferId' | 'winnerPrice' | 'boosts' | 'isOwnWinner'
> & { tellsOffers?: false };

/** What `market_snapshot.details` stores of a market: JSON on one line; null: nothing. */
export function packDetails({ buybox, reportsOffers }: Market): string | null {
  const { winnerOfferId, winnerPrice, boosts, isOwnWinner } = buybox;
  const details: Details = {
    ...(winnerOfferId != null && { winnerOfferId }),
    ...(winnerPrice != null && { winnerPrice }),
    ...(boosts !== undefined && boosts.length > 0 && { boosts }),
    ...(isOwnWinner && { isOwnWinner }),
    ...(reportsOffers === false && { tellsOffers: reportsOffers }),
  };
  return Object.keys(details).length === 0 ? null : JSON.stringify(details);
}

/** The columns of a snapshot that hold a market. */
export interface StoredMarket extends StoredOffers {
  buybox_status: string;
  winner_seller_id: string | null;
  price_to_win: Minor | null;
  reason: string | null;
  details: string | null;
}

/** The market that a snapshot stores, as of `observedAt`. */
export function marketOfSnapshot(row: StoredMarket, observedAt: Date): Market {
  const { tellsOffers: reportsOffers, ...buybox } = (
    row.details === null ? {} : JSON.parse(row.details)
  ) as Details;
  return {
    observedAt,
    buybox: {
      status: row.buybox_status as BuyboxStatus,
      winnerSellerId: row.winner_seller_id,
      priceToWin: row.price_to_win,
      reason: row.reason,
      ...buybox,
    },
    offers: offersOf(row),
    ...(reportsOffers === false && { reportsOffers }),
  };
}

/** The offers of a snapshot. We wrote them ourselves, so nothing validates them again. */
export function offersOf({ packed, offers }: StoredOffers): Offer[] {
  if (packed !== null) return (JSON.parse(packed) as Row[]).map(fromRow);
  if (offers === null) throw new Error('A snapshot without its offers');
  return offers as Offer[];
}
