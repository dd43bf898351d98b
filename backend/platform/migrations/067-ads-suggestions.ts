import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Marketplaces without bids, and changes that a person has to make at the marketplace. Only adds.

const HELD = ['ads_advertiser', 'ads_campaign', 'ads_group', 'ads_change'];

const STATES = ['pending', 'approved', 'sending', 'applied', 'canceled', 'rejected', 'undone'];
/** Kept for a person to make, and made as that person says: the next reading checks whether the marketplace shows it. */
const SUGGESTIONS = ['suggested', 'marked'];
const FIELDS = ['status', 'dailyBudget', 'bid', 'endDate'];

const listOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const allow = (states: readonly string[], fields: readonly string[], open: readonly string[]) => [
  `alter table ads_change drop constraint ads_change_state_check,
    add constraint ads_change_state_check check (state in (${listOf(states)})),
    drop constraint ads_change_field_check,
    add constraint ads_change_field_check check (field in (${listOf(fields)}))`,
  'drop index ads_change_open',
  `create unique index ads_change_open on ads_change (company_id, object, object_id, field)
    where state in (${listOf(open)})`,
];

const OPEN = ['pending', 'approved', 'sending'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  for (const statement of [
    // When it was last tried whether the account may write.
    'alter table ads_advertiser add column probed_at timestamptz',
    // In hundredths; and how often it was shown of how often it could have been.
    'alter table ads_campaign add column roas_target bigint, add column shares jsonb',
    'alter table ads_group alter column default_bid drop not null',
    ...allow([...STATES, ...SUGGESTIONS], [...FIELDS, 'roasTarget'], [...OPEN, ...SUGGESTIONS]),
    `create index ads_change_suggested on ads_change (company_id, account_id)
      where state in (${listOf(SUGGESTIONS)})`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  for (const statement of [
    `update ads_change set state = 'canceled' where state in (${listOf(SUGGESTIONS)})`,
    `delete from ads_change where field = 'roasTarget'`,
    'drop index ads_change_suggested',
    ...allow(STATES, FIELDS, OPEN),
    'update ads_group set default_bid = 0 where default_bid is null',
    'alter table ads_group alter column default_bid set not null',
    'alter table ads_campaign drop column roas_target, drop column shares',
    'alter table ads_advertiser drop column probed_at',
  ])
    await sql.raw(statement).execute(db);
}
