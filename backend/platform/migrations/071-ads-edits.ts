import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Campaigns that are edited: more fields of them change, and what is added to one is created like a new one. Only adds.

const HELD = ['ads_change', 'ads_creation', 'ads_creation_step'];

const FIELDS = ['status', 'dailyBudget', 'bid', 'endDate', 'roasTarget'];
const EDITED = ['name', 'startDate', 'biddingStrategy', 'placements'];
const STATES = ['pending', 'creating', 'incomplete', 'failed', 'done', 'canceled', 'left'];
const STEP_STATES = ['waiting', 'done', 'differs', 'rejected', 'skipped', 'dropped'];

const listOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const allow = (table: string, column: string, values: readonly string[]) =>
  `alter table ${table} drop constraint ${table}_${column}_check,
    add constraint ${table}_${column}_check check (${column} in (${listOf(values)}))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  for (const statement of [
    allow('ads_change', 'field', [...FIELDS, ...EDITED]),
    // Undone: what was added is paused again.
    allow('ads_creation', 'state', [...STATES, 'undone']),
    // Existing: it was there before, and what is added belongs to it.
    allow('ads_creation_step', 'state', [...STEP_STATES, 'existing']),
    'create index ads_creation_campaign on ads_creation (company_id, campaign_id, id)',
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  for (const statement of [
    'drop index ads_creation_campaign',
    `delete from ads_change where field in (${listOf(EDITED)})`,
    `update ads_creation set state = 'done' where state = 'undone'`,
    `update ads_creation_step set state = 'dropped' where state = 'existing'`,
    allow('ads_change', 'field', FIELDS),
    allow('ads_creation', 'state', STATES),
    allow('ads_creation_step', 'state', STEP_STATES),
  ])
    await sql.raw(statement).execute(db);
}
