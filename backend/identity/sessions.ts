import type { Locale } from '../kernel/id.ts';
import type { ModuleName } from '../kernel/module.ts';
import type { AppContext } from '../platform/app-context.ts';
import { auditPerson } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Claims, SignedIn } from './contract.ts';
import * as store from './store.ts';
import { endOfSession, newRefresh, type Renewal, signAccess } from './tokens.ts';

/** The person that a token is for; company and role are null until a company was chosen. */
export interface Identity {
  personId: number;
  sessionId: string;
  companyId: number | null;
  role: Claims['role'];
  mustChangePassword: boolean;
  /** Where a host vouched for the person. */
  host?: { id: number; module: ModuleName | null };
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

/** An access token for `identity`, and a refresh token of its session: for the same `renewal` the same one. */
export async function makeTokens(
  ctx: AppContext,
  identity: Identity,
  now: Date,
  renewal: Renewal | null = null,
) {
  const { jwtSecret } = ctx.config.secrets;
  const refresh = newRefresh(jwtSecret, identity.sessionId, renewal);
  const token = await signAccess(jwtSecret, claimsOf(identity), now);
  return {
    tokens: { token, refresh_token: refresh.token },
    refreshHash: refresh.hash,
  };
}

/** The person that a session is opened for. */
export interface Entering {
  id: number;
  name: string;
  email: string;
  must_change_password: boolean;
  locale: Locale | null;
}

export interface Opening {
  /** How the session began, for the audit log. */
  values: object;
  /** The session is of one window, and is over soon after that is closed. */
  isTemporary: boolean;
  /** Writes in the same transaction, before the session. Scope `person`. */
  alongside?: (trx: Trx) => Promise<void>;
}

/** Opens a session without a company for a person who has shown who it is. */
export async function openSession(
  ctx: AppContext,
  person: Entering,
  { values, isTemporary, alongside }: Opening,
): Promise<SignedIn> {
  const now = ctx.clock();
  const sessionId = ctx.uuid();
  const identity: Identity = {
    personId: person.id,
    companyId: null,
    role: null,
    sessionId,
    mustChangePassword: person.must_change_password,
  };
  const { tokens, refreshHash } = await makeTokens(ctx, identity, now);
  const companies = await within(ctx.db, { person: person.id }, async (trx) => {
    await alongside?.(trx);
    await store.insertSession(trx, {
      id: sessionId,
      personId: person.id,
      refreshHash,
      now,
      expiresAt: endOfSession(now, now, isTemporary),
      isTemporary,
    });
    const action = 'identity.signed_in';
    const reported = isTemporary ? { ...values, temporary: true } : values;
    await auditPerson(trx, { personId: person.id, action, values: reported, at: now });
    return await store.companiesOf(trx, person.id);
  });
  return {
    ...tokens,
    name: person.name,
    email: person.email,
    companies,
    must_change_password: person.must_change_password,
    locale: person.locale,
  };
}

export type LockedSession = NonNullable<Awaited<ReturnType<typeof store.lockSession>>>;
export type Membership = Awaited<ReturnType<typeof store.membershipIn>>;

/** How a session continues. */
interface Onward {
  /** The company that it continues in. */
  membership: Membership;
  mustChangePassword: boolean;
  renewal?: Renewal | null;
}

/**
 * Renews a session with new tokens. A repeated renewal gets the same answer, without a write. Scope `person`.
 */
export async function rotate(
  ctx: AppContext,
  trx: Trx,
  session: LockedSession,
  { membership, mustChangePassword, renewal = null }: Onward,
  now: Date,
) {
  const identity = {
    personId: session.person_id,
    companyId: membership?.company.id ?? null,
    role: membership?.role ?? null,
    sessionId: session.id,
    mustChangePassword,
  };
  const { tokens, refreshHash } = await makeTokens(ctx, identity, now, renewal);
  if (refreshHash === session.refresh_hash) return tokens;
  const { companyId } = identity;
  const expiresAt = endOfSession(now, session.created_at, session.is_temporary);
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
