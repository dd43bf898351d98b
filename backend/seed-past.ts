// The demo's past: the sandbox exports what it simulated before its start, and the product imports it as its own history of
// markets, price updates and prices, and as the orders of its accounts. It is written once.

import { sql } from 'kysely';
import * as z from 'zod';
import type { MarketplaceContext } from './catalog/actions.ts';
import type { RemoteOrder } from './integrations/orders.ts';
import { type BuyboxStatus, byTotalPrice, type Offer, totalPrice } from './kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull } from './kernel/money.ts';
import { storedShipping } from './kernel/shipping.ts';
import {
  type PastMarket as ImportedMarket,
  importMarkets,
  latestMarkets,
} from './monitoring/actions.ts';
import type { Actor } from './platform/app-context.ts';
import { type Trx, within } from './platform/db.ts';
import { importUpdates, type PastPriceChange, type PastUpdate } from './pricing/actions.ts';
import { addUpBuyboxTime } from './sales/buybox-time/buybox-time.ts';
import { importOrders } from './sales/import.ts';
import { type DemoListing, seedRules } from './seed-rules.ts';

const PastMarket = z.object({
  at: z.number(),
  price: z.int(),
  status: z.enum(['winning', 'sharing', 'losing', 'barred', 'outside', 'alone']),
  reason: z.string().nullable(),
  winner: z.string().nullable(),
  priceToWin: z.int().nullable(),
  offers: z.array(z.tuple([z.string(), z.string(), z.int(), z.int()])),
});
type PastMarket = z.infer<typeof PastMarket>;
/** The past of a listing as exported by the sandbox: see `backend/sandbox/past.ts`. */
const PastListing = z.object({
  sku: z.string(),
  habit: z.string().nullable(),
  markets: z.array(PastMarket),
});
type PastListing = z.infer<typeof PastListing>;

const STATUSES: Record<PastMarket['status'], BuyboxStatus> = {
  winning: 'WINNING',
  sharing: 'CO_WINNING',
  losing: 'LOSING',
  barred: 'NOT_COMPETING',
  outside: 'NON_CATALOG',
  alone: 'NO_COMPETITOR',
};

/** A listing of the product, with its past. */
interface Known extends DemoListing {
  sku: string;
  marketplaceId: number;
  currencyCode: string;
  countryCode: string;
  past: PastListing;
}

interface RuleOfListing {
  rule_id: number;
  listing_id: number;
  strategy: string;
  min_price: number | null;
  max_price: number | null;
}

const PastOrder = z.object({
  id: z.string(),
  at: z.number(),
  updatedAt: z.number(),
  currencyCode: z.string(),
  line: z.string(),
  sku: z.string(),
  units: z.int(),
  price: z.int(),
  shipping: z.int().nullable(),
  fee: z.int().nullable(),
  state: z.enum(['paid', 'cancelled', 'refunded']),
  refund: z.object({ units: z.int(), amount: z.int() }).nullable(),
});
type PastOrder = z.infer<typeof PastOrder>;

/** An account of the company, by the sandbox's names. */
interface Account {
  id: number;
  shop: string;
  seller: string;
}

/** The exported past of an account, line by line; empty: it has no past. */
async function fetchPast<T>(
  url: string,
  path: string,
  { shop, seller }: Account,
  row: z.ZodType<T>,
): Promise<T[]> {
  const address = new URL(path, url);
  address.search = new URLSearchParams({ shop, seller }).toString();
  const answer = await fetch(address);
  const text = await answer.text();
  if (answer.status === 404) return [];
  if (!answer.ok) throw new Error(`The sandbox answers ${answer.status} for the past of ${seller}`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => row.parse(JSON.parse(line)));
}

async function connectedAccounts(ctx: MarketplaceContext, companyId: number): Promise<Account[]> {
  const rows = await within(ctx.db, { company: companyId }, (trx) =>
    trx
      .selectFrom('account')
      .select(['id', 'marketplace_id', 'seller_id'])
      .where('company_id', '=', companyId)
      .where('status', '=', 'active')
      .orderBy('id')
      .execute(),
  );
  return rows.flatMap(({ id, marketplace_id, seller_id: seller }) => {
    const shop = ctx.marketplaces.byId(marketplace_id)?.slug;
    return shop === undefined ? [] : [{ id, shop, seller }];
  });
}

