import { PublicKey } from '@primazia/backend/identity/contract';

/** Why a text is not a key that can be registered. */
export type KeyFault = 'empty' | 'private' | 'unreadable' | 'no_crypto';

const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END \1-----/;

/** The kinds of keys that hosts may sign with, by the browser's names. */
const KINDS = [
  { name: 'ECDSA', namedCurve: 'P-256' },
  { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
] as const;

const refused = (code: KeyFault) => ({ ok: false, code }) as const;
const read = (value: unknown) => {
  const key = PublicKey.safeParse(value);
  return key.success ? ({ ok: true, key: key.data } as const) : refused('unreadable');
};

/** Only the key material of a JWK: other members are optional, and some tools write many. */
const plain = ({ kty, crv, x, y, n, e }: JsonWebKey) =>
  kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };

function fromJson(text: string) {
  try {
    const jwk = JSON.parse(text) as JsonWebKey | null;
    if (typeof jwk !== 'object' || jwk === null) return refused('unreadable');
    return jwk.d === undefined ? read(plain(jwk)) : refused('private');
  } catch {
    // Neither JSON nor PEM.
    return refused('unreadable');
  }
}

async function fromPem(label: string, body: string) {
  if (label.includes('PRIVATE')) return refused('private');
  // Only in a secure context do browsers have it.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return refused('no_crypto');
  for (const kind of KINDS) {
    try {
      const der = Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0));
      const key = await subtle.importKey('spki', der, kind, true, ['verify']);
      return read(plain(await subtle.exportKey('jwk', key)));
    } catch {
      // A key of another kind, or not a key: after the last kind it is refused below.
    }
  }
  return refused('unreadable');
}

/** Reads a public key in PEM (SPKI) or JWK. A private one is recognized, and never sent. */
export async function readPublicKey(text: string) {
  const written = text.trim();
  if (written === '') return refused('empty');
  const [, label, body] = PEM.exec(written) ?? [];
  return label !== undefined && body !== undefined ? await fromPem(label, body) : fromJson(written);
}
