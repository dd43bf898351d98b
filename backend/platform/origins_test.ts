import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { createApp } from '../app.ts';
import { download, endpoint } from '../kernel/endpoint.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TEST_TIME, type TestContext, testContext } from '../testing/test-context.ts';
import { type Authenticate, type Route, route } from './http.ts';
import { foreignOriginOf, isOwnOrigin } from './origins.ts';
import { problem } from './problems.ts';
import { routes as platformRoutes } from './routes.ts';

const ERP = 'https://erp.test';
const STRANGER = 'https://stranger.test';

const common = { tag: 'test', summary: 'For tests' } as const;
const sign = endpoint({
  ...common,
  method: 'post',
  path: '/sign',
  access: 'public',
  answer: z.object({}),
});
const write = endpoint({
  ...common,
  method: 'put',
  path: '/things',
  access: 'company',
  needs: 'write',
  body: z.object({ name: z.string() }),
  answer: z.object({ from: z.string().nullable() }),
});
const bug = endpoint({
  ...common,
  method: 'get',
  path: '/bug',
  access: 'company',
  needs: 'read',
  answer: z.object({}),
});
const file = download({
  ...common,
  method: 'get',
  path: '/file',
  access: 'company',
  needs: 'read',
  type: 'text/csv',
});

let written = 0;
const testRoutes = (): Route[] => [
  route(sign, () => Promise.resolve({})),
  route(write, ({ foreign }) => {
    written += 1;
    return Promise.resolve({ from: foreign });
  }),
  route(bug, () => Promise.reject(new Error('the inside'))),
  route(file, () => Promise.resolve({ fileName: 'a.csv', rows: 1, body: ReadableStream.from([]) })),
];

/** A token is valid on the page that it names. */
const authenticate: Authenticate = (token, _called, foreign = null) =>
  token === String(foreign)
    ? Promise.resolve({
        personId: 1,
        companyId: 7,
        role: 'manager',
        sessionId: 's',
        expiresAt: TEST_TIME,
        opens: null,
      })
    : Promise.reject(problem('foreign_origin'));

