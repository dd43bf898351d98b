import { sql } from 'kysely';
import type { Actor, AppContext } from './app-context.ts';
import type { Trx } from './db.ts';

export interface AuditRecord {
  companyId: number;
  /** Who did it; null: an unknown person, or the product itself. */
  personId: number | null;
  /** `<domain>.<what was done>`, such as `pricing.rule_created`. */
  action: string;
  /** The object of the action, such as a rule's id. */
  subject: string | null;
  /** Further details. No password, no token: they are stored, and shown to the company. */
  values: object;
  at: Date;
}

/** Writes to the company's audit log who did what, in the caller's transaction: both are committed or neither. */
export async function audit(trx: Trx, record: AuditRecord): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      company_id: record.companyId,
      at: record.at,
      person_id: record.personId,
      person_name: sql<string | null>`(select name from person where id = ${record.personId})`,
      action: record.action,
      subject: record.subject,
      values: record.values,
    })
    .execute();
}

/** The same for an action of the present caller. */
export const auditAct = (
  ctx: AppContext,
  trx: Trx,
  { companyId, personId }: Pick<Actor, 'companyId' | 'personId'>,
  act: Pick<AuditRecord, 'action' | 'subject' | 'values'>,
): Promise<void> => audit(trx, { companyId, personId, ...act, at: ctx.clock() });

/** The same for many actions of one person, with one statement. */
export async function auditMany(
  trx: Trx,
  { companyId, personId, at }: Pick<AuditRecord, 'companyId' | 'personId' | 'at'>,
  records: readonly Pick<AuditRecord, 'action' | 'subject' | 'values'>[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into audit_log (company_id, at, person_id, person_name, action, subject, values)
    select ${companyId}::bigint, ${at}::timestamptz, ${personId}::bigint,
      (select name from person where id = ${personId}), n.action, n.subject, n.values
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as n (action text, subject text, values jsonb)`.execute(
    trx,
  );
}

/**
 * Writes an action on a user's own account, such as a change of its password, in every company of the user.
 * Scope: `person`. An unknown id writes nothing.
 */
export async function auditPerson(
  trx: Trx,
  record: Omit<AuditRecord, 'companyId' | 'personId' | 'subject'> & { personId: number },
): Promise<void> {
  await sql`
    insert into audit_log (company_id, at, person_id, person_name, action, subject, values)
    select membership.company_id, ${record.at}::timestamptz, person.id, person.name, ${record.action}::text, null,
      ${JSON.stringify(record.values)}::text::jsonb
    from membership join person on person.id = membership.person_id
    where person.id = ${record.personId}`.execute(trx);
}