/** The listings of an account with a past. */
async function knownListings(
  ctx: MarketplaceContext,
  companyId: number,
  account: Account,
  url: string,
): Promise<Known[]> {
  const fetched = await fetchPast(url, '/past', account, PastListing);
  const bySku = new Map(fetched.map((one) => [one.sku, one]));
  const { rows } = await within(ctx.db, { company: companyId }, (trx) =>
    sql<Omit<Known, 'past' | 'habit' | 'price' | 'isLosing'>>`
      select l.id, l.title, l.sku_marketplace as sku, l.marketplace_id as "marketplaceId",
        l.currency_code as "currencyCode", l.country_code as "countryCode",
        c.cost is not null as "hasCost", p.automated_since is not null as "isAutomated"
      from listing l
      left join listing_cost c on c.company_id = l.company_id and c.listing_id = l.id
      left join listing_particulars p on p.company_id = l.company_id and p.listing_id = l.id
      where l.company_id = ${companyId} and l.account_id = ${account.id}
      order by l.id`.execute(trx),
  );
  return rows.flatMap((listing) => {
    const past = bySku.get(listing.sku);
    const [begin] = past?.markets ?? [];
    if (!past || !begin) return [];
    const isLosing = past.markets.at(-1)?.status === 'losing';
    return [{ ...listing, habit: past.habit, price: begin.price, isLosing, past }];
  });
}

const toOrder = (order: PastOrder): RemoteOrder => ({
  orderId: order.id,
  orderedAt: new Date(order.at),
  updatedAt: new Date(order.updatedAt),
  currencyCode: order.currencyCode,
  lines: [
    {
      line: order.line,
      skuMarketplace: order.sku,
      units: order.units,
      price: order.price,
      shipping: order.shipping,
      fee: order.fee,
      state: order.state,
      refund: order.refund,
    },
  ],
  shipments: null,
});

/** Offers of the past, completed from the same offers of the present market: names, reputations, conditions. */
function offersThen(then: PastMarket, present: readonly Offer[]): Offer[] {
  return then.offers.flatMap(([sellerId, offerId, price, shippingPrice], place) => {
    const known =
      present.find((offer) => offer.offerId === offerId) ??
      present.find((offer) => offer.offerId === null && offer.sellerId === sellerId);
    if (known === undefined) return [];
    return [{ ...known, price, shippingPrice, available: true, position: place + 1 }];
  });
}

const marketThen = (
  listing: Known,
  then: PastMarket,
  present: readonly Offer[],
): ImportedMarket => ({
  listingId: listing.id,
  ownPrice: then.price,
  market: {
    observedAt: new Date(then.at),
    buybox: {
      status: STATUSES[then.status],
      winnerSellerId: then.winner,
      priceToWin: then.priceToWin,
      reason: then.reason,
    },
    offers: offersThen(then, present),
  },
});

/** The competitor that the price answered, and the lines of its explanation. */
function reasonsOf(offers: readonly Offer[], from: Minor, to: Minor) {
  const rivals = offers.filter(({ isOwn }) => !isOwn).sort(byTotalPrice);
  const [best] = rivals;
  return {
    rival: best
      ? {
          sellerId: best.sellerId,
          sellerName: best.sellerName,
          marketplaceId: best.marketplaceId,
          price: best.price,
          ...storedShipping(best.shippingPrice),
        }
      : null,
    explanation: [
      { step: 'rivals', code: 'counted', values: { offers: offers.length, rivals: rivals.length } },
      ...(best
        ? [
            {
              step: 'base' as const,
              code: 'lowest_price',
              values: {
                seller: best.sellerName,
                price: toAmount(best.price),
                shipping: toAmountOrNull(best.shippingPrice),
                comparable: toAmount(totalPrice(best) ?? best.price),
              },
            },
          ]
        : []),
      {
        step: 'limits',
        code: 'inside',
        values: { price: toAmount(to), minPrice: null, maxPrice: null },
      },
      { step: 'outcome', code: 'change', values: { from: toAmount(from), to: toAmount(to) } },
    ] satisfies PastUpdate['explanation'],
  };
}

