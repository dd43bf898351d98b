import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The marketplace's fees about the minimum that a rule's margin or return comes to: below some price many take another
// one than at the present price. Only adds: the version before reckons with the one fee.

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_cost']);
  for (const statement of [
    `alter table listing_cost
      add column floor_base bigint check (floor_base > 0),
      add column floor_price bigint check (floor_price > 0),
      add column floor_fees jsonb check (jsonb_typeof(floor_fees) = 'array'),
      add column floor_asked_at timestamptz,
      add check ((floor_base is null) = (floor_price is null)),
      add check (floor_price is not null or (floor_asked_at is null and floor_fees is null))`,
    // Which to ask for next: those never asked for first.
    `create index listing_cost_floor on listing_cost (company_id, floor_asked_at nulls first)
      where floor_price is not null and cost is not null and fee_source = 'marketplace'`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_cost']);
  await sql`alter table listing_cost drop column floor_base, drop column floor_price, drop column floor_fees,
    drop column floor_asked_at`.execute(db);
}
