import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { MarketplaceContext } from './catalog/actions.ts';
import { marketplacesOf } from './integrations/registry.ts';
import type { BuyboxStatus, Offer } from './kernel/market.ts';
import { salesDays } from './sales/days.ts';
import type { PastListing } from './sandbox/past.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { findOffer, itemsOf, OWN_SELLERS, ordersOf, pageOf } from './sandbox/world.ts';
import { seedPast } from './seed-past.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { MARKETPLACE } from './testing/marketplaces.ts';
import { memoryMarketplace } from './testing/memory-marketplace.ts';
import { offer } from './testing/monitoring-scene.ts';
import { recordObserved } from './testing/record-markets.ts';
import { type SeededCompany, seedCompany, TEST_TIME, testContext } from './testing/test-context.ts';

const SHOP = 'mercadolivre';
const SELLER = OWN_SELLERS.HOME;
const HELD: Partial<Record<BuyboxStatus, string>> = {
  WINNING: 'won',
  CO_WINNING: 'shared',
  LOSING: 'lost',
};
/** The state of buybox time for each status of the marketplace; outside of the catalog there is none. */
const TIME_OF = {
  winning: 'won',
  alone: 'won',
  sharing: 'shared',
  losing: 'losing',
  barred: 'barred',
  outside: null,
} as const;

