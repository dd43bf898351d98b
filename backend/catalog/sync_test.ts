import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { RemoteListing } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { fail, ok } from '../kernel/result.ts';
import { within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import { emitted, seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import { connectAccount, type MarketplaceContext, recordOwnPrices } from './actions.ts';
import { CONTENT_CHANGED, LISTINGS_SYNCED } from './contract.ts';
import { refreshAccountListings, syncAccount } from './sync.ts';

const never = new AbortController().signal;

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let companyId: number;
let accountId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock);
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  ({ companyId } = await seedCompany(database.owner));
  market.codes.add('code');
  accountId = await connectAccount(ctx, companyId, 'memory', { code: 'code', params: {} });
});

const offer = (...ids: string[]) => {
  for (const id of ids) market.listings.set(id, remoteListing(id));
};
const change = (id: string, more: Partial<RemoteListing>) => {
  market.listings.set(id, { ...market.listings.get(id)!, ...more });
};

const sync = () => syncAccount(ctx, { companyId, accountId }, never);
const synced = async () => {
  assert.deepEqual(await sync(), { ok: true, value: null });
};

interface Stored {
  id: number;
  sku_marketplace: string;
  price: number;
  status: string;
  updated_at: Date;
}
const stored = () => database.owner<Stored[]>`
  select id, sku_marketplace, price, status, updated_at from listing
  where account_id = ${accountId} order by sku_marketplace`;
const statuses = async () =>
  Object.fromEntries((await stored()).map((row) => [row.sku_marketplace, row.status]));
const prices = async () =>
  Object.fromEntries((await stored()).map((row) => [row.sku_marketplace, row.price]));
const idOf = async (sku: string) => (await stored()).find((row) => row.sku_marketplace === sku)!.id;

/** What was emitted since the last time, as lists of ids. */
let seen = 0;
beforeEach(() => {
  seen = 0;
});
const news = async () => {
  const all = await emitted(ctx, LISTINGS_SYNCED);
  const fresh = all.slice(seen);
  seen = all.length;
  assert.ok(fresh.every((event) => event.companyId === companyId));
  return fresh.map((event) => event.listingIds.toSorted((a, b) => a - b));
};

const setOwnPrice = (listingId: number, price: number) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const differ = await recordOwnPrices(trx, companyId, [{ listingId, price }], ctx.clock());
    return differ.length > 0;
  });

