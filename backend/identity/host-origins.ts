import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { KnowsOrigin } from '../platform/origins.ts';
import { HostOrigin } from './contract.ts';
import { hasOrigin } from './host-store.ts';
import { createTtlCache } from './ttl-cache.ts';

/** The longest age of a cached answer: a revoked host, or a removed origin, takes effect within a second. */
const KNOWN_MILLISECONDS = 900;

/**
 * Makes the check whether any host has pages of an origin. The database is asked at most once in `KNOWN_MILLISECONDS`
 * for each origin and process, and never for a text that is no origin in the registered form.
 */
export function knownOrigins(ctx: Pick<AppContext, 'db' | 'clock'>): KnowsOrigin {
  const keep = createTtlCache<boolean>(ctx.clock, KNOWN_MILLISECONDS);
  return async (origin) =>
    HostOrigin.safeParse(origin).success &&
    (await keep(origin, () => within(ctx.db, { origin }, (trx) => hasOrigin(trx, origin))));
}
