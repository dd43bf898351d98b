import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createApp } from '../app.ts';
import { parseNetworks } from '../platform/client-address.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  SCENE_PASSWORD,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { drain, TEST_TIME, testConfig } from '../testing/test-context.ts';
import { authenticate } from './actions.ts';
import { workers } from './jobs.ts';
import { routes } from './routes.ts';

const PROXY = '10.0.0.9';

let scene: IdentityScene;
let serra: number;
let lia: ScenePerson;
let app: ReturnType<typeof createApp>;
let letters: string[];

beforeAll(async () => {
  const trustedProxies = parseNetworks('10.0.0.0/8');
  scene = await identityScene({ config: { ...testConfig, trustedProxies } });
  serra = await scene.company('Casa da Serra');
});
afterAll(() => scene.close());
beforeEach(async () => {
  const { ctx } = scene;
  ctx.setTime(TEST_TIME);
  letters = [];
  await scene.database.owner`delete from attempt`;
  lia = await scene.person('Lia', { [serra]: 'owner' });
  app = createApp(ctx, routes(ctx), {
    authenticate: authenticate(ctx),
    version: 'test',
    checkAnswers: true,
  });
});

interface Given {
  body?: object | undefined;
  token?: string | undefined;
  forwardedFor?: string;
  key?: string;
}

