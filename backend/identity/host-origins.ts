import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { KnowsOrigin } from '../platform/origins.ts';
import { HostOrigin } from './contract.ts';
import { hasOrigin } from './host-store.ts';
import { createTtlCache } from './ttl-cache.ts';

/** How old the answer may be: a host that is revoked, or loses an origin, is missed within a second. */
const KNOWN_MILLISECONDS = 900;

/**
 * Makes the question whether some host has pages of an origin. It is asked at most once in `KNOWN_MILLISECONDS` for each
 * origin and process; what is no origin in the form in which they are registered is not asked for at all.
 */
export function knownOrigins(ctx: Pick<AppContext, 'db' | 'clock'>): KnowsOrigin {
  const keep = createTtlCache<boolean>(ctx.clock, KNOWN_MILLISECONDS);
  return async (origin) =>
    HostOrigin.safeParse(origin).success &&
    (await keep(origin, () => within(ctx.db, { origin }, (trx) => hasOrigin(trx, origin))));
}
