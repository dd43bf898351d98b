// @rstest-environment node
import { describe, expect, it } from '@rstest/core';
import { readPublicKey } from './public-key.ts';

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const rsaOf = (modulusLength: number) => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
});

const make = (kind: typeof EC | ReturnType<typeof rsaOf>) =>
  crypto.subtle.generateKey(kind, true, ['sign', 'verify']);
const pem = async (format: 'spki' | 'pkcs8', key: CryptoKey) => {
  const der = new Uint8Array(await crypto.subtle.exportKey(format, key));
  const label = format === 'spki' ? 'PUBLIC KEY' : 'PRIVATE KEY';
  const body = btoa(String.fromCharCode(...der)).replaceAll(/(.{64})/g, '$1\n');
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
};
const jwk = (key: CryptoKey) => crypto.subtle.exportKey('jwk', key);

describe('a pasted public key', () => {
  it.each([
    ['P-256', EC, 'EC'],
    ['RSA of 2048 bits', rsaOf(2048), 'RSA'],
  ])(
    'of %s is the same as PEM and as JWK, whatever other fields of the JWK',
    async (_what, kind, kty) => {
      const { publicKey } = await make(kind);
      const fromPem = await readPublicKey(await pem('spki', publicKey));
      const written = { ...(await jwk(publicKey)), alg: undefined, nonsense: 1 };
      const fromJwk = await readPublicKey(`  ${JSON.stringify(written)}\n`);
      expect(fromPem.ok && fromPem.key.kty).toBe(kty);
      expect(fromJwk).toEqual(fromPem);
    },
  );

  it('that is the private one is known for it, as PEM and as JWK', async () => {
    const { privateKey } = await make(EC);
    for (const text of [await pem('pkcs8', privateKey), JSON.stringify(await jwk(privateKey))])
      expect(await readPublicKey(text)).toEqual({ ok: false, code: 'private' });
  });

  it('that is invalid, too short or of another kind is refused', async () => {
    expect(await readPublicKey(' \n')).toEqual({ ok: false, code: 'empty' });
    const short = await make(rsaOf(1024));
    const p384 = await crypto.subtle.generateKey({ ...EC, namedCurve: 'P-384' }, true, [
      'verify',
      'sign',
    ]);
    for (const text of [
      'a text',
      'null',
      '[]',
      '{"kty":"EC"}',
      '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      '-----BEGIN PUBLIC KEY-----\n?\n-----END PUBLIC KEY-----',
      await pem('spki', short.publicKey),
      await pem('spki', p384.publicKey),
    ])
      expect(await readPublicKey(text), text).toEqual({ ok: false, code: 'unreadable' });
  });
});
