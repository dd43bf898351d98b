import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { AuditEntry } from './contract.ts';

interface AuditQuery extends PageQuery {
  personId?: number | undefined;
  action?: string | undefined;
}

const entries = (trx: Trx, companyId: number, { personId, action }: AuditQuery) =>
  trx
    .selectFrom('audit_log')
    .where('company_id', '=', companyId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!));

/** Who did what in a company, newest first. */
export const auditLogOf = (
  ctx: AppContext,
  companyId: number,
  query: AuditQuery,
): Promise<Page<AuditEntry>> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { total } = await entries(trx, companyId, query)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await entries(trx, companyId, query)
      .select(['id', 'at', 'person_id', 'person_name', 'action', 'subject', 'values'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(query.page * query.limit)
      .execute();
    const content = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      personId: row.person_id,
      personName: row.person_name,
      action: row.action,
      subject: row.subject,
      values: { ...row.values },
    }));
    return toPage(content, total, query);
  });
