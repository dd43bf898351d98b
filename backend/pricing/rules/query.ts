// The list of rules: pages and tabs. A row tells how many listings its rule prices, not which: there may be a thousand.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListBody } from '../../kernel/filter.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { fieldsOf, listCondition, listOrder } from '../../platform/filter-sql.ts';
import {
  RULE_FIELDS,
  type RuleField,
  type RuleQuery,
  type RuleRow,
  type RuleStatus,
  type RuleTab,
} from '../contract.ts';
import { toRuleAnswer } from '../engine/rule.ts';

const setting = (name: string) => ({ column: sql`(rule.settings ->> ${sql.lit(name)})` });

/** What rules may be filtered and ordered by. */
export const FIELDS = fieldsOf<RuleField>(RULE_FIELDS, {
  id: 'rule.id!',
  name: 'rule.name!',
  status: 'rule.status!',
  origin: 'rule.origin!',
  competition: setting('competition'),
  strategy: setting('strategy'),
  baseOn: setting('baseOn'),
  control: setting('control'),
  requiresApproval: { column: sql`((rule.settings ->> 'requiresApproval')::boolean)` },
  minimumBy: { column: sql`coalesce(rule.settings ->> 'minimumBy', 'AMOUNT')`, notNull: true },
  minPrice: 'rule.min_price',
  maxPrice: 'rule.max_price',
  ads: {
    column: sql`(select count(*) from rule_listing rl
      where rl.company_id = rule.company_id and rl.rule_id = rule.id)`,
    notNull: true,
  },
  createdAt: 'rule.created_at!',
  updatedAt: 'rule.updated_at!',
});

/** Which rules match the search and the filters, in whatever tab. */
const rulesFound = (
  query: Pick<RuleQuery, 'search'>,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<SqlBool> => listCondition(FIELDS, ['name'], query, body);

const inTab = (tab: RuleTab | undefined): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql`true`;
  return tab === 'current' ? sql`rule.status <> 'archived'` : sql`rule.status = ${tab}`;
};

/** Which rules are in a tab and match its search and filters; `rule` is the rule. */
export const matchingRules = (
  query: RuleQuery,
  body: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<SqlBool> => sql<SqlBool>`(${rulesFound(query, body)}) and ${inTab(query.tab)}`;

/** How many listings some rules have, and the currency of their prices; all listings of a rule are in one country. */
async function listingsOf(trx: Trx, companyId: number, ruleIds: readonly number[]) {
  const { rows } = await sql<{ rule_id: number; ads: number; currency_code: string }>`
    select n.rule_id, n.ads, l.currency_code from (
      select rl.rule_id, count(*) as ads, min(rl.listing_id) as listing_id from rule_listing rl
      where rl.company_id = ${companyId} and rl.rule_id = any(${ruleIds}::bigint[]) group by rl.rule_id
    ) n
    join listing l on l.company_id = ${companyId} and l.id = n.listing_id`.execute(trx);
  return new Map(rows.map((row) => [row.rule_id, row]));
}

/** A page of rules, by name unless asked otherwise. @throws Problem 422 for fields that rules do not have */
export const queryRules = (
  ctx: AppContext,
  actor: Actor,
  page: PageQuery & RuleQuery,
  body: ListBody,
): Promise<Page<RuleRow> & { counts: Record<RuleTab, number> }> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const rules = trx.selectFrom('rule').where('rule.company_id', '=', companyId);
    const rows = await rules
      .selectAll('rule')
      .where(matchingRules(page, body))
      .orderBy(listOrder(body.orders, FIELDS, 'rule.id', [{ field: 'name', direction: 'asc' }]))
      .limit(page.limit)
      .offset(page.page * page.limit)
      .execute();
    const found = await rules
      .select(['rule.status', (eb) => eb.fn.countAll<number>().as('count')])
      .where(rulesFound(page, body))
      .groupBy('rule.status')
      .execute();
    const of = (status: RuleStatus) => found.find((one) => one.status === status)?.count ?? 0;
    const counts = {
      current: of('enabled') + of('paused') + of('disabled'),
      enabled: of('enabled'),
      paused: of('paused'),
      disabled: of('disabled'),
      archived: of('archived'),
    };
    const ids = rows.map((row) => row.id);
    const listings = await listingsOf(trx, companyId, ids);
    const content = rows.map((row): RuleRow => {
      const { listingIds: _, ...rule } = toRuleAnswer(row, []);
      const known = listings.get(row.id);
      return { ...rule, ads: known?.ads ?? 0, currencyCode: known?.currency_code ?? null };
    });
    const total = page.tab === undefined ? counts.current + counts.archived : counts[page.tab];
    return { ...toPage(content, total, page), counts };
  });
