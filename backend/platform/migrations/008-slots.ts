import { type Kysely, sql } from 'kysely';

// The slots of price updates are maintained in the statement that changes their state. The plan of the trigger is cached:
// one made while the table was small would scan it sequentially for ever. So the slots are always found by their key.

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
