import { timingSafeEqual } from 'node:crypto';
import { Problem } from '../kernel/problem.ts';
import { type Db, type Trx, within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Authenticate, Caller } from '../platform/http.ts';
import type { Claims, Company, CompanySession, Refreshed, SignedIn } from './contract.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import * as store from './store.ts';
import {
  newRefresh,
  REFRESH_MILLISECONDS,
  readRefresh,
  signAccess,
  verifyAccess,
} from './tokens.ts';

/** Whom a token is for; the company and the role are null until a company was chosen. */
type Identity = Omit<Caller, 'expiresAt'>;

/**
 * Two tabs of one browser share a refresh token and may renew at once. Within this time of a renewal the token
 * before it is answered with a conflict, so that the slower tab takes up what the faster one stored;
 * later, or with any older token, the session ends.
 */
const RACE_MILLISECONDS = 10_000;

const normalise = (email: string) => email.trim().toLowerCase();

const sessionOver = () =>
  new Problem(401, 'session_ended', 'The session has ended; sign in again.');

const claimsOf = (identity: Identity): Claims => ({
  sub: String(identity.personId),
  sid: identity.sessionId,
  company: identity.companyId,
  role: identity.role,
});

/** An access token for `identity` and a refresh token of its session. */
async function makeTokens(house: House, identity: Identity, now: Date) {
  const refresh = newRefresh(identity.sessionId);
  const token = await signAccess(house.config.secrets.jwtSecret, claimsOf(identity), now);
  return {
    tokens: { token, refresh_token: refresh.token },
    refreshHash: refresh.hash,
    expiresAt: new Date(now.getTime() + REFRESH_MILLISECONDS),
  };
}

/**
 * Signs a person in and opens a session without a company.
 * @throws Problem 401 `invalid_credentials`, the same for an unknown e-mail and for a wrong password
 */
export async function login(
  house: House,
  given: { email: string; password: string },
): Promise<SignedIn> {
  const email = normalise(given.email);
  const person = await within(house.db, { email }, (trx) => store.personByEmail(trx, email));
  const right = await verifyPassword(person?.password_hash, given.password);
  if (person === undefined || !right) {
    throw new Problem(401, 'invalid_credentials', 'E-mail or password incorrect.');
  }
  const now = house.clock();
  const sessionId = house.uuid();
  const identity = { personId: person.id, companyId: null, role: null, sessionId };
  const { tokens, refreshHash, expiresAt } = await makeTokens(house, identity, now);
  const companies = await within(house.db, { person: person.id }, async (trx) => {
    await store.insertSession(trx, {
      id: sessionId,
      personId: person.id,
      refreshHash,
      now,
      expiresAt,
    });
    return await store.companiesOf(trx, person.id);
  });
  return { ...tokens, name: person.name, email: person.email, companies };
}

/**
 * Chooses the company to work in: the session goes on with it, under new tokens.
 * @throws Problem 403 `forbidden` where the person does not belong to the company (or there is none),
 *   401 `session_ended` where the session is over
 */
