import { type Kysely, sql } from 'kysely';

// Names of recipients and shipping companies of orders, for the look-ups of shipping. Only adds a table. Its ids are in
// another range than those of shipping records, since both are found together.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    `create table shipment_name (
      company_id bigint not null,
      id bigint generated always as identity (start with 1000000000000),
      kind text not null check (kind in ('recipient', 'shipping_company')),
      name text not null,
      plain_name text not null check (plain_name <> ''),
      -- The latest such order, to a day; recipients are deleted by it.
      ordered_at timestamptz not null,
      primary key (company_id, id),
      unique (company_id, kind, plain_name)
    )`,
    'create index shipment_name_ordered on shipment_name (company_id, kind, ordered_at)',
    'alter table shipment_name enable row level security',
    'alter table shipment_name force row level security',
    `create policy shipment_name_company on shipment_name to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on shipment_name to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export const down = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop table shipment_name`.execute(db);
};
