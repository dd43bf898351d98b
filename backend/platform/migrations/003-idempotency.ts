import { type Kysely, sql } from 'kysely';

// The first answer to a write that carries an Idempotency-Key (platform/idempotency.ts). A row is claimed before the
// work begins, marked in the transaction that does it, and filled when its answer is known.

/** Whose answers: of a person inside a company, and of a person who has chosen none. */
const TABLES = [
  { table: 'company_answer', owner: ['company_id', 'person_id'] },
  { table: 'person_answer', owner: ['person_id'] },
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (text: string) => {
    for (const statement of text.split(/;\s*\n/)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db);
    }
  };
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const app = rows[0]!.role;

  for (const { table, owner } of TABLES) {
    const columns = owner.map((name) => `${name} bigint not null`).join(', ');
    const byCompany = table === 'company_answer';
    await run(`
      create table ${table} (
        ${columns},
        key text not null check (length(key) between 1 and 100),
        request_hash bytea not null,
        -- The holder of the claim, and its expiry.
        claim uuid not null,
        claimed_until timestamptz not null,
        -- Whether a transaction of the work is committed.
        is_done boolean not null default false,
        -- The answer; null while there is none, or if it was too large. Some contain tokens.
        sealed bytea,
        expires_at timestamptz not null,
        primary key (${owner.join(', ')}, key)
      );
      create index ${table}_expires on ${table} (${byCompany ? 'company_id, ' : ''}expires_at);
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      grant select, insert, update, delete on ${table} to ${app};
    `);
  }
  await run(`
    create policy company_answer_company on company_answer to ${app}
      using (company_id = (select current_company()))
      with check (company_id = (select current_company()));
    create policy person_answer_own on person_answer to ${app}
      using (person_id = (select current_person()))
      with check (person_id = (select current_person()));
    -- To take away what has expired.
    create policy person_answer_seen on person_answer for select to ${app} using ((select is_system()));
    create policy person_answer_expired on person_answer for delete to ${app} using ((select is_system()));
  `);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of TABLES) await sql`drop table ${sql.table(table)}`.execute(db);
}
