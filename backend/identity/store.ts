import { sql } from 'kysely';
import type { Locale } from '../kernel/id.ts';
import type { Trx } from '../platform/db.ts';
import { type Company, Role } from './contract.ts';
import { TEMPORARY_REFRESH_MILLISECONDS, TEMPORARY_SESSION_MILLISECONDS } from './tokens.ts';

/** A person with what proves who it is; scope `email`. */
export const personByEmail = (trx: Trx, email: string) =>
  trx
    .selectFrom('person')
    .select([
      'id',
      'email',
      'name',
      'password_hash',
      'must_change_password',
      'email_verified_at',
      'is_passwordless',
      'locale',
    ])
    .where('email', '=', email)
    .executeTakeFirst();

export const personById = (trx: Trx, personId: number) =>
  trx
    .selectFrom('person')
    .select([
      'email',
      'name',
      'password_hash',
      'must_change_password',
      'email_verified_at',
      'is_passwordless',
      'locale',
    ])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();

/**
 * Whether `passwordHash` is still the person's, locked until this transaction ends: a change of it waits, and then
 * sees what was written here. Scope `person`.
 */
export async function lockPassword(
  trx: Trx,
  personId: number,
  passwordHash: string,
): Promise<boolean> {
  const person = await trx
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', personId)
    .forShare()
    .executeTakeFirstOrThrow();
  return person.password_hash === passwordHash;
}

/**
 * Sets the password that a person chose; false where it is not `before` any more. `verifiedAt`: it came by a mailed
 * link, so that the e-mail is the person's. Scope `person`.
 */
export async function setPassword(
  trx: Trx,
  personId: number,
  before: string,
  passwordHash: string,
  verifiedAt?: Date,
): Promise<boolean> {
  const set = await trx
    .updateTable('person')
    .set({
      password_hash: passwordHash,
      must_change_password: false,
      is_passwordless: false,
      ...(verifiedAt === undefined ? {} : { email_verified_at: verifiedAt }),
    })
    .where('id', '=', personId)
    .where('password_hash', '=', before)
    .executeTakeFirstOrThrow();
  return set.numUpdatedRows > 0n;
}

/** Keeps the language that a person chose. Scope `person`. */
export async function setLocale(trx: Trx, personId: number, locale: Locale): Promise<void> {
  await trx.updateTable('person').set({ locale }).where('id', '=', personId).execute();
}

export const companiesOf = (trx: Trx, personId: number): Promise<Company[]> =>
  trx
    .selectFrom('company')
    .innerJoin('membership', 'membership.company_id', 'company.id')
    .select(['company.id', 'company.name'])
    .where('membership.person_id', '=', personId)
    .orderBy('company.name')
    .orderBy('company.id')
    .execute();

/** The company and the person's role in it; undefined where the person does not belong to it. */
export async function membershipIn(
  trx: Trx,
  personId: number,
  companyId: number,
): Promise<{ company: Company; role: Role } | undefined> {
  const row = await trx
    .selectFrom('membership')
    .innerJoin('company', 'company.id', 'membership.company_id')
    .select(['company.id', 'company.name', 'membership.role'])
    .where('membership.person_id', '=', personId)
    .where('membership.company_id', '=', companyId)
    .executeTakeFirst();
  return row && { company: { id: row.id, name: row.name }, role: Role.parse(row.role) };
}

export async function insertSession(
  trx: Trx,
  session: {
    id: string;
    personId: number;
    refreshHash: string;
    now: Date;
    expiresAt: Date;
    isTemporary: boolean;
    /** Of a session that a host began. */
    host?: { companyId: number; id: number; module: string | null };
  },
): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      id: session.id,
      person_id: session.personId,
      company_id: session.host?.companyId ?? null,
      host_id: session.host?.id ?? null,
      module: session.host?.module ?? null,
      refresh_hash: session.refreshHash,
      previous_hash: null,
      created_at: session.now,
      rotated_at: session.now,
      expires_at: session.expiresAt,
      ended_at: null,
      is_temporary: session.isTemporary,
    })
    .execute();
}

/** Whose session it is, whether or not it has ended; scope `refresh`. */
export const ownerOfSession = (trx: Trx, sessionId: string) =>
  trx.selectFrom('session').select('person_id').where('id', '=', sessionId).executeTakeFirst();

/**
 * When a session is over. The stored end of a temporary session is not trusted: a process of an earlier version, which
 * knows no temporary sessions, renews it as a permanent one.
 */
const endsAt = sql<Date>`least(session.expires_at, case when session.is_temporary then least(
  session.rotated_at + ${TEMPORARY_REFRESH_MILLISECONDS}::bigint * interval '1 millisecond',
  session.created_at + ${TEMPORARY_SESSION_MILLISECONDS}::bigint * interval '1 millisecond') end)`;

/** The session if it has not ended at `now`, locked for this transaction: of two renewals one waits. */
export const lockSession = (trx: Trx, sessionId: string, now: Date) =>
  trx
    .selectFrom('session')
    .select([
      'id',
      'person_id',
      'company_id',
      'refresh_hash',
      'previous_hash',
      'created_at',
      'rotated_at',
      'is_temporary',
    ])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(endsAt, '>', now)
    .forUpdate()
    .executeTakeFirst();