describe('the past of the demo', () => {
  let database: TestDatabase;
  let sandbox: Sandbox;
  let ctx: MarketplaceContext;
  let company: SeededCompany;

  beforeAll(async () => {
    database = await testDatabase();
    sandbox = await startSandbox({ tickMs: 0, historyDays: 12, clock: () => TEST_TIME });
    const base = testContext(database.db, { uuid: () => crypto.randomUUID() });
    const id = MARKETPLACE.MERCADO_LIVRE;
    const marketplaces = marketplacesOf([{ ...memoryMarketplace(base.clock), id, slug: SHOP }]);
    ctx = Object.assign(base, { marketplaces });
    const seed = { marketplaceId: id, sellerId: String(SELLER) };
    company = await seedCompany(database.owner, seed);
    await addListings();
  });
  afterAll(async () => {
    await sandbox.stop();
    await database.close();
  });

  /** The seller's listings after a sync, each with its market; most have a cost. */
  async function addListings() {
    const { owner } = database;
    const { companyId, accountId } = company;
    const world = sandbox.world();
    const found = itemsOf(world, SELLER).map((itemId) => findOffer(world, itemId)!);
    const rows = found.map(({ product, offer: own }) => ({
      sku: own.itemId,
      title: product.title,
      price: own.price,
      automated: own.automated,
    }));
    const listings = await owner<{ id: number; sku: string }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${companyId}, ${accountId}, ${MARKETPLACE.MERCADO_LIVRE}, sku, title, price, 0, 'BRL', 'BR', 9, 'ENABLED',
        'new', false, 'none', ${TEST_TIME}, ${TEST_TIME}
      from jsonb_to_recordset(${owner.json(rows)}) as n(sku text, title text, price bigint)
      returning id, sku_marketplace as sku`;
    await owner`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, updated_at)
      select ${companyId}, id, price * 6 / 10, 6, ${TEST_TIME} from listing where id % 5 < 3`;
    await owner`
      insert into listing_particulars (company_id, listing_id, automated_since, told_at)
      select ${companyId}, l.id, ${TEST_TIME}, ${TEST_TIME} from listing l
      join jsonb_to_recordset(${owner.json(rows)}) as n(sku text, automated boolean)
        on n.sku = l.sku_marketplace and n.automated`;
    const ids = new Map(listings.map(({ id, sku }) => [sku, id]));
    await recordObserved(
      ctx,
      companyId,
      found.map(({ product, offer: own }) => ({
        listingId: ids.get(own.itemId)!,
        market: {
          observedAt: TEST_TIME,
          buybox: { status: 'LOSING', winnerSellerId: null, priceToWin: null, reason: null },
          offers: pageOf(world.sellers, product).map(
            ({ itemId, sellerId, price }): Offer =>
              offer(String(sellerId), price, { offerId: itemId, isOwn: itemId === own.itemId }),
          ),
        },
      })),
    );
  }

  it('is taken over with its rules, and agrees with what the sandbox sold', async () => {
    await seedPast(ctx, company.companyId, sandbox.url);
    const rows = await database.owner<
      { sku: string; at: Date; price: number; status: BuyboxStatus }[]
    >`
      select l.sku_marketplace as sku, s.observed_at as at, s.own_price as price, s.buybox_status as status
      from market_snapshot s join listing l on l.id = s.listing_id
      where s.observed_at < ${TEST_TIME} order by s.observed_at`;
    const markets = Map.groupBy(rows, ({ sku }) => sku);
    const orders = ordersOf(sandbox.world(), SELLER, SHOP);
    assert.ok(orders.length > 300);
    for (const { itemId, at, price, held } of orders) {
      const then = markets.get(itemId)?.findLast((market) => market.at.getTime() < at);
      assert.equal(Number(then?.price), price);
      const known = then && HELD[then.status];
      if (known !== undefined && held !== 'none') assert.equal(known, held, itemId);
    }
  });

  it('has the buybox time that was awarded, to the second of each day', async () => {
    const answer = await fetch(`${sandbox.url}/past?shop=${SHOP}&seller=${SELLER}`);
    const awarded = { won: 0, shared: 0, losing: 0, barred: 0, unseen: 0 };
    for (const line of (await answer.text()).split('\n')) {
      const { markets } = JSON.parse(line) as PastListing;
      for (const [n, { at, status }] of markets.entries()) {
        const until = markets[n + 1]?.at ?? TEST_TIME.getTime();
        const state = TIME_OF[status];
        if (state !== null) awarded[state] += (until - at) / 1_000;
      }
    }
    const { accounts } = await salesDays(ctx, company.companyId, {});
    const days = accounts[0]!.days.flatMap(({ buybox }) => (buybox === null ? [] : [buybox]));
    assert.ok(days.length > 12, String(days.length));
    for (const state of ['won', 'shared', 'losing', 'barred', 'unseen'] as const) {
      const known = days.reduce((sum, day) => sum + day[state], 0);
      assert.ok(
        Math.abs(known - awarded[state]) <= days.length,
        `${state}: ${known}, ${awarded[state]}`,
      );
    }
    assert.ok(awarded.won > 0 && awarded.losing > 0);
  });

  it('has updates that lead to the present prices, and one that was refused', async () => {
    const updates = await database.owner<
      { sku: string; state: string; from: number; to: number; at: Date; ranked: Date }[]
    >`
      select l.sku_marketplace as sku, u.state, u.old_price as from, u.new_price as to, u.created_at as at,
        s.observed_at as ranked
      from price_update u join listing l on l.id = u.listing_id
      left join market_snapshot s on s.id = u.snapshot_id
      where u.created_at < ${TEST_TIME} order by u.created_at`;
    const applied = updates.filter(({ state }) => state === 'applied');
    assert.ok(applied.length > 100);
    for (const [sku, its] of Map.groupBy(applied, (one) => one.sku)) {
      const { offer: own } = findOffer(sandbox.world(), sku)!;
      assert.equal(Number(its.at(-1)?.to), own.price);
      for (const [n, { from, at, ranked }] of its.entries()) {
        if (n > 0) assert.equal(from, its[n - 1]?.to);
        assert.ok(ranked < at);
      }
    }
    assert.equal(updates.filter(({ state }) => state === 'rejected').length, 1);
  });

  it('has rules of several kinds, one waiting for approval and one paused', async () => {
    const { owner } = database;
    const rules = await owner<{ status: string; origin: string; n: number }[]>`
      select status, origin, count(*)::int as n from rule group by status, origin`;
    const count = (status: string) =>
      rules.filter((one) => one.status === status).reduce((sum, { n }) => sum + n, 0);
    assert.deepEqual([count('paused'), count('disabled')], [1, 1]);
    assert.ok(count('enabled') > 8);
    assert.ok(rules.some(({ origin }) => origin === 'group'));
    const [waiting] = await owner`
      select count(*)::int as n from price_update where state = 'pending' and created_at >= ${TEST_TIME}`;
    assert.ok(waiting?.n > 0);
  });

  it('has the orders of the ledger, with who held the buybox and what a unit cost', async () => {
    const lines = await database.owner<
      {
        id: string;
        at: Date;
        units: number;
        price: number;
        state: string;
        held: string;
        cost: number;
      }[]
    >`
      select order_id as id, ordered_at as at, units, price, state, held, cost from order_line order by ordered_at, order_id`;
    const orders = ordersOf(sandbox.world(), SELLER, SHOP);
    assert.deepEqual(
      lines.map(({ id, at, units, price }) => [id, at.getTime(), units, Number(price)]),
      orders.map(({ id, at, units, price }) => [id, at, units, price]),
    );
    const known = lines.filter(({ held }) => held !== 'unknown');
    assert.ok(known.length > lines.length / 4);
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const { id, held } of known) {
      const order = byId.get(id);
      if (order?.held !== 'none') assert.equal(held, order?.held, id);
    }
    assert.ok(lines.some(({ state }) => state === 'cancelled'));
    assert.ok(lines.some(({ cost }) => cost !== null) && lines.some(({ cost }) => cost === null));
    const [feed] = await database.owner`
      select past_until <= past_from as "isRead", past_orders as orders from order_feed`;
    assert.deepEqual({ ...feed }, { isRead: true, orders: orders.length });
  });

  it('is taken over once, and only where there is one', async () => {
    const { owner } = database;
    const counted = () => owner`
      select (select count(*) from rule)::int as rules, (select count(*) from price_update)::int as updates,
        (select count(*) from market_snapshot)::int as markets,
        (select count(*) from order_line)::int as lines, (select count(*) from listing_price_change)::int as changes`;
    const before = await counted();
    assert.ok(before[0]?.changes > 100);
    await seedPast(ctx, company.companyId, sandbox.url);
    const young = await startSandbox({ tickMs: 0 });
    const other = await seedCompany(owner, { sellerId: String(SELLER), marketplaceId: 2 });
    await seedPast(ctx, other.companyId, young.url);
    await young.stop();
    assert.deepEqual([...(await counted())], [...before]);
  });
});
