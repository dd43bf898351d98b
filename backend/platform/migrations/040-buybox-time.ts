import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// How long listings held the buybox. Only adds tables, and triggers that record each change of a listing's state; the previous
// version works as before, and its changes are recorded too. Sales sums them (sales/buybox-time/). Time counts from now on.

const PARTITIONED = 'buybox_interval';
const TABLES = [
  'buybox_change',
  'listing_buybox',
  PARTITIONED,
  'buybox_open_day',
  'account_buybox_day',
];
const WATCHED = ['listing', 'market'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const policyFor = (table: string, app: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_company on ${table} to ${app}
    using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
];

const STATE = `text not null check (state in ('won', 'shared', 'losing', 'barred', 'unseen', 'off'))`;
const COUNTED = `text not null check (state in ('won', 'shared', 'losing', 'barred', 'unseen'))`;

const note = (rows: string) => `
  returns trigger language plpgsql as $$
    begin
      insert into buybox_change (company_id, account_id, listing_id, state, at) ${rows};
      return null;
    end $$`;

const TRIGGERS: readonly [table: string, event: 'insert' | 'update', rows: string][] = [
  [
    'market',
    'insert',
    `select m.company_id, l.account_id, m.listing_id, buybox_state_of(l.status, l.stock, m.buybox_status), m.observed_at
      from added m join listing l on l.company_id = m.company_id and l.id = m.listing_id
      where buybox_state_of(l.status, l.stock, m.buybox_status) <> 'off'
      order by m.listing_id`,
  ],
  [
    'market',
    'update',
    // Who held it is not known from a day after an observation until the next one.
    `select n.company_id, l.account_id, n.listing_id, c.state, c.at
      from added n
      join gone o on o.company_id = n.company_id and o.listing_id = n.listing_id
      join listing l on l.company_id = n.company_id and l.id = n.listing_id
      cross join lateral (
        select 1 as place, 'unseen' as state, o.observed_at + interval '24 hours' as at
        where n.observed_at - o.observed_at >= interval '24 hours'
          and buybox_state_of(l.status, l.stock, o.buybox_status) <> 'off'
        union all
        select 2, buybox_state_of(l.status, l.stock, n.buybox_status), n.observed_at
      ) c
      where n.buybox_status <> o.buybox_status or n.observed_at - o.observed_at >= interval '24 hours'
      order by n.listing_id, c.place`,
  ],
  [
    'listing',
    'update',
    `select n.company_id, n.account_id, n.id,
        case when buybox_state_of(n.status, n.stock, m.buybox_status) = 'off' then 'off'
          when n.updated_at - m.observed_at >= interval '24 hours' then 'unseen'
          else buybox_state_of(n.status, n.stock, m.buybox_status) end,
        n.updated_at
      from added n
      join gone o on o.company_id = n.company_id and o.id = n.id
      join market m on m.company_id = n.company_id and m.listing_id = n.id
      where (n.status = 'ENABLED' and n.stock > 0) <> (o.status = 'ENABLED' and o.stock > 0)
      order by n.id`,
  ],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string; border: string }>`
    select quote_ident(current_database() || '_app') as role,
      (date_trunc('month', now(), 'UTC') - interval '3 months')::date::text as border`.execute(db);
  const { role: app, border } = rows[0]!;
  await holdTables(db, WATCHED);
  await run(db, [
    // A change of a listing's state that is not added up yet.
    `create table buybox_change (
      company_id bigint not null,
      id bigint generated always as identity,
      account_id bigint not null,
      listing_id bigint not null,
      state ${STATE},
      at timestamptz not null,
      primary key (company_id, id)
    )`,
    // The present state of each listing. What was before \`known_from\` is not known.
    `create table listing_buybox (
      company_id bigint not null,
      listing_id bigint not null,
      account_id bigint not null,
      state ${STATE},
      since timestamptz not null,
      known_from timestamptz not null,
      primary key (company_id, listing_id)
    ) with (fillfactor = 80)`,
    // How long a listing was in a state that is over.
    `create table ${PARTITIONED} (
      company_id bigint not null,
      listing_id bigint not null,
      since timestamptz not null,
      until timestamptz not null,
      state ${COUNTED},
      check (since < until),
      primary key (company_id, listing_id, since, until)
    ) partition by range (until)`,
    `create table ${PARTITIONED}_earlier partition of ${PARTITIONED} for values from (minvalue) to ('${border}')`,
    `create table ${PARTITIONED}_later partition of ${PARTITIONED} for values from ('${border}') to (maxvalue)`,
    // The day of an account that is being added up: how many listings are in each state, and for how long they were not yet
    // since the day began.
    `create table buybox_open_day (
      company_id bigint not null,
      account_id bigint not null,
      day date not null,
      state ${COUNTED},
      listings bigint not null,
      absent_ms bigint not null,
      primary key (company_id, account_id, state)
    )`,
    `create table account_buybox_day (
      company_id bigint not null,
      account_id bigint not null,
      day date not null,
      won_ms bigint not null,
      shared_ms bigint not null,
      losing_ms bigint not null,
      barred_ms bigint not null,
      unseen_ms bigint not null,
      primary key (company_id, account_id, day)
    )`,
    ...[...TABLES, `${PARTITIONED}_earlier`, `${PARTITIONED}_later`].flatMap((table) =>
      policyFor(table, app),
    ),
    ...TABLES.map((table) => `grant select, insert, update, delete on ${table} to ${app}`),
    `create function buybox_state_of(status text, stock integer, buybox_status text) returns text
      language sql immutable parallel safe as $$
        select case when status <> 'ENABLED' or stock <= 0 then 'off'
          when buybox_status in ('WINNING', 'NO_COMPETITOR') then 'won'
          when buybox_status = 'CO_WINNING' then 'shared'
          when buybox_status = 'LOSING' then 'losing'
          when buybox_status = 'NOT_COMPETING' then 'barred'
          else 'off' end
      $$`,
    ...TRIGGERS.flatMap(([table, event, changed]) => {
      const name = `${table}_buybox_${event}`;
      const seen = event === 'insert' ? '' : ' old table as gone';
      return [
        `create function ${name}() ${note(changed)}`,
        `create trigger ${name} after ${event} on ${table} referencing new table as added${seen}
          for each statement execute function ${name}()`,
      ];
    }),
  ]);
  for (const table of WATCHED) await run(db, [`alter table ${table} no force row level security`]);
  await run(db, ['alter table buybox_change no force row level security']);
  // What is observed now is the beginning: of what was before, nothing is added up.
  await sql`
    insert into buybox_change (company_id, account_id, listing_id, state, at)
    select m.company_id, l.account_id, m.listing_id,
      case when m.observed_at < now() - interval '24 hours' then 'unseen'
        else buybox_state_of(l.status, l.stock, m.buybox_status) end, now()
    from market m join listing l on l.company_id = m.company_id and l.id = m.listing_id
    where buybox_state_of(l.status, l.stock, m.buybox_status) <> 'off'
    order by m.company_id, m.listing_id`.execute(db);
  for (const table of [...WATCHED, 'buybox_change'])
    await run(db, [`alter table ${table} force row level security`]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, WATCHED);
  await run(db, [
    ...TRIGGERS.flatMap(([table, event]) => [
      `drop trigger ${table}_buybox_${event} on ${table}`,
      `drop function ${table}_buybox_${event}()`,
    ]),
    'drop function buybox_state_of(text, integer, text)',
    `drop table ${TABLES.join(', ')}`,
  ]);
}
