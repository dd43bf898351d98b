import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The marketplace's fees near the minimum price that follows from a rule's margin or return: below some price many
// marketplaces take another fee than at the present price. Only adds: the previous version calculates with the one fee.

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
    // Which to request next: those never requested first.
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
