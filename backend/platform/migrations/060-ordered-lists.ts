import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Orders of the lists of monitoring that no index could give: by when markets were observed, by prices of others, by how many
// competitors are watched, and by shares among the listings that lose, who are few behind very many that never do. Triggers keep the
// last, so that it is right whichever version writes.

const HELD = ['market', 'buybox_share', 'watched_sum'];
const PRICES = ['winner_price', 'price_to_win', 'best_rival_price'];
/** The owner sees the rows of all companies where policies are not forced on it. */
const READ = ['market', 'buybox_share'];
const SHARES = ['share_day', 'share_week', 'share_month'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const force = (db: Kysely<unknown>, words: 'force' | 'no force') =>
  run(
    db,
    READ.map((table) => `alter table ${table} ${words} row level security`),
  );

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await force(db, 'no force');
  await run(db, [
    // An index of the instant itself would be written at each poll. Within ten minutes PostgreSQL sorts by the instant.
    `alter table market add column observed_step timestamptz not null generated always as (
      date_bin(interval '10 minutes', observed_at, timestamptz '2000-01-01 00:00:00+00')) stored`,
    'create index market_observed on market (company_id, observed_step, listing_id)',
    // Each moves with the winner's price, or what follows from it, which indexes hold already.
    ...PRICES.map(
      (name) =>
        `create index market_${name} on market (company_id, ${name}, listing_id) where ${name} is not null`,
    ),
    'create index watched_sum_watched on watched_sum (company_id, watched, listing_id)',
    'alter table buybox_share add column is_losing boolean not null default false',
    `update buybox_share s set is_losing = true from market m
      where m.company_id = s.company_id and m.listing_id = s.listing_id and m.buybox_status = 'LOSING'`,
    ...SHARES.map(
      (name) =>
        `create index buybox_${name}_losing on buybox_share (company_id, ${name}, listing_id) where is_losing`,
    ),
    `create function market_share_losing() returns trigger language plpgsql as $$
      begin
        update buybox_share s set is_losing = (new.buybox_status = 'LOSING')
        where s.company_id = new.company_id and s.listing_id = new.listing_id
          and s.is_losing <> (new.buybox_status = 'LOSING');
        return null;
      end $$`,
    `create trigger market_share_losing after update on market for each row
      when ((old.buybox_status = 'LOSING') <> (new.buybox_status = 'LOSING'))
      execute function market_share_losing()`,
  ]);
  await force(db, 'force');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await run(db, [
    'drop trigger market_share_losing on market',
    'drop function market_share_losing()',
    'alter table buybox_share drop column is_losing',
    'drop index watched_sum_watched',
    `drop index ${PRICES.map((name) => `market_${name}`).join(', ')}`,
    'alter table market drop column observed_step',
  ]);
}
