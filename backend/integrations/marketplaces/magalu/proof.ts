// The proof that a notification comes from Magalu: it signs each with the secret of the subscription that it is for.
import type { IncomingNotification, Proof } from '../../marketplace.ts';
import { sameSecret, signatureOf } from '../../proof.ts';

/** How far a notification's time may differ from ours: an older one may be a replay. */
const MOST_AGE_MS = 5 * 60_000;
/** While a secret is being rotated there are two signatures; more are not looked at. */
const MOST_SIGNATURES = 4;
const SIGNATURE = /^sha256=([\da-f]{64})$/i;

const signaturesIn = (header: string | null): string[] =>
  (header ?? '')
    .split(',', MOST_SIGNATURES)
    .flatMap((part) => SIGNATURE.exec(part.trim())?.[1]?.toLowerCase() ?? []);

/** Seconds since 1970. */
const TIMESTAMP = /^\d{9,11}$/;

/**
 * Whether a notification was signed with one of the secrets, and lately, or why it does not count as such. `X-Signature-256`
 * has the HMAC-SHA256 of `<X-Timestamp>.<body>`, the body as received, byte by byte.
 */
export function proofOf(
  { raw, headers }: Pick<IncomingNotification, 'raw' | 'headers'>,
  secrets: readonly string[],
  now: Date,
): Proof {
  if (secrets.length === 0) return 'no_secret';
  const timestamp = headers.get('x-timestamp') ?? '';
  if (!TIMESTAMP.test(timestamp)) return 'no_time';
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > MOST_AGE_MS) return 'wrong_time';
  const given = signaturesIn(headers.get('x-signature-256'));
  if (given.length === 0) return 'no_signature';
  const isSigned = secrets.some((secret) => {
    const due = signatureOf(secret, `${timestamp}.`, raw);
    return given.some((one) => sameSecret(one, due));
  });
  return isSigned ? 'proven' : 'wrong_signature';
}