describe('a page of another origin', () => {
  let database: TestDatabase;
  let ctx: TestContext;

  beforeAll(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
  });
  afterAll(() => database.close());

  const appOf = (maintenance = false) =>
    createApp(
      { ...ctx, config: { ...ctx.config, maintenance } },
      [...testRoutes(), ...platformRoutes(ctx, { version: '1', workersHealthy: () => true })],
      {
        authenticate,
        knowsOrigin: (origin) => Promise.resolve(origin === ERP),
        version: '1',
      },
    );
  const call = (
    path: string,
    headers: Record<string, string>,
    method = 'GET',
    body?: string,
    app = appOf(),
  ) => app.request(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const bearing = (token: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });
  const codeOf = async (response: Response) => [response.status, (await response.json()).code];
  const corsOf = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  it('gets permission to call if a host has its origin, for itself only and without cookies', async () => {
    const asks = {
      origin: ERP,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,timezone',
    };
    const answer = await call('/things', asks, 'OPTIONS');
    assert.equal(answer.status, 204);
    assert.equal(await answer.text(), '');
    assert.equal(answer.headers.get('access-control-allow-origin'), ERP);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.equal(answer.headers.get('vary'), 'Origin');
    const allowed = answer.headers.get('access-control-allow-headers')!.split(', ');
    for (const name of asks['access-control-request-headers'].split(','))
      assert.ok(allowed.includes(name), name);
    assert.match(answer.headers.get('access-control-allow-methods')!, /\bPUT\b/);
  });

  it('gets none where no host has it', async () => {
    for (const origin of [STRANGER, 'null', 'https://erp.test.evil.test', 'garbage', '*', '']) {
      const asks = { origin, 'access-control-request-method': 'PUT' };
      const answer = await call('/things', asks, 'OPTIONS');
      assert.deepEqual(corsOf(answer), [], origin);
      assert.deepEqual(await codeOf(answer), [403, 'foreign_origin'], origin);
      assert.equal(answer.headers.get('vary'), 'Origin');
    }
  });

  it('may call and read, and the handler gets its origin', async () => {
    const answer = await call(
      '/things',
      { origin: ERP, ...bearing(ERP) },
      'PUT',
      JSON.stringify({ name: 'a' }),
    );
    assert.deepEqual(await answer.json(), { from: ERP });
    assert.equal(answer.headers.get('access-control-allow-origin'), ERP);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.equal(answer.headers.get('vary'), 'Origin');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin');
    const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
    for (const name of ['x-request-id', 'retry-after', 'x-primazia-api', 'content-disposition'])
      assert.ok(exposed.includes(name), name);
    const rows = await call('/file', { origin: ERP, ...bearing(ERP) });
    assert.match(rows.headers.get('content-disposition')!, /a\.csv/);
    assert.ok(exposed.includes('x-rows') && rows.headers.has('x-rows'));
  });

  it('may read errors too', async () => {
    const answers: [Response | Promise<Response>, number, string][] = [
      [call('/nothing', { origin: ERP }), 404, 'not_found'],
      [call('/bug', { origin: ERP }), 401, 'unauthorized'],
      [call('/bug', { origin: ERP, ...bearing('null') }), 403, 'foreign_origin'],
      [call('/bug', { origin: ERP, ...bearing(ERP) }), 500, 'internal_error'],
      [call('/bug', { origin: ERP }, 'GET', undefined, appOf(true)), 503, 'maintenance'],
    ];
    for (const [answering, status, code] of answers) {
      const answer = await answering;
      assert.equal(answer.headers.get('access-control-allow-origin'), ERP, code);
      assert.deepEqual(await codeOf(answer), [status, code]);
    }
  });

  it('does nothing and reads nothing where no host has it, with any token and also without', async () => {
    const before = written;
    for (const token of ['null', STRANGER, ERP]) {
      const headers = { origin: STRANGER, ...bearing(token) };
      const answer = await call('/things', headers, 'PUT', JSON.stringify({ name: 'a' }));
      assert.deepEqual(corsOf(answer), []);
      assert.deepEqual(await codeOf(answer), [403, 'foreign_origin']);
    }
    for (const path of ['/health', '/openapi.json', '/nothing'])
      assert.deepEqual(await codeOf(await call(path, { origin: STRANGER })), [
        403,
        'foreign_origin',
      ]);
    assert.equal(written, before);
  });

  it('calls nothing that is for our own pages', async () => {
    assert.deepEqual(await codeOf(await call('/sign', { origin: ERP }, 'POST')), [
      403,
      'foreign_origin',
    ]);
    for (const headers of [{}, { origin: 'http://localhost:8080' }] as Record<string, string>[])
      assert.equal((await call('/sign', headers, 'POST')).status, 200);
    assert.equal((await call('/health', { origin: ERP })).status, 200);
  });

  it("gets the API's version in every answer, with `Vary: Origin`", async () => {
    for (const path of ['/openapi.json', '/nothing', '/bug']) {
      const { headers } = await call(path, {});
      assert.match(headers.get('x-primazia-api')!, /^[1-9]\d*$/, path);
      assert.equal(headers.get('vary'), 'Origin');
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
    assert.equal((await appOf().request('/app')).headers.get('x-primazia-api'), null);
  });

  it('is refused as soon as no host has it any more', async () => {
    let has = true;
    const app = createApp(ctx, testRoutes(), {
      authenticate,
      knowsOrigin: () => Promise.resolve(has),
      version: '1',
    });
    const headers = { origin: ERP, ...bearing(ERP) };
    const put = () => call('/things', headers, 'PUT', '{"name":"a"}', app);
    assert.equal((await put()).status, 200);
    has = false;
    assert.equal((await put()).status, 403);
  });
});

describe('the origin of a page', () => {
  const own = 'http://localhost:8080';
  const of = (origin: string | null, host: string | null, publicUrl = own) =>
    foreignOriginOf(
      new Headers({ ...(origin === null ? {} : { origin }), ...(host === null ? {} : { host }) }),
      publicUrl,
    );

  it('is our own by all names of this machine', () => {
    for (const origin of [own, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
      assert.equal(isOwnOrigin(origin, own), true, origin);
    for (const origin of [
      'http://localhost:8081',
      'https://localhost:8080',
      'http://localhost.evil.example:8080',
      'http://192.168.0.1:8080',
      'null',
      '',
    ])
      assert.equal(isOwnOrigin(origin, own), false, origin);
    assert.equal(isOwnOrigin('https://primazia.example', 'https://primazia.example'), true);
    assert.equal(isOwnOrigin('http://127.0.0.1', 'https://primazia.example'), false);
  });

  it('is not foreign without a page, or if the page calls its own origin', () => {
    assert.equal(of(null, 'localhost:8080'), null);
    assert.equal(of(own, 'elsewhere'), null);
    assert.equal(of('http://192.168.0.1:8080', '192.168.0.1:8080'), null);
    assert.equal(of('https://primazia.example', 'PRIMAZIA.example'), null);
  });

  it('is foreign otherwise, whatever its headers', () => {
    for (const origin of [ERP, 'http://localhost:8081', 'http://192.168.0.1', 'null', 'http://'])
      assert.equal(of(origin, 'localhost:8080'), origin);
    assert.equal(of(ERP, null), ERP);
    assert.equal(of('null', 'null'), 'null');
  });
});
