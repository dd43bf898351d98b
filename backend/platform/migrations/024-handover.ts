import { type Kysely, sql } from 'kysely';

// Whoever puts notices by learns their ids, which row-level security keeps from him otherwise: he writes them himself,
// out of the sequence. The version before lets the database do so, out of the same one.

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
