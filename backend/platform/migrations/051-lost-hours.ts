import { type Kysely, sql } from 'kysely';

// The hours of the week in which each listing lost its buybox in the days of the pictures, by which the list is filtered. Worked out
// with the pictures. Only adds a table.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    // Weekday (Monday is 1) and hour of the account's time zone: '1-9'.
    `create table buybox_lost_hours (
      company_id bigint not null,
      listing_id bigint not null,
      hours text[] not null,
      primary key (company_id, listing_id)
    )`,
    'alter table buybox_lost_hours enable row level security',
    'alter table buybox_lost_hours force row level security',
    `create policy buybox_lost_hours_company on buybox_lost_hours to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on buybox_lost_hours to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table buybox_lost_hours').execute(db);
}
