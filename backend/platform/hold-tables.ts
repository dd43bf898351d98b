// For migrations: locks busy tables all at once or not at all, which avoids deadlocks.
import { type Kysely, sql } from 'kysely';

const TIMEOUT_MS = 500;
const ATTEMPTS = 100;
const PAUSE_MS = 100;

/**
 * Locks tables until the transaction ends, so that it may alter them; running transactions go first. Without it, a migration
 * that locked one table and waits for another could deadlock with a transaction that locks them in the opposite order.
 * @throws the database's error if they cannot be locked within a minute
 */
export async function holdTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  await sql.raw(`set local lock_timeout = ${TIMEOUT_MS}`).execute(db);
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint hold_tables`.execute(db);
    try {
      await sql.raw(`lock table ${tables.join(', ')} in access exclusive mode`).execute(db);
      break;
    } catch (error) {
      await sql`rollback to savepoint hold_tables`.execute(db);
      const isBusy = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  await sql`set local lock_timeout = 0`.execute(db);
}
