import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import type { Claims } from './contract.ts';
import {
  ACCESS_SECONDS,
  newLink,
  newRefresh,
  readLink,
  readRefresh,
  signAccess,
  verifyAccess,
} from './tokens.ts';

const SECRET = 'a secret of more than thirty-two bytes';
const OTHER_SECRET = 'another secret of more than 32 bytes!!';
const NOW = new Date('2026-03-04T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const CLAIMS: Claims = {
  sub: '7',
  sid: '6f1c0a52-9f0e-4e4b-8a52-3d9f2f0a7b11',
  company: 3,
  role: 'manager',
  must_change_password: false,
  host: null,
  module: null,
};

describe('access tokens', () => {
  it('contain the signed claims', async () => {
    const token = await signAccess(SECRET, CLAIMS, NOW);
    assert.deepEqual(await verifyAccess(SECRET, token, NOW), {
      ok: true,
      value: { claims: CLAIMS, expiresAt: later(900) },
    });
  });

  it('of the previous version have no claims of passwords, hosts and modules', async () => {
    const { must_change_password, host, module, sub, ...before } = CLAIMS;
    const token = await new SignJWT(before)
      .setSubject(sub)
      .setIssuer('primazia')
      .setAudience('primazia-api')
      .setIssuedAt(NOW)
      .setExpirationTime(later(600))
      .setProtectedHeader(HEADER)
      .sign(key(SECRET));
    const read = await verifyAccess(SECRET, token, NOW);
    assert.deepEqual(read.ok && read.value.claims, CLAIMS);
  });

  it('may be without a company', async () => {
    const claims = { ...CLAIMS, company: null, role: null };
    const token = await signAccess(SECRET, claims, NOW);
    assert.deepEqual(await verifyAccess(SECRET, token, NOW), {
      ok: true,
      value: { claims, expiresAt: later(900) },
    });
  });

  it('hold for 15 minutes to the second', async () => {
    assert.equal(ACCESS_SECONDS, 900);
    const token = await signAccess(SECRET, CLAIMS, NOW);
    assert.equal((await verifyAccess(SECRET, token, later(899))).ok, true);
    assert.deepEqual(await verifyAccess(SECRET, token, later(900)), {
      ok: false,
      error: 'expired',
    });
  });

  const forged = (alter: (jwt: SignJWT) => SignJWT, header: { alg: string; typ?: string }) =>
    alter(
      new SignJWT({ sid: CLAIMS.sid, company: 3, role: 'owner' })
        .setSubject('7')
        .setIssuer('primazia')
        .setAudience('primazia-api')
        .setIssuedAt(NOW)
        .setExpirationTime(later(600)),
    ).setProtectedHeader(header);
  const key = (secret: string) => new TextEncoder().encode(secret);
  const HEADER = { alg: 'HS256', typ: 'at+jwt' };
  const unsigned = () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = { ...CLAIMS, iss: 'primazia', aud: 'primazia-api', iat: 1, exp: 9_999_999_999 };
    return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(payload)}.`;
  };

  const same = (jwt: SignJWT) => jwt;
  const cases: Record<string, () => string | Promise<string>> = {
    'signed by another secret': () => forged(same, HEADER).sign(key(OTHER_SECRET)),
    'not signed at all': unsigned,
    'of another algorithm': () =>
      forged(same, { ...HEADER, alg: 'HS512' }).sign(key(`${SECRET}${SECRET}`)),
    'of another kind': () => forged(same, { alg: 'HS256', typ: 'JWT' }).sign(key(SECRET)),
    'of another issuer': () => forged((j) => j.setIssuer('elsewhere'), HEADER).sign(key(SECRET)),
    'for somebody else': () => forged((j) => j.setAudience('erp'), HEADER).sign(key(SECRET)),
    'without an end': () =>
      new SignJWT({ ...CLAIMS })
        .setIssuer('primazia')
        .setAudience('primazia-api')
        .setIssuedAt(NOW)
        .setProtectedHeader(HEADER)
        .sign(key(SECRET)),
    'without the claims that we need': () =>
      new SignJWT({ company: 3 })
        .setIssuer('primazia')
        .setAudience('primazia-api')
        .setIssuedAt(NOW)
        .setExpirationTime(later(600))
        .setProtectedHeader(HEADER)
        .sign(key(SECRET)),
    'no token': () => 'not.a.token',
    empty: () => '',
  };
  for (const [name, make] of Object.entries(cases)) {
    it(`are refused: ${name}`, async () => {
      assert.deepEqual(await verifyAccess(SECRET, await make(), NOW), {
        ok: false,
        error: 'invalid',
      });
    });
  }

  it('are refused with any one character changed', async () => {
    const token = await signAccess(SECRET, CLAIMS, NOW);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 2 }),
        fc.constantFrom(...'ABCxyz019-_.'),
        async (at, character) => {
          fc.pre(token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          const answer = await verifyAccess(SECRET, changed, NOW);
          assert.deepEqual(answer, { ok: false, error: 'invalid' });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the tokens of links', () => {
  it('name their person and give the hash that is stored', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (personId) => {
        const { token, hash } = newLink(personId);
        assert.deepEqual(readLink(token), { personId, hash });
        assert.equal(token.includes(hash), false);
      }),
    );
  });

  it('contain 32 random bytes, and are unique', () => {
    const made = Array.from({ length: 100 }, () => newLink(7).token);
    assert.equal(new Set(made).size, 100);
    assert.ok(made.every((token) => Buffer.from(token, 'base64url').length === 40));
  });

  it('are not read from anything else', () => {
    const unsafe = Buffer.alloc(40, 0xff).toString('base64url');
    for (const text of ['', 'abc', 'A'.repeat(53), 'A'.repeat(64), unsafe]) {
      assert.equal(readLink(text), null, text);
    }
  });
});

describe('refresh tokens', () => {
  it('name their session and give the hash that is stored', () => {
    fc.assert(
      fc.property(fc.uuid(), (sessionId) => {
        const { token, hash } = newRefresh(SECRET, sessionId);
        assert.deepEqual(readRefresh(SECRET, token), { sessionId, hash, isSealed: true });
        assert.equal(token.includes(hash), false);
      }),
    );
  });

  it('are unique', () => {
    const made = Array.from({ length: 100 }, () => newRefresh(SECRET, CLAIMS.sid));
    assert.equal(new Set(made.map((one) => one.token)).size, 100);
    assert.equal(new Set(made.map((one) => one.hash)).size, 100);
  });

  it('are equal for the same renewal, and for no other', () => {
    const renewal = { hash: 'a', key: 'bc' };
    const { token } = newRefresh(SECRET, CLAIMS.sid, renewal);
    assert.equal(newRefresh(SECRET, CLAIMS.sid, renewal).token, token);
    const secretOf = (made: { token: string }) => made.token.slice(22);
    for (const other of [
      newRefresh(`${SECRET}x`, CLAIMS.sid, renewal),
      newRefresh(SECRET, crypto.randomUUID(), renewal),
      newRefresh(SECRET, CLAIMS.sid, { hash: 'ab', key: 'c' }),
      newRefresh(SECRET, CLAIMS.sid, { hash: 'a', key: 'bd' }),
    ])
      assert.notEqual(secretOf(other), secretOf({ token }));
  });

  it('bear a seal that another session, another secret or another text breaks', () => {
    const { token } = newRefresh(SECRET, CLAIMS.sid);
    const bytes = Buffer.from(token, 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      assert.equal(readRefresh(SECRET, changed.toString('base64url'))!.isSealed, false, `${at}`);
    }
    assert.equal(readRefresh(`${SECRET}x`, token)!.isSealed, false);
  });

  it('have the length that the previous version accepts', () => {
    assert.equal(Buffer.from(newRefresh(SECRET, CLAIMS.sid).token, 'base64url').length, 48);
  });

  it('are not read from anything else', () => {
    for (const text of ['', 'abc', 'é'.repeat(64), 'A'.repeat(63), 'A'.repeat(66)]) {
      assert.equal(readRefresh(SECRET, text), null, text);
    }
  });
});
