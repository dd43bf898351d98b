import { sql } from 'kysely';
import type { ListBody } from '../kernel/filter.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { within } from '../platform/db.ts';
import { type Fields, filterCondition, listOrder } from '../platform/filter-sql.ts';
import type { Actor, House } from '../platform/house.ts';
import {
  BaseOn,
  Competition,
  Control,
  type Rule,
  RuleOrigin,
  RuleStatus,
  Strategy,
} from './contract.ts';
import { listingsOfRules } from './rule-store.ts';
import { toRuleAnswer } from './translate.ts';

const setting = (name: string) => sql`(rule.settings ->> ${sql.lit(name)})`;

/** What rules may be filtered and ordered by. */
const FIELDS: Fields = {
  id: { column: 'rule.id', type: 'integer' },
  name: { column: 'rule.name', type: 'text' },
  status: { column: 'rule.status', type: 'choice', choices: RuleStatus.options },
  origin: { column: 'rule.origin', type: 'choice', choices: RuleOrigin.options },
  competition: { column: setting('competition'), type: 'choice', choices: Competition.options },
  strategy: { column: setting('strategy'), type: 'choice', choices: Strategy.options },
  baseOn: { column: setting('baseOn'), type: 'choice', choices: BaseOn.options },
  control: { column: setting('control'), type: 'choice', choices: Control.options },
  requiresApproval: {
    column: sql`((rule.settings ->> 'requiresApproval')::boolean)`,
    type: 'boolean',
  },
  minPrice: { column: 'rule.min_price', type: 'money' },
  maxPrice: { column: 'rule.max_price', type: 'money' },
  createdAt: { column: 'rule.created_at', type: 'instant' },
  updatedAt: { column: 'rule.updated_at', type: 'instant' },
};

/** A page of rules, by name unless asked otherwise. @throws Problem 422 for fields that rules do not have */
export const queryRules = (
  house: House,
  actor: Actor,
  page: PageQuery,
  { filters, orders }: ListBody,
): Promise<Page<Rule>> =>
  within(house.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const matching = trx
      .selectFrom('rule')
      .where('rule.company_id', '=', companyId)
      .where(filterCondition(filters, FIELDS));
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
