// Orders of the sandbox read in two ways: by the connectors over the wire, and from its exported history.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { PastOrder } from '../sandbox/past.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { tenantIdOf } from '../sandbox/world/tenants.ts';
import type { AccountSession, Marketplace } from './marketplace.ts';
import type { OrderQuery, RemoteOrder } from './orders.ts';
import { connectMarketplaces } from './registry.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = new Date('2026-11-23T15:00:00.000Z');
/** What changed later may not be found by a search yet. */
const UNTIL = new Date(NOW.getTime() - 3 * MINUTE);
const clock = () => NOW;
const PARTNER_KEY = 'a key for this test alone';

const SELLERS = [
  { slug: 'mercadolivre', seller: '810000001', code: 'TG-demo-810000001', params: {} },
  {
    slug: 'amazon',
    seller: 'A1CASAAURORA01',
    code: 'demo-amazon-A1CASAAURORA01',
    params: { selling_partner_id: 'A1CASAAURORA01' },
  },
  {
    slug: 'magalu',
    seller: tenantIdOf(810_000_001),
    code: 'demo-magalu-810000001',
    params: {},
  },
  {
    slug: 'shopee',
    seller: '310000001',
    code: 'demo-shopee-310000001',
    params: { shop_id: '310000001' },
  },
] as const;

const seconds = (at: number) => Math.floor(at / 1_000);
const byId = (a: { orderId: string }, b: { orderId: string }) => (a.orderId < b.orderId ? -1 : 1);

/** The common data of both ways; to the second, as on some wires. */
const bare = ({ orderId, orderedAt, updatedAt, currencyCode, lines }: RemoteOrder) => ({
  orderId,
  currencyCode,
  orderedAt: seconds(orderedAt.getTime()),
  updatedAt: seconds(updatedAt.getTime()),
  lines,
});

describe('the connectors and the sandbox agree on orders', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      historyDays: 20,
      clock,
      shopee: { partnerKey: PARTNER_KEY },
    });
  });
  afterAll(() => sandbox.stop());

  async function connect(slug: string, code: string, params: Record<string, string>) {
    const place = {
      environment: {
        MELI_CALLS_PER_MINUTE: '0',
        AMAZON_RATE_LIMITS: 'off',
        MAGALU_RATE_LIMITS: 'off',
        SHOPEE_CALLS_PER_SECOND: '0',
        AMAZON_WEBHOOK_KEY: 'key-of-the-notifications',
      },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: { shopeePartnerKey: PARTNER_KEY },
    };
    const marketplace = connectMarketplaces(place, clock).bySlug(slug);
    assert.ok(marketplace);
    const granted = await marketplace.authorize({ code, params });
    assert.ok(granted.ok, JSON.stringify(granted));
    const [one] = granted.value;
    assert.ok(one);
    const { sellerId, credentials } = one;
    return { marketplace, session: { sellerId, accessToken: credentials.accessToken } };
  }

  /** All orders that a connector reads, page by page. */
  async function readOrders(marketplace: Marketplace, session: AccountSession) {
    const found: RemoteOrder[] = [];
    const updatedFrom = new Date(NOW.getTime() - 30 * DAY);
    for (let cursor: string | null = null; ; ) {
      const query: OrderQuery = { updatedFrom, updatedTo: UNTIL, cursor };
      const page: Awaited<ReturnType<NonNullable<Marketplace['getOrders']>>> | undefined =
        await marketplace.getOrders?.(session, query);
      assert.ok(page?.ok, JSON.stringify(page));
      assert.equal(page.value.unreadable, 0);
      found.push(...page.value.orders);
      cursor = page.value.next;
      if (cursor !== null) continue;
      // Pages may overlap.
      const each = new Map(found.map((order) => [order.orderId, order]));
      return [...each.values()].map(bare).sort(byId);
    }
  }

  async function reportedOrders(slug: string, seller: string) {
    const answer = await fetch(`${sandbox.url}/past/orders?shop=${slug}&seller=${seller}`);
    const orders = (await answer.text()).split('\n').map((line) => JSON.parse(line) as PastOrder);
    return orders
      .filter(({ updatedAt }) => updatedAt <= UNTIL.getTime())
      .map(({ id, at, updatedAt, currencyCode, sku, ...line }) => ({
        orderId: id,
        currencyCode,
        orderedAt: seconds(at),
        updatedAt: seconds(updatedAt),
        lines: [{ ...line, skuMarketplace: sku }],
      }))
      .sort(byId);
  }

  for (const { slug, seller, code, params } of SELLERS)
    it(`of ${slug}: each of them, in every state, and the sums of their days`, async () => {
      const { marketplace, session } = await connect(slug, code, params);
      const reported = await reportedOrders(slug, seller);
      assert.ok(reported.length > 400);
      assert.deepEqual(await readOrders(marketplace, session), reported);
      const states = new Set(reported.map(({ lines }) => lines[0]?.state));
      assert.ok(states.has('paid') && states.has('cancelled'));

      const some = reported.find(({ lines }) => lines[0]?.state === 'paid') ?? assert.fail();
      const single = await marketplace.getOrder?.(session, some.orderId);
      assert.ok(single?.ok, JSON.stringify(single));
      assert.deepEqual(bare(single.value), some);

      const days = { from: '2026-11-10', to: '2026-11-15', timeZone: 'America/Sao_Paulo' };
      const sums = await marketplace.getSalesTotals?.(session, days);
      assert.ok(sums?.ok, JSON.stringify(sums));
      const begin = seconds(Date.parse('2026-11-10T03:00:00Z'));
      const end = seconds(Date.parse('2026-11-16T03:00:00Z'));
      const sold = reported
        .filter(({ orderedAt }) => orderedAt >= begin && orderedAt < end)
        .flatMap(({ lines }) => lines)
        .filter(({ state }) => state !== 'cancelled');
      assert.equal(
        sums.value.reduce((sum, day) => sum + day.units, 0),
        sold.reduce((sum, line) => sum + line.units, 0),
      );
      assert.equal(
        sums.value.reduce((sum, day) => sum + day.sales, 0),
        sold.reduce((sum, line) => sum + line.units * line.price, 0),
      );
    });
});
