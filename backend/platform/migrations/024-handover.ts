import { type Kysely, sql } from 'kysely';

// The writer of buffered notifications needs their ids, which row-level security does not return: it takes them from the
// sequence itself. The previous version lets the database do so, from the same sequence.

const roleOf = async (db: Kysely<unknown>): Promise<string> => {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  return rows[0]!.role;
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const role = await roleOf(db);
  await sql.raw(`grant usage on sequence waiting_notice_id_seq to ${role}`).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const role = await roleOf(db);
  await sql.raw(`revoke usage on sequence waiting_notice_id_seq from ${role}`).execute(db);
}