async function call(
  method: string,
  path: string,
  { body, token, forwardedFor = HOME, key }: Given = {},
) {
  const init = {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': forwardedFor,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  const remoteAddr = { transport: 'tcp', hostname: PROXY, port: 5_000 } as const;
  const response = await app.request(`/api${path}`, init, { remoteAddr });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}

/** Status and code of a refusal. */
const refusal = async (...given: Parameters<typeof call>) => {
  const { status, answer } = await call(...given);
  return [status, answer.code];
};

const login = (person = lia, password = SCENE_PASSWORD, forwardedFor = HOME) =>
  call('POST', '/auth/login', { body: { email: person.email, password }, forwardedFor });

async function enter(person = lia): Promise<string> {
  const { answer } = await login(person);
  const given = { body: { companyId: serra }, token: answer.token };
  return (await call('POST', '/auth/company', given)).answer.token;
}

const post = () =>
  drain(
    scene.ctx,
    workers(scene.ctx, {
      send: ({ text }) => {
        letters.push(text);
        return Promise.resolve();
      },
    }),
  );

describe('the routes of identity', () => {
  it('lead from the password to a company, and out again', async () => {
    const signedIn = await login();
    assert.equal(signedIn.status, 200);
    const { token, refresh_token: _, ...rest } = signedIn.answer;
    assert.deepEqual(rest, {
      name: 'Lia',
      email: lia.email,
      companies: [{ id: serra, name: 'Casa da Serra' }],
      must_change_password: false,
      locale: null,
    });
    const companies = await call('GET', '/auth/companies', { token });
    assert.deepEqual(companies.answer, { companies: [{ id: serra, name: 'Casa da Serra' }] });

    const chosen = await call('POST', '/auth/company', { body: { companyId: serra }, token });
    assert.deepEqual(Object.keys(chosen.answer).sort(), [
      'company_id',
      'company_name',
      'email',
      'name',
      'refresh_token',
      'token',
    ]);
    const { refresh_token } = chosen.answer;
    const renewed = await call('POST', '/auth/refresh', { body: { refresh_token } });
    assert.equal(renewed.answer.company_name, 'Casa da Serra');

    const body = { refresh_token: renewed.answer.refresh_token };
    assert.deepEqual((await call('POST', '/auth/logout', { body })).answer, { ended: true });
    assert.deepEqual(await refusal('POST', '/auth/refresh', { body }), [401, 'session_ended']);
  });

  it('heed the key of a renewal, and pass over that of a sign-in', async () => {
    const credentials = { email: lia.email, password: SCENE_PASSWORD };
    const enters = () => call('POST', '/auth/login', { body: credentials, key: 'once' });
    const { refresh_token } = (await enters()).answer;
    assert.notEqual((await enters()).answer.refresh_token, refresh_token);

    const renew = (key: string) => call('POST', '/auth/refresh', { body: { refresh_token }, key });
    const first = await renew('once');
    assert.equal((await renew('once')).answer.refresh_token, first.answer.refresh_token);
    assert.equal((await renew('another')).answer.code, 'refresh_conflict');
    assert.equal((await renew('é')).answer.code, 'idempotency_key_invalid');
  });

  it('answer 401 to a wrong password and to no token', async () => {
    const { status, answer } = await login(lia, 'wrong');
    assert.deepEqual([status, answer.code], [401, 'invalid_credentials']);
    for (const [method, path, body] of [
      ['POST', '/auth/company', { companyId: serra }],
      ['POST', '/auth/logout-everywhere', undefined],
      ['POST', '/auth/change-password', { current_password: 'a', password: SCENE_PASSWORD }],
      ['GET', '/v1/members', undefined],
      ['GET', '/v1/audit', undefined],
    ] as const) {
      assert.deepEqual(await refusal(method, path, { body }), [401, 'unauthorized'], path);
    }
  });

  it('inform a throttled caller how long to wait', async () => {
    for (let n = 0; n < 5; n++) await login(lia, 'wrong');
    const { status, answer, headers } = await login();
    assert.deepEqual([status, answer.code], [429, 'too_many_attempts']);
    assert.deepEqual(answer.values, { retryAfterSeconds: 1 });
    assert.equal(headers.get('retry-after'), '1');
  });

  it('count by the address that the proxy reports', async () => {
    for (let n = 0; n < 5; n++) await login(lia, 'wrong');
    assert.equal((await login()).status, 429);
    // What the caller claims in front of the proxy changes nothing.
    assert.equal((await login(lia, SCENE_PASSWORD, `192.0.2.77, ${HOME}`)).status, 429);
    assert.equal((await login(lia, SCENE_PASSWORD, '192.0.2.77')).status, 200);
  });

  it('end all sessions of a person', async () => {
    const [one, two] = [await enter(), await enter()];
    assert.deepEqual((await call('POST', '/auth/logout-everywhere', { token: one })).answer, {
      ended: 2,
    });
    scene.ctx.advance(1_000);
    for (const token of [one, two]) {
      assert.deepEqual(await refusal('GET', '/v1/members', { token }), [401, 'session_ended']);
    }
  });

  it('reset a forgotten password', async () => {
    for (const email of [lia.email, 'nobody@casa.test']) {
      const body = { email, locale: 'en' };
      const { status, answer } = await call('POST', '/auth/forgot-password', { body });
      assert.deepEqual([status, answer], [200, { sent: true }]);
    }
    await post();
    assert.equal(letters.length, 1);
    const token = /token=([\w-]+)/.exec(letters[0]!)![1]!;
    const weak = await call('POST', '/auth/reset-password', { body: { token, password: 'ab' } });
    assert.equal(weak.status, 422);
    assert.deepEqual(
      weak.answer.faults.map((fault: { path: string; code: string }) => [fault.path, fault.code]),
      [
        ['password', 'password_too_short'],
        ['password', 'password_needs_uppercase'],
        ['password', 'password_needs_special'],
        ['password', 'password_needs_digit'],
      ],
    );
    const body = { token, password: 'Outra#2027' };
    assert.deepEqual((await call('POST', '/auth/reset-password', { body })).answer, {
      changed: true,
    });
    assert.deepEqual(await refusal('POST', '/auth/reset-password', { body }), [422, 'link_ended']);
    assert.equal((await login(lia, 'Outra#2027')).status, 200);
  });

  it('let no one past a password that has to be changed', async () => {
    await scene.database.owner`update person set must_change_password = true where id = ${lia.id}`;
    const { answer } = await login();
    const { token } = answer;
    assert.equal(answer.must_change_password, true);
    assert.equal((await call('GET', '/auth/companies', { token })).status, 200);
    for (const [method, path, body] of [
      ['POST', '/auth/company', { companyId: serra }],
      ['POST', '/auth/logout-everywhere', undefined],
      ['GET', '/v1/members', undefined],
    ] as const) {
      assert.deepEqual(
        await refusal(method, path, { body, token }),
        [403, 'password_change_required'],
        path,
      );
    }
    const body = { current_password: SCENE_PASSWORD, password: 'Outra#2027' };
    const changed = await call('POST', '/auth/change-password', { body, token });
    assert.equal(changed.status, 200);
    const given = { body: { companyId: serra }, token: changed.answer.token };
    assert.equal((await call('POST', '/auth/company', given)).status, 200);
  });
});

describe('the routes of members, hosts and the audit log', () => {
  it('are for those whose role allows it', async () => {
    const manager = await enter(await scene.person('Gil', { [serra]: 'manager' }));
    const analyst = await enter(await scene.person('Ana', { [serra]: 'analyst' }));
    const owner = await enter();
    const { publicKey } = await generateKeyPair('ES256');
    const host = { issuer: 'https://erp.test', publicKey: await exportJWK(publicKey) };
    const table: [string, string, object | undefined, [number, number, number]][] = [
      ['GET', '/v1/members', undefined, [200, 200, 200]],
      [
        'POST',
        '/v1/members',
        { email: 'n@casa.test', name: 'N', role: 'analyst' },
        [403, 403, 200],
      ],
      ['PUT', '/v1/members/987654', { role: 'analyst' }, [403, 403, 404]],
      ['DELETE', '/v1/members/987654', undefined, [403, 403, 404]],
      ['GET', '/v1/hosts', undefined, [403, 403, 200]],
      ['POST', '/v1/hosts', host, [403, 403, 200]],
      ['DELETE', '/v1/hosts/987654', undefined, [403, 403, 404]],
      ['GET', '/v1/audit', undefined, [403, 200, 200]],
    ];
    for (const [method, path, body, expected] of table) {
      const given = [analyst, manager, owner].map((token) => ({ body, token }));
      const statuses: number[] = [];
      for (const one of given) statuses.push((await call(method, path, one)).status);
      assert.deepEqual(statuses, expected, `${method} ${path}`);
    }
  });

  it('carry a member from the invitation to the end', async () => {
    const token = await enter();
    const body = { email: 'Nova@casa.test', name: 'Nova', role: 'manager', locale: 'es' };
    const { answer: member } = await call('POST', '/v1/members', { body, token });
    assert.deepEqual([member.email, member.invited], ['nova@casa.test', true]);
    await post();
    assert.ok(letters.some((text) => text.includes('Te agregaron a la empresa Casa da Serra')));
    const path = `/v1/members/${member.personId}`;
    const changed = await call('PUT', path, { body: { role: 'analyst' }, token });
    assert.equal(changed.answer.role, 'analyst');
    assert.deepEqual((await call('DELETE', path, { token })).answer, { removed: true });
  });

  it('show who did what, newest first, by person and by action', async () => {
    const norte = await scene.company('Norte');
    const bia = await scene.person('Bia', { [norte]: 'owner' });
    const { answer } = await login(bia);
    const choose = { body: { companyId: norte }, token: answer.token };
    const { token } = (await call('POST', '/auth/company', choose)).answer;
    await login(bia, 'wrong');
    scene.ctx.advance(1_000);
    const added = await call('POST', '/v1/members', {
      body: { email: 'gil@casa.test', name: 'Gil', role: 'analyst' },
      token,
    });
    const all = await call('GET', '/v1/audit', { token });
    assert.deepEqual(
      all.answer.content.map((entry: { action: string; personName: string }) => [
        entry.action,
        entry.personName,
      ]),
      [
        ['identity.member_added', 'Bia'],
        ['identity.sign_in_failed', 'Bia'],
        ['identity.signed_in', 'Bia'],
      ],
    );
    const [newest, failed] = all.answer.content;
    assert.deepEqual(newest, {
      id: newest.id,
      at: new Date(TEST_TIME.getTime() + 1_000).toISOString(),
      personId: bia.id,
      personName: 'Bia',
      action: 'identity.member_added',
      subject: String(added.answer.personId),
      values: { email: 'gil@casa.test', role: 'analyst', isNew: true },
    });
    assert.deepEqual(failed.values, { address: HOME });
    assert.equal(JSON.stringify(all.answer).includes('wrong'), false);

    const query = async (text: string) =>
      (await call('GET', `/v1/audit?${text}`, { token })).answer;
    assert.equal((await query('action=identity.signed_in')).totalElements, 1);
    assert.equal((await query(`personId=${bia.id}`)).totalElements, 3);
    assert.equal((await query(`personId=${lia.id}`)).totalElements, 0);
    const second = await query('page=1&limit=2');
    assert.deepEqual([second.content.length, second.totalElements, second.totalPages], [1, 3, 2]);
  });

  it('take a token of a host', async () => {
    const token = await enter();
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const { answer: host } = await call('POST', '/v1/hosts', {
      body: {
        issuer: 'https://erp.test',
        publicKey: await exportJWK(publicKey),
        modules: ['mfe-pricing'],
      },
      token,
    });
    const signed = await new SignJWT({ email: lia.email, module: 'mfe-pricing' })
      .setProtectedHeader({ alg: 'ES256', kid: host.kid })
      .setIssuer('https://erp.test')
      .setAudience('primazia')
      .setIssuedAt(TEST_TIME)
      .setExpirationTime(new Date(TEST_TIME.getTime() + 60_000))
      .setJti('one')
      .sign(privateKey);
    const entered = await call('POST', '/auth/any-token', { body: { token: signed } });
    assert.deepEqual(Object.keys(entered.answer).sort(), [
      'company_id',
      'company_name',
      'email',
      'locale',
      'name',
      'token',
    ]);
    const own = { token: entered.answer.token };
    assert.deepEqual(await refusal('GET', '/v1/members', own), [403, 'no_permission']);
    assert.deepEqual(await refusal('POST', '/auth/any-token', { body: { token: signed } }), [
      401,
      'token_refused',
    ]);
    await call('DELETE', `/v1/hosts/${host.id}`, { token });
    scene.ctx.advance(1_000);
    assert.deepEqual(await refusal('GET', '/v1/members', own), [401, 'session_ended']);
  });
});
