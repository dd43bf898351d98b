import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from '@std/testing/bdd';
import { apply, type Command, openLedger } from './ledger.ts';
import type { Store } from './store.ts';
import {
  createWorld,
  findOffer,
  fromPlain,
  itemsOf,
  OWN_SELLERS,
  type PlainWorld,
  paceOf,
  toPlain,
  type World,
} from './world.ts';

const START = Date.UTC(2026, 10, 23, 12);

/** A store in memory that keeps its state as JSON. */
function keeping(snapshot: unknown, entries: unknown[] = []) {
  let stored = { snapshot, entries };
  const store: Store = {
    load: () => structuredClone(stored),
    append: (entry) => {
      stored.entries.push(entry);
    },
    compact: (next) => {
      stored = { snapshot: JSON.parse(JSON.stringify(next)) as unknown, entries: [] };
    },
    close: () => undefined,
  };
  return store;
}

/** Only Mercado Livre, as before Amazon was added. */
function oldWorld(): PlainWorld {
  const { submissions: _s, submitted: _n, ...plain } = toPlain(createWorld(1, START));
  const products = plain.products
    .filter((product) => product.shop === 'mercadolivre')
    .map(({ shop: _, ean: _e, ceiling: _c, ...product }) => ({
      ...product,
      offers: product.offers.map(({ amazon: _a, ...offer }) => offer),
    }));
  const sellers = plain.sellers.flatMap(({ mercadoLivre, amazon: _, ...seller }) =>
    mercadoLivre ? [seller] : [],
  );
  return JSON.parse(JSON.stringify({ ...plain, sellers, products })) as PlainWorld;
}

const listings = (world: World) =>
  world.products.filter((product) => product.shop === 'mercadolivre');

describe('a memory from before there was Amazon', () => {
  const own = itemsOf(createWorld(1, START), OWN_SELLERS.HOME)[0] ?? '';
  const journal: Command[] = [
    ...Array.from({ length: 60 }, (_, i) => ({
      kind: 'tick' as const,
      now: START + (i + 1) * 2_000,
      pace: paceOf(2_000),
    })),
    { kind: 'change', now: START + 130_000, itemId: own, change: { price: 12_345 } },
  ];
  const stored = {
    world: oldWorld(),
    access: { 'APP_USR-1': { sellerId: OWN_SELLERS.HOME, endsAt: START + 1 } },
    refresh: { [OWN_SELLERS.HOME]: 'TG-1' },
    puts: [],
    missed: [],
  };

  it('continues to its last entry, and then gets Amazon', () => {
    const ledger = openLedger(keeping(stored, [...journal]), { seed: 99, now: START });
    const { world, access, refresh } = ledger.state();
    // The result of the same entries in a world without Amazon.
    const expected = journal.reduce((state, command) => apply(state, command).state, {
      ...ledger.state(),
      world: fromPlain(oldWorld()),
    });
    assert.deepEqual(listings(world), listings(expected.world));
    assert.equal(findOffer(world, own)?.offer.price, 12_345);
    assert.deepEqual(access, stored.access);
    assert.deepEqual(refresh, stored.refresh);
    for (const sellerId of Object.values(OWN_SELLERS))
      assert.equal(itemsOf(world, sellerId, 'amazon').length, 150);
    assert.ok(itemsOf(world, OWN_SELLERS.HOME, 'shopee').length > 60);
  });

  it('is the same again at the next start', () => {
    const store = keeping(stored, [...journal]);
    const first = openLedger(store, { seed: 99, now: START });
    first.run({ kind: 'tick', now: START + 200_000, pace: paceOf(600) });
    const second = openLedger(store, { seed: 99, now: START });
    assert.deepEqual(toPlain(second.state().world), toPlain(first.state().world));
    assert.deepEqual(second.state().amazon, first.state().amazon);
  });
});

describe('a memory with a past', () => {
  it('is, after a kill, what it was before, byte by byte', () => {
    const store = keeping(null);
    const beginning = { seed: 3, now: START, historyDays: 2 };
    const first = openLedger(store, beginning);
    const { orders } = first.state().world.sales;
    assert.ok(orders.length > 100 && orders.every(({ at }) => at <= START));
    for (let i = 1; i <= 400; i++)
      first.run({ kind: 'tick', now: START + i * 10_000, pace: paceOf(2_000) });
    // A digest, as a difference between megabytes cannot be read.
    const bytes = (ledger: ReturnType<typeof openLedger>) => {
      const { world, past } = ledger.state();
      const text = JSON.stringify([toPlain(world), past], (_, value) =>
        value !== null && typeof value === 'object' && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort())
          : value,
      );
      return createHash('sha256').update(text).digest('hex');
    };
    assert.ok(first.state().world.sales.orders.length > orders.length);
    // The journal is replayed over the snapshot of the beginning.
    const second = openLedger(store, { seed: 99, now: START + 1 });
    assert.equal(bytes(second), bytes(first));
    assert.equal(bytes(openLedger(store, beginning)), bytes(first));
  });
});
