import { Problem } from '../kernel/problem.ts';
import { within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Authenticate, Called } from '../platform/http.ts';
import { keepBriefly } from './briefly.ts';
import { type Claims, type EmbeddedModule, Role } from './contract.ts';
import * as store from './store.ts';
import { verifyAccess } from './tokens.ts';

/** How old the look at a session may be: what ends it, or changes the role, has to bite within a second. */
const STANDING_MILLISECONDS = 900;

/** What every module asks: its lists as somebody left them; and it tells what broke. */
const EVERY_MODULE = ['lists', 'incidents'];

/** What a module asks of the API, by the tags of the endpoints. */
const TAGS: Record<EmbeddedModule, ReadonlySet<string>> = {
  'mfe-pricing': new Set(['pricing', 'monitoring', 'catalog', ...EVERY_MODULE]),
  // What is the owner's own there, a host's token never opens: whoever comes by a host is no owner.
  'mfe-integrations': new Set(['accounts', 'hosts', ...EVERY_MODULE]),
};

/** What some module asks. */
const OF_MODULES = new Set(Object.values(TAGS).flatMap((tags) => [...tags]));

/** The tags of the endpoints that a token of one module is good for, as far as the person's role allows it. */
export const opens = (module: EmbeddedModule): ReadonlySet<string> => TAGS[module];

/** All that may be called before a password that was set by somebody else has been changed. */
const BEFORE_CHANGE = new Set(['post /auth/change-password', 'get /auth/companies']);

export const sessionOver = () =>
  new Problem(401, 'session_ended', 'The session has ended; sign in again.');

/**
 * Where a session stands: null once it is over; the role is null where the person is not of the token's company. The
 * origins are those of its host's pages.
 */
type Standing = { role: Role | null; origins: readonly string[] } | null;

/** Whether a host may still show what the token is for. */
const mayShow = (modules: readonly string[] | null, { module }: Claims): boolean =>
  modules === null || (module !== null && modules.includes(module));

function standingOf(house: House, claims: Claims): Promise<Standing> {
  const personId = Number(claims.sub);
  const { company } = claims;
  const scope = company === null ? { person: personId } : { company, person: personId };
  return within(house.db, scope, async (trx) => {
    const row = await store.standing(trx, { sessionId: claims.sid, personId, companyId: company });
    const isOver =
      row === undefined ||
      row.ended_at !== null ||
      row.ends_at <= house.clock() ||
      (claims.host !== null && (row.host_since === null || !mayShow(row.host_modules, claims)));
    if (isOver) return null;
    const role = row.role === null ? null : Role.parse(row.role);
    return { role, origins: row.host_origins ?? [] };
  });
}

/** A host vouches for a person; what is the owner's own stays with whoever signs in. */
const roleByHost = (role: Role): Role => (role === 'owner' ? 'manager' : role);

/** @throws Problem 403 where the token is not good for what is called */
function refuseBeyond(claims: Claims, called: Called): void {
  if (
    claims.must_change_password &&
    (called === null || !BEFORE_CHANGE.has(`${called.method} ${called.path}`))
  ) {
    throw new Problem(403, 'password_change_required', 'Change the password first.');
  }
  if (called === null) return;
  // A person's own opens by signing in alone; what a module asks, as the preview of a rule, to anybody in the company.
  const isElsewhere =
    claims.host !== null && called.access !== 'company' && !OF_MODULES.has(called.tag);
  const isOther = claims.module !== null && !opens(claims.module).has(called.tag);
  if (isElsewhere || isOther) {
    throw new Problem(403, 'no_permission', 'The token is not good for this.');
  }
}

/**
 * A token that came through a host is good on that host's pages and on ours; that of somebody who signed in here on ours
 * alone.
 * @throws Problem 403 `foreign_origin`
 */
function refuseElsewhere(foreign: string | null, origins: readonly string[]): void {
  if (foreign === null || origins.includes(foreign)) return;
  throw new Problem(403, 'foreign_origin', 'The token is not good on this page.');
}

/**
 * Makes the check of an access token, as the API and the live connection ask for it. The session is looked up at most
 * once in `STANDING_MILLISECONDS` for each process, by the primary keys of session and membership: a session that was
 * ended is refused, and a role that was changed is in force, within a second everywhere.
 * @throws Problem 401 `token_expired` (renew it), `session_ended`, `unauthorized` for anything else that is wrong;
 *   403 `password_change_required`, 403 `no_permission` where the token is not good for what is called,
 *   403 `foreign_origin` where it is not good for the page that calls
 */
export function authenticate(house: House): Authenticate {
  const keep = keepBriefly<Standing>(house.clock, STANDING_MILLISECONDS);
  return async (token, called, foreign = null) => {
    const read = await verifyAccess(house.config.secrets.jwtSecret, token, house.clock());
    if (!read.ok) {
      throw read.error === 'expired'
        ? new Problem(401, 'token_expired', 'The access token has expired.')
        : new Problem(401, 'unauthorized', 'A valid access token is needed.');
    }
    const { claims, expiresAt } = read.value;
    const key = `${claims.sid} ${claims.sub} ${claims.company}`;
    const standing = await keep(key, () => standingOf(house, claims));
    if (standing === null) throw sessionOver();
    refuseElsewhere(foreign, standing.origins);
    refuseBeyond(claims, called);
    const { role } = standing;
    return {
      personId: Number(claims.sub),
      // Whoever has left the company is in none.
      companyId: role === null ? null : claims.company,
      role: role !== null && claims.host !== null ? roleByHost(role) : role,
      sessionId: claims.sid,
      expiresAt,
      opens: claims.module === null ? null : opens(claims.module),
    };
  };
}
