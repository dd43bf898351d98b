// Two processes over one database, each with separate connections and connectors, against a marketplace on the wire with
// single-use refresh tokens.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { mercadoLivre } from '../integrations/marketplaces/mercadolivre/manifest.ts';
import { connectMarketplaces } from '../integrations/registry.ts';
import { openPool, toDb } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { emitted, seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import { connectAccount } from './actions.ts';
import { ACCOUNT_DISCONNECTED } from './contract.ts';
import { type MarketplaceContext, withAccount } from './credentials.ts';

const SELLER = 880_000_123;
const LIFE_SECONDS = 6 * 3_600;
const CALLS = 6;
const ROUNDS = 10;

/** What happens to the next answer about a token: it is lost before or after the token was renewed. */
type Loss = 'before' | 'after';

let database: TestDatabase;
let server: Deno.HttpServer<Deno.NetAddr>;
let pools: ReturnType<typeof openPool>[];
let base: TestContext;
let contexts: MarketplaceContext[];
let companyId: number;
let accountId: number;

let made = 0;
let access = '';
let refresh = '';
let losses: Loss[] = [];
let requests = 0;
let renewed = 0;
let afterRenewal: () => Promise<void> = () => Promise.resolve();

/** The answer of a gateway if the marketplace behind it does not answer. */
const lost = () => new Response(null, { status: 502 });

async function token(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const isRenewal = form.get('grant_type') === 'refresh_token';
  if (isRenewal) requests += 1;
  const loss = isRenewal ? losses.shift() : undefined;
  if (loss === 'before') return lost();
  if (isRenewal && form.get('refresh_token') !== refresh)
    return Response.json({ error: 'invalid_grant', message: 'used up' }, { status: 400 });
  made += 1;
  access = `access-${made}`;
  refresh = `refresh-${made}`;
  if (isRenewal) {
    renewed += 1;
    await afterRenewal();
  }
  if (loss === 'after') return lost();
  return Response.json({
    access_token: access,
    refresh_token: refresh,
    expires_in: LIFE_SECONDS,
    user_id: SELLER,
  });
}

function answer(request: Request): Promise<Response> | Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/oauth/token') return token(request);
  if (pathname === '/users/me') return Response.json({ id: SELLER, nickname: 'LOJA' });
  if (request.headers.get('authorization') !== `Bearer ${access}`)
    return Response.json({ message: 'invalid access token' }, { status: 401 });
  return Response.json({ amount: 49.9, currency_id: 'BRL' });
}

beforeAll(async () => {
  database = await testDatabase();
  server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, answer);
});
afterAll(async () => {
  await server.shutdown();
  await database.close();
});
beforeEach(async () => {
  losses = [];
  afterRenewal = () => Promise.resolve();
  pools = [openPool(database.url, 4), openPool(database.url, 4)];
  base = testContext(database.db);
  const place = {
    environment: { MELI_CALLS_PER_MINUTE: '0' },
    publicUrl: 'http://localhost:8080',
    sandboxUrl: `http://127.0.0.1:${server.addr.port}`,
    secrets: {},
  };
  contexts = pools.map((pool) => ({
    ...base,
    db: toDb(pool),
    marketplaces: connectMarketplaces(place, base.clock, {}, [mercadoLivre]),
  }));
  ({ companyId } = await seedCompany(database.owner));
  await connect();
  requests = 0;
  renewed = 0;
});
afterEach(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))));

const connect = async () => {
  const grant = { code: 'code', params: {} };
  accountId = await connectAccount(contexts[0]!, companyId, 'mercadolivre', grant);
};
/** Each process makes several calls, all at once. */
const calls = () =>
  contexts
    .flatMap((ctx) => Array.from({ length: CALLS }, () => ctx))
    .map((ctx) =>
      withAccount(ctx, companyId, accountId, (marketplace, session) =>
        marketplace.getPrice(session, 'MLB1'),
      ),
    );
const callAll = () => Promise.all(calls());
const endLife = () => base.advance(LIFE_SECONDS * 1_000);
const statusOf = async () => {
  const [row] = await database.owner<{ status: string }[]>`
    select status from account where id = ${accountId}`;
  return row?.status;
};
const reported = async () =>
  (await emitted(base, ACCOUNT_DISCONNECTED)).filter((event) => event.accountId === accountId);

describe('two installations', () => {
  it('renew a token once, while all others wait for it', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      endLife();
      const replies = await callAll();
      assert.ok(replies.every((reply) => reply.ok));
      assert.deepEqual([requests, renewed], [round, round]);
    }
  });

  it('retry with the same token if the answer was lost', async () => {
    endLife();
    losses = ['before'];
    const replies = await callAll();
    assert.ok(replies.every((reply) => reply.ok));
    assert.deepEqual([requests, renewed], [2, 1]);
    assert.equal(await statusOf(), 'active');
  });

  it('keep the account while there is no answer, and renew it later', async () => {
    endLife();
    losses = Array(2 * 2 * CALLS).fill('before');
    const replies = await callAll();
    assert.ok(replies.every((reply) => !reply.ok && reply.error.kind === 'unavailable'));
    assert.equal(await statusOf(), 'active');
    assert.deepEqual(await reported(), []);
    losses = [];
    assert.ok((await callAll()).every((reply) => reply.ok));
  });

  it('notify a person where the token was used up and its successor lost', async () => {
    endLife();
    losses = ['after'];
    const replies = await callAll();
    assert.ok(replies.every((reply) => !reply.ok && reply.error.code === 'account_inactive'));
    assert.deepEqual([requests, renewed], [2, 1]);
    assert.equal(await statusOf(), 'inactive');
    assert.deepEqual(
      (await reported()).map((event) => event.accountName),
      ['LOJA'],
    );
    await connect();
    assert.ok((await callAll()).every((reply) => reply.ok));
  });

  it('lose no token where the database breaks between the answer and its storing', async () => {
    for (let round = 1; round <= 3; round++) {
      endLife();
      afterRenewal = async () => {
        await database.owner`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`;
      };
      // Those that waited for the row lose their connection too, and throw: what counts is that the token is kept.
      const ends = await Promise.allSettled(calls());
      afterRenewal = () => Promise.resolve();
      assert.ok(ends.some((end) => end.status === 'fulfilled' && end.value.ok));
      assert.ok((await callAll()).every((reply) => reply.ok));
      assert.equal(renewed, round);
      assert.equal(await statusOf(), 'active');
    }
  });
});
