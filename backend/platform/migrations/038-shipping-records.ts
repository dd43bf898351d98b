import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { type Kysely, sql } from 'kysely';
import { plainName } from '../../kernel/plain-name.ts';

// The municipalities of Brazil, and whom a company ships from, to and with. Only adds tables.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  await sql
    .raw(`create table city (
      -- The seven digits of the IBGE.
      id integer primary key,
      name text not null,
      -- Small and without accents, to be searched.
      plain_name text not null,
      uf text not null check (length(uf) = 2)
    )`)
    .execute(db);
  const cities = getMunicipalities().map(({ code, name, stateCode: uf }) => ({
    id: Number(code),
    name,
    plain_name: plainName(name),
    uf,
  }));
  await sql`
    insert into city (id, name, plain_name, uf)
    select id, name, plain_name, uf from json_to_recordset(${JSON.stringify(cities)}::text::json)
      as n (id integer, name text, plain_name text, uf text)`.execute(db);
  for (const statement of [
    // All companies read the same rows, and no company writes them.
    'alter table city enable row level security',
    'alter table city force row level security',
    `create policy city_company on city for select to ${app}
      using ((select current_company()) is not null)`,
    `grant select on city to ${app}`,

    `create table shipping_record (
      company_id bigint not null references company (id) on delete cascade,
      id bigint generated always as identity,
      kind text not null check (kind in ('sender', 'recipient', 'shipping_company')),
      name text not null check (length(name) between 1 and 120),
      plain_name text not null,
      status text not null check (status in ('active', 'inactive')),
      -- CPF or CNPJ, without punctuation.
      tax_number text check (tax_number ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
      phone text check (phone ~ '^[0-9]{10,11}$'),
      cep text check (cep ~ '^[0-9]{8}$'),
      street text check (length(street) <= 200),
      city_id integer references city (id),
      website text check (length(website) <= 500),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (company_id, id)
    )`,
    `create unique index shipping_record_tax_number on shipping_record (company_id, kind, tax_number)
      where tax_number is not null`,
    'create index shipping_record_name on shipping_record (company_id, kind, plain_name, id)',
    'alter table shipping_record enable row level security',
    'alter table shipping_record force row level security',
    `create policy shipping_record_company on shipping_record to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on shipping_record to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['shipping_record', 'city']) await sql.raw(`drop table ${table}`).execute(db);
}