export function chooseCompany(
  house: House,
  actor: Pick<Identity, 'personId' | 'sessionId'>,
  companyId: number,
): Promise<CompanySession> {
  const now = house.clock();
  return within(house.db, { person: actor.personId }, async (trx) => {
    const membership = await store.membershipIn(trx, actor.personId, companyId);
    if (membership === undefined) {
      throw new Problem(403, 'forbidden', 'You do not belong to this company.');
    }
    const session = await store.lockSession(trx, actor.sessionId, now);
    if (session === undefined) throw sessionOver();
    const person = await store.personById(trx, actor.personId);
    const tokens = await rotate(house, trx, session, membership, now);
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
export const companiesOf = (house: House, personId: number): Promise<Company[]> =>
  within(house.db, { person: personId }, (trx) => store.companiesOf(trx, personId));

type LockedSession = NonNullable<Awaited<ReturnType<typeof store.lockSession>>>;
type Membership = Awaited<ReturnType<typeof store.membershipIn>>;

async function rotate(
  house: House,
  trx: Trx,
  session: LockedSession,
  membership: Membership,
  now: Date,
) {
  const identity = {
    personId: session.person_id,
    companyId: membership?.company.id ?? null,
    role: membership?.role ?? null,
    sessionId: session.id,
  };
  const { tokens, refreshHash, expiresAt } = await makeTokens(house, identity, now);
  const companyId = identity.companyId;
  await store.rotateSession(trx, session, { companyId, refreshHash, now, expiresAt });
  return tokens;
}

const same = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(encode(left), encode(right));
const encode = (text: string) => new TextEncoder().encode(text);

/** How a refresh token stands to its session: the one that works, the loser of a race, or one that was stolen. */
function judge(session: LockedSession, hash: string, now: Date): 'current' | 'race' | 'reused' {
  if (same(session.refresh_hash, hash)) return 'current';
  const young = now.getTime() - session.rotated_at.getTime() <= RACE_MILLISECONDS;
  const previous = session.previous_hash !== null && same(session.previous_hash, hash);
  return previous && young ? 'race' : 'reused';
}

/**
 * Renews the tokens. A refresh token works once; one that comes back ends its session, so that a thief and
 * the owner cannot both go on. Membership and role are read afresh: who has left the company renews to none.
 * @throws Problem 401 `session_ended`; 409 `refresh_conflict` where another tab renewed a moment ago
 *   and this caller should take up the tokens that it stored
 */
export async function refresh(house: House, refreshToken: string): Promise<Refreshed> {
  const given = readRefresh(refreshToken);
  if (given === null) throw sessionOver();
  const owner = await within(house.db, { refresh: given.sessionId }, (trx) =>
    store.ownerOfSession(trx, given.sessionId),
  );
  if (owner === undefined) throw sessionOver();

  const now = house.clock();
  const renewed = await within(house.db, { person: owner.person_id }, async (trx) => {
    const session = await store.lockSession(trx, given.sessionId, now);
    if (session === undefined) return 'over';
    const verdict = judge(session, given.hash, now);
    if (verdict === 'race') return 'race';
    if (verdict === 'reused') {
      await store.endSession(trx, session.id, now);
      return 'reused';
    }
    const membership =
      session.company_id === null
        ? undefined
        : await store.membershipIn(trx, session.person_id, session.company_id);
    const person = await store.personById(trx, session.person_id);
    const tokens = await rotate(house, trx, session, membership, now);
    return {
      ...tokens,
      company_id: membership?.company.id ?? null,
      company_name: membership?.company.name ?? null,
      name: person.name,
      email: person.email,
    };
  });
  if (renewed === 'race') {
    throw new Problem(409, 'refresh_conflict', 'The session was renewed a moment ago elsewhere.');
  }
  if (renewed === 'reused') {
    house.log.warn('A refresh token came back; its session was ended', {
      sessionId: given.sessionId,
      personId: owner.person_id,
    });
    throw sessionOver();
  }
  if (renewed === 'over') throw sessionOver();
  return renewed;
}

/** Ends the session of a refresh token, an outdated one included; false where there was none to end. */
export async function logout(house: House, refreshToken: string): Promise<boolean> {
  const given = readRefresh(refreshToken);
  if (given === null) return false;
  const { sessionId } = given;
  return await within(house.db, { refresh: sessionId }, (trx) =>
    store.endSession(trx, sessionId, house.clock()),
  );
}

/**
 * Makes the check of an access token, as the API and the live connection ask for it.
 * The answer is as old as the token, 15 minutes at most.
 * @throws Problem 401 `token_expired` (renew it), 401 `unauthorized` for anything else that is wrong
 */
export const authenticate =
  (house: House): Authenticate =>
  async (token) => {
    const read = await verifyAccess(house.config.secrets.jwtSecret, token, house.clock());
    if (!read.ok) {
      throw read.error === 'expired'
        ? new Problem(401, 'token_expired', 'The access token has expired.')
        : new Problem(401, 'unauthorized', 'A valid access token is needed.');
    }
    const { sub, sid, company, role } = read.value.claims;
    const { expiresAt } = read.value;
    return { personId: Number(sub), companyId: company, role, sessionId: sid, expiresAt };
  };

/**
 * Writes a person who can sign in, and gives its id.
 * @param db signed in as the owner of the tables: the application itself makes nobody
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
