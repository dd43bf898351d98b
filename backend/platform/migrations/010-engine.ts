import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The engine's memory of a listing, the range of its price within a day, and the price settings of a company. Only adds: a
// process of the previous version continues, and prices that it applies count by the present price.

/** Hours since 1970: the day is kept by the hour. */
const HOUR = (instant: string) => `floor(extract(epoch from ${instant}) / 3600)::bigint`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_pricing', 'company']);
  await sql
    .raw(`
    alter table company
      add column requires_approval_by_default boolean not null default false,
      -- The largest change without approval: in one step, and from the lowest and highest price of 24 hours.
      add column max_step_percent numeric(6, 2) not null default 30
        check (max_step_percent > 0 and max_step_percent <= 1000),
      add column max_day_percent numeric(6, 2) not null default 60 check (max_day_percent <= 1000),
      add column parity text not null default 'warn' check (parity in ('warn', 'block')),
      add column minutes_per_manual_change integer not null default 3
        check (minutes_per_manual_change between 0 and 240),
      add check (max_day_percent >= max_step_percent)`)
    .execute(db);
  await sql
    .raw(`
    alter table listing_pricing
      add column memory jsonb,
      -- The lowest and the highest price of each of the last hours in which we changed it, counted from the last price
      -- that a person wanted: {"<hours since 1970>": [lowest, highest]}, in minor units.
      add column day_prices jsonb`)
    .execute(db);
  // What was changed in the last day counts at once.
  await sql
    .raw(`
    update listing_pricing p set day_prices = d.prices
    from (
      select h.company_id, h.listing_id,
        jsonb_object_agg(h.hour::text, jsonb_build_array(h.lowest, h.highest)) as prices
      from (
        select c.id as company_id, u.listing_id, ${HOUR('u.moved_at')} as hour,
          min(least(u.old_price, u.new_price)) as lowest, max(greatest(u.old_price, u.new_price)) as highest
        -- Company by company, as the index of the states is.
        from company c cross join lateral (
          select listing_id, moved_at, old_price, new_price from price_update
          where company_id = c.id and state in ('applied', 'undone')
            and created_at > now() - interval '48 hours' and moved_at > now() - interval '24 hours'
        ) u
        group by 1, 2, 3
      ) h
      group by 1, 2
    ) d
    where p.company_id = d.company_id and p.listing_id = d.listing_id`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['listing_pricing', 'company']);
  await sql`alter table listing_pricing drop column memory, drop column day_prices`.execute(db);
  await sql`
    alter table company drop column requires_approval_by_default, drop column max_step_percent,
      drop column max_day_percent, drop column parity, drop column minutes_per_manual_change`.execute(
    db,
  );
}
