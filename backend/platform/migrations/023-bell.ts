import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The notifications that a user has read individually, and the unresolved failures. Only adds: the previous version adds
// notifications without it, and they are open until they are resolved.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await holdTables(db, ['notification']);
  const statements = [
    // Earlier failures count as resolved: by the default, without writing rows.
    `alter table notification
      add column settled_at timestamptz default now(),
      add column settled_by bigint`,
    'alter table notification alter column settled_at drop default',
    // Few are open at a time, however many notifications there are.
    `create index notification_open on notification (company_id, id desc)
      where level = 'error' and settled_at is null`,
    `create table notification_seen (
      company_id bigint not null references company (id),
      person_id bigint not null references person (id),
      notification_id bigint not null,
      primary key (company_id, person_id, notification_id),
      foreign key (company_id, notification_id) references notification (company_id, id) on delete cascade
    )`,
    // For the entries that are taken away by their age.
    'create index notification_seen_entry on notification_seen (company_id, notification_id)',
    'alter table notification_seen enable row level security',
    'alter table notification_seen force row level security',
    `create policy notification_seen_company on notification_seen to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on notification_seen to ${app}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['notification']);
  for (const statement of [
    'drop table notification_seen',
    'drop index notification_open',
    'alter table notification drop column settled_by, drop column settled_at',
  ])
    await sql.raw(statement).execute(db);
}
