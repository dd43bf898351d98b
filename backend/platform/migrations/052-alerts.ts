import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Alerts of monitoring: what holds of listings and accounts and since when, so that it is announced once and only where it
// lasts, with a company's settings. Only adds: the version before announces lost buyboxes at once, and nothing else.

const TABLES = ['monitoring_alert', 'monitoring_setting'];
const ALTERED = ['listing_particulars', 'notification_part'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await holdTables(db, ALTERED);
  await run(db, [
    // Of a listing, or of a whole account; `subject` distinguishes several alerts of a kind.
    `create table monitoring_alert (
      company_id bigint not null,
      kind text not null,
      about_id bigint not null,
      subject text not null,
      phase text not null check (phase in ('begins', 'holds', 'ends')),
      since timestamptz not null,
      due_at timestamptz,
      facts jsonb not null,
      primary key (company_id, kind, about_id, subject)
    )`,
    'create index monitoring_alert_due on monitoring_alert (company_id, due_at) where due_at is not null',
    `create table monitoring_setting (
      company_id bigint primary key,
      hold_minutes integer not null check (hold_minutes >= 0),
      many_lost integer not null check (many_lost > 1),
      own_brands text[] not null
    )`,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
    'alter table listing_particulars add column brand text',
    // When what is reported happened; null: it is reported again once it is resolved.
    'alter table notification_part add column happened_at timestamptz',
    // Up to which price enabled rules may raise listings, for alerts that a competitor is out of stock.
    `create view listing_maximum with (security_invoker = true) as
      select rule_listing.company_id, rule_listing.listing_id, rule.max_price
      from rule_listing
      join rule on rule.company_id = rule_listing.company_id and rule.id = rule_listing.rule_id
      where rule.status = 'enabled' and rule.max_price is not null`,
    `grant select on listing_maximum to ${app}`,
  ]);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ALTERED);
  await run(db, [
    'drop view listing_maximum',
    'alter table notification_part drop column happened_at',
    'alter table listing_particulars drop column brand',
    `drop table ${TABLES.join(', ')}`,
  ]);
}
