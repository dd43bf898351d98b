import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, type SignOptions } from 'jose';
import type { Actor } from '../platform/app-context.ts';
import type { Called } from '../platform/http.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  problemOf,
  refusalOf,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { TEST_TIME, testContext } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { enterByHost } from './any-token.ts';
import { type Host, PublicKey } from './contract.ts';
import { registerHost, revokeHost } from './hosts.ts';
import { removeMember } from './members.ts';

const ISSUER = 'https://erp.test';
const SECONDS = TEST_TIME.getTime() / 1000;

let scene: IdentityScene;
let aurora: number;
let norte: number;
let boss: ScenePerson;
let actor: Actor;
let keys: Record<'RS256' | 'ES256', { privateKey: CryptoKey; publicKey: PublicKey }>;
let host: Host;
let jti = 0;

const pair = async (alg: 'RS256' | 'ES256') => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicKey: PublicKey.parse(await exportJWK(publicKey)) };
};

beforeAll(async () => {
  scene = await identityScene();
  aurora = await scene.company('Aurora');
  norte = await scene.company('Norte');
  boss = await scene.person('Bia', { [aurora]: 'owner', [norte]: 'owner' });
  actor = scene.actor(boss, aurora, 'owner');
  keys = { RS256: await pair('RS256'), ES256: await pair('ES256') };
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  await scene.database.owner`delete from attempt`;
  host = await register();
});

const register = (
  alg: 'RS256' | 'ES256' = 'RS256',
  modules: Host['modules'] = null,
  origins: string[] = [],
): Promise<Host> =>
  registerHost(scene.ctx, actor, {
    issuer: ISSUER,
    publicKey: keys[alg].publicKey,
    modules,
    origins,
  });

interface Changes {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
  options?: SignOptions;
  host?: Host;
}

/** A token as the host signs it, with a test's changes; a field set to undefined is left out. */
function sign(changes: Changes = {}): Promise<string> {
  const from = changes.host ?? host;
  jti += 1;
  const claims = {
    iss: ISSUER,
    aud: 'primazia',
    iat: SECONDS,
    nbf: SECONDS,
    exp: SECONDS + 300,
    jti: `token-${jti}`,
    email: boss.email,
    ...changes.claims,
  };
  return new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ alg: from.algorithm, kid: from.kid, ...changes.header })
    .sign(changes.key ?? keys[from.algorithm].privateKey, changes.options);
}

const AT_HOME = { address: HOME, foreign: null };
const enter = (token: string, from: { address: string; foreign: string | null } = AT_HOME) =>
  enterByHost(scene.ctx, token, from);
const check = (token: string, called: Called) => identity.authenticate(scene.ctx)(token, called);
const REFUSED = [401, 'token_refused'];

const company = (tag: string): Called => ({
  method: 'get',
  path: `/v1/${tag}`,
  access: 'company',
  tag,
});

