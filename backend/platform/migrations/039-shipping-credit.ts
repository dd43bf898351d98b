import { type Kysely, sql } from 'kysely';

// The statement of shipping credit. Only adds: an append-only table. A trigger numbers the entries of a company consecutively
// and maintains the balance.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;
  for (const statement of [
    `create table shipping_credit (
      company_id bigint not null references company (id),
      -- Counts from 1 in each company.
      id bigint not null,
      at timestamptz not null,
      operation text not null check (operation in ('entry', 'exit', 'reimbursement', 'reversal', 'credit_top_up',
        'shipping_cost', 'audit_reimbursement', 'audit_discount')),
      -- Cents; below zero where it takes credit away.
      amount bigint not null check (amount <> 0),
      -- After the entry.
      balance bigint not null,
      currency_code text not null check (currency_code = 'BRL'),
      note text not null check (length(note) <= 200),
      -- What the entry is about, which is entered once.
      reference text not null check (length(reference) between 1 and 100),
      reverses bigint,
      person_id bigint,
      person_name text,
      primary key (company_id, id),
      unique (company_id, reference),
      unique (company_id, reverses),
      foreign key (company_id, reverses) references shipping_credit (company_id, id),
      check ((operation = 'reversal') = (reverses is not null)),
      check (operation in ('exit', 'shipping_cost', 'audit_discount', 'reversal') or amount > 0),
      check (operation not in ('exit', 'shipping_cost', 'audit_discount') or amount < 0),
      check (operation <> 'credit_top_up' or amount >= 100)
    )`,
    'create index shipping_credit_at on shipping_credit (company_id, at)',
    `create function number_shipping_credit() returns trigger language plpgsql as $$
      declare latest record;
      begin
        perform pg_advisory_xact_lock(hashtextextended('shipping_credit', new.company_id));
        select id, balance into latest from shipping_credit
          where company_id = new.company_id order by id desc limit 1;
        new.id := coalesce(latest.id, 0) + 1;
        new.balance := coalesce(latest.balance, 0) + new.amount;
        return new;
      end $$`,
    `create trigger shipping_credit_numbered before insert on shipping_credit
      for each row execute function number_shipping_credit()`,
    `create function keep_shipping_credit() returns trigger language plpgsql as $$
      begin
        raise exception 'Entries of shipping_credit are never changed nor removed' using errcode = 'restrict_violation';
      end $$`,
    `create trigger shipping_credit_kept before update or delete on shipping_credit
      for each row execute function keep_shipping_credit()`,
    `create trigger shipping_credit_not_emptied before truncate on shipping_credit
      for each statement execute function keep_shipping_credit()`,
    'alter table shipping_credit enable row level security',
    'alter table shipping_credit force row level security',
    `create policy shipping_credit_company on shipping_credit to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()))`,
    `grant select, insert on shipping_credit to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'drop table shipping_credit',
    'drop function number_shipping_credit()',
    'drop function keep_shipping_credit()',
  ])
    await sql.raw(statement).execute(db);
}
