import type { Trx } from '../platform/db.ts';
import { type Member, Role } from './contract.ts';

const people = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'person.id as personId',
      'person.name',
      'person.email',
      'membership.role',
      'person.must_change_password as invited',
    ])
    .where('membership.company_id', '=', companyId);

/** The people of a company, by name. */
export async function membersOf(trx: Trx, companyId: number): Promise<Member[]> {
  const rows = await people(trx, companyId).orderBy('person.name').orderBy('person.id').execute();
  return rows.map((row) => ({ ...row, role: Role.parse(row.role) }));
}

export async function memberOf(
  trx: Trx,
  companyId: number,
  personId: number,
): Promise<Member | undefined> {
  const row = await people(trx, companyId).where('person.id', '=', personId).executeTakeFirst();
  return row && { ...row, role: Role.parse(row.role) };
}

/** Adds a person to a company; false where the person belongs to it already. */
export async function insertMember(
  trx: Trx,
  member: { companyId: number; personId: number; role: Role },
): Promise<boolean> {
  const added = await trx
    .insertInto('membership')
    .values({ company_id: member.companyId, person_id: member.personId, role: member.role })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The owners of a company, locked for this transaction: of two changes that would leave none, the second sees the first. */
export async function lockOwners(trx: Trx, companyId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('membership')
    .select('person_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .orderBy('person_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.person_id);
}

export async function setRole(
  trx: Trx,
  member: { companyId: number; personId: number; role: Role },
): Promise<void> {
  await trx
    .updateTable('membership')
    .set({ role: member.role })
    .where('company_id', '=', member.companyId)
    .where('person_id', '=', member.personId)
    .execute();
}

export async function deleteMember(
  trx: Trx,
  member: { companyId: number; personId: number },
): Promise<void> {
  await trx
    .deleteFrom('membership')
    .where('company_id', '=', member.companyId)
    .where('person_id', '=', member.personId)
    .execute();
}

export const companyName = async (trx: Trx, companyId: number): Promise<string> => {
  const company = await trx
    .selectFrom('company')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return company.name;
};