describe('a token that a registered host signed', () => {
  for (const alg of ['RS256', 'ES256'] as const) {
    it(`opens the host's company for the person whom it names, by ${alg}`, async () => {
      const { token, ...rest } = await enter(await sign({ host: await register(alg) }));
      assert.deepEqual(rest, {
        company_id: aurora,
        company_name: 'Aurora',
        name: 'Bia',
        email: boss.email,
        locale: null,
      });
      const caller = await check(token, company('pricing'));
      assert.deepEqual([caller.personId, caller.companyId], [boss.id, aurora]);
    });
  }

  it('may name the person in its subject, and in any case', async () => {
    const claims = { email: undefined, sub: boss.email.toUpperCase() };
    assert.equal((await enter(await sign({ claims }))).email, boss.email);
  });

  it('makes no one an owner, and is good inside the company only', async () => {
    const { token } = await enter(await sign());
    assert.equal((await check(token, company('pricing'))).role, 'manager');
    for (const path of ['/auth/company', '/auth/companies', '/auth/change-password']) {
      const called = { method: 'post', path, access: 'user', tag: 'identity' } as const;
      assert.deepEqual(await refusalOf(check(token, called)), [403, 'no_permission']);
    }
  });

  it('previews rules, which needs a user and no company', async () => {
    const { token } = await enter(await sign({ claims: { module: 'mfe-pricing' } }));
    const preview = { method: 'post', path: '/v2/rules/preview', access: 'user' } as const;
    assert.equal((await check(token, { ...preview, tag: 'pricing' })).role, 'manager');
    const foreign = check(token, { ...preview, tag: 'accounts' });
    assert.deepEqual(await refusalOf(foreign), [403, 'no_permission']);
  });

  it('gives a session of 15 minutes that cannot be renewed', async () => {
    const entered = await enter(await sign());
    assert.equal('refresh_token' in entered, false);
    scene.ctx.advance(15 * 60_000 - 1);
    await check(entered.token, company('pricing'));
    scene.ctx.advance(1);
    assert.deepEqual(await refusalOf(check(entered.token, company('pricing'))), [
      401,
      'token_expired',
    ]);
  });

  it('requires no change of a password that it does not use', async () => {
    const person = await scene.person('Rui', { [aurora]: 'analyst' });
    await scene.database.owner`
      update person set must_change_password = true where id = ${person.id}`;
    const { token } = await enter(await sign({ claims: { email: person.email } }));
    assert.equal((await check(token, company('pricing'))).role, 'analyst');
  });

  it('may be good for one module', async () => {
    for (const modules of [null, ['mfe-pricing' as const]]) {
      const from = await register('ES256', modules);
      const { token } = await enter(await sign({ host: from, claims: { module: 'mfe-pricing' } }));
      for (const tag of ['pricing', 'monitoring', 'catalog']) await check(token, company(tag));
      await check(token, null);
      for (const tag of ['identity', 'notifications', 'ads', 'insights']) {
        assert.deepEqual(await refusalOf(check(token, company(tag))), [403, 'no_permission']);
      }
    }
  });

  it('is written to the audit log', async () => {
    await enter(await sign());
    const [entry] = await scene.database.owner`
      select person_id, person_name, action, subject, values from audit_log
      where company_id = ${aurora} order by id desc limit 1`;
    assert.deepEqual(
      { ...entry },
      {
        person_id: boss.id,
        person_name: 'Bia',
        action: 'identity.entered_by_host',
        subject: String(host.id),
        values: { issuer: ISSUER, module: null, address: HOME },
      },
    );
  });

  it('may be early or late by what clocks differ', async () => {
    await enter(await sign({ claims: { nbf: SECONDS + 60, iat: SECONDS + 60 } }));
    await enter(await sign({ claims: { exp: SECONDS + 1 } }));
    await enter(await sign({ claims: { nbf: undefined, iat: undefined } }));
  });
});

