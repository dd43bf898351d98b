// The rows of many rules at once: one statement makes or saves all of a step, however many there are.
import { sql } from 'kysely';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import { auditMany } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import type { RuleOrigin } from '../../contract.ts';
import type { RuleContent } from '../../engine/rule.ts';
import type { RuleRow } from '../../updates/rule-store.ts';
import { toRuleAudit } from '../actions.ts';

export interface NewRule extends RuleContent {
  name: string;
  origin: RuleOrigin;
}

const said = (rules: readonly (RuleContent & { id?: number; name?: string })[]): string =>
  JSON.stringify(rules.map((rule, seq) => ({ ...rule, seq })));

const COLUMNS = sql`(seq integer, id bigint, name text, origin text, status text, min_price bigint, max_price bigint, settings jsonb)`;

/** Makes rules; gives them in the same order. */
export async function insertRules(
  trx: Trx,
  companyId: number,
  rules: readonly NewRule[],
  createdBy: number,
  now: Date,
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_by,
      created_at, updated_at)
    select ${companyId}::bigint, n.name, n.origin, 1, n.status, n.min_price, n.max_price, n.settings,
      ${createdBy}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${said(rules)}::jsonb) as n ${COLUMNS}
    order by n.seq
    returning *`.execute(trx);
  // Numbered in the order in which they were asked for.
  return rows.sort((a, b) => a.id - b.id);
}

/** Saves rules under their next versions, in the same order; the caller has locked them and checked the versions. */
export async function saveRules(
  trx: Trx,
  companyId: number,
  rules: readonly (RuleContent & { id: number })[],
  now: Date,
): Promise<RuleRow[]> {
  const ids = rules.map(({ id }) => id);
  const { rows } = await sql<RuleRow>`
    update rule r set version = r.version + 1, status = n.status, min_price = n.min_price, max_price = n.max_price,
      settings = n.settings, updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${said(rules)}::jsonb) as n ${COLUMNS}
    where r.company_id = ${companyId} and r.id = any(${ids}::bigint[]) and r.id = n.id
    returning r.*`.execute(trx);
  const saved = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = saved.get(id);
    if (row === undefined) throw new Error(`Rule ${id} is held, and gone`);
    return row;
  });
}

/** Writes to the audit log what was done to each of many rules. */
export const auditRules = (
  ctx: AppContext,
  trx: Trx,
  { companyId, personId }: Actor,
  acts: readonly { what: Parameters<typeof toRuleAudit>[0]; row: RuleRow; more: object }[],
): Promise<void> =>
  auditMany(
    trx,
    { companyId, personId, at: ctx.clock() },
    acts.map(({ what, row, more }) => toRuleAudit(what, row, more)),
  );
