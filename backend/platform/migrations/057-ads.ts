import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Advertising: the accounts' campaigns at their marketplaces, their figures by day, and the changes by users. Only adds.

const TABLES = [
  'ads_advertiser',
  'ads_campaign',
  'ads_group',
  'ads_ad',
  'ads_target',
  'ads_campaign_day',
  'ads_target_day',
  'ads_report',
  'ads_change',
  'ads_setting',
];

/** The figures of a day's clicks, as of the last read. */
const FIGURES = `impressions bigint not null check (impressions >= 0),
  clicks bigint not null check (clicks >= 0),
  cost bigint not null check (cost >= 0),
  orders bigint not null check (orders >= 0),
  units bigint not null check (units >= 0),
  sales bigint not null check (sales >= 0),
  read_at timestamptz not null`;

const CREATED = [
  // The advertiser of an account, what it permits, and its credentials if it has a separate authorization.
  `create table ads_advertiser (
    company_id bigint not null,
    account_id bigint not null,
    advertiser_id text not null,
    name text not null,
    currency_code text not null,
    country_code text not null,
    time_zone text not null,
    capabilities jsonb not null,
    status text not null check (status in ('active', 'inactive')),
    message text,
    sealed bytea,
    connected_at timestamptz not null,
    -- When its campaigns were last read to their end, and its figures.
    read_at timestamptz,
    figures_at timestamptz,
    primary key (company_id, account_id),
    foreign key (company_id, account_id) references account (company_id, id)
  )`,
  `create table ads_campaign (
    company_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    remote_id text not null,
    name text not null,
    status text not null,
    serving text,
    type text not null,
    bidding_strategy text,
    placements jsonb not null,
    daily_budget bigint not null,
    start_date date,
    end_date date,
    -- What it is for; none: it was made at the marketplace.
    strategy text not null,
    goal_acos numeric,
    -- False: the marketplace did not name it when it was read last.
    is_listed boolean not null,
    read_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, account_id) references ads_advertiser (company_id, account_id)
  )`,
  'create unique index ads_campaign_remote on ads_campaign (company_id, account_id, remote_id)',
  'create index ads_campaign_name on ads_campaign (company_id, name, id)',
  `create table ads_group (
    company_id bigint not null,
    id bigint generated always as identity,
    campaign_id bigint not null,
    remote_id text not null,
    name text not null,
    status text not null,
    default_bid bigint not null,
    is_listed boolean not null,
    read_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, campaign_id) references ads_campaign (company_id, id)
  )`,
  'create unique index ads_group_remote on ads_group (company_id, campaign_id, remote_id)',
  `create table ads_ad (
    company_id bigint not null,
    id bigint generated always as identity,
    campaign_id bigint not null,
    group_id bigint not null,
    remote_id text not null,
    sku_marketplace text not null,
    status text not null,
    serving text,
    is_listed boolean not null,
    read_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, group_id) references ads_group (company_id, id)
  )`,
  'create unique index ads_ad_remote on ads_ad (company_id, campaign_id, remote_id)',
  // What ads are shown for, and the negatives: what they are not shown for.
  `create table ads_target (
    company_id bigint not null,
    id bigint generated always as identity,
    campaign_id bigint not null,
    -- Null: a negative of the whole campaign.
    group_id bigint,
    remote_id text not null,
    kind text not null,
    is_negative boolean not null,
    match_type text not null,
    text text not null,
    status text not null,
    -- Null: the default bid of its group.
    bid bigint,
    is_listed boolean not null,
    read_at timestamptz not null,
    primary key (company_id, id),
    foreign key (company_id, campaign_id) references ads_campaign (company_id, id),
    foreign key (company_id, group_id) references ads_group (company_id, id)
  )`,
  'create unique index ads_target_remote on ads_target (company_id, campaign_id, remote_id)',
  'create index ads_target_group on ads_target (company_id, group_id)',
  `create table ads_campaign_day (
    company_id bigint not null,
    campaign_id bigint not null,
    day date not null,
    ${FIGURES},
    primary key (company_id, campaign_id, day),
    foreign key (company_id, campaign_id) references ads_campaign (company_id, id)
  ) with (fillfactor = 80)`,
  `create table ads_target_day (
    company_id bigint not null,
    target_id bigint not null,
    day date not null,
    ${FIGURES},
    primary key (company_id, target_id, day),
    foreign key (company_id, target_id) references ads_target (company_id, id)
  ) with (fillfactor = 80)`,
  // Reports that are to be made, or that the marketplace is making.
  `create table ads_report (
    company_id bigint not null,
    account_id bigint not null,
    report text not null,
    from_day date not null,
    to_day date not null,
    -- Null: not requested yet.
    remote_id text,
    asked_at timestamptz,
    primary key (company_id, account_id, report, from_day),
    foreign key (company_id, account_id) references ads_advertiser (company_id, account_id)
  )`,
  `create table ads_change (
    company_id bigint not null,
    id bigint generated always as identity,
    account_id bigint not null,
    campaign_id bigint not null,
    -- What is changed: the campaign, or a group, ad or target of it, by our id.
    object text not null check (object in ('campaign', 'group', 'ad', 'target')),
    object_id bigint not null,
    field text not null check (field in ('status', 'dailyBudget', 'bid', 'endDate')),
    before_value text,
    after_value text,
    state text not null check (state in
      ('pending', 'approved', 'sending', 'applied', 'canceled', 'rejected', 'undone')),
    version integer not null default 1,
    -- A recorded call with an unknown outcome; it is read back before anything is sent again.
    calling_since timestamptz,
    attempts integer not null default 0,
    code text,
    message text,
    -- Why, as the engine explained it.
    reason jsonb,
    undoes bigint,
    created_by bigint,
    created_at timestamptz not null,
    decided_by bigint,
    settled_at timestamptz,
    primary key (company_id, id),
    foreign key (company_id, campaign_id) references ads_campaign (company_id, id)
  )`,
  // One change of a field waits or is on its way.
  `create unique index ads_change_open on ads_change (company_id, object, object_id, field)
    where state in ('pending', 'approved', 'sending')`,
  'create index ads_change_campaign on ads_change (company_id, campaign_id, created_at desc, id desc)',
  `create table ads_setting (
    company_id bigint primary key,
    requires_approval boolean not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await holdTables(db, ['account']);
  for (const statement of [
    ...CREATED,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['account']);
  await sql.raw(`drop table ${[...TABLES].reverse().join(', ')}`).execute(db);
}
