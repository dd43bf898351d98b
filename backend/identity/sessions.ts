import { auditPerson } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Claims, EmbeddedModule, SignedIn } from './contract.ts';
import * as store from './store.ts';
import { newRefresh, REFRESH_MILLISECONDS, SESSION_MILLISECONDS, signAccess } from './tokens.ts';

/** Whom a token is for; company and role are null until a company was chosen. */
export interface Identity {
  personId: number;
  sessionId: string;
  companyId: number | null;
  role: Claims['role'];
  mustChangePassword: boolean;
  /** Where a host vouched for the person. */
  host?: { id: number; module: EmbeddedModule | null };
}

const claimsOf = (identity: Identity): Claims => ({
  sub: String(identity.personId),
  sid: identity.sessionId,
  company: identity.companyId,
  role: identity.role,
  must_change_password: identity.mustChangePassword,
  host: identity.host?.id ?? null,
  module: identity.host?.module ?? null,
});

/** An access token for `identity` and a refresh token of its session, which began at `begun`. */
export async function makeTokens(house: House, identity: Identity, now: Date, begun: Date = now) {
  const refresh = newRefresh(identity.sessionId);
  const token = await signAccess(house.config.secrets.jwtSecret, claimsOf(identity), now);
  return {
    tokens: { token, refresh_token: refresh.token },
    refreshHash: refresh.hash,
    expiresAt: new Date(
      Math.min(now.getTime() + REFRESH_MILLISECONDS, begun.getTime() + SESSION_MILLISECONDS),
    ),
  };
}

/**
 * Opens a session without a company for a person who has shown who it is.
 * @param values what the audit log tells of how
 * @param alongside what is written in the same transaction, before it. Scope `person`
 */
export async function openSession(
  house: House,
  person: { id: number; name: string; email: string; must_change_password: boolean },
  values: object,
  alongside: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): Promise<SignedIn> {
  const now = house.clock();
  const sessionId = house.uuid();
  const identity: Identity = {
    personId: person.id,
    companyId: null,
    role: null,
    sessionId,
    mustChangePassword: person.must_change_password,
  };
  const { tokens, refreshHash, expiresAt } = await makeTokens(house, identity, now);
  const companies = await within(house.db, { person: person.id }, async (trx) => {
    await alongside(trx);
    await store.insertSession(trx, {
      id: sessionId,
      personId: person.id,
      refreshHash,
      now,
      expiresAt,
    });
    const action = 'identity.signed_in';
    await auditPerson(trx, { personId: person.id, action, values, at: now });
    return await store.companiesOf(trx, person.id);
  });
  return {
    ...tokens,
    name: person.name,
    email: person.email,
    companies,
    must_change_password: person.must_change_password,
  };
}

export type LockedSession = NonNullable<Awaited<ReturnType<typeof store.lockSession>>>;
export type Membership = Awaited<ReturnType<typeof store.membershipIn>>;

/** Goes on with a session under new tokens; `membership` is the company that it goes on in. Scope `person`. */
export async function rotate(
  house: House,
  trx: Trx,
  session: LockedSession,
  { membership, mustChangePassword }: { membership: Membership; mustChangePassword: boolean },
  now: Date,
) {
  const identity = {
    personId: session.person_id,
    companyId: membership?.company.id ?? null,
    role: membership?.role ?? null,
    sessionId: session.id,
    mustChangePassword,
  };
  const { tokens, refreshHash, expiresAt } = await makeTokens(
    house,
    identity,
    now,
    session.created_at,
  );
  const companyId = identity.companyId;
  await store.rotateSession(trx, session, { companyId, refreshHash, now, expiresAt });
  return tokens;
}

/** The company that a session is in, as far as the person still belongs to it. Scope `person`. */
export const membershipOf = async (trx: Trx, session: LockedSession): Promise<Membership> =>
  session.company_id === null
    ? undefined
    : await store.membershipIn(trx, session.person_id, session.company_id);

/** What a renewal answers. */
export const refreshedAs = (
  tokens: { token: string; refresh_token: string },
  membership: Membership,
  person: { name: string; email: string },
) => ({
  ...tokens,
  company_id: membership?.company.id ?? null,
  company_name: membership?.company.name ?? null,
  name: person.name,
  email: person.email,
});
