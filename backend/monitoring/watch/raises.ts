// Up to which price listings may be raised once a competitor is gone.
import { sql } from 'kysely';
import type { BellValues } from '../../kernel/bell.ts';
import { toAmount } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { competingOffers } from '../diff.ts';
import { type LatestMarket, latestMarkets } from '../store.ts';
import { isAged } from './engine/counts.ts';
import { mayRaise, type RaiseCase, type Remaining } from './engine/may-raise.ts';
import { rowCountedAs } from './offers.ts';
import * as store from './store.ts';

/** Who is gone: the seller, and its watched competitor; null each: not known. */
export interface Gone {
  sellerId: string | null;
  watchId: number | null;
}

export interface Raises {
  markets: ReadonlyMap<number, LatestMarket>;
  /** The watched competitors of the listings. */
  watched: readonly store.WatchRow[];
  /** The price up to which a listing may be raised, as an alert shows it; `raisePrice` null: not known, or not above its price. */
  raiseOf(listingId: number, gone: Gone): BellValues;
}

const NONE = { raisePrice: null };

/** Loads what is needed to tell up to which price listings may be raised. */
export async function raisesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  now: Date,
): Promise<Raises> {
  if (listingIds.length === 0) return { markets: new Map(), watched: [], raiseOf: () => NONE };
  const ids = [...new Set(listingIds)];
  const [markets, watched, prices] = await Promise.all([
    latestMarkets(trx, companyId, ids),
    store.watchesOf(trx, companyId, ids),
    ownPrices(trx, companyId, ids),
  ]);
  const raiseOf = (listingId: number, gone: Gone): BellValues => {
    const own = prices.get(listingId);
    const market = markets.get(listingId)?.market;
    if (own === undefined) return NONE;
    // An old market does not show who is still there.
    if (market !== undefined && isOld(market.observedAt, now)) return NONE;
    const others = watched.filter(
      (one) =>
        one.listing_id === listingId &&
        one.id !== gone.watchId &&
        rowCountedAs(one, now) === 'counts',
    );
    const inMarket = market === undefined ? [] : competingOffers(market);
    const remaining: Remaining[] = [
      ...inMarket
        .filter(
          ({ condition, sellerId }) => condition === own.condition && sellerId !== gone.sellerId,
        )
        .map((offer) => ({ ...offer, seenAt: market!.observedAt })),
      ...others.flatMap((one) => {
        const offer = store.offerOf(one);
        return offer === null || one.seen_at === null ? [] : [{ ...offer, seenAt: one.seen_at }];
      }),
    ];
    const raise = mayRaise({ ...own, remaining, observedAt: market?.observedAt ?? now });
    if (raise === null) return NONE;
    return {
      raisePrice: toAmount(raise.price),
      isMaximum: raise.isMaximum ? 1 : 0,
      minutes: Math.max(0, Math.round((now.getTime() - raise.seenAt.getTime()) / 60_000)),
    };
  };
  return { markets, watched, raiseOf };
}

/** Whether a market was observed too long ago to show the present. */
export const isOld = (seenAt: Date, now: Date): boolean =>
  isAged({ state: 'ready', isPaused: false, source: 'api', seenAt }, now);

type Own = Pick<RaiseCase, 'price' | 'shippingPrice' | 'maximum'> & { condition: string };

/** The prices of listings that are for sale, with the maximum of each one's rule. */
async function ownPrices(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, Own>> {
  const rows = await trx
    .selectFrom('listing')
    .leftJoin('listing_maximum as rule', (join) =>
      join
        .onRef('rule.company_id', '=', 'listing.company_id')
        .onRef('rule.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.price',
      'listing.shipping_price as shippingPrice',
      'listing.condition',
      'rule.max_price as maximum',
    ])
    .where('listing.company_id', '=', companyId)
    .where('listing.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('listing.status', '=', 'ENABLED')
    .where('listing.stock', '>', 0)
    .execute();
  return new Map(rows.map(({ id, ...own }) => [id, own]));
}
