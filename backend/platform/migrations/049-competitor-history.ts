import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Which competitors were seen with which listings, aggregated from snapshots by a job, and the prices of watched competitors
// over time, recorded by a trigger, so that the previous version writes them too. Only adds tables, an index and the trigger.

const TABLES = ['competitor_listing', 'competitor_fold', 'watched_price'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['watched_competitor', 'buybox_loss']);
  for (const statement of [
    `create table competitor_listing (
      company_id bigint not null,
      marketplace_id integer not null,
      seller_id text not null,
      listing_id bigint not null,
      -- Empty: the marketplace does not report it.
      seller_name text not null,
      first_seen_at timestamptz not null,
      -- The newest snapshot that has the seller.
      last_seen_at timestamptz not null,
      -- Null: only suspect prices were seen.
      lowest_price bigint,
      lowest_at timestamptz,
      primary key (company_id, marketplace_id, seller_id, listing_id)
    ) with (fillfactor = 80)`,
    // Up to which snapshots they are aggregated: those after \`again_id\` are read the next time. The transactions of ids up to
    // \`settled_id\` have ended; those up to \`next_id\` will have some minutes after \`next_at\`.
    `create table competitor_fold (
      company_id bigint primary key,
      again_id bigint not null,
      settled_id bigint not null,
      next_id bigint not null,
      next_at timestamptz not null,
      folded_at timestamptz not null
    )`,
    'create index buybox_loss_seller on buybox_loss (company_id, seller_id) where seller_id is not null',
    // The price of a watched competitor from an instant on; null: no price that counts is known.
    `create table watched_price (
      company_id bigint not null,
      competitor_id bigint not null,
      at timestamptz not null,
      price bigint,
      primary key (company_id, competitor_id, at),
      foreign key (company_id, competitor_id) references watched_competitor (company_id, id) on delete cascade
    )`,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
    `create function watched_price_of(w watched_competitor) returns bigint language sql immutable as $$
      select case when w.state = 'ready' and not w.is_paused then (w.offer ->> 'price')::bigint end $$`,
    // A price expires if it is not seen again in time: see monitoring/watch/engine/counts.ts.
    `create function watched_price_until(w watched_competitor) returns timestamptz language sql immutable as $$
      select w.seen_at + case when w.source = 'typed' then interval '7 days' else interval '24 hours' end $$`,
    `create function note_watched_price() returns trigger language plpgsql as $$
      declare
        price bigint := watched_price_of(new);
        before bigint;
        ended timestamptz;
      begin
        if tg_op = 'UPDATE' then
          before := watched_price_of(old);
          ended := watched_price_until(old);
          if before is not null and ended < new.seen_at then
            insert into watched_price (company_id, competitor_id, at, price)
              values (new.company_id, new.id, ended, null) on conflict do nothing;
            before := null;
          end if;
        end if;
        if price is distinct from before then
          insert into watched_price (company_id, competitor_id, at, price)
            values (new.company_id, new.id, new.updated_at, price)
            on conflict (company_id, competitor_id, at) do update set price = excluded.price;
        end if;
        return null;
      end $$`,
    `create trigger watched_competitor_price after insert or update of state, is_paused, offer, seen_at
      on watched_competitor for each row execute function note_watched_price()`,
    `alter table watched_competitor no force row level security`,
    `alter table watched_price no force row level security`,
    `insert into watched_price (company_id, competitor_id, at, price)
      select w.company_id, w.id, coalesce(w.seen_at, w.updated_at), watched_price_of(w) from watched_competitor w
      where watched_price_of(w) is not null`,
    `alter table watched_price force row level security`,
    `alter table watched_competitor force row level security`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['watched_competitor', 'buybox_loss']);
  for (const statement of [
    'drop trigger watched_competitor_price on watched_competitor',
    'drop function note_watched_price()',
    'drop function watched_price_of(watched_competitor), watched_price_until(watched_competitor)',
    'drop index buybox_loss_seller',
    `drop table ${TABLES.join(', ')}`,
  ])
    await sql.raw(statement).execute(db);
}