/** The changes of a listing's price, derived from its markets: by its rule, or by hand. */
function changesOf(listing: Known, markets: readonly ImportedMarket[]) {
  return markets.flatMap((after, n) => {
    const before = markets[n - 1];
    if (before === undefined || before.ownPrice === after.ownPrice) return [];
    return [{ listing, before, after, from: before.ownPrice, to: after.ownPrice }];
  });
}
type Change = ReturnType<typeof changesOf>[number];

function updateOf(
  ctx: MarketplaceContext,
  companyId: number,
  { listing, before, after, from, to }: Change,
  rule: RuleOfListing,
  snapshotId: number,
): PastUpdate {
  const at = after.market.observedAt;
  return {
    company_id: companyId,
    rule_id: rule.rule_id,
    rule_version: 1,
    listing_id: listing.id,
    snapshot_id: snapshotId,
    state: 'applied',
    failure: null,
    operation_key: ctx.uuid(),
    event_type: to < from ? 'to_win' : 'increase_margin',
    price_tag: to === rule.min_price ? 'min_margin' : to === rule.max_price ? 'max_margin' : 'none',
    strategy: rule.strategy,
    old_price: from,
    new_price: to,
    min_price: rule.min_price,
    max_price: rule.max_price,
    safe_margin: 0,
    ranking_type: 'BUYBOX',
    ranking_status: before.market.buybox.status,
    regained_control: false,
    ...reasonsOf(before.market.offers, from, to),
    currency_code: listing.currencyCode,
    country_code: listing.countryCode,
    reverts: null,
    decided_by: null,
    created_at: at,
    moved_at: at,
  };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The marketplace's own automation keeps its price: a rule's change there is refused. */
function refusedOf(
  ctx: MarketplaceContext,
  companyId: number,
  listing: Known,
  [market]: readonly ImportedMarket[],
  rule: RuleOfListing,
  snapshotId: number,
): PastUpdate[] {
  if (market === undefined) return [];
  const to = Math.round(market.ownPrice * 0.98);
  const at = new Date(ctx.clock().getTime() - 2 * DAY);
  const after = { ...market, ownPrice: to, market: { ...market.market, observedAt: at } };
  const change = { listing, before: market, after, from: market.ownPrice, to };
  return [
    {
      ...updateOf(ctx, companyId, change, rule, snapshotId),
      state: 'rejected',
      failure: {
        code: 'item.price.not_modifiable',
        message: 'Cannot modify price on items with dynamic pricing',
      },
    },
  ];
}

const rulesOf = async (trx: Trx, companyId: number): Promise<Map<number, RuleOfListing>> => {
  const { rows } = await sql<RuleOfListing>`
    select rl.rule_id, rl.listing_id, r.settings->>'strategy' as strategy, r.min_price, r.max_price
    from rule_listing rl join rule r on r.company_id = rl.company_id and r.id = rl.rule_id
    where rl.company_id = ${companyId}`.execute(trx);
  return new Map(rows.map((row) => [row.listing_id, row]));
};

/** Imports the past of listings: their markets, prices and updates. */
async function importListings(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  listings: readonly Known[],
): Promise<void> {
  const ids = listings.map(({ id }) => id);
  const [present, rules] = await Promise.all([
    latestMarkets(trx, companyId, ids),
    rulesOf(trx, companyId),
  ]);
  const all = listings.map((listing) => {
    const offers = present.get(listing.id)?.market.offers ?? [];
    return {
      listing,
      markets: listing.past.markets.map((one) => marketThen(listing, one, offers)),
    };
  });
  const markets = all
    .flatMap((one) => one.markets)
    .sort((a, b) => a.market.observedAt.getTime() - b.market.observedAt.getTime());
  const snapshots = await importMarkets(trx, companyId, markets);
  const snapshotOf = new Map(markets.map((market, n) => [market, snapshots[n]!]));

  const changes = all.flatMap((one) => changesOf(one.listing, one.markets));
  const updates = changes.flatMap((change) => {
    const rule = rules.get(change.listing.id);
    const snapshotId = snapshotOf.get(change.before)!;
    return rule ? [updateOf(ctx, companyId, change, rule, snapshotId)] : [];
  });
  const refused = all.flatMap(({ listing, markets: its }) => {
    const rule = rules.get(listing.id);
    const last = its.slice(-1);
    if (!listing.isAutomated || !rule || !last[0]) return [];
    return refusedOf(ctx, companyId, listing, last, rule, snapshotOf.get(last[0])!);
  });
  await importUpdates(
    trx,
    companyId,
    [...updates, ...refused],
    changes.map(
      ({ listing, after, from, to }): PastPriceChange => ({
        listing_id: listing.id,
        at: after.market.observedAt,
        old_price: from,
        new_price: to,
      }),
    ),
  );
  const begin = markets[0]?.market.observedAt ?? ctx.clock();
  await trx
    .updateTable('rule')
    .set({ created_at: begin })
    .where('company_id', '=', companyId)
    .execute();
}

/** Whether the past was imported: its rules are older than the company. */
const hasPast = async (trx: Trx, companyId: number): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from rule r join company c on c.id = r.company_id
      where r.company_id = ${companyId} and r.created_at < c.created_at) as known`.execute(trx);
  return rows[0]!.known;
};

/** Whether all orders of an account are read that were placed before it was connected. */
const hasOrders = async (trx: Trx, companyId: number, accountId: number): Promise<boolean> =>
  (await trx
    .selectFrom('order_feed')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .whereRef('past_until', '<=', 'past_from')
    .executeTakeFirst()) !== undefined;

/** Creates the demo's rules, and imports the past of the accounts' listings. */
async function seedListings(
  ctx: MarketplaceContext,
  companyId: number,
  accounts: readonly Account[],
  url: string,
): Promise<boolean> {
  const scope = { company: companyId };
  const listings: Known[] = [];
  for (const account of accounts)
    listings.push(...(await knownListings(ctx, companyId, account, url)));
  if (listings.length === 0) return false;
  const { person_id: personId } = await within(ctx.db, scope, (trx) =>
    trx
      .selectFrom('membership')
      .select('person_id')
      .where('company_id', '=', companyId)
      .orderBy('person_id')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const actor: Actor = { personId, companyId, role: 'owner' };
  await seedRules(ctx, actor, listings);
  await within(ctx.db, scope, (trx) => importListings(ctx, trx, companyId, listings));
  return true;
}

/**
 * Imports a demo company's past from the sandbox: rules of several kinds, and the markets, price updates, prices and orders of
 * earlier days. Does nothing if the sandbox has no past, and continues after an interrupted start. Call after the first
 * sync.
 * @param url the sandbox's address
 */
export async function seedPast(
  ctx: MarketplaceContext,
  companyId: number,
  url: string,
): Promise<void> {
  const scope = { company: companyId };
  const accounts = await connectedAccounts(ctx, companyId);
  const isKnown = await within(ctx.db, scope, (trx) => hasPast(trx, companyId));
  if (!isKnown && !(await seedListings(ctx, companyId, accounts, url))) return;
  await addUpBuyboxTime(ctx, companyId, new AbortController().signal);
  for (const account of accounts) {
    // Figures from before the markets were imported do not contain the buybox holder: they are replaced.
    if (isKnown && (await within(ctx.db, scope, (trx) => hasOrders(trx, companyId, account.id))))
      continue;
    const fetched = await fetchPast(url, '/past/orders', account, PastOrder);
    if (fetched.length === 0) continue;
    const orders = fetched.map(toOrder);
    // One transaction for each account, as wherever orders are recorded.
    await within(ctx.db, scope, (trx) => importOrders(ctx, trx, companyId, account.id, orders));
  }
}