describe('a token of a host is refused', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = async (header: object) => {
    const [, payload] = (await sign()).split('.');
    return `${part({ kid: host.kid, ...header })}.${payload}.`;
  };
  const publicPem = async () => {
    const { publicKey } = keys.RS256;
    const key = await crypto.subtle.importKey(
      'jwk',
      publicKey as JsonWebKey,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['verify'],
    );
    const der = new Uint8Array(await crypto.subtle.exportKey('spki', key));
    const lines = der.toBase64().match(/.{1,64}/g)!;
    return new TextEncoder().encode(
      `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`,
    );
  };

  const cases: Record<string, () => Promise<string>> = {
    'without a signature, alg none': () => unsigned({ alg: 'none' }),
    'without a signature, alg in capitals': () => unsigned({ alg: 'None' }),
    'without a signature, of the right alg': () => unsigned({ alg: 'RS256' }),
    'signed by HS256 with the public key': async () =>
      await sign({ header: { alg: 'HS256' }, key: await publicPem() }),
    "signed by HS256 with the public key's JWK": () =>
      sign({
        header: { alg: 'HS256' },
        key: new TextEncoder().encode(JSON.stringify(keys.RS256.publicKey)),
      }),
    'signed by another algorithm of the same key': async () => {
      const jwk = await crypto.subtle.exportKey('jwk', keys.RS256.privateKey as never);
      const hash = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' };
      const { alg: _, ...numbers } = jwk;
      const key = await crypto.subtle.importKey('jwk', numbers, hash, false, ['sign']);
      return await sign({ header: { alg: 'RS512' }, key: key as unknown as CryptoKey });
    },
    'signed by a key of another type': async () =>
      await sign({ header: { alg: 'ES256' }, key: keys.ES256.privateKey }),
    'signed by another key': async () => await sign({ key: (await pair('RS256')).privateKey }),
    'that brings its own key': async () => {
      const own = await pair('RS256');
      return await sign({ header: { jwk: own.publicKey }, key: own.privateKey });
    },
    'for somebody else': () => sign({ claims: { aud: 'erp' } }),
    'for nobody': () => sign({ claims: { aud: undefined } }),
    'of another issuer': () => sign({ claims: { iss: 'https://other.test' } }),
    'of no issuer': () => sign({ claims: { iss: undefined } }),
    'that has ended': () => sign({ claims: { exp: SECONDS } }),
    'that ended within what clocks differ': () => sign({ claims: { exp: SECONDS - 30 } }),
    'that holds too long': () => sign({ claims: { exp: SECONDS + 301 } }),
    'without an end': () => sign({ claims: { exp: undefined } }),
    'from the future': () => sign({ claims: { iat: SECONDS + 61 } }),
    'that does not hold yet': () => sign({ claims: { nbf: SECONDS + 61 } }),
    'without an id': () => sign({ claims: { jti: undefined } }),
    'with an id that is no text': () => sign({ claims: { jti: 7 } }),
    'with an id that no database takes': () => sign({ claims: { jti: 'a\0b' } }),
    'with the id too long': () => sign({ claims: { jti: 'x'.repeat(201) } }),
    'of a kid that nobody has': () =>
      sign({ header: { kid: '6f1c0a52-9f0e-4e4b-8a52-3d9f2f0a7b11' } }),
    'of no kid': () => sign({ header: { kid: undefined } }),
    "of a kid that is not in our form, such as '": () => sign({ header: { kid: "' or true --" } }),
    'of somebody unknown': () => sign({ claims: { email: 'nobody@casa.test' } }),
    'of somebody who is not of the company': async () => {
      const { email } = await scene.person('Ivo', { [norte]: 'owner' });
      return await sign({ claims: { email } });
    },
    'of nobody': () => sign({ claims: { email: undefined, sub: '4711' } }),
    'for a module that there is not': () => sign({ claims: { module: 'mfe-moon' } }),
    'for all modules, of a host that may show one': async () =>
      await sign({ host: await register('ES256', ['mfe-pricing']) }),
    'with a header that is critical and unknown': () =>
      sign({ header: { crit: ['exp2'], exp2: 1 }, options: { crit: { exp2: true } } }),
    'that is none': () => Promise.resolve('not.a.token'),
    'that is empty': () => Promise.resolve(''),
    'that is one of ours': async () => (await scene.enter(boss, aurora)).token,
  };
  for (const [name, make] of Object.entries(cases)) {
    it(name, async () => {
      const problem = await problemOf(enter(await make()));
      assert.deepEqual([problem.status, problem.code], REFUSED);
      // The answer does not reveal the fault.
      assert.deepEqual(problem.more, {});
    });
  }

  it('that is reused', async () => {
    const token = await sign();
    await enter(token);
    assert.deepEqual(await refusalOf(enter(token)), REFUSED);
    scene.ctx.advance(299_000);
    assert.deepEqual(await refusalOf(enter(token)), REFUSED);
    scene.ctx.advance(1_000);
    assert.deepEqual(await refusalOf(enter(token)), REFUSED);
  });

  it('that is used concurrently: all but once', async () => {
    const token = await sign();
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => enter(token)));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('of a host that was revoked, and what it had begun ends within a second', async () => {
    const { token } = await enter(await sign());
    const held = identity.authenticate(scene.ctx);
    await held(token, company('pricing'));
    await revokeHost(scene.ctx, actor, host.id);
    assert.deepEqual(await refusalOf(enter(await sign())), REFUSED);
    scene.ctx.advance(999);
    assert.deepEqual(await refusalOf(held(token, company('pricing'))), [401, 'session_ended']);
  });

  it('and logs why, without the token', async () => {
    const lines: string[] = [];
    const { log } = scene.ctx;
    const ctx = testContext(scene.database.db, {
      log: { ...log, info: (message, fields) => lines.push(JSON.stringify([message, fields])) },
    });
    const token = await sign({ claims: { aud: 'erp' } });
    await refusalOf(enterByHost(ctx, token, AT_HOME));
    assert.match(lines.join(), /ERR_JWT_CLAIM_VALIDATION_FAILED/);
    assert.equal(lines.join().includes(token.slice(-20)), false);
  });

  it('after fifty that were, for a while', async () => {
    for (let n = 0; n < 50; n++) assert.deepEqual(await refusalOf(enter('not.a.token')), REFUSED);
    assert.deepEqual(await refusalOf(enter(await sign())), [429, 'too_many_attempts']);
  });
});

describe('the session that a host began', () => {
  it('loses the company within a second of the person', async () => {
    const person = await scene.person('Rui', { [aurora]: 'manager' });
    const { token } = await enter(await sign({ claims: { email: person.email } }));
    const held = identity.authenticate(scene.ctx);
    assert.equal((await held(token, company('pricing'))).role, 'manager');
    await removeMember(scene.ctx, actor, person.id);
    scene.ctx.advance(999);
    assert.equal((await held(token, company('pricing'))).companyId, null);
  });

  it('ends when the person signs out everywhere', async () => {
    const { token } = await enter(await sign());
    await identity.logoutEverywhere(scene.ctx, boss.id);
    assert.deepEqual(await refusalOf(check(token, company('pricing'))), [401, 'session_ended']);
  });
});
