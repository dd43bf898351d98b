// What the looks at watched competitors say that people are alerted to.
import { sql } from 'kysely';
import type { BellValues } from '../../kernel/bell.ts';
import { toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { Trx } from '../../platform/db.ts';
import { noteTurns, type Turn } from '../alerts/note.ts';
import { competingOffers } from '../diff.ts';
import { latestMarkets } from '../store.ts';
import { isAged } from './engine/counts.ts';
import { mayRaise, type RaiseCase, type Remaining } from './engine/may-raise.ts';
import { rowCountedAs } from './offers.ts';
import * as store from './store.ts';

/** A competitor before a look and after it. */
export interface Looked {
  before: store.WatchRow;
  after: store.WatchRow;
}

/** What a competitor is called: its seller's name, else what its page is called. */
function nameOf(row: store.WatchRow): string {
  const offer = store.offerOf(row);
  return (offer && sellerNameOf(offer)) ?? row.title ?? row.product_id;
}

const causeOf = (row: store.WatchRow): string =>
  store.offerOf(row)?.sellerId || `${row.marketplace_id}/${row.product_id}`;

const OUT = 'paused_or_out_of_stock';

/** Whether a second look confirmed the price that looked wrong. */
const isConfirmed = ({ before, after }: Looked): boolean =>
  before.state === 'suspect' &&
  after.state === 'ready' &&
  store.pendingOf(before)?.kind === 'suspect' &&
  store.offerOf(before)?.price === store.offerOf(after)?.price;

/** Notes what looks came to, in the transaction that stores it. */
export async function noteLooked(
  trx: Trx,
  companyId: number,
  looked: readonly Looked[],
  at: Date,
): Promise<void> {
  const gone = looked.filter(
    ({ before, after }) =>
      after.state === OUT && (before.state === 'ready' || before.state === 'suspect'),
  );
  const raiseOf = await raisesOf(trx, companyId, gone, at);
  const turns = looked.flatMap((one): Turn[] => {
    const { after } = one;
    const key = { aboutId: after.listing_id, subject: String(after.id), at };
    const about: BellValues = { cause: causeOf(after), competitor: nameOf(after) };
    const offer = store.offerOf(after);
    const name = offer && sellerNameOf(offer);
    const suspect: BellValues = {
      cause: causeOf(after),
      offerPrice: toAmount(offer?.price ?? 0),
      by: ` (${name ?? nameOf(after)})`,
    };
    const isOut = gone.includes(one);
    return [
      ...(isOut || after.state !== OUT
        ? [
            {
              ...key,
              kind: 'competitor_out' as const,
              isOn: isOut,
              facts: { ...about, ...raiseOf(after) },
            },
          ]
        : []),
      { ...key, kind: 'page_changed', isOn: after.state === 'changed', facts: about },
      { ...key, kind: 'suspect', isOn: after.state === 'suspect', facts: suspect },
      ...(isConfirmed(one) || after.state !== 'ready'
        ? [
            {
              ...key,
              kind: 'suspect_confirmed' as const,
              isOn: isConfirmed(one),
              facts: suspect,
            },
          ]
        : []),
    ];
  });
  await noteTurns(trx, companyId, turns);
}

/** In which state of a competitor each of its alerts holds. */
const HOLDS_IN = {
  competitor_out: OUT,
  page_changed: 'changed',
  suspect: 'suspect',
  suspect_confirmed: 'ready',
} as const;

/**
 * Ends the alerts that no longer hold of a competitor that a person decided about, in the transaction that stores it.
 * @param state null: it is removed
 */
export async function noteDecided(
  trx: Trx,
  companyId: number,
  { id, listing_id: aboutId }: Pick<store.WatchRow, 'id' | 'listing_id'>,
  state: string | null,
  at: Date,
): Promise<void> {
  const kinds = Object.keys(HOLDS_IN) as (keyof typeof HOLDS_IN)[];
  const over = kinds.filter((kind) => HOLDS_IN[kind] !== state);
  await noteTurns(
    trx,
    companyId,
    over.map((kind) => ({ kind, aboutId, subject: String(id), isOn: false, at })),
  );
}

/** Up to which price the listings of competitors that are gone may be raised. */
async function raisesOf(
  trx: Trx,
  companyId: number,
  gone: readonly Looked[],
  now: Date,
): Promise<(row: store.WatchRow) => BellValues> {
  const none = { raisePrice: null };
  if (gone.length === 0) return () => none;
  const ids = [...new Set(gone.map(({ after }) => after.listing_id))];
  const [markets, watched, prices] = await Promise.all([
    latestMarkets(trx, companyId, ids),
    store.watchesOf(trx, companyId, ids),
    ownPrices(trx, companyId, ids),
  ]);
  return (row) => {
    const own = prices.get(row.listing_id);
    const market = markets.get(row.listing_id)?.market;
    if (own === undefined) return none;
    const seen =
      market &&
      ({ state: 'ready', isPaused: false, source: 'api', seenAt: market.observedAt } as const);
    // An old market says nothing of who is still there.
    if (seen !== undefined && isAged(seen, now)) return none;
    const others = watched.filter(
      (one) =>
        one.listing_id === row.listing_id &&
        one.id !== row.id &&
        rowCountedAs(one, now) === 'counts',
    );
    const goneId = store.offerOf(row)?.sellerId;
    const inMarket = market === undefined ? [] : competingOffers(market);
    const remaining: Remaining[] = [
      ...inMarket
        .filter(({ condition, sellerId }) => condition === own.condition && sellerId !== goneId)
        .map((offer) => ({ ...offer, seenAt: market!.observedAt })),
      ...others.flatMap((one) => {
        const offer = store.offerOf(one);
        return offer === null || one.seen_at === null ? [] : [{ ...offer, seenAt: one.seen_at }];
      }),
    ];
    const raise = mayRaise({ ...own, remaining, observedAt: market?.observedAt ?? now });
    if (raise === null) return none;
    return {
      raisePrice: toAmount(raise.price),
      isMaximum: raise.isMaximum ? 1 : 0,
      minutes: Math.max(0, Math.round((now.getTime() - raise.seenAt.getTime()) / 60_000)),
    };
  };
}

type Own = Pick<RaiseCase, 'price' | 'shippingPrice' | 'maximum'> & { condition: string };

/** The prices of listings, with the maximum of the rule that prices each. */
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
    .execute();
  return new Map(rows.map(({ id, ...own }) => [id, own]));
}
