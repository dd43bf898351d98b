/** Encrypts credentials at rest, bound to their owner. */
export interface Vault {
  /** Encrypts `text` for `about` (such as `account:7`); it decrypts for the same `about` only. */
  seal(text: string, about: string): Promise<Uint8Array>;
  /** Decrypts what `seal` made. Throws a `SealBroken` where it was changed, moved, or its key is not known. */
  unseal(sealed: Uint8Array, about: string): Promise<string>;
}

/** Encrypted data cannot be decrypted: changed, encrypted for another subject, or its key is unknown. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

// The sealed form: format (1 byte), key id (8), nonce (12), ciphertext with its tag (16 at least).
const FORMAT = 1;
const KEY_ID_LENGTH = 8;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const HEADER_LENGTH = 1 + KEY_ID_LENGTH + NONCE_LENGTH;
/** The length of a key in bytes. */
const VAULT_KEY_LENGTH = 32;

interface Key {
  id: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}

async function importKey(bytes: Uint8Array): Promise<Key> {
  if (bytes.length !== VAULT_KEY_LENGTH) {
    throw new Error(`a vault key has ${VAULT_KEY_LENGTH} bytes, not ${bytes.length}`);
  }
  const raw = new Uint8Array(bytes);
  const digest = await crypto.subtle.digest('SHA-256', raw);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { id: new Uint8Array(digest).slice(0, KEY_ID_LENGTH), key };
}

const sameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Binds the header too, so that neither format nor key id can be swapped. */
function boundTo(header: Uint8Array, about: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(about);
  const bound = new Uint8Array(header.length + text.length);
  bound.set(header);
  bound.set(text, header.length);
  return bound;
}

/** Whether something was sealed with one of these keys, without decrypting it. */
export async function isSealedWith(
  keys: readonly Uint8Array[],
  sealed: Uint8Array,
): Promise<boolean> {
  const known = await Promise.all(keys.map(importKey));
  return known.some(({ id }) => sameBytes(id, sealed.slice(1, 1 + KEY_ID_LENGTH)));
}

/**
 * Opens a vault (AES-256-GCM). `current` seals; `earlier` keys still open what they sealed, so that a key can be
 * replaced without a stop. Keys are 32 random bytes.
 */
export async function openVault(current: Uint8Array, earlier: Uint8Array[] = []): Promise<Vault> {
  const sealing = await importKey(current);
  const keys = [sealing, ...(await Promise.all(earlier.map(importKey)))];

  return {
    async seal(text, about) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
      const header = new Uint8Array([FORMAT, ...sealing.id]);
      const ciphertext = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: boundTo(header, about) },
        sealing.key,
        new TextEncoder().encode(text),
      );
      return new Uint8Array([...header, ...nonce, ...new Uint8Array(ciphertext)]);
    },

    async unseal(sealed, about) {
      if (sealed.length < HEADER_LENGTH + TAG_LENGTH || sealed[0] !== FORMAT) {
        throw new SealBroken('not in the form that the vault writes');
      }
      const header = sealed.slice(0, 1 + KEY_ID_LENGTH);
      const known = keys.find((key) => sameBytes(key.id, header.slice(1)));
      if (!known) throw new SealBroken('sealed with a key that is not known here');
      try {
        const plain = await crypto.subtle.decrypt(
          {
            name: 'AES-GCM',
            iv: sealed.slice(header.length, HEADER_LENGTH),
            additionalData: boundTo(header, about),
          },
          known.key,
          sealed.slice(HEADER_LENGTH),
        );
        return new TextDecoder().decode(plain);
      } catch (cause) {
        throw new SealBroken(`does not open for ${about}`, { cause });
      }
    },
  };
}