describe('a sync', () => {
  it('keeps the shipping that buyers pay if the listing does not contain it', async () => {
    market.listings.set('M1', remoteListing('M1', { shippingPrice: null }));
    await synced();
    await database.owner`update listing set shipping_price = 400 where account_id = ${accountId}`;
    change('M1', { stock: 3 });
    await synced();
    const [row] = await database.owner`
      select shipping_price, stock from listing where account_id = ${accountId}`;
    assert.deepEqual({ ...row }, { shipping_price: 400, stock: 3 });
    // Free shipping would be reported: it is no longer free, and its price is unknown.
    await database.owner`update listing set shipping_price = 0 where account_id = ${accountId}`;
    market.listings.set('M1', remoteListing('M1', { shippingPrice: null, stock: 4 }));
    await sync();
    const [later] = await database.owner`
      select shipping_price from listing where account_id = ${accountId}`;
    assert.equal(later?.shipping_price, null);
  });

  it('stores every listing as the marketplace reports it', async () => {
    market.listings.set('M1', {
      skuMarketplace: 'M1',
      sku: null,
      title: 'Copo d\'água; "duplo" {5} \\ ñ 🥤',
      imageUrl: null,
      link: 'https://shop.example/m1?a=1&b=2',
      price: 12_345,
      shippingPrice: 990,
      currencyCode: 'MXN',
      countryCode: 'MX',
      stock: 0,
      status: 'PAUSED',
      condition: 'refurbished',
      listingTypeId: null,
      fulfillment: true,
      promotionStatus: 'started',
      catalogProductId: null,
      automation: null,
      sold: null,
      gtin: null,
      healthScore: null,
      groupType: 'none',
      variation: null,
      channels: [],
      tags: [],
    });
    await synced();
    const [row] = await database.owner`select * from listing where account_id = ${accountId}`;
    const { id, ...content } = row!;
    assert.ok(id > 0);
    assert.deepEqual(content, {
      company_id: companyId,
      account_id: accountId,
      marketplace_id: 2,
      sku_marketplace: 'M1',
      sku: null,
      title: 'Copo d\'água; "duplo" {5} \\ ñ 🥤',
      title_order: 'copo d\'água; "duplo" {5} \\ ñ 🥤',
      image_url: null,
      link: 'https://shop.example/m1?a=1&b=2',
      price: 12_345,
      shipping_price: 990,
      currency_code: 'MXN',
      country_code: 'MX',
      stock: 0,
      status: 'PAUSED',
      condition: 'refurbished',
      listing_type_id: null,
      fulfillment: true,
      promotion_status: 'started',
      catalog_product_id: null,
      created_at: ctx.clock(),
      updated_at: ctx.clock(),
    });
  });

  it('publishes what is new, then what differs, and nothing else', async () => {
    offer('M1', 'M2', 'M3', 'M4');
    await synced();
    const ids = (await stored()).map((row) => row.id);
    assert.deepEqual(await news(), [ids]);

    await synced();
    assert.deepEqual(await news(), []);

    change('M2', { price: 7_000 });
    change('M4', { sku: null });
    ctx.advance(60_000);
    await synced();
    assert.deepEqual(await news(), [[ids[1], ids[3]]]);
    const rows = await stored();
    assert.equal(rows[1]?.price, 7_000);
    assert.deepEqual(
      rows.map((row) => row.updated_at.getTime() === ctx.clock().getTime()),
      [false, true, false, true],
    );
  });

  it('works in chunks of 500', async () => {
    const ids = Array.from({ length: 1_050 }, (_, index) => `M${index + 1_000}`);
    offer(...ids);
    await synced();
    assert.deepEqual(
      (await news()).map((event) => event.length),
      [500, 500, 50],
    );
    assert.equal((await stored()).length, 1_050);
    assert.equal(market.calls.getListings, 3);
  });

  it('announces what changed, to the company', async () => {
    const received: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) =>
      received.push(JSON.parse(text)),
    );
    offer('M1');
    await synced();
    await synced();
    const ids = (await stored()).map((row) => row.id);
    await database.owner.notify('live', '"end"');
    while (received.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    const ofListings = received.filter(
      (said) => !JSON.stringify(said).includes('"type":"accounts"'),
    );
    assert.deepEqual(ofListings, [{ company: companyId, event: { type: 'listings', ids } }, 'end']);
  });

  it('notes when it was complete', async () => {
    const lastSynced = async () => {
      const [row] = await database.owner<{ last_synced_at: Date | null }[]>`
        select last_synced_at from account where id = ${accountId}`;
      return row!.last_synced_at;
    };
    offer('M1', 'M2', 'M3', 'M4');
    market.failures.scan.push(callFailure('unavailable', '503'));
    assert.equal((await sync()).ok, false);
    assert.equal(await lastSynced(), null);
    await synced();
    assert.deepEqual(await lastSynced(), ctx.clock());
  });

  it('subscribes to notifications each time, and is complete without them', async () => {
    const answers = [fail(callFailure('unavailable', 'away')), ok({})];
    let calls = 0;
    market.subscribe = () => Promise.resolve(answers[calls++]!);
    await synced();
    assert.ok(ctx.complaints.some((line) => line.includes('away')));
    await synced();
    assert.equal(calls, 2);
    assert.equal(ctx.complaints.length, 1);
  });

  it('skips a listing that fails individually, and reports it', async () => {
    offer('M1', 'M2', 'M3');
    market.listings.set('M4', remoteListing('M4', { price: 0 }));
    market.broken.set('M2', callFailure('invalid', 'undecodable'));
    await synced();
    assert.deepEqual(Object.keys(await statuses()), ['M1', 'M3']);
    assert.ok(ctx.complaints.some((line) => line.includes('undecodable')));
    assert.ok(ctx.complaints.some((line) => line.includes('unsound_listing')));
  });

  it('keeps what it stored when it is stopped, and continues from there', async () => {
    offer(...Array.from({ length: 550 }, (_, index) => `M${index + 1_000}`));
    market.beforeAnswer.getListings = () => {
      market.failures.getListings.push(callFailure('unavailable', '503'));
      delete market.beforeAnswer.getListings;
      return Promise.resolve();
    };
    const stopped = await sync();
    assert.equal(!stopped.ok && stopped.error.kind, 'unavailable');
    assert.equal((await stored()).length, 500);
    assert.equal((await news()).length, 1);
    await synced();
    assert.deepEqual(
      (await news()).map((event) => event.length),
      [50],
    );
  });

  it('stores each listing once where two run at the same time', async () => {
    offer(...Array.from({ length: 60 }, (_, index) => `M${index + 1_000}`));
    const both = await Promise.all([sync(), sync()]);
    assert.ok(both.every((outcome) => outcome.ok));
    assert.equal((await stored()).length, 60);
    assert.equal((await news()).flat().length, 60);
  });

  it('continues with renewed credentials', async () => {
    offer('M1', 'M2', 'M3', 'M4');
    market.revokeAccess();
    await synced();
    assert.equal((await stored()).length, 4);
    assert.equal(market.calls.refresh, 1);
  });

  it("does not touch another account's listings of the same name", async () => {
    offer('M1');
    await synced();
    const other = await seedCompany(database.owner);
    market.codes.add('other');
    const otherAccount = await connectAccount(ctx, other.companyId, 'memory', {
      code: 'other',
      params: {},
    });
    const theirs = { companyId: other.companyId, accountId: otherAccount };
    change('M1', { price: 100 });
    assert.ok((await syncAccount(ctx, theirs, never)).ok);
    assert.deepEqual(await prices(), { M1: 8_990 });
  });
});

