import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { AccountSession, Marketplace, PushOutcome } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { ok } from '../kernel/result.ts';
import { openPool, toDb, within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import { emitted, seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import { connectAccount } from './actions.ts';
import { ACCOUNT_CONNECTED } from './contract.ts';
import { type MarketplaceContext, withAccount } from './credentials.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
  market = memoryMarketplace(base.clock, { lifeSeconds: 6 * 3600 });
  market.listings.set('M1', remoteListing('M1', { price: 4_990 }));
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  ({ companyId } = await seedCompany(database.owner));
  market.codes.add('code');
  accountId = await connectAccount(ctx, companyId, 'memory', { code: 'code', params: {} });
});

const priceOf = (marketplace: Marketplace, session: AccountSession) =>
  marketplace.getPrice(session, 'M1');
const getPrice = (by: MarketplaceContext = ctx) => withAccount(by, companyId, accountId, priceOf);

const statusOf = async () => {
  const [row] = await database.owner<{ status: string }[]>`
    select status from account where id = ${accountId}`;
  return row?.status;
};

/** Ends the sessions that hold a transaction open without a statement, as a restart of the database does. */
const endIdleTransactions = () => database.owner`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'`;

/** The same installation in another process: with separate connections. */
async function inAnotherProcess<T>(work: (other: MarketplaceContext) => Promise<T>): Promise<T> {
  const pool = openPool(database.url, 2);
  try {
    return await work({ ...ctx, db: toDb(pool) });
  } finally {
    await pool.end({ timeout: 1 });
  }
}

describe('withAccount', () => {
  it("opens a session for the seller's account", async () => {
    const session = await withAccount(ctx, companyId, accountId, (_market, given) =>
      Promise.resolve(ok(given)),
    );
    assert.deepEqual(session, {
      ok: true,
      value: { sellerId: '424242', accessToken: 'access-1' },
    });
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.equal(market.calls.refresh, 0);
  });

  it("passes on the caller's signal", async () => {
    const { signal } = new AbortController();
    const seen = await withAccount(
      ctx,
      companyId,
      accountId,
      (_market, session) => Promise.resolve(ok(session.signal === signal)),
      signal,
    );
    assert.deepEqual(seen, { ok: true, value: true });
  });

  it('returns the outcome of a push', async () => {
    const outcome: PushOutcome = await withAccount(ctx, companyId, accountId, (memory, session) =>
      memory.setPrice(session, {
        skuMarketplace: 'M1',
        price: 4_500,
        currencyCode: 'BRL',
        operationKey: ctx.uuid(),
      }),
    );
    assert.deepEqual(outcome, { kind: 'confirmed', price: 4_500 });
  });

  it('renews credentials that end within a minute, before it uses them', async () => {
    ctx.advance(6 * HOUR - MINUTE);
    const tokens: string[] = [];
    await withAccount(ctx, companyId, accountId, (_market, session) => {
      tokens.push(session.accessToken);
      return Promise.resolve(ok(null));
    });
    assert.deepEqual(tokens, ['access-2']);
    assert.equal(market.calls.refresh, 1);
  });

  it('does not renew credentials that last longer', async () => {
    ctx.advance(6 * HOUR - MINUTE - 1);
    await getPrice();
    assert.equal(market.calls.refresh, 0);
  });

  it('renews credentials that the marketplace refuses, and calls again', async () => {
    market.revokeAccess();
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.equal(market.calls.refresh, 1);
  });

  it('calls at most twice, and passes on the second refusal', async () => {
    let calls = 0;
    const reply = await withAccount(ctx, companyId, accountId, () => {
      calls += 1;
      const failure = callFailure('unauthorized', 'invalid_token');
      return Promise.resolve({ kind: 'failed' as const, failure });
    });
    assert.equal(calls, 2);
    assert.equal(market.calls.refresh, 1);
    assert.equal(reply.failure.code, 'invalid_token');
  });

  it('passes on every other failure at once', async () => {
    let calls = 0;
    const failure = callFailure('unavailable', '503');
    const reply = await withAccount(ctx, companyId, accountId, () => {
      calls += 1;
      return Promise.resolve({ kind: 'failed' as const, failure });
    });
    assert.deepEqual(reply, { kind: 'failed', failure });
    assert.equal(calls, 1);
  });

  it('keeps credentials sealed', async () => {
    const [row] = await database.owner<{ sealed: Uint8Array }[]>`
      select sealed from account_credentials where account_id = ${accountId}`;
    const text = new TextDecoder().decode(row!.sealed);
    assert.doesNotMatch(text, /access-1|refresh-1/);
  });

  it("does not open another company's account", async () => {
    const other = await seedCompany(database.owner);
    const reply = await withAccount(ctx, other.companyId, accountId, priceOf);
    assert.equal(reply.ok, false);
    assert.equal(!reply.ok && reply.error.code, 'account_inactive');
  });
});

