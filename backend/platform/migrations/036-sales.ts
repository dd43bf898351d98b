import { type Kysely, sql } from 'kysely';

// Orders of the accounts, by order item, their shipments, and their sums by day. Only adds tables.
//
// Days are in the account's own time zone. If the listing of an item is unknown its id is 0, so that it is part of keys and
// sums. Items and sums by listing are partitioned by month (platform/retention.ts); what is older than three months when
// this runs is in the first partition of each.

const PARTITIONED = ['order_line', 'listing_day'];
const TABLES = [
  ...PARTITIONED,
  'shipment',
  'dirty_day',
  'account_day',
  'source_day',
  'marketplace_day',
  'order_feed',
];

/** Sums of order items; each has the revenue of the items for which it is known, if it is not known for all. */
const SUMS = `
  orders integer not null,
  units integer not null,
  revenue bigint not null,
  shipping bigint not null,
  cancelled_units integer not null,
  refunded_units integer not null,
  refunds bigint not null,
  refunds_of bigint not null,
  fees bigint not null,
  fees_of bigint not null,
  goods bigint not null,
  goods_of bigint not null,
  tax bigint not null,
  tax_of bigint not null,
  margin bigint not null,
  margin_of bigint not null,
  won_units integer not null,
  shared_units integer not null,
  lost_units integer not null`;

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const policyFor = (table: string, app: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_company on ${table} to ${app}
    using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string; border: string }>`
    select quote_ident(current_database() || '_app') as role,
      (date_trunc('month', now(), 'UTC') - interval '3 months')::date::text as border`.execute(db);
  const { role: app, border } = rows[0]!;
  await run(db, [
    `create table order_line (
      company_id bigint not null,
      account_id bigint not null,
      order_id text not null,
      line text not null,
      day date not null,
      ordered_at timestamptz not null,
      -- The latest change at the marketplace that is recorded.
      updated_at timestamptz not null,
      recorded_at timestamptz not null,
      listing_id bigint not null,
      sku_marketplace text not null,
      currency_code text not null,
      state text not null check (state in ('pending', 'paid', 'cancelled', 'refunded')),
      units integer not null check (units >= 0),
      -- Of one unit; null: not reported.
      price bigint check (price >= 0),
      -- Of the whole item; null: not reported.
      shipping bigint,
      fee bigint,
      refunded_units integer,
      refunded bigint,
      -- Whether the order counts in the sums of its account by this line: by one of those sold.
      counts_order boolean not null,
      -- When the line was recorded first: who held the buybox as it was ordered, and what one unit cost. Null: not known.
      held text not null check (held in ('won', 'shared', 'lost', 'unknown')),
      cost bigint,
      tax_percent numeric(5, 2),
      fee_percent numeric(5, 2),
      fee_fixed bigint,
      primary key (company_id, account_id, order_id, line, day)
    ) partition by range (day)`,
    'create index order_line_listing on order_line (company_id, listing_id, day)',
    // Lines whose listing is not known yet.
    `create index order_line_unlinked on order_line (company_id, account_id, sku_marketplace) where listing_id = 0`,
    'create index order_line_latest on order_line (company_id, ordered_at desc)',
    `create table listing_day (
      company_id bigint not null,
      day date not null,
      account_id bigint not null,
      listing_id bigint not null,
      currency_code text not null,
      -- Orders that count in the sums of the account by a line of this listing: an order with two listings counts once there.
      counted_orders integer not null,
      ${SUMS},
      primary key (company_id, day, listing_id, account_id, currency_code)
    ) partition by range (day)`,
    ...PARTITIONED.flatMap((table) => [
      `create table ${table}_earlier partition of ${table} for values from (minvalue) to ('${border}')`,
      `create table ${table}_later partition of ${table} for values from ('${border}') to (maxvalue)`,
      ...['earlier', 'later'].flatMap((part) => policyFor(`${table}_${part}`, app)),
    ]),
    `create table account_day (
      company_id bigint not null,
      account_id bigint not null,
      day date not null,
      currency_code text not null,
      ${SUMS},
      primary key (company_id, account_id, day, currency_code)
    )`,
    // What has to be summed again; written in the transaction that changed a line.
    `create table dirty_day (
      company_id bigint not null,
      day date not null,
      account_id bigint not null,
      listing_id bigint not null,
      marked_at timestamptz not null,
      primary key (company_id, day, account_id, listing_id)
    )`,
    `create table shipment (
      company_id bigint not null,
      account_id bigint not null,
      order_id text not null,
      shipment_id text not null,
      state text not null check (state in ('pending', 'shipped', 'delivered', 'not_delivered', 'cancelled')),
      carrier text,
      tracking_number text,
      shipped_at timestamptz,
      delivered_at timestamptz,
      ordered_at timestamptz not null,
      updated_at timestamptz not null,
      -- The recipient; deleted after a retention.
      recipient_name text,
      postal_code text,
      city text,
      region text,
      country_code text,
      primary key (company_id, account_id, order_id, shipment_id),
      foreign key (company_id, account_id) references account (company_id, id)
    )`,
    `create index shipment_recipient on shipment (company_id, ordered_at)
      where coalesce(recipient_name, postal_code, city, region, country_code) is not null`,
    // Zero against unknown: a day with a row here was read, whether there was anything or not.
    `create table source_day (
      company_id bigint not null,
      account_id bigint not null,
      source text not null,
      day date not null,
      state text not null check (state in ('open', 'settling', 'settled', 'failed')),
      pulled_at timestamptz not null,
      settled_at timestamptz,
      primary key (company_id, account_id, source, day),
      foreign key (company_id, account_id) references account (company_id, id)
    )`,
    // What the marketplaces count themselves.
    `create table marketplace_day (
      company_id bigint not null,
      account_id bigint not null,
      day date not null,
      currency_code text not null,
      orders integer not null,
      units integer not null,
      sales bigint not null,
      primary key (company_id, account_id, day, currency_code),
      foreign key (company_id, account_id) references account (company_id, id)
    )`,
    // How far the orders of an account are read: forwards by their changes, and backwards into the past.
    `create table order_feed (
      company_id bigint not null,
      account_id bigint not null,
      read_until timestamptz not null,
      reading_from timestamptz,
      reading_to timestamptz,
      cursor text,
      past_from timestamptz not null,
      past_begun timestamptz not null,
      past_until timestamptz not null,
      past_cursor text,
      past_orders integer not null,
      failure text,
      message text,
      failed_at timestamptz,
      primary key (company_id, account_id),
      foreign key (company_id, account_id) references account (company_id, id),
      check ((reading_from is null) = (reading_to is null))
    )`,
    ...TABLES.flatMap((table) => policyFor(table, app)),
    ...TABLES.map((table) => `grant select, insert, update, delete on ${table} to ${app}`),
  ]);
}

export const down = (db: Kysely<unknown>): Promise<void> =>
  run(db, [`drop table ${TABLES.join(', ')}`]);
