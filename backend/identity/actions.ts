import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '../kernel/id.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { AppContext } from '../platform/app-context.ts';
import { auditPerson } from '../platform/audit.ts';
import { type Db, within } from '../platform/db.ts';
import { sessionOver } from './access.ts';
import type { Company, CompanySession, Refreshed, SignedIn } from './contract.ts';
import { normalise } from './email.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { problem } from './problems.ts';
import {
  type Identity,
  type LockedSession,
  membershipOf,
  openSession,
  refreshedAs,
  rotate,
} from './sessions.ts';
import * as store from './store.ts';
import { begin, loginCounters } from './throttle.ts';
import { newRefresh, type ReadRefresh, readRefresh } from './tokens.ts';

export { authenticate } from './access.ts';

/**
 * Two tabs of one browser share a refresh token and may renew at once. Within this time of a renewal the token
 * before it is answered with a conflict, so that the slower tab uses what the faster one stored;
 * later, or with any older token, the session ends.
 */
const RACE_MILLISECONDS = 10_000;
/**
 * A caller whose answer was lost repeats the renewal with the same token and key. Within this time it gets the same refresh
 * token again, unless that was used: longer than a caller waits for an answer.
 */
const RETRY_MILLISECONDS = 120_000;

/** An id that no person has: an unknown e-mail takes the same time, and nothing is written. */
const NO_PERSON = 0;

const wrongCredentials = () => kernelProblem('invalid_credentials');

/**
 * Signs a person in and opens a session without a company.
 * @param address where the call came from
 * @throws Problem 401 `invalid_credentials`, the same for an unknown e-mail and for a wrong password;
 *   429 `too_many_attempts`
 */
export async function login(
  ctx: AppContext,
  given: { email: string; password: string; temporary?: boolean },
  address: string,
): Promise<SignedIn> {
  const email = normalise(given.email);
  const attempt = await begin(ctx, loginCounters(email, address));
  const person = await within(ctx.db, { email }, (trx) => store.personByEmail(trx, email));
  const right = await verifyPassword(person?.password_hash, given.password);
  if (person === undefined || !right) {
    const personId = person?.id ?? NO_PERSON;
    await within(ctx.db, { person: personId }, async (trx) => {
      // Only a known person causes a write, and waiting for the disk would reveal that.
      await sql`set local synchronous_commit = off`.execute(trx);
      await auditPerson(trx, {
        personId,
        action: 'identity.sign_in_failed',
        values: { address },
        at: ctx.clock(),
      });
    });
    throw wrongCredentials();
  }
  const signedIn = await openSession(ctx, person, {
    values: { address },
    isTemporary: given.temporary ?? false,
    alongside: async (trx) => {
      // The password changed at this moment: the change ended the person's sessions, and would not end this one.
      if (!(await store.lockPassword(trx, person.id, person.password_hash)))
        throw wrongCredentials();
    },
  });
  await attempt.succeeded();
  return signedIn;
}

/**
 * Chooses the company to work in: the session continues with it, under new tokens.
 * @throws Problem 403 `forbidden` where the person does not belong to the company (or there is none),
 *   401 `session_ended` where the session is over
 */
export function chooseCompany(
  ctx: AppContext,
  actor: Pick<Identity, 'personId' | 'sessionId'>,
  companyId: number,
): Promise<CompanySession> {
  const now = ctx.clock();
  return within(ctx.db, { person: actor.personId }, async (trx) => {
    const membership = await store.membershipIn(trx, actor.personId, companyId);
    if (membership === undefined) {
      throw kernelProblem('forbidden', { detail: 'You do not belong to this company.' });
    }
    const session = await store.lockSession(trx, actor.sessionId, now);
    if (session === undefined) throw sessionOver();
    const person = await store.personById(trx, actor.personId);
    const tokens = await rotate(
      ctx,
      trx,
      session,
      { membership, mustChangePassword: person.must_change_password },
      now,
    );
    return {
      ...tokens,
      company_id: membership.company.id,
      company_name: membership.company.name,
      name: person.name,
      email: person.email,
    };
  });
}

/** The companies that a person belongs to, by name. */
export const companiesOf = (ctx: AppContext, personId: number): Promise<Company[]> =>
  within(ctx.db, { person: personId }, (trx) => store.companiesOf(trx, personId));

const same = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(encode(left), encode(right));
const encode = (text: string) => new TextEncoder().encode(text);

type Verdict = 'current' | 'retry' | 'race' | 'reused' | 'made up';

/**
 * How a refresh token relates to the session that it names: current, retried because its answer was lost, the loser of
 * a race, reused (perhaps stolen), or made up. Of tokens without a seal only the session's last two are known.
 * @param successor hash of the token that replaces it under the call's key
 */