describe('listings that vanish', () => {
  it('are archived, once, after a complete scan', async () => {
    offer('M1', 'M2', 'M3', 'M4');
    await synced();
    await news();
    market.listings.delete('M2');
    await synced();
    assert.deepEqual(await statuses(), {
      M1: 'ENABLED',
      M2: 'ARCHIVED',
      M3: 'ENABLED',
      M4: 'ENABLED',
    });
    assert.deepEqual(await news(), [[await idOf('M2')]]);
    await synced();
    assert.deepEqual(await news(), []);
  });

  it('are kept if the scan was incomplete', async () => {
    offer('M1', 'M2', 'M3', 'M4');
    await synced();
    market.listings.delete('M2');
    market.failures.scan.push(callFailure('unavailable', '503'));
    // The first page holds three; the second one fails.
    offer('M5');
    assert.equal((await sync()).ok, false);
    assert.equal((await statuses()).M2, 'ENABLED');
  });

  it('are kept if the marketplace still has them', async () => {
    offer('M1', 'M2', 'M3');
    await synced();
    for (const id of ['M1', 'M2', 'M3']) market.hidden.add(id);
    change('M2', { price: 5_000 });
    await synced();
    assert.deepEqual(await statuses(), { M1: 'ENABLED', M2: 'ENABLED', M3: 'ENABLED' });
    assert.equal((await prices()).M2, 5_000);
  });

  it('are kept if the marketplace does not answer', async () => {
    offer('M1');
    await synced();
    market.hidden.add('M1');
    market.broken.set('M1', callFailure('forbidden', '403'));
    await synced();
    assert.equal((await statuses()).M1, 'ENABLED');
  });

  it('are restored when they are offered again', async () => {
    offer('M1');
    await synced();
    market.listings.delete('M1');
    await synced();
    offer('M1');
    await synced();
    assert.equal((await statuses()).M1, 'ENABLED');
  });
});

