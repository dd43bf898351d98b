// Access to every route of the OpenAPI document: each is called by everybody who must not be able to.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { decodeJwt, SignJWT } from 'jose';
import { WORKING_TREE_MODULES } from './testing/modules.ts';
import type { RouteCall } from './testing/route-calls/route-call.ts';
import { ROUTE_CALLS } from './testing/route-calls.ts';
import { signingHost } from './testing/signing-host.ts';
import type { TestCompany, Things } from './testing/things.ts';
import { openWholeApp, type WholeApp } from './testing/whole-app.ts';

let app: WholeApp;

const ROLES = ['analyst', 'manager', 'owner'] as const;
const LOWEST = { read: 'analyst', write: 'manager', own: 'owner' } as const;

/** The origin of the host's pages. */
const PAGES = 'https://embedding.test';

/** Whether a token of a module permits a route. */
const isOpenTo = (module: string, { modules = [] }: RouteCall): boolean =>
  modules === 'every' || modules.includes(module);
const MODULES = WORKING_TREE_MODULES.map(({ name }) => name);

/** A body on the wire: a file unchanged, everything else as JSON. */
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

describe('who may call what', () => {
  const people: Record<(typeof ROLES)[number], string> = { analyst: '', manager: '', owner: '' };
  /** Tokens that permit nothing inside a company. */
  const strangers: Record<string, string | null> = {
    nobody: null,
    'a forger': 'eyJhbGciOiJub25lIn0.e30.',
  };
  let homeless: string;
  /** Tokens of a host's pages, by the module that they show. */
  const embedded: Record<string, string> = {};
  let routes: [name: string, expected: RouteCall][];

  const call = async (
    name: string,
    { path, body, type }: RouteCall,
    things: Things,
    token: string | null,
    origin?: string,
  ): Promise<{ status: number; text: string }> => {
    const [method = '', template = ''] = name.split(' ');
    const response = await fetch(`${app.url}/api${path?.(things) ?? template}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(origin === undefined ? {} : { origin }),
        ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: textOf(body(things)) }),
    });
    return { status: response.status, text: await response.text() };
  };

  /** Signs in like a page that shows a single module. */
  const embed = async (company: TestCompany, module: string): Promise<string> => {
    const given = { modules: [module], origins: [PAGES] };
    const { enter } = await signingHost(app.ctx, company.actor, given);
    const [person] = await app.scene.database.owner<{ email: string }[]>`
      select email from person where id = ${company.personId}`;
    return (await enter(person!.email, module)).token;
  };

  const strangersOf = (expected: RouteCall): [string, string | null][] => [
    ...Object.entries(strangers),
    ...(expected.who === 'user'
      ? []
      : [['somebody without a company', homeless] as [string, string]]),
    ...MODULES.filter((module) => !isOpenTo(module, expected)).map((module): [string, string] => [
      module,
      embedded[module]!,
    ]),
    ...ROLES.filter((role) => isLower(role, expected)).map((role): [string, string] => [
      `a lower role: ${role}`,
      people[role],
    ]),
  ];
  const isLower = (role: (typeof ROLES)[number], { who }: RouteCall) =>
    who !== 'public' && who !== 'user' && ROLES.indexOf(role) < ROLES.indexOf(LOWEST[who]);

  /** All that a company has, as one text. */
  const stateOf = async (companyId: number): Promise<string> => {
    const { owner } = app.scene.database;
    const tables = await owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'company_id' and not a.attisdropped and c.relname <> 'session' order by 1`;
    const states = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await owner<{ state: string }[]>`
          select ${name} || ':' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as state
          from ${owner(name)} t where company_id = ${companyId}`;
        return row!.state;
      }),
    );
    return states.join('\n');
  };

  beforeAll(async () => {
    app = await openWholeApp();
    const { ours } = app;
    for (const role of ROLES) {
      const personId = role === 'owner' ? ours.personId : await app.addPerson(ours, role);
      people[role] = await app.tokenOf({ personId, companyId: ours.companyId, role });
    }
    homeless = await app.tokenOf({ personId: ours.personId });
    strangers['a session that has ended'] = await app.tokenOf(ours.actor, { ended: true });
    for (const module of MODULES) embedded[module] = await embed(ours, module);
    routes = Object.entries(ROUTE_CALLS).filter(([, { who }]) => who !== 'public');
  });
  afterAll(() => app.close());

  it('is listed here for every route of the API, and for no other', async () => {
    const { paths } = await (await fetch(`${app.url}/api/openapi.json`)).json();
    const real = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    assert.deepEqual(Object.keys(ROUTE_CALLS).sort(), real.sort());
  });

  it('lets no one in who does not belong there, and changes nothing for them', async () => {
    const things = await app.createThings(app.ours);
    const before = await stateOf(app.ours.companyId);
    let calls = 0;
    for (const [name, expected] of routes) {
      for (const [who, token] of strangersOf(expected)) {
        const { status, text } = await call(name, expected, things, token);
        assert.ok(status === 401 || status === 403, `${who} got ${status} from ${name}: ${text}`);
        assert.equal(text.includes('OURS'), false, `${who} saw something in ${name}`);
        calls += 1;
      }
    }
    assert.ok(calls > 150, `${calls} calls`);
    assert.equal(await stateOf(app.ours.companyId), before);
  });

  it("shows and changes nothing of another company's, by its real ids", async () => {
    const things = await app.createThings(app.theirs);
    for (const [name, expected] of routes.filter(([, { namesNothing }]) => !namesNothing)) {
      await expected.prepare?.(things, app.scene.database.owner);
      const before = await stateOf(app.theirs.companyId);
      const { status, text } = await call(name, expected, things, people.owner);
      const isRefused = status === 403 || status === 404 || status === 422;
      assert.ok(
        expected.passesOver ? status === 200 : isRefused,
        `${status} from ${name}: ${text}`,
      );
      assert.equal(text.includes('THEIRS'), false, `${name} shows: ${text}`);
      assert.equal(await stateOf(app.theirs.companyId), before, `${name} changed something`);
    }
  });

  it('lets everybody in who belongs there, with the least that is enough', async () => {
    for (const [name, expected] of routes) {
      const { who, prepare } = expected;
      const things = await app.createThings(app.ours);
      await prepare?.(things, app.scene.database.owner);
      const own = async () =>
        await app.tokenOf({
          ...app.ours.actor,
          personId: await app.addPerson(app.ours, 'analyst'),
          role: 'analyst',
        });
      const token = who === 'user' || who === 'public' ? await own() : people[LOWEST[who]];
      const { status, text } = await call(name, expected, things, token);
      assert.equal(status, expected.status ?? 200, `${name}: ${text}`);
    }
  });

  for (const module of MODULES) {
    it(`lets ${module} do what it shows, on the pages of its host`, async () => {
      for (const [name, expected] of routes.filter(([, route]) => isOpenTo(module, route))) {
        const things = await app.createThings(app.ours);
        await expected.prepare?.(things, app.scene.database.owner);
        const { status, text } = await call(name, expected, things, embedded[module]!, PAGES);
        assert.equal(status, expected.status ?? 200, `${name}: ${text}`);
      }
    });
  }

  it('lets no one in by a token that is wrong in one thing', async () => {
    const secret = app.ctx.config.secrets.jwtSecret;
    const claims = decodeJwt(people.owner);
    const seconds = Math.floor(app.ctx.clock().getTime() / 1_000);
    const forge = (
      changes: Record<string, unknown> = {},
      header: { alg: string; typ?: string } = { alg: 'HS256', typ: 'at+jwt' },
      key = secret,
    ) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader(header)
        .sign(new TextEncoder().encode(key));
    const routeOf = routes.find(([name]) => name === 'get /v1/members')!;
    const things = await app.createThings(app.ours);
    const statusOf = async (token: string) =>
      (await call(routeOf[0], routeOf[1], things, token)).status;
    assert.equal(await statusOf(await forge()), 200);
    const { host, sign } = await signingHost(app.ctx, app.ours.actor);
    const wrong: Record<string, string> = {
      alg: await forge({}, { alg: 'HS512', typ: 'at+jwt' }, secret.padEnd(64, secret)),
      typ: await forge({}, { alg: 'HS256', typ: 'JWT' }),
      key: await forge({}, { alg: 'HS256', typ: 'at+jwt' }, 'another secret of more than 32 bytes'),
      aud: await forge({ aud: 'erp' }),
      iss: await forge({ iss: host.issuer }),
      exp: await forge({ exp: seconds }),
      session: await forge({ sid: crypto.randomUUID() }),
      person: await forge({ sub: '999999999' }),
      "a host's own token, not exchanged": await sign('nobody@example.test'),
    };
    for (const [name, token] of Object.entries(wrong)) {
      assert.equal(await statusOf(token), 401, name);
    }
  });

  it('refuses calls of foreign pages with the token of a signed-in user', async () => {
    const things = await app.createThings(app.ours);
    const before = await stateOf(app.ours.companyId);
    for (const [name, expected] of routes) {
      const { status, text } = await call(name, expected, things, people.owner, PAGES);
      assert.equal(status, 403, `${name}: ${text}`);
      assert.equal(JSON.parse(text).code, 'foreign_origin', name);
    }
    assert.equal(await stateOf(app.ours.companyId), before);
  });

  it("lets pages of others read only what is public on purpose, and take a host's token", async () => {
    const open = [
      'get /health',
      'get /ready',
      'get /site',
      'get /v1/words',
      'post /auth/any-token',
    ];
    const things = await app.createThings(app.ours);
    const everybodys = Object.entries(ROUTE_CALLS).filter(([, { who }]) => who === 'public');
    for (const [name, expected] of everybodys) {
      const { status, text } = await call(name, expected, things, null, PAGES);
      const isRefused = status === 403 && JSON.parse(text).code === 'foreign_origin';
      assert.equal(isRefused, !open.includes(name), `${name}: ${text}`);
    }
  });
});