export async function rotateSession(
  trx: Trx,
  session: { id: string; refresh_hash: string },
  next: { companyId: number | null; refreshHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('session')
    .set({
      company_id: next.companyId,
      refresh_hash: next.refreshHash,
      previous_hash: session.refresh_hash,
      rotated_at: next.now,
      expires_at: next.expiresAt,
    })
    .where('id', '=', session.id)
    .execute();
}

/** The present state of an access token's session, role and host, by primary keys. Scope `person`, and `company` where there is one. */
export const sessionState = (
  trx: Trx,
  token: { sessionId: string; personId: number; companyId: number | null },
) =>
  trx
    .selectFrom('session')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.person_id', '=', 'session.person_id')
        .on('membership.company_id', '=', token.companyId),
    )
    .leftJoin('host', (join) =>
      join
        .onRef('host.company_id', '=', 'session.company_id')
        .onRef('host.id', '=', 'session.host_id')
        .on('host.revoked_at', 'is', null),
    )
    .select([
      'session.ended_at',
      endsAt.as('ends_at'),
      'membership.role',
      'host.created_at as host_since',
      'host.modules as host_modules',
      'host.origins as host_origins',
    ])
    .where('session.id', '=', token.sessionId)
    .where('session.person_id', '=', token.personId)
    .executeTakeFirst();

/** Ends all sessions of a person, or all but one; gives how many. Scope `person`. */
export async function endSessions(
  trx: Trx,
  personId: number,
  now: Date,
  spared: string | null,
): Promise<number> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: now })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(spared !== null, (query) => query.where('id', '!=', spared!))
    .executeTakeFirstOrThrow();
  return Number(ended.numUpdatedRows);
}

/**
 * Removes sessions that were over before `before`, and those that hosts began and that ran out before `ofHostsBefore`;
 * gives how many. Scope `system`.
 */
export async function sweepSessions(
  trx: Trx,
  { before, ofHostsBefore }: { before: Date; ofHostsBefore: Date },
): Promise<number> {
  const gone = await trx
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('ended_at', '<', before),
        where('expires_at', '<', before),
        where.and([where('host_id', 'is not', null), where('expires_at', '<', ofHostsBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/** Makes a link the only valid one for setting the person's password. Scope `person`. */
export async function replaceLink(
  trx: Trx,
  link: { personId: number; tokenHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  const values = { token_hash: link.tokenHash, created_at: link.now, expires_at: link.expiresAt };
  await trx
    .insertInto('password_link')
    .values({ person_id: link.personId, ...values })
    .onConflict((row) => row.column('person_id').doUpdateSet(values))
    .execute();
}

/** Whether the link is valid at `now`. Scope `person`. */
export async function isGoodLink(
  trx: Trx,
  link: { personId: number; tokenHash: string; now: Date },
): Promise<boolean> {
  const found = await trx
    .selectFrom('password_link')
    .select('person_id')
    .where('person_id', '=', link.personId)
    .where('token_hash', '=', link.tokenHash)
    .where('expires_at', '>', link.now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a link up; false where it is not good, or no longer. Scope `person`. */
export async function consumeLink(
  trx: Trx,
  link: { personId: number; tokenHash: string; now: Date },
): Promise<boolean> {
  const taken = await trx
    .deleteFrom('password_link')
    .where('person_id', '=', link.personId)
    .where('token_hash', '=', link.tokenHash)
    .where('expires_at', '>', link.now)
    .executeTakeFirstOrThrow();
  return taken.numDeletedRows > 0n;
}

/** Removes a person's open link, if there is one. Scope `person`. */
export async function deleteLink(trx: Trx, personId: number): Promise<void> {
  await trx.deleteFrom('password_link').where('person_id', '=', personId).execute();
}

/** Removes links that are outdated at `now`; gives how many. Scope `system`. */
export async function sweepLinks(trx: Trx, now: Date): Promise<number> {
  const gone = await trx
    .deleteFrom('password_link')
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/** Ends a session; false where it had ended already. */
export async function endSession(trx: Trx, sessionId: string, now: Date): Promise<boolean> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Writes a person; only the owner of the tables may, outside of any scope. */
export async function insertPerson(
  trx: Trx,
  person: { email: string; name: string; passwordHash: string; now: Date },
): Promise<number> {
  const row = await trx
    .insertInto('person')
    .values({
      email: person.email,
      name: person.name,
      password_hash: person.passwordHash,
      created_at: person.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Adds a person who has no password yet, and gives the id; null where a person has the e-mail already. Scope: that
 * `email`.
 */
export async function insertNewPerson(
  trx: Trx,
  person: { email: string; name: string; passwordHash: string; now: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('person')
    .values({
      email: person.email,
      name: person.name,
      password_hash: person.passwordHash,
      created_at: person.now,
      must_change_password: true,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
