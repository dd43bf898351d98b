import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { createApp } from '../app.ts';
import type { CallFailure, Marketplace } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { Problem } from '../kernel/problem.ts';
import { fail } from '../kernel/result.ts';
import { within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import {
  accountsOf,
  connectAccount,
  findSeller,
  listingsByIds,
  type MarketplaceContext,
  ownSellerIds,
  recordOwnPrices,
} from './actions.ts';
import { workers } from './jobs.ts';
import { routes } from './routes.ts';

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let ours: SeededCompany;
let theirs: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock, { sellerId: `seller-${crypto.randomUUID()}` });
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  ours = await seedCompany(database.owner);
  theirs = await seedCompany(database.owner);
});

const connect = (company: SeededCompany) => {
  market.codes.add('code');
  return connectAccount(ctx, company.companyId, 'memory', { code: 'code', params: {} });
};

/** Connects an account with these listings and gives their ids. */
async function stock(company: SeededCompany, ...skus: string[]): Promise<number[]> {
  for (const sku of skus) market.listings.set(sku, remoteListing(sku));
  const accountId = await connect(company);
  await drain(ctx, workers(ctx));
  const rows = await database.owner<{ id: number }[]>`
    select id from listing where account_id = ${accountId} order by sku_marketplace`;
  return rows.map((row) => row.id);
}

async function problemOf(work: Promise<unknown>) {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (reason) => reason,
  );
  assert.ok(error instanceof Problem, String(error));
  return [error.status, error.code];
}

describe('connecting an account', () => {
  it('stores it as active, under the name that the marketplace gives', async () => {
    const id = await connect(ours);
    const accounts = await accountsOf(ctx, ours.companyId);
    assert.deepEqual(
      accounts.find((account) => account.id === id),
      { id, name: 'LOJA DA MEMORIA', marketplaceId: 2, status: 'active', lastSyncedAt: null },
    );
  });

  it('again keeps the account', async () => {
    const id = await connect(ours);
    assert.equal(await connect(ours), id);
    assert.equal((await accountsOf(ctx, ours.companyId)).length, 2);
  });

  it('writes nothing if the code is refused', async () => {
    const work = connectAccount(ctx, ours.companyId, 'memory', {
      code: 'made up',
      params: {},
    });
    assert.deepEqual(await problemOf(work), [422, 'authorization_refused']);
    assert.equal((await accountsOf(ctx, ours.companyId)).length, 1);
  });

  it('distinguishes a refusal from an unavailable marketplace', async () => {
    const away = (failure: CallFailure): Marketplace => ({
      ...market,
      authorize: () => Promise.resolve(fail(failure)),
    });
    for (const failure of [
      callFailure('unavailable', 'timeout'),
      callFailure('rate_limited', '429'),
    ]) {
      const cut = { ...ctx, marketplaces: marketplacesOf([away(failure)]) };
      const work = connectAccount(cut, ours.companyId, 'memory', { code: 'code', params: {} });
      assert.deepEqual(await problemOf(work), [503, 'marketplace_unavailable']);
    }
  });

  it('is refused for a marketplace that there is not', async () => {
    const work = connectAccount(ctx, ours.companyId, 'bazaar', { code: 'code', params: {} });
    assert.deepEqual(await problemOf(work), [404, 'unknown_marketplace']);
  });
});

describe('finding a seller', () => {
  it('returns every active account of it, whichever company has it', async () => {
    const one = await connect(ours);
    const two = await connect(theirs);
    assert.deepEqual(await findSeller(ctx, 2, market.sellerId), [
      { companyId: ours.companyId, accountId: one },
      { companyId: theirs.companyId, accountId: two },
    ]);
  });

  it('finds neither other marketplaces nor parts of ids nor disconnected sellers', async () => {
    const id = await connect(ours);
    assert.deepEqual(await findSeller(ctx, 1, market.sellerId), []);
    assert.deepEqual(await findSeller(ctx, 2, market.sellerId.slice(0, -1)), []);
    assert.deepEqual(await findSeller(ctx, 2, '%'), []);
    await database.owner`update account set status = 'inactive' where id = ${id}`;
    assert.deepEqual(await findSeller(ctx, 2, market.sellerId), []);
  });

  it('shows nothing of the account but that it is there', async () => {
    await stock(ours, 'M1');
    await within(ctx.db, { seller: `2:${market.sellerId}` }, async (trx) => {
      const credentials = await trx.selectFrom('account_credentials').selectAll().execute();
      const listings = await trx.selectFrom('listing').selectAll().execute();
      const accounts = await trx.selectFrom('account').select('company_id').execute();
      assert.deepEqual([credentials.length, listings.length], [0, 0]);
      assert.deepEqual(accounts, [{ company_id: ours.companyId }]);
    });
  });
});

