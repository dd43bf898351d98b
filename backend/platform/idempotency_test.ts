import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type postgres from 'postgres';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Behaviour, keyedWrites, storm } from '../testing/keyed-writes.ts';
import {
  type SeededCompany,
  seedCompany,
  seededUuids,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import type { AppContext } from './app-context.ts';
import { openPool, toDb } from './db.ts';
import { forgetAnswers, hashRequest } from './idempotency.ts';

/** A promise that never settles, for work that hangs. */
const forever = () => Promise.withResolvers<void>().promise;

describe('a write with an Idempotency-Key', () => {
  let database: TestDatabase;
  let ctx: TestContext;
  let other: AppContext;
  let otherPool: postgres.Sql;
  let one: SeededCompany;
  let two: SeededCompany;
  let behaviour: Behaviour;
  let app: ReturnType<typeof keyedWrites>;
  /** Another process: a separate pool over the same database. */
  let elsewhere: ReturnType<typeof keyedWrites>;
  let keys = 0;
  let key: string;

  beforeAll(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
    otherPool = openPool(database.url, 4);
    other = { ...ctx, db: toDb(otherPool), uuid: seededUuids(2) };
    one = await seedCompany(database.owner);
    two = await seedCompany(database.owner);
    app = keyedWrites(ctx, [one, two], () => behaviour);
    elsewhere = keyedWrites(other, [one, two], () => behaviour);
  });
  afterAll(async () => {
    await otherPool.end({ timeout: 1 });
    await database.close();
  });
  beforeEach(() => {
    behaviour = {};
    keys += 1;
    key = `key-${keys}`;
  });

  const call = async (
    options: {
      at?: typeof app;
      path?: string;
      method?: string;
      as?: SeededCompany;
      key?: string | null;
      body?: unknown;
    } = {},
  ) => {
    const {
      at = app,
      path = '/things',
      method = 'POST',
      as = one,
      body = { subject: key },
    } = options;
    const sent = options.key === undefined ? key : options.key;
    const response = await at.request(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as.personId}`,
        'content-type': 'application/json',
        ...(sent === null ? {} : { 'idempotency-key': sent }),
      },
      body: JSON.stringify(body),
    });
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return {
      status: response.status,
      replayed,
      headers: response.headers,
      json: await response.json(),
    };
  };
  const effects = async () => {
    const rows = await database.owner<{ text: string; count: number }[]>`
      select values->>'text' as text, count(*) as count from notification group by 1`;
    return new Map(rows.map(({ text, count }) => [text, Number(count)]));
  };
  const effect = async () => (await effects()).get(key) ?? 0;
  const codeOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => `${status} ${json.code}`;

  it('has one effect for many calls at once, in two processes', async () => {
    const size = { keys: 10, callsPerKey: 30 };
    const outcome = await storm([app, elsewhere], String(one.personId), effects, size);
    const { 200: done = 0, 409: busy = 0, ...rest } = outcome.statuses;
    assert.deepEqual([outcome.wrong, outcome.contradictions, rest], [[], [], {}]);
    assert.equal(done + busy, 300);
    assert.ok(done >= 10);
  });

  it('is answered again as it was the first time, in any process', async () => {
    const first = await call();
    const again = await call({ at: elsewhere });
    assert.deepEqual([first.status, first.replayed], [200, false]);
    assert.deepEqual([again.status, again.replayed, again.json], [200, true, first.json]);
    assert.equal(again.headers.get('content-type'), 'application/json');
    assert.equal(await effect(), 1);
  });

  it('is refused for another request with the same key', async () => {
    await call();
    for (const different of [
      { body: { subject: key, more: 1 } },
      { path: '/things?page=2' },
      { path: '/me' },
    ]) {
      assert.equal(codeOf(await call(different)), '422 idempotency_key_reused');
    }
    assert.equal(await effect(), 1);
  });

  it('stores nothing by which a password of the body could be guessed', async () => {
    await call();
    const [row] = await database.owner<{ request_hash: Uint8Array }[]>`
      select request_hash from company_answer where key = ${key}`;
    const stored = new Uint8Array(row!.request_hash);
    const body = new TextEncoder().encode(JSON.stringify({ subject: key }));
    const request = { method: 'POST', pathAndQuery: '/api/things', body };
    const bySecret = (vaultKey: string) => hashRequest({ vaultKey }, request);
    assert.deepEqual(stored, bySecret(ctx.config.secrets.vaultKey));
    assert.notDeepEqual(stored, bySecret(btoa('x'.repeat(32))));
    const plain = createHash('sha256').update('POST /api/things\n').update(body).digest();
    assert.notDeepEqual(stored, new Uint8Array(plain));
  });

  it('distinguishes the same key of two users', async () => {
    await call();
    const { status, replayed } = await call({ as: two });
    assert.deepEqual([status, replayed, await effect()], [200, false, 2]);
  });

  it('reports that the first call is at work', async () => {
    const claimed = Promise.withResolvers<void>();
    const wake = Promise.withResolvers<void>();
    behaviour = {
      before: () => {
        claimed.resolve();
        return wake.promise;
      },
    };
    const first = call();
    await claimed.promise;
    const second = await call({ at: elsewhere });
    assert.equal(codeOf(second), '409 idempotency_key_in_use');
    assert.equal(second.headers.get('retry-after'), '1');
    wake.resolve();
    assert.equal((await first).status, 200);
    assert.equal(await effect(), 1);
  });

  it('stores a refusal completely', async () => {
    const bad = { body: { subject: 7 } };
    const first = await call(bad);
    const again = await call(bad);
    assert.deepEqual([first.status, first.replayed], [422, false]);
    assert.deepEqual(
      [again.status, again.replayed, again.json.faults, again.json.detail],
      [422, true, first.json.faults, first.json.detail],
    );
  });

  it('is worked again after a fault of ours that changed nothing', async () => {
    behaviour = { inside: () => Promise.reject(new Error('a bug')) };
    assert.equal((await call()).status, 500);
    behaviour = {};
    const again = await call();
    assert.deepEqual([again.status, again.replayed, await effect()], [200, false, 1]);
  });

  it('is not worked again after a fault of ours behind the commit', async () => {
    behaviour = { after: () => Promise.reject(new Error('a bug')) };
    assert.equal((await call()).status, 500);
    behaviour = {};
    assert.equal(codeOf(await call()), '409 idempotency_answer_lost');
    assert.equal(await effect(), 1);
  });

  it('is done by the next call if the first one crashed before its commit', async () => {
    const claimed = Promise.withResolvers<void>();
    const wake = Promise.withResolvers<void>();
    behaviour = {
      before: () => {
        claimed.resolve();
        return wake.promise;
      },
    };
    const first = call();
    await claimed.promise;
    behaviour = {};
    assert.equal(codeOf(await call({ at: elsewhere })), '409 idempotency_key_in_use');
    ctx.advance(61_000);
    const again = await call({ at: elsewhere });
    assert.deepEqual([again.status, again.replayed, await effect()], [200, false, 1]);
    // It had not crashed but was slow: what it does now is rolled back.
    wake.resolve();
    assert.equal(codeOf(await first), '409 idempotency_key_in_use');
    assert.equal(await effect(), 1);
    assert.deepEqual((await call()).json, again.json);
  });

  it('never has a second effect if the first call crashed after its commit', async () => {
    const committed = Promise.withResolvers<void>();
    behaviour = {
      after: () => {
        committed.resolve();
        return forever();
      },
    };
    void call();
    await committed.promise;
    behaviour = {};
    assert.equal(codeOf(await call()), '409 idempotency_key_in_use');
    ctx.advance(61_000);
    for (const at of [app, elsewhere]) {
      assert.equal(codeOf(await call({ at })), '409 idempotency_answer_lost');
    }
    assert.equal(await effect(), 1);
  });

  it('keeps no answer that is too large, and does nothing twice for that', async () => {
    behaviour = { answer: 'x'.repeat(300_000) };
    assert.equal((await call()).status, 200);
    assert.equal(codeOf(await call()), '409 idempotency_answer_lost');
    assert.equal(await effect(), 1);
  });

  it('continues after the caller timed out, and its answer is available later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    behaviour = {
      before: () => {
        begun.resolve();
        return promise;
      },
    };
    const hasty = keyedWrites(ctx, [one], () => behaviour, { answerMs: 50 });
    assert.equal(codeOf(await call({ at: hasty })), '504 gateway_timeout');
    // The time limit may be reached before the key is claimed.
    await begun.promise;
    assert.equal(codeOf(await call()), '409 idempotency_key_in_use');
    resolve();
    let again = await call();
    while (again.status === 409) again = await call();
    assert.deepEqual([again.status, again.replayed, await effect()], [200, true, 1]);
  });

  it('expires after a day, and is deleted by the worker', async () => {
    await call();
    await call({ as: two });
    const stored = async () =>
      Number((await database.owner`select count(*) as n from company_answer`)[0]!.n);
    await forgetAnswers(ctx).handle([], new AbortController().signal);
    assert.ok((await stored()) > 0);
    ctx.advance(24 * 3_600_000);
    const again = await call();
    assert.deepEqual([again.status, again.replayed, await effect()], [200, false, 3]);
    await forgetAnswers(ctx).handle([], new AbortController().signal);
    assert.equal(await stored(), 1);
  });

  it('is stored sealed', async () => {
    behaviour = { answer: 'refresh-token-of-somebody' };
    await call();
    const [row] = await database.owner<{ sealed: Uint8Array }[]>`
      select sealed from company_answer where key = ${key}`;
    assert.ok(row!.sealed.length > 0);
    assert.equal(new TextDecoder().decode(row!.sealed).includes('refresh-token'), false);
  });

  it('has a key of visible ASCII, not too long', async () => {
    for (const bad of ['', 'two words', 'x'.repeat(101), 'ü']) {
      assert.equal(codeOf(await call({ key: bad })), '400 idempotency_key_invalid', bad);
    }
    assert.equal((await call({ key: '!'.repeat(100) })).status, 200);
  });

  it('without a key is done as often as it is sent', async () => {
    await call({ key: null });
    await call({ key: null });
    assert.equal(await effect(), 2);
  });

  it('has nothing to do with questions', async () => {
    await call({ path: '/things/query' });
    const again = await call({ path: '/things/query' });
    assert.deepEqual([again.status, again.replayed], [200, false]);
  });

  it('works for a person who has chosen no company yet', async () => {
    const person = { ...one, actor: { ...one.actor, companyId: null } };
    const early = keyedWrites(ctx, [person]);
    const stored = async () =>
      Number((await database.owner`select count(*) as n from person_answer`)[0]!.n);
    const first = await call({ at: early, path: '/me' });
    const again = await call({ at: early, path: '/me' });
    assert.deepEqual([again.status, again.replayed, again.json], [200, true, first.json]);
    ctx.advance(24 * 3_600_000);
    assert.equal(await stored(), 1);
    await forgetAnswers(ctx).handle([], new AbortController().signal);
    assert.equal(await stored(), 0);
  });
});