function judge(
  session: LockedSession,
  { hash, isSealed }: ReadRefresh,
  now: Date,
  successor: string | null = null,
): Verdict {
  if (same(session.refresh_hash, hash)) return 'current';
  const age = now.getTime() - session.rotated_at.getTime();
  const previous = session.previous_hash !== null && same(session.previous_hash, hash);
  const isRetry = successor !== null && same(session.refresh_hash, successor);
  if (previous && isRetry && age <= RETRY_MILLISECONDS) return 'retry';
  if (previous && age <= RACE_MILLISECONDS) return 'race';
  return previous || isSealed ? 'reused' : 'made up';
}

/**
 * Renews the tokens. A refresh token works once; one that is used again ends its session, so that a thief and
 * the owner cannot both go on. Membership and role are read again: a person who left the company gets tokens without one.
 * @param key of the call, its `Idempotency-Key`: with it the call may be made again where its answer was lost
 * @throws Problem 401 `session_ended`; 409 `refresh_conflict` where another tab renewed a moment ago
 *   and this caller should use the tokens that it stored
 */
export async function refresh(
  ctx: AppContext,
  refreshToken: string,
  key: string | null = null,
): Promise<Refreshed> {
  const { jwtSecret } = ctx.config.secrets;
  const given = readRefresh(jwtSecret, refreshToken);
  if (given === null) throw sessionOver();
  const renewal = key === null ? null : { hash: given.hash, key };
  const successor = renewal && newRefresh(jwtSecret, given.sessionId, renewal).hash;
  const owner = await within(ctx.db, { refresh: given.sessionId }, (trx) =>
    store.ownerOfSession(trx, given.sessionId),
  );
  if (owner === undefined) throw sessionOver();
  const personId = owner.person_id;

  const now = ctx.clock();
  const renewed = await within(ctx.db, { person: personId }, async (trx) => {
    const session = await store.lockSession(trx, given.sessionId, now);
    if (session === undefined) return 'over';
    const verdict = judge(session, given, now, successor);
    if (verdict === 'race') return 'race';
    // The id of a session alone is not enough to end it.
    if (verdict === 'made up') return 'over';
    if (verdict === 'reused') {
      await store.endSession(trx, session.id, now);
      await auditPerson(trx, {
        personId,
        action: 'identity.refresh_token_reused',
        values: {},
        at: now,
      });
      return 'reused';
    }
    const membership = await membershipOf(trx, session);
    const person = await store.personById(trx, personId);
    const mustChangePassword = person.must_change_password;
    const onward = { membership, mustChangePassword, renewal };
    return refreshedAs(await rotate(ctx, trx, session, onward, now), membership, person);
  });
  if (renewed === 'race') {
    throw problem('refresh_conflict');
  }
  if (renewed === 'reused') {
    ctx.log.warn('Refresh token reuse detected; session revoked', {
      sessionId: given.sessionId,
      personId,
    });
    throw sessionOver();
  }
  if (renewed === 'over') throw sessionOver();
  return renewed;
}

/** Ends the session of a refresh token, an outdated one included; false where there was none to end. */
export async function logout(ctx: AppContext, refreshToken: string): Promise<boolean> {
  const given = readRefresh(ctx.config.secrets.jwtSecret, refreshToken);
  if (given === null) return false;
  const { sessionId } = given;
  const owner = await within(ctx.db, { refresh: sessionId }, (trx) =>
    store.ownerOfSession(trx, sessionId),
  );
  if (owner === undefined) return false;
  return await within(ctx.db, { person: owner.person_id }, async (trx) => {
    const at = ctx.clock();
    const session = await store.lockSession(trx, sessionId, at);
    if (session === undefined || judge(session, given, at) === 'made up') return false;
    const ended = await store.endSession(trx, sessionId, at);
    const personId = owner.person_id;
    if (ended) {
      await auditPerson(trx, { personId, action: 'identity.signed_out', values: {}, at });
    }
    return ended;
  });
}

/** Keeps the language that a person chose. */
export const chooseLanguage = (ctx: AppContext, personId: number, locale: Locale): Promise<void> =>
  within(ctx.db, { person: personId }, (trx) => store.setLocale(trx, personId, locale));

/** Ends every session of a person, the caller's included; gives how many there were. */
export const logoutEverywhere = (ctx: AppContext, personId: number): Promise<number> =>
  within(ctx.db, { person: personId }, async (trx) => {
    const at = ctx.clock();
    const ended = await store.endSessions(trx, personId, at, null);
    const values = { ended };
    await auditPerson(trx, { personId, action: 'identity.signed_out_everywhere', values, at });
    return ended;
  });

/**
 * Writes a person who can sign in, and gives its id.
 * @param db signed in as the owner of the tables: the application itself adds no person this way
 */
export async function createPerson(
  db: Db,
  person: { email: string; name: string; password: string },
  now: Date,
): Promise<number> {
  const passwordHash = await hashPassword(person.password);
  const email = normalise(person.email);
  return await db
    .transaction()
    .execute((trx) => store.insertPerson(trx, { email, name: person.name, passwordHash, now }));
}
