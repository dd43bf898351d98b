import { Buffer } from 'node:buffer';
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { fail, ok, type Result } from '../kernel/result.ts';
import { Claims } from './contract.ts';

const ISSUER = 'primazia';
const AUDIENCE = 'primazia-api';
const ALGORITHM = 'HS256';

/** Life of an access token, in seconds. */
export const ACCESS_SECONDS = 15 * 60;
/** Life of a refresh token, in milliseconds; each renewal starts it again. */
const REFRESH_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** The longest life of a session, in milliseconds, however often it is renewed. */
const SESSION_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;
/**
 * The same two of a temporary session. Its window renews it every quarter of an hour while it is open, and sends nothing when
 * it is closed.
 */
export const TEMPORARY_REFRESH_MILLISECONDS = 60 * 60 * 1000;
export const TEMPORARY_SESSION_MILLISECONDS = 12 * 60 * 60 * 1000;

/** When a session renewed at `now` and started at `begun` expires without another renewal. */
export function endOfSession(now: Date, begun: Date, isTemporary: boolean): Date {
  const [refresh, session] = isTemporary
    ? [TEMPORARY_REFRESH_MILLISECONDS, TEMPORARY_SESSION_MILLISECONDS]
    : [REFRESH_MILLISECONDS, SESSION_MILLISECONDS];
  return new Date(Math.min(now.getTime() + refresh, begun.getTime() + session));
}

const encode = (secret: string) => new TextEncoder().encode(secret);

/** Signs an access token that is valid from `now` for `ACCESS_SECONDS`. */
export function signAccess(secret: string, claims: Claims, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { sub, ...said } = claims;
  return new SignJWT(said)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_SECONDS)
    .sign(encode(secret));
}

/** The claims and the end of an access token, where it is ours and valid at `now`. */
export async function verifyAccess(
  secret: string,
  token: string,
  now: Date,
): Promise<Result<{ claims: Claims; expiresAt: Date }, 'expired' | 'invalid'>> {
  try {
    const { payload } = await jwtVerify(token, encode(secret), {
      algorithms: [ALGORITHM],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'iat'],
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success || payload.exp === undefined) return fail('invalid');
    return ok({ claims: claims.data, expiresAt: new Date(payload.exp * 1000) });
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail('expired');
    if (error instanceof errors.JOSEError) return fail('invalid');
    throw error;
  }
}

const SESSION_BYTES = 16;
const SECRET_BYTES = 32;

/** What is stored of a token that holds a secret: so many random bits need no salt and no slow hash. */
const hashOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url');

/** The random bytes of a refresh token's secret; the rest is a seal, which proves that we made the token. */
const RANDOM_BYTES = 16;
/** The purposes of the two derived keys: the secret that they come from signs other things too. */
const SEAL = 'seal of a refresh token';
const SUCCESSOR = 'successor of a refresh token';

const keyFor = (jwtSecret: string, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', jwtSecret, '', purpose, SECRET_BYTES));

function sealOf(jwtSecret: string, session: Uint8Array, random: Uint8Array): Buffer {
  const key = keyFor(jwtSecret, SEAL);
  const whole = createHmac('sha256', key).update(session).update(random).digest();
  return whole.subarray(0, SECRET_BYTES - RANDOM_BYTES);
}

/** A renewal that has an `Idempotency-Key`. */
export interface Renewal {
  /** Of the token that is renewed. */
  hash: string;
  key: string;
}

/** In place of randomness: the same for the same renewal, and unpredictable without our secret. */
const successorOf = (jwtSecret: string, session: Uint8Array, { hash, key }: Renewal): Buffer =>
  createHmac('sha256', keyFor(jwtSecret, SUCCESSOR))
    .update(session)
    .update(`${hash}\n${key}`)
    .digest()
    .subarray(0, RANDOM_BYTES);

/**
 * Makes a refresh token: the id of its session, 16 random bytes, and a seal over both. The seal identifies even a long
 * expired token of the session, and the id alone is not enough to make it. The randomness is no argument here: a secret
 * that could be predicted would be none.
 * @param renewal makes the same token each time it is given, so that one whose answer was lost need be kept nowhere
 */
export function newRefresh(
  jwtSecret: string,
  sessionId: string,
  renewal: Renewal | null = null,
): { token: string; hash: string } {
  const session = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const random =
    renewal === null ? randomBytes(RANDOM_BYTES) : successorOf(jwtSecret, session, renewal);
  const secret = Buffer.concat([random, sealOf(jwtSecret, session, random)]);
  return {
    token: Buffer.concat([session, secret]).toString('base64url'),
    hash: hashOf(secret),
  };
}

/** What a refresh token shows. */
export interface ReadRefresh {
  sessionId: string;
  /** Of its secret. */
  hash: string;
  /** Whether it has our seal. One of the previous version, or from before `JWT_SECRET` was replaced, has none. */
  isSealed: boolean;
}

/** The session that a refresh token names, and what it proves; null: not a refresh token. */
export function readRefresh(jwtSecret: string, token: string): ReadRefresh | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SESSION_BYTES + SECRET_BYTES) return null;
  const session = bytes.subarray(0, SESSION_BYTES);
  const secret = bytes.subarray(SESSION_BYTES);
  const seal = sealOf(jwtSecret, session, secret.subarray(0, RANDOM_BYTES));
  return {
    sessionId: session
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    hash: hashOf(secret),
    isSealed: timingSafeEqual(seal, secret.subarray(RANDOM_BYTES)),
  };
}

const PERSON_BYTES = 8;

/**
 * Makes the token of a link that sets a password: the person, and 32 random bytes of which only the hash is stored.
 */
export function newLink(personId: number): { token: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES);
  const person = Buffer.alloc(PERSON_BYTES);
  person.writeBigUInt64BE(BigInt(personId));
  return {
    token: Buffer.concat([person, secret]).toString('base64url'),
    hash: hashOf(secret),
  };
}

/** The person whom a link's token names, and the hash of its secret; null: not a link's token. */
export function readLink(token: string): { personId: number; hash: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== PERSON_BYTES + SECRET_BYTES) return null;
  const personId = Number(bytes.readBigUInt64BE());
  if (!Number.isSafeInteger(personId)) return null;
  return { personId, hash: hashOf(bytes.subarray(PERSON_BYTES)) };
}
