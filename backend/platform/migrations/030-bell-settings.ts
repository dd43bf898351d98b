import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The counts of notifications, what was reported of each listing, each user's settings, and e-mails. Only adds: the previous
// version adds one notification for each price, without parts and counts.

const TABLES = ['notification_part', 'notification_setting', 'notification_mail'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['notification']);
  const statements = [
    // Counts what waits for a person; settled once nothing waits.
    'alter table notification add column counts boolean not null default false',
    'create index notification_counting on notification (company_id, code, id desc) where counts',

    // A listing and cause that the bell has reported, since when, and since when it is resolved.
    `create table notification_part (
      company_id bigint not null,
      listing_id bigint not null,
      code text not null,
      cause text not null,
      notification_id bigint,
      reported_at timestamptz not null,
      resolved_at timestamptz,
      primary key (company_id, listing_id, code, cause),
      foreign key (company_id, notification_id) references notification (company_id, id) on delete cascade
    )`,
    'create index notification_part_entry on notification_part (company_id, notification_id)',

    `create table notification_setting (
      company_id bigint not null,
      person_id bigint not null,
      -- By category: where it is shown, and whether it is e-mailed.
      categories jsonb not null check (jsonb_typeof(categories) = 'object'),
      -- Minutes after midnight in the time zone; from the one to the other nothing pops up and no e-mail is sent.
      quiet_from smallint check (quiet_from between 0 and 1439),
      quiet_until smallint check (quiet_until between 0 and 1439),
      time_zone text not null check (length(time_zone) <= 64),
      mail_every text not null check (mail_every in ('hour', 'day')),
      -- Notifications up to here were e-mailed, or were not to be; null: nothing is e-mailed.
      mailed_until timestamptz,
      primary key (company_id, person_id),
      foreign key (company_id, person_id) references membership (company_id, person_id) on delete cascade,
      check ((quiet_from is null) = (quiet_until is null))
    )`,
    `create index notification_setting_mails on notification_setting (company_id)
      where mailed_until is not null`,

    // An e-mail, recorded before it is sent: the process that takes it sends it, and no other takes it.
    `create table notification_mail (
      company_id bigint not null,
      id bigint generated always as identity,
      person_id bigint not null,
      since timestamptz not null,
      until timestamptz not null,
      taken_at timestamptz,
      sent_at timestamptz,
      primary key (company_id, id),
      unique (company_id, person_id, until),
      foreign key (company_id, person_id) references membership (company_id, person_id) on delete cascade
    )`,
    'create index notification_mail_age on notification_mail (company_id, until)',
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company()))
        with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),

    // The listings whose buybox a seller wants to keep: for sale, in stock, and under an enabled rule that competes for it.
    `create view listing_in_contest with (security_invoker = true) as
      select rule_listing.company_id, rule_listing.listing_id, listing.title
      from rule_listing
      join rule on rule.company_id = rule_listing.company_id and rule.id = rule_listing.rule_id
      join listing on listing.company_id = rule_listing.company_id and listing.id = rule_listing.listing_id
      where rule.status = 'enabled' and rule.settings->>'competition' = 'BUYBOX'
        and listing.stock > 0 and listing.status = 'ENABLED'`,
    `grant select on listing_in_contest to ${app}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['notification']);
  for (const statement of [
    'drop view listing_in_contest',
    ...TABLES.map((table) => `drop table ${table}`),
    'drop index notification_counting',
    'alter table notification drop column counts',
  ])
    await sql.raw(statement).execute(db);
}
