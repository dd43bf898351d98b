import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { marketplacesOf } from '../integrations/registry.ts';
import { ok } from '../kernel/result.ts';
import { listNotifications } from '../notifications/actions.ts';
import { workers as bellWorkers } from '../notifications/jobs.ts';
import { within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
} from '../testing/memory-marketplace.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import { requestAccessCheck, watchAccess } from './access.ts';
import { integrationsOf } from './accounts/actions.ts';
import { connectAccount, withAccount } from './actions.ts';
import type { MarketplaceContext } from './credentials.ts';
import { workers } from './jobs.ts';

const DAY = 24 * 3_600_000;
let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let company: SeededCompany;
let accountId: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock, { sellerId: crypto.randomUUID() });
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  company = await seedCompany(database.owner);
  await connect();
});

const inDays = (days: number) => new Date(ctx.clock().getTime() + days * DAY);
async function connect() {
  market.codes.add('code');
  const grant = { code: 'code', params: {} };
  accountId = await connectAccount(ctx, company.companyId, 'memory', grant);
}
const account = async () =>
  (await integrationsOf(ctx, company.companyId)).find(({ id }) => id === accountId)!;
const work = () => drain(ctx, [...workers(ctx), ...bellWorkers(ctx)]);
async function passHours(hours: number) {
  for (let n = 0; n < hours; n += 6) {
    ctx.advance(6 * 3_600_000);
    await watchAccess(ctx, new AbortController().signal);
  }
  await work();
}
const bell = async () =>
  (await listNotifications(ctx, company.actor, { page: 0, limit: 50, show: 'all' })).content
    .filter(({ values }) => values.accountId === accountId)
    .map(({ code, values }) => [code, values.count ?? null]);
const marketplaceSays = (isEnded: boolean) =>
  within(ctx.db, { company: company.companyId }, (trx) =>
    requestAccessCheck(ctx, trx, { companyId: company.companyId, accountId, isEnded }),
  );

describe('an authorization with an end', () => {
  it('is shown as it nears, and notified of once 30, 7 and 1 days before', async () => {
    assert.deepEqual(
      [(await account()).authorizationEndsAt, (await account()).expiresInDays],
      [null, null],
    );
    market.ends = { authorizationEndsAt: inDays(32) };
    await connect();
    await passHours(24);
    assert.equal((await account()).expiresInDays, null);
    assert.deepEqual(await bell(), []);
    await passHours(48);
    assert.equal((await account()).expiresInDays, 29);
    await passHours(28 * 24);
    assert.equal((await account()).expiresInDays, 1);
    assert.deepEqual((await bell()).sort(), [
      ['account_expiring', 1],
      ['account_expiring', 30],
      ['account_expiring', 7],
    ]);
  });

  it('is another one once the seller agreed again, and keeps its end through renewals', async () => {
    market.ends = { authorizationEndsAt: inDays(5) };
    await connect();
    await passHours(6);
    market.ends = {};
    await marketplaceSays(false);
    await work();
    assert.equal((await account()).expiresInDays, 5);
    assert.deepEqual(await bell(), [['account_expiring', 5]]);

    market.ends = { authorizationEndsAt: inDays(365) };
    await connect();
    await work();
    assert.equal((await account()).expiresInDays, null);
    market.ends = {};
    await connect();
    assert.equal((await account()).authorizationEndsAt, null);
  });

  it('is read again when the marketplace reports that it ends soon', async () => {
    market.ends = { authorizationEndsAt: inDays(300) };
    await connect();
    market.ends = { authorizationEndsAt: inDays(6) };
    await marketplaceSays(false);
    await marketplaceSays(false);
    await work();
    assert.equal((await account()).expiresInDays, 6);
    assert.deepEqual(await bell(), [['account_expiring', 6]]);
  });
});

describe('a notification that an authorization ended', () => {
  const reach = () =>
    withAccount(ctx, company.companyId, accountId, () => Promise.resolve(ok(null)));

  it('disconnects the account and is reported once, however often it is received', async () => {
    market.revokeGrant();
    await marketplaceSays(true);
    await work();
    await marketplaceSays(true);
    await work();
    assert.deepEqual(
      [(await account()).status, (await account()).problem],
      ['inactive', 'refused'],
    );
    assert.deepEqual(await bell(), [['account_disconnected', null]]);
    const reply = await reach();
    assert.equal(!reply.ok && reply.error.code, 'account_inactive');
  });

  it('ends no authorization that lasts: the seller has agreed again since', async () => {
    await marketplaceSays(true);
    await work();
    assert.equal((await account()).status, 'active');
    assert.ok((await reach()).ok);
  });

  it('is confirmed whatever the code of the refusal, once the marketplace is available', async () => {
    market.failures.refresh = [
      ...Array.from({ length: 2 }, () => callFailure('unavailable', '503')),
      callFailure('forbidden', 'shop_gone'),
    ];
    await marketplaceSays(true);
    await assert.rejects(work(), /could not be checked/);
    assert.equal((await account()).status, 'active');
    await work();
    assert.equal((await account()).status, 'inactive');
  });
});

it('a refresh token that nothing uses is renewed before it ends', async () => {
  market.ends = { refreshEndsAt: inDays(30) };
  await connect();
  await passHours(6);
  const before = market.calls.refresh;
  await passHours(20 * 24);
  assert.equal(market.calls.refresh, before);
  market.ends = { refreshEndsAt: inDays(30) };
  await passHours(5 * 24);
  assert.equal(market.calls.refresh, before + 1);
});