describe('own sellers', () => {
  it('are those of all accounts of the company, and no others', async () => {
    await connect(ours);
    const ids = await within(ctx.db, { company: ours.companyId }, (trx) =>
      ownSellerIds(trx, ours.companyId),
    );
    assert.deepEqual(ids.toSorted(), [ours.sellerId, market.sellerId].toSorted());
  });
});

describe('recording an own price', () => {
  const record = (company: SeededCompany, listingId: number, price: number) =>
    within(ctx.db, { company: company.companyId }, async (trx) => {
      const prices = [{ listingId, price }];
      const differ = await recordOwnPrices(trx, company.companyId, prices, ctx.clock());
      return differ.length > 0;
    });
  const priceOf = async (id: number) => (await listingsByIds(ctx, ours.companyId, [id]))[0]?.price;

  it('stores it and reports whether it differs', async () => {
    const [id] = await stock(ours, 'M1');
    assert.equal(await record(ours, id!, 8_449), true);
    assert.equal(await priceOf(id!), 84.49);
    assert.equal(await record(ours, id!, 8_449), false);
  });

  it('is announced where it differs', async () => {
    const [id] = await stock(ours, 'M1');
    const received: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) =>
      received.push(JSON.parse(text)),
    );
    await record(ours, id!, 8_449);
    await record(ours, id!, 8_449);
    await database.owner.notify('live', '"end"');
    while (received.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    assert.deepEqual(received, [
      { company: ours.companyId, event: { type: 'listings', ids: [id] } },
      'end',
    ]);
  });

  it("does not reach another company's listing", async () => {
    const [id] = await stock(ours, 'M1');
    assert.equal(await record(theirs, id!, 100), false);
    assert.equal(await priceOf(id!), 89.9);
  });
});

describe('the routes of catalog', () => {
  const request = async (company: SeededCompany, method: string, path: string, body?: object) => {
    const app = createApp(ctx, routes(ctx), {
      authenticate: () =>
        Promise.resolve({
          ...company.actor,
          sessionId: 'test',
          expiresAt: ctx.clock(),
          opens: null,
        }),
      version: 'test',
      checkAnswers: true,
    });
    const response = await app.request(`/api${path}`, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return await response.json();
  };

  it("give the company's accounts with the time of their last sync", async () => {
    await stock(ours, 'M1');
    const accounts = await request(ours, 'GET', '/v1/accounts');
    assert.equal(accounts.length, 2);
    const [connected] = accounts.filter((account: { name: string }) =>
      account.name.startsWith('LOJA'),
    );
    assert.equal(connected.lastSyncedAt, ctx.clock().toISOString());
    assert.equal((await request(theirs, 'GET', '/v1/accounts')).length, 1);
  });

  it('give listings by their ids with decimal amounts, without unknown ones', async () => {
    const [first, second] = await stock(ours, 'M1', 'M2');
    const listings = [second, first, 999_999_999];
    const found = await request(ours, 'POST', '/v1/listings', { listings });
    assert.deepEqual(
      found.map((listing: { id: number }) => listing.id),
      [first, second],
    );
    const { id: _id, accountId: _accountId, ...content } = found[0];
    assert.deepEqual(content, {
      accountName: 'LOJA DA MEMORIA',
      marketplaceId: 2,
      skuMarketplace: 'M1',
      sku: 'SKU-M1',
      title: 'Garrafa térmica M1',
      imageUrl: 'https://pictures.example/M1.png',
      link: 'https://shop.example/M1',
      price: 89.9,
      shippingPrice: 0,
      shippingReported: true,
      currencyCode: 'BRL',
      countryCode: 'BR',
      stock: 12,
      status: 'ENABLED',
      condition: 'new',
      listingTypeId: 'gold_special',
      fulfillment: false,
      promotionStatus: 'none',
      catalogProductId: 'P-M1',
      healthScore: null,
      groupType: 'none',
      variation: null,
      channels: [],
      tags: [],
      updatedAt: ctx.clock().toISOString(),
    });
    assert.deepEqual(await request(theirs, 'POST', '/v1/listings', { listings }), []);
  });
});
