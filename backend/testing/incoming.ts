import type { IncomingNotification } from '../integrations/marketplace.ts';

/** The webhook address of tests. */
export const NOTIFIED_AT = 'https://primazia.example/webhooks/marketplace';

/** The bytes in which a marketplace sends a body. */
export const bytesOf = (body: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(body) ?? '');

/** An incoming notification with this body. */
export const incoming = (
  body: unknown,
  headers: Record<string, string> = {},
): IncomingNotification => ({
  body,
  headers: new Headers(headers),
  raw: bytesOf(body),
  url: NOTIFIED_AT,
});
