import { type Kysely, sql } from 'kysely';

// The places of price updates are kept in the statement that moves them. A plan of the trigger is made once and kept:
// one that was made while the table was small walks all of it ever after. So the places are always sought by their key.

const SETTINGS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
const FUNCTIONS = ['keep_price_update_slots()', 'leave_price_update_slots()'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of FUNCTIONS) {
    for (const setting of SETTINGS)
      await sql.raw(`alter function ${name} set ${setting} = off`).execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of FUNCTIONS) {
    for (const setting of SETTINGS)
      await sql.raw(`alter function ${name} reset ${setting}`).execute(db);
  }
}
