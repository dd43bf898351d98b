// How a marketplace proves that it sent a notification, and the product that it makes a call: by a shared key.
import { createHmac } from 'node:crypto';

export { sameSecret } from '../platform/same-secret.ts';

/** HMAC-SHA256 over the parts, one after the other, in lower-case hexadecimal. */
export function signatureOf(key: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}
