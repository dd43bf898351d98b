import type { Trx } from '../platform/db.ts';
import { type Company, Role } from './contract.ts';

/** A person with what proves who it is; scope `email`. */
export const personByEmail = (trx: Trx, email: string) =>
  trx
    .selectFrom('person')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();

export const personById = (trx: Trx, personId: number) =>
  trx
    .selectFrom('person')
    .select(['email', 'name'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();

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
  session: { id: string; personId: number; refreshHash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      id: session.id,
      person_id: session.personId,
      company_id: null,
      refresh_hash: session.refreshHash,
      previous_hash: null,
      created_at: session.now,
      rotated_at: session.now,
      expires_at: session.expiresAt,
      ended_at: null,
    })
    .execute();
}

/** Whose session it is, whether or not it has ended; scope `refresh`. */
export const ownerOfSession = (trx: Trx, sessionId: string) =>
  trx.selectFrom('session').select('person_id').where('id', '=', sessionId).executeTakeFirst();

/** The session if it has not ended at `now`, held for this transaction: of two renewals one waits. */
export const lockSession = (trx: Trx, sessionId: string, now: Date) =>
  trx
    .selectFrom('session')
    .select(['id', 'person_id', 'company_id', 'refresh_hash', 'previous_hash', 'rotated_at'])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
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

/** Writes a person; only the owner of the tables may, the application's role cannot. */
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
