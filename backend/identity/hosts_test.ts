import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { exportJWK, generateKeyPair } from 'jose';
import type { Actor } from '../platform/app-context.ts';
import {
  type IdentityScene,
  identityScene,
  problemOf,
  refusalOf,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { TEST_TIME } from '../testing/test-context.ts';
import { type Host, PublicKey } from './contract.ts';
import { hostsOf, registerHost, revokeHost } from './hosts.ts';

const ISSUER = 'https://erp.test';

let scene: IdentityScene;
let aurora: number;
let norte: number;
let boss: ScenePerson;
let actor: Actor;
let keys: Record<'RS256' | 'ES256', PublicKey>;
let host: Host;

const publicKey = async (alg: 'RS256' | 'ES256') =>
  PublicKey.parse(await exportJWK((await generateKeyPair(alg)).publicKey));

beforeAll(async () => {
  scene = await identityScene();
  aurora = await scene.company('Aurora');
  norte = await scene.company('Norte');
  boss = await scene.person('Bia', { [aurora]: 'owner', [norte]: 'owner' });
  actor = scene.actor(boss, aurora, 'owner');
  keys = { RS256: await publicKey('RS256'), ES256: await publicKey('ES256') };
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  host = await register();
});

const register = (
  alg: 'RS256' | 'ES256' = 'RS256',
  modules: Host['modules'] = null,
  by = actor,
  origins: string[] = [],
): Promise<Host> =>
  registerHost(scene.ctx, by, { issuer: ISSUER, publicKey: keys[alg], modules, origins });

describe('the hosts of a company', () => {
  it('are listed without their keys, newest first, and not those of others', async () => {
    const other = await register('ES256', ['mfe-pricing'], scene.actor(boss, norte, 'owner'));
    const newest = await register('ES256', ['mfe-pricing']);
    const [first, second] = await hostsOf(scene.ctx, aurora);
    assert.deepEqual(first, {
      id: newest.id,
      issuer: ISSUER,
      kid: newest.kid,
      algorithm: 'ES256',
      modules: ['mfe-pricing'],
      origins: [],
      createdAt: TEST_TIME.toISOString(),
      version: 1,
      revokedAt: null,
    });
    assert.equal(second!.id, host.id);
    const known = await hostsOf(scene.ctx, norte);
    assert.deepEqual(
      known.map(({ id }) => id),
      [other.id],
    );
  });

  it('are revoked once, by their company', async () => {
    const revoked = await revokeHost(scene.ctx, actor, host.id);
    assert.equal(revoked.revokedAt, TEST_TIME.toISOString());
    scene.ctx.advance(60_000);
    assert.equal((await revokeHost(scene.ctx, actor, host.id)).revokedAt, revoked.revokedAt);
    const elsewhere = scene.actor(boss, norte, 'owner');
    assert.deepEqual(await refusalOf(revokeHost(scene.ctx, elsewhere, host.id)), [
      404,
      'not_found',
    ]);
  });

  it('have a kid of their own each, also for the same key', async () => {
    assert.notEqual((await register()).kid, (await register()).kid);
  });

  it('are refused with a key that is invalid or too short', async () => {
    const { publicKey: short } = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    );
    const { n, e } = await crypto.subtle.exportKey('jwk', short);
    // Padded with zeros it has the required length.
    const padded = Buffer.concat([Buffer.alloc(128), Buffer.from(n!, 'base64url')]);
    const point = 'A'.repeat(43);
    const bad: [PublicKey, string][] = [
      [{ kty: 'RSA', n: padded.toString('base64url'), e: e! }, 'key_too_short'],
      [{ kty: 'EC', crv: 'P-256', x: point, y: point }, 'key_not_valid'],
    ];
    for (const [key, code] of bad) {
      const given = { issuer: ISSUER, publicKey: key, modules: null, origins: [] };
      const { more } = await problemOf(registerHost(scene.ctx, actor, given));
      assert.deepEqual(
        more.faults?.map((fault) => [fault.path, fault.code]),
        [['publicKey', code]],
      );
    }
    const { n: modulus, e: exponent } = keys.RS256 as { n: string; e: string };
    const keyTypes = [
      { kty: 'RSA', n: modulus, e: exponent, d: 'AQAB' },
      { kty: 'RSA', n: modulus, e: exponent, alg: 'HS256' },
      { kty: 'RSA', n: n!, e: e! },
      { kty: 'oct', k: 'c2VjcmV0' },
      { kty: 'EC', crv: 'P-521', x: point, y: point },
    ];
    for (const key of keyTypes) assert.equal(PublicKey.safeParse(key).success, false);
  });
});
