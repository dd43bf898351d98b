import { sql } from 'kysely';
import type { ListBody } from '../kernel/filter.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { within } from '../platform/db.ts';
import { fieldsOf, filterCondition, listOrder } from '../platform/filter-sql.ts';
import type { Actor, House } from '../platform/house.ts';
import { RULE_FIELDS, type Rule, type RuleField } from './contract.ts';
import { listingsOfRules } from './rule-store.ts';
import { toRuleAnswer } from './translate.ts';

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

/** A page of rules, by name unless asked otherwise. @throws Problem 422 for fields that rules do not have */
export const queryRules = (
  house: House,
  actor: Actor,
  page: PageQuery,
  { filters, orders, timeZone }: ListBody,
): Promise<Page<Rule>> =>
  within(house.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const matching = trx
      .selectFrom('rule')
      .where('rule.company_id', '=', companyId)
      .where(filterCondition(filters, FIELDS, { timeZone }));
    const rows = await matching
      .selectAll('rule')
      .orderBy(listOrder(orders, FIELDS, 'rule.id', [{ field: 'name', direction: 'asc' }]))
      .limit(page.limit)
      .offset(page.page * page.limit)
      .execute();
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const ids = rows.map((row) => row.id);
    const listings = await listingsOfRules(trx, companyId, ids);
    const content = rows.map((row) => toRuleAnswer(row, listings.get(row.id) ?? []));
    return toPage(content, total, page);
  });