describe('renewing credentials', () => {
  it('happens once however many calls of a process need it', async () => {
    ctx.advance(6 * HOUR);
    const replies = await Promise.all(Array.from({ length: 12 }, () => getPrice()));
    assert.ok(replies.every((reply) => reply.ok));
    assert.equal(market.calls.refresh, 1);
  });

  it('happens once however many processes need it', async () => {
    ctx.advance(6 * HOUR);
    market.beforeAnswer.refresh = () => new Promise((wake) => setTimeout(wake, 60));
    const replies = await Promise.all([
      getPrice(),
      inAnotherProcess(getPrice),
      inAnotherProcess(getPrice),
    ]);
    assert.deepEqual(
      replies,
      replies.map(() => ({ ok: true, value: 4_990 })),
    );
    assert.equal(market.calls.refresh, 1);
  });

  it('happens once where both were refused with the same token', async () => {
    market.revokeAccess();
    const replies = await Promise.all([getPrice(), inAnotherProcess(getPrice)]);
    assert.ok(replies.every((reply) => reply.ok));
    assert.equal(market.calls.refresh, 1);
  });

  it('stores the new credentials before anyone uses them', async () => {
    ctx.advance(6 * HOUR);
    let storedAtUse = 0;
    await withAccount(ctx, companyId, accountId, async () => {
      const [row] = await database.owner<{ expires_at: Date }[]>`
        select expires_at from account_credentials where account_id = ${accountId}`;
      storedAtUse = row!.expires_at.getTime();
      return ok(null);
    });
    assert.equal(storedAtUse, ctx.clock().getTime() + 6 * HOUR);
  });

  it('keeps them through a broken connection while the marketplace answered', async () => {
    ctx.advance(6 * HOUR);
    market.beforeAnswer.refresh = async () => {
      await endIdleTransactions();
    };
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.deepEqual(await inAnotherProcess(getPrice), { ok: true, value: 4_990 });
    assert.equal(market.calls.refresh, 1);
    assert.equal(await statusOf(), 'active');
  });

  it('takes the account back up where another process was refused in between', async () => {
    ctx.advance(6 * HOUR);
    market.beforeAnswer.refresh = async () => {
      delete market.beforeAnswer.refresh;
      await endIdleTransactions();
      const refused = await inAnotherProcess(getPrice);
      assert.equal(refused.ok, false);
      assert.equal(await statusOf(), 'inactive');
    };
    const before = (await emitted(ctx, ACCOUNT_CONNECTED)).length;
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.equal(await statusOf(), 'active');
    assert.equal((await emitted(ctx, ACCOUNT_CONNECTED)).length, before + 1);
  });

  it('keeps newer credentials of a reconnect in the meantime', async () => {
    ctx.advance(6 * HOUR);
    market.beforeAnswer.refresh = async () => {
      delete market.beforeAnswer.refresh;
      await endIdleTransactions();
      market.codes.add('again');
      await connectAccount(ctx, companyId, 'memory', { code: 'again', params: {} });
    };
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
    assert.equal(market.calls.refresh, 1);
  });

  it('holds one connection of a process, however many calls wait for it', async () => {
    ctx.advance(6 * HOUR);
    let othersWork = false;
    market.beforeAnswer.refresh = async () => {
      await new Promise((wake) => setTimeout(wake, 50));
      const work = within(ctx.db, { company: companyId }, (trx) =>
        trx.selectFrom('account').select('id').execute(),
      );
      const late = Promise.withResolvers<'too late'>();
      const timer = setTimeout(late.resolve, 10_000, 'too late');
      othersWork = (await Promise.race([work, late.promise])) !== 'too late';
      clearTimeout(timer);
    };
    await Promise.all(Array.from({ length: 24 }, () => getPrice()));
    assert.equal(othersWork, true);
  });

  it('sets the account aside where the marketplace refuses for good, and notifies the pages', async () => {
    market.revokeGrant();
    market.revokeAccess();
    const received: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) =>
      received.push(JSON.parse(text)),
    );
    const reply = await getPrice();
    await database.owner.notify('live', '"end"');
    while (received.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    assert.deepEqual(received, [
      { company: companyId, event: { type: 'accounts', ids: [accountId] } },
      'end',
    ]);
    assert.equal(!reply.ok && reply.error.code, 'account_inactive');
    assert.equal(await statusOf(), 'inactive');

    const calls = { ...market.calls };
    assert.equal((await getPrice()).ok, false);
    assert.deepEqual(market.calls, calls);
  });

  it('keeps the account if the refusal is temporary', async () => {
    market.revokeAccess();
    const passing = [
      [callFailure('unavailable', 'timeout'), callFailure('unavailable', '503')],
      [callFailure('unavailable', 'circuit_open', 5_000)],
      [callFailure('rate_limited', '429', 1_000)],
      [callFailure('invalid', 'invalid_client')],
    ];
    for (const failures of passing) {
      market.failures.refresh.push(...failures);
      const failure = failures.at(-1);
      const reply = await getPrice();
      assert.deepEqual(!reply.ok && reply.error, failure);
      assert.equal(await statusOf(), 'active');
    }
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
  });

  it('starts over once the account is connected again', async () => {
    market.revokeGrant();
    market.revokeAccess();
    await getPrice();
    market.codes.add('again');
    assert.equal(
      await connectAccount(ctx, companyId, 'memory', { code: 'again', params: {} }),
      accountId,
    );
    assert.equal(await statusOf(), 'active');
    assert.deepEqual(await getPrice(), { ok: true, value: 4_990 });
  });
});
