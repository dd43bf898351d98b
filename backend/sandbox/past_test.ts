import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { PastListing } from './past.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { contestOf, findOffer, itemsOf, OWN_SELLERS, ordersOf } from './world.ts';

const NOON = Date.UTC(2026, 10, 23, 15);
const HELD = { winning: 'won', alone: 'won', sharing: 'shared', losing: 'lost' } as const;

describe('the past of a seller', () => {
  let sandbox: Sandbox;
  const windows = [
    { shop: 'mercadolivre', seller: String(OWN_SELLERS.HOME) },
    { shop: 'amazon', seller: 'A1CASAAURORA01' },
  ] as const;
  const reported = new Map<string, PastListing[]>();
  const ask = (shop: string, seller: string) =>
    fetch(`${sandbox.url}/past?shop=${shop}&seller=${seller}`);

  beforeAll(async () => {
    sandbox = await startSandbox({ tickMs: 0, historyDays: 15, clock: () => new Date(NOON) });
    for (const { shop, seller } of windows) {
      const lines = (await (await ask(shop, seller)).text()).split('\n');
      reported.set(
        shop,
        lines.map((line) => JSON.parse(line) as PastListing),
      );
    }
  });
  afterAll(() => sandbox.stop());

  /** The exported past of each item of a marketplace, with its present state. */
  const listingsOf = (shop: (typeof windows)[number]['shop']) =>
    itemsOf(sandbox.world(), OWN_SELLERS.HOME, shop).map((itemId) => {
      const found = findOffer(sandbox.world(), itemId) ?? assert.fail();
      const sku = shop === 'amazon' ? found.offer.sku : itemId;
      const past = reported.get(shop)?.find((one) => one.sku === sku) ?? assert.fail(sku);
      return { itemId, ...found, past };
    });

  it('leads for each listing to its present price and buybox', () => {
    const statuses = { alone: 'winning', sharing: 'sharing_first_place', losing: 'competing' };
    for (const { shop } of windows)
      for (const { product, offer, past } of listingsOf(shop)) {
        const last = past.markets.at(-1) ?? assert.fail();
        const { status } = contestOf(sandbox.world().sellers, product, offer);
        if (status === 'listed' || status === 'not_listed') continue;
        assert.equal(last.price, offer.price);
        assert.equal(statuses[last.status as keyof typeof statuses] ?? last.status, status);
        const instants = past.markets.map(({ at }) => at);
        assert.deepEqual(
          instants,
          [...new Set(instants)].sort((a, b) => a - b),
        );
      }
  });

  it('shows the buybox as its orders were sold under', () => {
    for (const { shop } of windows) {
      const orders = ordersOf(sandbox.world(), OWN_SELLERS.HOME, shop);
      assert.ok(orders.length > 200);
      const byItem = new Map(listingsOf(shop).map((one) => [one.itemId, one]));
      for (const { itemId, at, held, price } of orders) {
        const { past } = byItem.get(itemId) ?? assert.fail();
        const market = past.markets.findLast((one) => one.at < at) ?? assert.fail();
        assert.equal(market.price, price);
        if (held !== 'none' && market.status in HELD)
          assert.equal(HELD[market.status as keyof typeof HELD], held, itemId);
      }
    }
  });

  it('is not there for others, nor in a world that began with its first day', async () => {
    assert.equal(await (await ask('mercadolivre', '1')).text(), '');
    assert.equal((await ask('elsewhere', '1')).status, 404);
    const young = await startSandbox({ tickMs: 0 });
    const answer = await fetch(`${young.url}/past?shop=amazon&seller=A1CASAAURORA01`);
    await answer.body?.cancel();
    await young.stop();
    assert.equal(answer.status, 404);
  });
});
