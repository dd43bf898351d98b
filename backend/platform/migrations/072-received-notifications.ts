import { type Kysely, sql } from 'kysely';

// The last notifications of each account with what their proof came to, for the test page of the stage environment. Only adds.

const PROOFS = ['proven', 'no_secret', 'no_time', 'wrong_time', 'no_signature', 'wrong_signature'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await run(db, [
    `create table received_notification (
      company_id bigint not null,
      account_id bigint not null,
      id bigint generated always as identity,
      received_at timestamptz not null,
      topic text not null,
      proof text not null check (proof in (${PROOFS.map((one) => `'${one}'`).join(', ')})),
      primary key (company_id, account_id, id),
      foreign key (company_id, account_id) references account (company_id, id)
    )`,
    'alter table received_notification enable row level security',
    'alter table received_notification force row level security',
    `create policy received_notification_company on received_notification to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, delete on received_notification to ${app}`,
  ]);
}

export const down = (db: Kysely<unknown>): Promise<void> =>
  run(db, ['drop table received_notification']);
