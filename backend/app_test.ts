import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { Hono } from 'hono';
import * as z from 'zod';
import { createApp } from './app.ts';
import { API_VERSION } from './kernel/api-version.ts';
import { download, endpoint } from './kernel/endpoint.ts';
import { Id } from './kernel/id.ts';
import { PositiveAmount } from './kernel/money.ts';
import { ProblemBody } from './kernel/problem.ts';
import { problem as kernelProblem } from './kernel/problems.ts';
import type { AppContext } from './platform/app-context.ts';
import { isUnreachable, openPool, toDb, within } from './platform/db.ts';
import { type AppEnv, type Caller, localeOf, type Route, route } from './platform/http.ts';
import { createLog } from './platform/log.ts';
import { routes as platformRoutes } from './platform/routes.ts';
import { PROBLEMS, problem } from './pricing/problems.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { TEST_TIME, type TestContext, testContext } from './testing/test-context.ts';

const Thing = z.object({
  name: z.string().min(1, { error: 'required' }).max(20),
  price: PositiveAmount.nullable().default(null),
  tags: z.array(z.string().max(5)).max(3).default([]),
});

const common = { tag: 'test', summary: 'For tests' } as const;
const anyAnswer = z.unknown();
const echo = endpoint({
  ...common,
  method: 'put',
  path: '/things/{thingId}',
  access: 'public',
  params: z.object({ thingId: Id }),
  query: z.object({ page: z.coerce.number().int().min(0).default(0) }),
  body: z.object({ thing: Thing }),
  answer: anyAnswer,
});
const get = (path: string) =>
  endpoint({ ...common, method: 'get', path, access: 'public', answer: anyAnswer });
const whoami = endpoint({
  ...common,
  method: 'get',
  path: '/whoami',
  access: 'user',
  answer: anyAnswer,
});
const company = endpoint({
  ...common,
  method: 'get',
  path: '/company',
  access: 'company',
  needs: 'read',
  answer: anyAnswer,
});
const webhook = endpoint({
  ...common,
  method: 'post',
  path: '/webhooks/{marketplace}',
  access: 'public',
  params: z.object({ marketplace: z.string() }),
  body: z.unknown(),
  answer: anyAnswer,
});
const wrong = endpoint({
  ...common,
  method: 'get',
  path: '/wrong',
  access: 'public',
  answer: z.object({ id: z.number() }),
});

const file = download({
  ...common,
  method: 'get',
  path: '/things/{thingId}/file',
  access: 'user',
  needs: 'read',
  params: z.object({ thingId: Id }),
  type: 'text/csv',
});

const SEAT = { sessionId: 's', expiresAt: TEST_TIME, opens: null };
const CALLERS: Record<string, Caller> = {
  company: { personId: 1, companyId: 7, role: 'manager', ...SEAT },
  person: { personId: 2, companyId: null, role: null, ...SEAT },
};
const authenticate = (token: string) => {
  const caller = CALLERS[token];
  return caller ? Promise.resolve(caller) : Promise.reject(kernelProblem('unauthorized'));
};