describe('listings of an id that is not a listing itself', () => {
  it('are added, and compared with the known ones, as if they were requested', async () => {
    offer('A.1', 'A.2');
    await synced();
    change('A.1', { price: 7_700 });
    offer('A.3');
    const parts = ['A.1', 'A.2', 'A.3'];
    const plain = market.getListings;
    market.getListings = async (session, ids) => {
      const answers = await plain(session, ids);
      if (!answers.ok || !ids.includes('A')) return answers;
      const others = await plain(session, parts);
      return others.ok ? ok(new Map([...answers.value, ...others.value])) : others;
    };
    const account = { companyId, accountId };
    assert.deepEqual(await refreshAccountListings(ctx, account, ['A'], never), {
      ok: true,
      value: null,
    });
    const known = await prices();
    assert.deepEqual(Object.keys(known), parts);
    assert.equal(known['A.1'], 7_700);
  });
});

describe('a price that we set while a sync runs', () => {
  const during = (work: () => Promise<unknown>) => {
    market.beforeAnswer.getListings = async () => {
      delete market.beforeAnswer.getListings;
      await work();
    };
  };

  it('is not overwritten by an older fetched one', async () => {
    offer('M1', 'M2');
    await synced();
    change('M2', { title: 'Outra' });
    const listingId = await idOf('M1');
    during(async () => {
      change('M1', { price: 8_000 });
      assert.equal(await setOwnPrice(listingId, 8_000), true);
    });
    await synced();
    assert.deepEqual(await prices(), { M1: 8_000, M2: 8_990 });
    await synced();
    assert.deepEqual(await prices(), { M1: 8_000, M2: 8_990 });
  });

  it('is kept too if it is the known price and the fetched one differs', async () => {
    offer('M1');
    await synced();
    const listingId = await idOf('M1');
    // It was changed outside the product, the fetch read that, and then our push restored it.
    change('M1', { price: 9_500 });
    during(async () => {
      change('M1', { price: 8_990 });
      assert.equal(await setOwnPrice(listingId, 8_990), false);
    });
    await synced();
    assert.deepEqual(await prices(), { M1: 8_990 });
  });

  it('is waited for where it is being written at that moment', async () => {
    offer('M1');
    await synced();
    const listingId = await idOf('M1');
    change('M1', { title: 'Outra' });
    let written: Promise<unknown> = Promise.resolve();
    during(
      () =>
        new Promise<void>((locked) => {
          written = within(ctx.db, { company: companyId }, async (trx) => {
            await recordOwnPrices(trx, companyId, [{ listingId, price: 8_000 }], ctx.clock());
            locked();
            await new Promise((wake) => setTimeout(wake, 50));
          });
        }),
    );
    await synced();
    await written;
    assert.deepEqual(await prices(), { M1: 8_000 });
  });

  it('gives way to what a later fetch sees', async () => {
    offer('M1');
    await synced();
    await setOwnPrice(await idOf('M1'), 8_000);
    change('M1', { price: 7_500 });
    await synced();
    assert.deepEqual(await prices(), { M1: 7_500 });
  });
});

describe('the content of a listing', () => {
  const changes = async () =>
    (await emitted(ctx, CONTENT_CHANGED)).flatMap((event) =>
      event.changes.map(({ field, before, after }) => [field, before, after]),
    );
  const PICTURE = 'https://pictures.example/a.png';

  it('is reported where its title, brand or picture is another, and only then', async () => {
    offer('A', 'B');
    change('A', { title: 'Garrafa', brand: 'Lumavi', imageUrl: PICTURE });
    await synced();
    change('A', { price: 12_345, imageUrl: `${PICTURE.replace('https', 'http')}?v=2` });
    await synced();
    assert.deepEqual(await changes(), []);
    change('A', { title: 'Garrafa azul', brand: 'Outra', imageUrl: PICTURE.replace('a.', 'b.') });
    // Not reported before, and not any more.
    change('B', { brand: 'Lumavi', imageUrl: null });
    await synced();
    await synced();
    assert.deepEqual(await changes(), [
      ['title', 'Garrafa', 'Garrafa azul'],
      ['picture', `${PICTURE.replace('https', 'http')}?v=2`, PICTURE.replace('a.', 'b.')],
      ['brand', 'Lumavi', 'Outra'],
    ]);
  });
});
