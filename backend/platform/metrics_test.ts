import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { createApp } from '../app.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { problem } from '../kernel/problems.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { testQueue } from '../testing/queue.ts';
import { type TestContext, testContext } from '../testing/test-context.ts';
import { openPool, toDb } from './db.ts';
import { registerGauges, watchEventLoop } from './gauges.ts';
import { type Route, route } from './http.ts';
import { createMetrics } from './metrics.ts';

const PUSH = testQueue('test.push', z.object({ n: z.number() }));
const thing = endpoint({
  method: 'get',
  path: '/things/{thingId}',
  access: 'public',
  tag: 'test',
  summary: 'For tests',
  params: z.object({ thingId: z.coerce.number() }),
  answer: z.unknown(),
});
const routes: Route[] = [
  route(thing, ({ params }) =>
    params.thingId > 5
      ? Promise.reject(problem('not_found'))
      : Promise.resolve({ id: params.thingId }),
  ),
];

/** The series of the text, by name and labels. */
const seriesOf = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );

describe('the metrics', () => {
  let database: TestDatabase;
  let ctx: TestContext;
  let elapsed = 0;

  beforeAll(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
    registerGauges(ctx, {
      version: '1.2.3',
      changes: PUSH,
      liveConnections: () => 3,
      elapsed: () => elapsed,
    });
  });
  afterAll(() => database.close());

  const appOf = (token: string | null) => {
    const config = { ...ctx.config, metrics: { token, port: null } };
    const authenticate = () => Promise.reject(problem('unauthorized'));
    return createApp({ ...ctx, config }, routes, { authenticate, version: '1' });
  };
  const ask = async (
    headers: Record<string, string> = {},
    { token = null as string | null, from = '127.0.0.1' } = {},
  ) => {
    const remoteAddr = { transport: 'tcp' as const, hostname: from, port: 1 };
    const response = await appOf(token).request('/metrics', { headers }, { remoteAddr });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  it('count answers by the template of their route, never by the requested path', async () => {
    const app = appOf(null);
    for (const path of [
      'things/1',
      'things/2',
      'things/9',
      'things/x',
      'nothing/17',
      'things/%00',
    ]) {
      await app.request(`/api/${path}`);
    }
    await app.request('/api/things/1', { method: 'BREW' });
    const { text } = await ask();
    const counts = [...seriesOf(text)].filter(([name]) =>
      name.startsWith('primazia_http_request_seconds_count'),
    );
    assert.deepEqual(
      counts.map(([name, count]) => `${/\{(.*)\}/.exec(name)?.[1]} ${count}`).sort(),
      [
        'method="GET",route="/things/{thingId}",status="200" 2',
        'method="GET",route="/things/{thingId}",status="404" 1',
        'method="GET",route="/things/{thingId}",status="422" 2',
        'method="GET",route="unknown",status="404" 1',
        'method="other",route="unknown",status="404" 1',
      ],
    );
  });

  it('count what the domains report', async () => {
    ctx.metrics.decisions.inc({ kind: 'change' }, 2);
    ctx.metrics.pushes.inc({ marketplace: 'mercadolivre', outcome: 'confirmed' });
    ctx.metrics.marketplaceCalls.inc({
      marketplace: 'mercadolivre',
      operation: 'prices',
      outcome: 'rate_limited',
    });
    const series = seriesOf((await ask()).text);
    assert.equal(series.get('primazia_decisions_total{kind="change"}'), 2);
    assert.equal(
      series.get('primazia_pushes_total{marketplace="mercadolivre",outcome="confirmed"}'),
      1,
    );
    assert.equal(
      series.get(
        'primazia_marketplace_calls_total{marketplace="mercadolivre",operation="prices",outcome="rate_limited"}',
      ),
      1,
    );
  });

  it('show the queues and the oldest change that waits, read every few seconds', async () => {
    const send = (data: { n: number }[], startAfter?: Date) =>
      ctx.db
        .transaction()
        .execute((trx) =>
          ctx.jobs.send(trx, PUSH, data, startAfter === undefined ? {} : { startAfter }),
        );
    await send([{ n: 1 }, { n: 2 }]);
    await send([{ n: 3 }], new Date(Date.now() + 3_600_000));
    await database.owner`
      update pgboss.job set created_on = now() - interval '90 s', start_after = now() - interval '90 s'
      where data->>'n' = '2'`;
    await database.owner`
      update pgboss.job set created_on = now() - interval '1 day' where data->>'n' = '3'`;
    elapsed += 10_000;
    const gauge = async (name: string) => seriesOf((await ask()).text).get(`primazia_${name}`);
    assert.equal(await gauge('queue_jobs{queue="test.push",state="waiting"}'), 2);
    assert.equal(await gauge('queue_jobs{queue="test.push",state="deferred"}'), 1);
    assert.ok(((await gauge('oldest_waiting_change_seconds')) ?? 0) >= 90);
    const oldest = (await gauge('queue_oldest_job_seconds{queue="test.push"}')) ?? 0;
    assert.ok(oldest >= 90 && oldest < 3_600, `${oldest}: what is put off does not wait`);
    await send([{ n: 4 }]);
    assert.equal(await gauge('queue_jobs{queue="test.push",state="waiting"}'), 2);
    elapsed += 10_000;
    assert.equal(await gauge('queue_jobs{queue="test.push",state="waiting"}'), 3);
  });

  it('show the process, its version, its connections', async () => {
    const { text, headers } = await ask();
    const series = seriesOf(text);
    assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(series.get('primazia_build_info{version="1.2.3"}'), 1);
    assert.equal(series.get('primazia_database_up'), 1);
    assert.equal(series.get('primazia_live_connections'), 3);
    assert.ok((series.get('primazia_process_resident_memory_bytes') ?? 0) > 1e6);
    assert.ok([...series.keys()].some((name) => name.startsWith('primazia_database_connections{')));
  });

  it('are available without a database, and report its absence', async () => {
    const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing', 1);
    const lonely = testContext(toDb(nowhere));
    registerGauges(lonely, {
      version: '1',
      changes: PUSH,
      liveConnections: null,
      elapsed: () => 0,
    });
    const series = seriesOf(await lonely.metrics.text());
    assert.equal(series.get('primazia_database_up'), 0);
    assert.equal(
      [...series.keys()].some((name) => name.includes('queue')),
      false,
    );
    assert.equal(lonely.complaints.length, 1);
    await nowhere.end({ timeout: 0 });
  });

  it('are for this machine, or for a caller with the token', async () => {
    const cases: [number, Parameters<typeof ask>][] = [
      [200, []],
      [200, [{}, { from: '::1' }]],
      [401, [{}, { from: '10.0.0.7' }]],
      [401, [{ 'x-forwarded-for': '10.0.0.7' }]],
      [401, [{}, { token: 'metrics-token-0123456789' }]],
      [401, [{ authorization: 'Bearer metrics-token' }, { token: 'metrics-token-0123456789' }]],
      [
        200,
        [
          { authorization: 'Bearer metrics-token-0123456789' },
          { token: 'metrics-token-0123456789', from: '10.0.0.7' },
        ],
      ],
    ];
    for (const [status, args] of cases) {
      assert.equal((await ask(...args)).status, status, JSON.stringify(args));
    }
  });

  it('of two installations are two', async () => {
    const [one, two] = [createMetrics(), createMetrics()];
    one.decisions.inc({ kind: 'keep' });
    assert.equal(seriesOf(await one.text()).get('primazia_decisions_total{kind="keep"}'), 1);
    assert.equal(seriesOf(await two.text()).has('primazia_decisions_total{kind="keep"}'), false);
  });

  it('report how late the event loop is', async () => {
    const metrics = createMetrics();
    let now = 0;
    const stop = watchEventLoop(metrics, () => {
      now += 2_500;
      return now;
    });
    await new Promise((wake) => setTimeout(wake, 700));
    stop();
    const series = seriesOf(await metrics.text());
    assert.equal(series.get('primazia_event_loop_lag_seconds_bucket{le="1"}'), 0);
    assert.ok((series.get('primazia_event_loop_lag_seconds_count') ?? 0) >= 1);
  });
});
