import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// What the lists of monitoring are filtered and ordered by, where an index can lead to it: how far a listing's price is above its
// winner's, its shares of time, and what is watched of it. Triggers keep it, so that it is right whichever version writes.

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const HELD = ['listing', 'market', 'buybox_share', 'listing_buybox', 'watched_competitor'];
const SHARES = ['share_day', 'share_week', 'share_month'];
/** The owner sees the rows of all companies where policies are not forced on it. */
const READ = ['listing', 'market', 'watched_competitor', 'buybox_share'];

const force = (db: Kysely<unknown>, words: 'force' | 'no force', tables = READ) =>
  run(
    db,
    tables.map((table) => `alter table ${table} ${words} row level security`),
  );

const SUMS = `count(*) as watched, count(*) filter (where state = 'ready' and not is_paused) as ready,
  min((offer ->> 'price')::bigint) filter (where state = 'ready' and not is_paused) as price`;

async function addGaps(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // The listing's price, next to the winner's. A transaction that writes a market has its listing locked.
    'alter table market add column price bigint',
    // A change of the price alone does not change the market.
    'alter table market disable trigger user',
    `update market m set price = l.price from listing l where l.company_id = m.company_id and l.id = m.listing_id`,
    'alter table market enable trigger user',
    `alter table market alter column price set not null,
      add column gap bigint generated always as (case when buybox_status = 'LOSING' then price - winner_price end) stored,
      add column gap_percent double precision generated always as (
        case when buybox_status = 'LOSING' and winner_price > 0
          then round((price - winner_price)::numeric * 100 / winner_price, 1)::double precision end) stored`,
    // Only the statement that records a market writes the column. The plan is for few rows, whatever the first call had.
    `create function market_price() returns trigger language plpgsql as $$
      begin
        select l.price into new.price from listing l where l.company_id = new.company_id and l.id = new.listing_id;
        return new;
      end $$`,
    `create trigger market_price before insert on market for each row when (new.price is null)
      execute function market_price()`,
    `create function listing_market_price() returns trigger language plpgsql
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      begin
        update market m set price = n.price from added n
        where m.company_id = n.company_id and m.listing_id = n.id and m.price <> n.price;
        return null;
      end $$`,
    `create trigger listing_market_price after update on listing referencing new table as added
      for each statement execute function listing_market_price()`,
    'create index market_gap on market (company_id, gap, listing_id) where gap is not null',
    'create index market_gap_percent on market (company_id, gap_percent, listing_id) where gap_percent is not null',
  ]);
}

async function addTimes(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // As they are shown: what differs by less is not written.
    `alter table buybox_share ${SHARES.map(
      (name) => `alter column ${name} type numeric(4, 1) using round(${name}::numeric, 1)`,
    ).join(', ')}`,
    ...SHARES.map(
      (name) => `create index buybox_${name} on buybox_share (company_id, ${name}, listing_id)`,
    ),
    'create index listing_buybox_since on listing_buybox (company_id, since, listing_id)',
  ]);
}

async function addWatched(db: Kysely<unknown>, app: string): Promise<void> {
  await run(db, [
    // Of each listing: competitors that are watched, those of them whose price is known, and the lowest.
    `create table watched_sum (
      company_id bigint not null,
      listing_id bigint not null,
      watched integer not null,
      ready integer not null,
      price bigint,
      primary key (company_id, listing_id),
      foreign key (company_id, listing_id) references listing (company_id, id) on delete cascade
    ) with (fillfactor = 80)`,
    `insert into watched_sum (company_id, listing_id, watched, ready, price)
      select company_id, listing_id, ${SUMS} from watched_competitor group by company_id, listing_id`,
    'alter table watched_sum enable row level security',
    'alter table watched_sum force row level security',
    `create policy watched_sum_company on watched_sum to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on watched_sum to ${app}`,
    // Its row is locked before it is counted: who waits for it counts what the other one wrote.
    `create function sum_watched() returns trigger language plpgsql as $$
      declare
        company bigint := case when tg_op = 'DELETE' then old.company_id else new.company_id end;
        listing bigint := case when tg_op = 'DELETE' then old.listing_id else new.listing_id end;
      begin
        if tg_op = 'INSERT' then
          insert into watched_sum (company_id, listing_id, watched, ready) values (company, listing, 0, 0)
          on conflict do nothing;
        end if;
        perform from watched_sum s where s.company_id = company and s.listing_id = listing for no key update;
        update watched_sum s set watched = c.watched, ready = c.ready, price = c.price
        from (select ${SUMS} from watched_competitor w where w.company_id = company and w.listing_id = listing) c
        where s.company_id = company and s.listing_id = listing;
        return null;
      end $$`,
    `create trigger watched_competitor_sum after insert or delete on watched_competitor
      for each row execute function sum_watched()`,
    `create trigger watched_competitor_sum_update after update of state, is_paused, offer on watched_competitor
      for each row when (old.state <> new.state or old.is_paused <> new.is_paused
        or old.offer ->> 'price' is distinct from new.offer ->> 'price')
      execute function sum_watched()`,
  ]);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdTables(db, HELD);
  await force(db, 'no force');
  await addGaps(db);
  await addTimes(db);
  await addWatched(db, rows[0]!.role);
  await force(db, 'force');
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await force(db, 'no force', ['buybox_share']);
  await run(db, [
    'drop trigger watched_competitor_sum_update on watched_competitor',
    'drop trigger watched_competitor_sum on watched_competitor',
    'drop function sum_watched()',
    'drop table watched_sum',
    'drop index listing_buybox_since',
    `drop index ${SHARES.map((name) => `buybox_${name}`).join(', ')}`,
    `alter table buybox_share ${SHARES.map((name) => `alter column ${name} type real`).join(', ')}`,
    'drop trigger listing_market_price on listing',
    'drop function listing_market_price()',
    'drop trigger market_price on market',
    'drop function market_price()',
    'alter table market drop column gap_percent, drop column gap, drop column price',
  ]);
  await force(db, 'force', ['buybox_share']);
}
