import type { ModuleInfo } from '../kernel/module.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { Authenticate, Called } from '../platform/http.ts';
import { problem as platformProblem } from '../platform/problems.ts';
import { type Claims, Role } from './contract.ts';
import { problem } from './problems.ts';
import * as store from './store.ts';
import { verifyAccess } from './tokens.ts';
import { createTtlCache } from './ttl-cache.ts';

/** The longest age of a cached session state: a session that ended, or a changed role, takes effect within a second. */
const SESSION_STATE_MILLISECONDS = 900;

/** What every module calls: saved list views, reports of what broke, and the names of marketplaces. */
const EVERY_MODULE = ['lists', 'incidents', 'marketplaces'];

/** What no module may ask for, whatever its `module.json` says: sessions, passwords and members are the shell's. */
const SHELL_ONLY = new Set(['identity', 'platform', 'test']);

/**
 * The tags of the endpoints that a token of these modules opens, as far as the person's role allows it. A host's token
 * never opens what only an owner may do: a person who comes through a host acts as a manager at most.
 */
export const tagsOf = (modules: readonly Pick<ModuleInfo, 'calls'>[]): ReadonlySet<string> =>
  new Set(
    modules
      .flatMap(({ calls }) => [...calls, ...EVERY_MODULE])
      .filter((tag) => !SHELL_ONLY.has(tag)),
  );

const opens = (name: string, modules: readonly ModuleInfo[]): ReadonlySet<string> =>
  tagsOf(modules.filter((module) => module.name === name));

/** All that may be called before a password that another person set has been changed. */
const BEFORE_CHANGE = new Set(['post /auth/change-password', 'get /auth/companies']);

export const sessionOver = () => kernelProblem('session_ended');

/**
 * The state of a session: null once it is over; the role is null where the person is not of the token's company. The
 * origins are those of its host's pages.
 */
type SessionState = { role: Role | null; origins: readonly string[] } | null;

/** Whether a host may still show what the token is for. */
const mayShow = (modules: readonly string[] | null, { module }: Claims): boolean =>
  modules === null || (module !== null && modules.includes(module));

function sessionStateOf(ctx: AppContext, claims: Claims): Promise<SessionState> {
  const personId = Number(claims.sub);
  const { company } = claims;
  const scope = company === null ? { person: personId } : { company, person: personId };
  return within(ctx.db, scope, async (trx) => {
    const row = await store.sessionState(trx, {
      sessionId: claims.sid,
      personId,
      companyId: company,
    });
    const isOver =
      row === undefined ||
      row.ended_at !== null ||
      row.ends_at <= ctx.clock() ||
      (claims.host !== null && (row.host_since === null || !mayShow(row.host_modules, claims)));
    if (isOver) return null;
    const role = row.role === null ? null : Role.parse(row.role);
    return { role, origins: row.host_origins ?? [] };
  });
}

/** A host vouches for a person; only a sign-in gives an owner's rights. */
const roleByHost = (role: Role): Role => (role === 'owner' ? 'manager' : role);

/**
 * @param modules the installed modules; only used where the token is limited to some
 * @throws Problem 403 where the token does not open what is called
 */
function refuseBeyond(claims: Claims, called: Called, modules: readonly ModuleInfo[]): void {
  if (
    claims.must_change_password &&
    (called === null || !BEFORE_CHANGE.has(`${called.method} ${called.path}`))
  ) {
    throw problem('password_change_required');
  }
  if (called === null) return;
  // A host's token opens the endpoints of a person (`user`) only where a module calls them.
  const isElsewhere =
    claims.host !== null && called.access !== 'company' && !tagsOf(modules).has(called.tag);
  const isOther = claims.module !== null && !opens(claims.module, modules).has(called.tag);
  if (isElsewhere || isOther) {
    throw kernelProblem('no_permission', {
      detail: 'The scope of the token does not include this endpoint',
    });
  }
}

/**
 * A token that came through a host is valid on that host's pages and on ours; a token of a person who signed in here,
 * on ours alone.
 * @throws Problem 403 `foreign_origin`
 */
function refuseElsewhere(foreign: string | null, origins: readonly string[]): void {
  if (foreign === null || origins.includes(foreign)) return;
  throw platformProblem('foreign_origin', {
    detail: 'The token is not valid on pages of this origin',
  });
}

/**
 * Makes the check of an access token, as the API and the live connection ask for it. The session is looked up at most
 * once in `SESSION_STATE_MILLISECONDS` for each process, by the primary keys of session and membership: a session that was
 * ended is refused, and a role that was changed is in force, within a second everywhere.
 * @throws Problem 401 `token_expired` (renew it), `session_ended`, `unauthorized` for anything else that is wrong;
 *   403 `password_change_required`, 403 `no_permission` where the token does not open what is called,
 *   403 `foreign_origin` where it is not valid on the calling page
 */
export function authenticate(ctx: AppContext): Authenticate {
  const keep = createTtlCache<SessionState>(ctx.clock, SESSION_STATE_MILLISECONDS);
  const known = createTtlCache<readonly ModuleInfo[]>(ctx.clock, SESSION_STATE_MILLISECONDS);
  return async (token, called, foreign = null) => {
    const read = await verifyAccess(ctx.config.secrets.jwtSecret, token, ctx.clock());
    if (!read.ok) {
      throw read.error === 'expired' ? problem('token_expired') : kernelProblem('unauthorized');
    }
    const { claims, expiresAt } = read.value;
    const key = `${claims.sid} ${claims.sub} ${claims.company}`;
    const session = await keep(key, () => sessionStateOf(ctx, claims));
    if (session === null) throw sessionOver();
    refuseElsewhere(foreign, session.origins);
    const isLimited = claims.host !== null || claims.module !== null;
    const modules = isLimited ? await known('modules', ctx.modules) : [];
    refuseBeyond(claims, called, modules);
    const { role } = session;
    return {
      personId: Number(claims.sub),
      // A person who has left the company is in none.
      companyId: role === null ? null : claims.company,
      role: role !== null && claims.host !== null ? roleByHost(role) : role,
      sessionId: claims.sid,
      expiresAt,
      opens: claims.module === null ? null : opens(claims.module, modules),
    };
  };
}