const testRoutes = (): Route[] => [
  route(echo, ({ params, query, body }) => Promise.resolve({ params, query, body })),
  route(get('/things/{thingId}'), () => Promise.resolve('one thing')),
  route(get('/things/all'), () => Promise.resolve('all things')),
  route(whoami, ({ actor }) => Promise.resolve(actor)),
  route(company, ({ actor, locale }) => Promise.resolve({ actor, locale })),
  route(webhook, ({ body }) => Promise.resolve({ body: body ?? null })),
  route(get('/conflict'), () =>
    Promise.reject(
      problem('rule_changed', { detail: 'Somebody else saved it', values: { version: 3 } }),
    ),
  ),
  route(get('/bug'), () =>
    Promise.reject(new Error('the inside', { cause: new Error('the very inside') })),
  ),
  route(get('/away'), () =>
    Promise.reject(
      new Error('query failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    ),
  ),
  route(file, ({ params }) =>
    Promise.resolve({
      fileName: `thing-${params.thingId}.csv`,
      body: ReadableStream.from(['a;b\r\n', '1;2\r\n']).pipeThrough(new TextEncoderStream()),
    }),
  ),
  route(wrong, () => Promise.resolve({ id: 'seven' } as unknown as { id: number })),
];

describe('the application', () => {
  let database: TestDatabase;
  let ctx: TestContext;
  let app: ReturnType<typeof createApp>;

  beforeAll(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
    const site = new Hono<AppEnv>();
    site.get('*', (c) => c.html('<p>shell</p>', 200, { 'content-security-policy': 'of the site' }));
    const health = platformRoutes(ctx, { version: '1.2.3', workersHealthy: () => true });
    app = createApp(ctx, [...testRoutes(), ...health], {
      authenticate,
      version: '1.2.3',
      site,
      checkAnswers: true,
    });
  });
  afterAll(() => database.close());

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  const problemOf = async (...args: Parameters<typeof call>) => {
    const { status, headers, json } = await call(...args);
    assert.equal(headers.get('content-type'), 'application/problem+json');
    const problem = ProblemBody.parse(json);
    assert.equal(problem.status, status);
    assert.equal(problem.requestId, headers.get('x-request-id'));
    return problem;
  };
  describe('with a request', () => {
    it('reads what its schemas allow, defaults and conversions included', async () => {
      const { status, json } = await call('PUT', '/things/12?page=3', { thing: { name: 'a' } });
      assert.equal(status, 200);
      assert.deepEqual(json, {
        params: { thingId: 12 },
        query: { page: 3 },
        body: { thing: { name: 'a', price: null, tags: [] } },
      });
    });

    it('takes a fixed path for itself, not for an id', async () => {
      assert.equal((await call('GET', '/things/all')).json, 'all things');
      assert.equal((await call('GET', '/things/5')).json, 'one thing');
    });

    it('names every fault at once, wherever it is', async () => {
      const problem = await problemOf('PUT', '/things/x?page=-1', {
        thing: { name: '', price: 1.234, tags: ['short', 'much too long'] },
      });
      assert.deepEqual([problem.status, problem.code], [422, 'invalid_request']);
      assert.deepEqual(
        problem.faults?.map(({ path, code }) => `${path} ${code}`),
        [
          'thingId invalid_type',
          'page too_small',
          'thing.name required',
          'thing.price two_decimals',
          'thing.tags.1 too_big',
        ],
      );
    });

    it('refuses what is not JSON, broken JSON, and JSON without a bottom', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal(
        (await problemOf('PUT', '/things/1', 'a=b', form)).code,
        'unsupported_media_type',
      );
      for (const broken of [
        '{',
        '{"thing": undefined}',
        '{"a":1}}',
        `${'['.repeat(100)}${']'.repeat(100)}`,
      ]) {
        const { status, code } = await problemOf('POST', '/webhooks/any', broken);
        assert.deepEqual([status, code], [400, 'invalid_json'], broken.slice(0, 20));
      }
      const notUtf8 = await app.request('/api/webhooks/any', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      });
      assert.equal((await notUtf8.json()).code, 'invalid_json');
    });

    it('refuses texts that no database takes, also where any value is allowed', async () => {
      for (const body of ['{"a":{"b":["x\\u0000"]}}', '{"a":{"b":["\\ud800"]}}']) {
        const problem = await problemOf('POST', '/webhooks/any', body);
        assert.deepEqual(
          problem.faults?.map(({ path, code }) => [path, code]),
          [['a.b.0', 'invalid_character']],
        );
      }
      assert.equal(
        (await problemOf('PUT', '/things/1?page=%00', { thing: {} })).code,
        'invalid_request',
      );
    });

    it('refuses a body that is too large, with and without Content-Length', async () => {
      const large = JSON.stringify({ thing: { name: 'x'.repeat(1024 * 1024) } });
      assert.deepEqual((await problemOf('PUT', '/things/1', large)).status, 413);
      const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
      let chunks = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          chunks += 1;
          controller.enqueue(chunk);
        },
      });
      const response = await app.request('/api/things/1', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: endless,
      });
      assert.equal(response.status, 413);
      assert.ok(chunks < 25, `${chunks} chunks were read`);
    });

    it('takes an empty body where any value is allowed', async () => {
      const response = await app.request('/api/webhooks/any', { method: 'POST' });
      assert.deepEqual(await response.json(), { body: null });
    });

    it('has a problem for what does not exist, in any method', async () => {
      for (const [method, path] of [
        ['GET', '/nothing'],
        ['DELETE', '/things/1'],
        ['GET', ''],
        ['GET', '/'],
      ] as const) {
        assert.equal((await problemOf(method, path)).code, 'not_found', `${method} ${path}`);
      }
    });

    it('answers anything that is thrown at it, never with a fault of ours', async () => {
      const path = fc.oneof(
        fc.webPath(),
        fc.constantFrom(
          '/things/%',
          '/things/%ff',
          '/things/%00',
          '/whoami',
          '/things/1?page=%ff&page=2',
        ),
        fc.string().map((text) => `/things/${encodeURIComponent(text.toWellFormed())}`),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'),
          path,
          fc.oneof(fc.json(), fc.string()),
          fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', ''),
          fc.constantFrom('', 'Bearer company', 'Bearer', 'Basic x', 'Bearer \u00e9'),
          async (method, at, body, type, authorization) => {
            const response = await app.request(`/api${at}`, {
              method,
              headers: { 'content-type': type, authorization },
              ...(method === 'GET' ? {} : { body }),
            });
            assert.ok(response.status < 500, `${response.status} for ${method} ${at}`);
            await response.text();
          },
        ),
        { numRuns: 500 },
      );
    });
  });

  describe('with a caller', () => {
    const as = (token: string) => ({ authorization: `Bearer ${token}` });

    it('wants a token where the endpoint does', async () => {
      for (const path of ['/whoami', '/company']) {
        const { status, headers, json } = await call('GET', path);
        assert.deepEqual([status, json.code], [401, 'unauthorized']);
        assert.equal(headers.get('www-authenticate'), 'Bearer');
        assert.equal((await problemOf('GET', path, undefined, as('forged'))).code, 'unauthorized');
        assert.equal(
          (await problemOf('GET', path, undefined, { authorization: 'Basic abc' })).status,
          401,
        );
      }
    });

    it('authenticates before it reads the body', async () => {
      const secured = createApp(
        ctx,
        [
          route({ ...echo, access: 'company' as const, needs: 'read' }, () =>
            Promise.resolve(null),
          ),
        ],
        { authenticate, version: '1' },
      );
      const response = await secured.request('/api/things/1', { method: 'PUT', body: '{' });
      assert.equal(response.status, 401);
    });

    it('wants a company where the endpoint does', async () => {
      assert.equal((await call('GET', '/whoami', undefined, as('person'))).json.personId, 2);
      const problem = await problemOf('GET', '/company', undefined, as('person'));
      assert.deepEqual([problem.status, problem.code], [403, 'company_required']);
      const { json } = await call('GET', '/company', undefined, as('company'));
      assert.deepEqual(json.actor, { personId: 1, companyId: 7, role: 'manager' });
    });

    it('answers in the requested language', async () => {
      const locale = (headers: Record<string, string>) => localeOf(new Headers(headers));
      assert.equal(locale({}), 'pt');
      assert.equal(locale({ 'accept-language': 'en-US,en;q=0.9,pt;q=0.8' }), 'en');
      assert.equal(locale({ 'accept-language': 'fr, de;q=0.9, es-AR;q=0.5, en;q=0.1' }), 'es');
      assert.equal(locale({ 'accept-language': 'en;q=0, pt-BR' }), 'pt');
      assert.equal(locale({ 'accepted-language': 'es', 'accept-language': 'en' }), 'es');
      assert.equal(locale({ 'accept-language': ';;;q=x,,' }), 'pt');
      const { headers } = await call('GET', '/company', undefined, {
        ...as('company'),
        'accept-language': 'en',
      });
      assert.equal(headers.get('content-language'), 'en');
    });
  });

  describe('with an error', () => {
    it("reports a caller's fault by its code, its values, and its text in the language of the request", async () => {
      const problem = await problemOf('GET', '/conflict', undefined, { 'accepted-language': 'es' });
      assert.deepEqual(
        { ...problem, requestId: null },
        {
          type: 'urn:primazia:problem:rule_changed',
          title: 'Conflict',
          status: 409,
          code: 'rule_changed',
          text: PROBLEMS.rule_changed.es,
          level: 'negative',
          remedy: 'refresh',
          detail: 'Somebody else saved it',
          requestId: null,
          values: { version: 3 },
        },
      );
    });

    it('hides an internal error from the caller, and logs it whole', async () => {
      const problem = await problemOf('GET', '/bug');
      assert.deepEqual(Object.keys(problem).sort(), [
        'code',
        'level',
        'remedy',
        'requestId',
        'status',
        'text',
        'title',
        'type',
      ]);
      assert.equal(problem.code, 'internal_error');
      const line = JSON.parse(ctx.complaints.at(-1)!);
      assert.deepEqual(
        [line.requestId, line.path, line.error.message, line.error.cause.message],
        [problem.requestId, '/api/bug', 'the inside', 'the very inside'],
      );
    });

    it('sends Retry-After while the database is unavailable', async () => {
      const { status, headers, json } = await call('GET', '/away');
      assert.deepEqual(
        [status, json.code, headers.get('retry-after')],
        [503, 'service_not_available', '5'],
      );
    });

    it('finds an answer that breaks its contract', async () => {
      assert.equal((await problemOf('GET', '/wrong')).code, 'internal_error');
      assert.match(ctx.complaints.at(-1)!, /the answer of get \/wrong breaks its contract/);
    });
  });

  describe('with an answer', () => {
    it('is identified by its request, and not cached', async () => {
      const first = await call('GET', '/things/1');
      const second = await call('GET', '/things/1');
      assert.notEqual(first.headers.get('x-request-id'), second.headers.get('x-request-id'));
      assert.equal(first.headers.get('cache-control'), 'no-store');
      assert.equal(first.headers.get('x-content-type-options'), 'nosniff');
      assert.match(first.headers.get('content-security-policy')!, /default-src 'none'/);
      assert.equal(first.headers.get('strict-transport-security'), null);
    });

    it('may be a file, for those who may have it', async () => {
      const get = (token: string) =>
        app.request('/api/things/4/file', { headers: { authorization: `Bearer ${token}` } });
      const response = await get('company');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.equal(
        response.headers.get('content-disposition'),
        'attachment; filename="thing-4.csv"',
      );
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(await response.text(), 'a;b\r\n1;2\r\n');
      const refused = await get('nobody');
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get('content-disposition'), null);
      await refused.body?.cancel();
    });

    it('sends HSTS if the public address is https', async () => {
      const secure: AppContext = {
        ...ctx,
        config: { ...ctx.config, publicUrl: 'https://primazia.example' },
      };
      const response = await createApp(secure, [], { authenticate, version: '1' }).request(
        '/api/x',
      );
      assert.match(response.headers.get('strict-transport-security')!, /max-age=\d+/);
    });

    it('passes everything but the API to the site, with its own policy for pages', async () => {
      const page = await app.request('/app/anything');
      assert.equal(await page.text(), '<p>shell</p>');
      assert.equal(page.headers.get('content-security-policy'), 'of the site');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    });
  });

  it('uses the request id of a proxy if it is valid', async () => {
    const idOf = async (id: string) =>
      (await call('GET', '/things/1', undefined, { 'x-request-id': id })).headers.get(
        'x-request-id',
      );
    assert.equal(await idOf('edge-7f3a.12_x'), 'edge-7f3a.12_x');
    for (const bad of [
      'short',
      'x'.repeat(65),
      'with space inside',
      '"quoted-text"',
      '-leading-dash',
    ]) {
      const given = await idOf(bad);
      assert.match(given ?? '', /^[0-9a-f-]{36}$/, bad);
    }
  });

  it('logs each answer in one line, with its route and without the requested path', async () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), clock: ctx.clock, level: 'info' });
    const talkative = createApp({ ...ctx, log }, testRoutes(), { authenticate, version: '1' });
    await talkative.request('/api/things/1717171?page=secret');
    await talkative.request('/api/company', { headers: { authorization: 'Bearer company' } });
    await talkative.request('/api/none/1717171');
    assert.deepEqual(
      lines.map((line) => {
        const { message, method, route, status, personId, companyId } = JSON.parse(line);
        return [message, method, route, status, personId, companyId];
      }),
      [
        ['answered', 'GET', '/things/{thingId}', 200, undefined, undefined],
        ['answered', 'GET', '/company', 200, 1, 7],
        ['answered', 'GET', 'unknown', 404, undefined, undefined],
      ],
    );
    assert.ok(lines.every((line) => JSON.parse(line).requestId && JSON.parse(line).ms >= 0));
    assert.doesNotMatch(lines.join(), /1717171|secret/);
  });

  it('closes for maintenance, all but its health and its pages', async () => {
    const closed = { ...ctx, config: { ...ctx.config, maintenance: true } };
    const site = new Hono<AppEnv>();
    site.get('*', (c) => c.text('shell'));
    const closedApp = createApp(
      closed,
      [...testRoutes(), ...platformRoutes(closed, { version: '1', workersHealthy: () => true })],
      { authenticate, version: '1', site },
    );
    for (const path of ['/things/1', '/ready', '/nothing', '/openapi.json']) {
      const response = await closedApp.request(`/api${path}`);
      assert.deepEqual(
        [response.status, (await response.json()).code, response.headers.get('retry-after')],
        [503, 'maintenance', '30'],
        path,
      );
    }
    assert.equal((await (await closedApp.request('/api/health')).json()).status, 'maintenance');
    assert.equal(await (await closedApp.request('/app')).text(), 'shell');
  });

  it('reports to pages what kind of installation it is, before anybody has signed in', async () => {
    const { status, json } = await call('GET', '/site');
    assert.equal(status, 200);
    const { environment, helpUrl, moduleOrigins } = ctx.config;
    assert.deepEqual(json, {
      environment,
      api: API_VERSION,
      helpUrl,
      signIn: [],
      moduleOrigins: [...moduleOrigins],
    });
  });

  it('reports whether requests may be sent to it', async () => {
    assert.deepEqual((await call('GET', '/ready')).json, { ready: true });
    const sick = createApp(
      ctx,
      platformRoutes(ctx, { version: '1', workersHealthy: () => false }),
      { authenticate, version: '1' },
    );
    const response = await sick.request('/api/ready');
    assert.deepEqual(
      [response.status, (await response.json()).code],
      [503, 'service_not_available'],
    );

    // A standby answers, and takes no writes.
    const pool = openPool(`${database.url}?default_transaction_read_only=on`, 2);
    const standby = { ...ctx, db: toDb(pool) };
    const there = createApp(
      standby,
      platformRoutes(standby, { version: '1', workersHealthy: () => true }),
      { authenticate, version: '1' },
    );
    assert.equal((await there.request('/api/ready')).status, 503);
    const write = within(standby.db, { system: true }, (trx) =>
      trx.deleteFrom('attempt').execute(),
    );
    await assert.rejects(write, isUnreachable);
    await pool.end({ timeout: 1 });
  });

  it('reports what a role does not allow', async () => {
    const write = { ...company, needs: 'write' as const };
    const own = { ...company, path: '/own', needs: 'own' as const };
    const roles = createApp(
      ctx,
      [write, own].map((each) => route(each, () => Promise.resolve('done'))),
      {
        authenticate: (role) =>
          Promise.resolve({ ...CALLERS.company!, role: role as 'owner' | 'manager' | 'analyst' }),
        version: '1',
      },
    );
    const ask = async (role: string, path: string) => {
      const response = await roles.request(`/api${path}`, {
        headers: { authorization: `Bearer ${role}` },
      });
      const json = await response.json();
      return `${response.status} ${json.code ?? json}`;
    };
    const answers = [];
    for (const role of ['analyst', 'manager', 'owner']) {
      for (const path of ['/company', '/own']) answers.push(await ask(role, path));
    }
    const refused = '403 no_permission';
    assert.deepEqual(answers, [refused, refused, '200 done', refused, '200 done', '200 done']);
  });

  it('does not start with two routes at one place', () => {
    const twice = [
      route(get('/a/{one}'), () => Promise.resolve(null)),
      route(get('/a/{other}'), () => Promise.resolve(null)),
    ];
    assert.throws(
      () => createApp(ctx, twice, { authenticate, version: '1' }),
      /two routes at get \/a/,
    );
  });

  it('reports its health', async () => {
    const { json } = await call('GET', '/health');
    assert.deepEqual(json, { status: 'ok', version: '1.2.3', database: true, jobs: true });
    const sick = createApp(
      ctx,
      platformRoutes(ctx, { version: '1', workersHealthy: () => false }),
      { authenticate, version: '1' },
    );
    assert.deepEqual(await (await sick.request('/api/health')).json(), {
      status: 'degraded',
      version: '1',
      database: true,
      jobs: false,
    });
  });
});
