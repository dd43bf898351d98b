// Pages of other origins: a host that embeds a module has registered where its pages are, and no other page may call.
import type { Context } from 'hono';
import { API_VERSION_HEADER } from '../kernel/api-version.ts';
import type { AppEnv } from './http.ts';
import { problem } from './problems.ts';

/** Whether some host of some company has pages of an origin. */
export type KnowsOrigin = (origin: string) => Promise<boolean>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a page of `origin` belongs to the product; for the local machine, all of its names are equal. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = new URL(publicUrl);
  const sameHost = page.host === own.host;
  const bothHere =
    LOOPBACK.has(page.hostname) && LOOPBACK.has(own.hostname) && page.port === own.port;
  return page.protocol === own.protocol && (sameHost || bothHere);
}

/** Whether the page calls its own origin: the product may have other names than `PUBLIC_URL`. */
const isSameHost = (origin: string, host: string | null): boolean =>
  host !== null && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();

/** The origin of the calling page, if it is not one of ours; null: a page of ours, or not a page. */
export function foreignOriginOf(headers: Headers, publicUrl: string): string | null {
  const origin = headers.get('origin');
  if (origin === null || isOwnOrigin(origin, publicUrl)) return null;
  return isSameHost(origin, headers.get('host')) ? null : origin;
}

/** @throws Problem 403 `foreign_origin` where no host has pages of the origin */
export async function refuseStrangers(origin: string, knowsOrigin: KnowsOrigin): Promise<void> {
  if (await knowsOrigin(origin)) return;
  throw problem('foreign_origin', { detail: `No host has pages at ${origin.slice(0, 200)}` });
}

/** The headers of an answer that a host's page may read. */
const EXPOSED = [
  API_VERSION_HEADER,
  'content-disposition',
  'idempotent-replayed',
  'retry-after',
  'x-request-id',
  'x-rows',
].join(', ');

/** The CORS headers of an answer: never `*`, and without credentials, since there are no cookies. */
export function reportToBrowsers(headers: Headers, foreign: string | null): void {
  // A cache stores an answer for this origin only.
  headers.append('vary', 'Origin');
  if (foreign === null) return;
  headers.set('access-control-allow-origin', foreign);
  headers.set('access-control-expose-headers', EXPOSED);
}

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'accept-language, accepted-language, authorization, content-type, idempotency-key, timezone, x-request-id',
  // The maximum of browsers. A revoked host is refused at the call itself.
  'access-control-max-age': '7200',
};

/**
 * Admits pages of hosts, answers preflight requests, and refuses every other page. The call itself checks the host's company
 * and whether the token belongs to it (`Authenticate`).
 * @returns admits a request; the answer if it is a preflight
 */
export const admitPage =
  (publicUrl: string, knowsOrigin: KnowsOrigin) =>
  async (c: Context<AppEnv>): Promise<Response | null> => {
    const origin = foreignOriginOf(c.req.raw.headers, publicUrl);
    if (origin === null) return null;
    await refuseStrangers(origin, knowsOrigin);
    c.set('foreign', origin);
    if (c.req.method !== 'OPTIONS' || !c.req.header('access-control-request-method')) return null;
    c.set('route', 'preflight');
    return c.body(null, 204, PREFLIGHT_HEADERS);
  };
