import { CompiledQuery, type Kysely } from 'kysely';
import type { Db as BossDb } from 'pg-boss';
import type postgres from 'postgres';

/** Where pg-boss keeps its tables. */
export const BOSS_SCHEMA = 'pgboss';
/** pg-boss over the caller's Kysely: what it writes belongs to the caller's transaction. */
export const bossOver = (db: Pick<Kysely<unknown>, 'executeQuery'>): BossDb => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

async function execute(
  connection: Pick<postgres.Sql, 'unsafe'>,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[] }> {
  const answer: unknown[] = await connection.unsafe(
    text,
    values as postgres.ParameterOrJSON<never>[],
    {
      prepare: false,
    },
  );
  // A text of several statements has one result for each, and pg-boss reads the rows of all.
  return { rows: Array.isArray(answer[0]) ? answer.flat() : [...answer] };
}

/** A database of pg-boss that is notified of new jobs. */
export interface ListeningDb extends BossDb {
  /** Polls a queue immediately, as a notification of a new job does. */
  wake(queue: string): void;
}

/** pg-boss over a separate pool, with LISTEN. */
export function bossOverPool(pool: postgres.Sql): ListeningDb {
  const listeners = new Set<(queue: string) => void>();
  return {
    async executeSql(text, values = []) {
      // Whole `BEGIN; ...; COMMIT;` texts, which a pool would spread over connections.
      if (!/^\s*BEGIN\b/i.test(text)) return await execute(pool, text, values);
      const connection = await pool.reserve();
      try {
        return await execute(connection, text, values);
      } catch (error) {
        // A connection that cannot roll back is lost, and so is its transaction.
        await connection.unsafe('rollback').catch(() => undefined);
        throw error;
      } finally {
        connection.release();
      }
    },
    async listen(channel, onNotification, onReconnect) {
      const listening = await pool.listen(channel, onNotification, onReconnect);
      listeners.add(onNotification);
      return {
        close: () => {
          listeners.delete(onNotification);
          return listening.unlisten();
        },
      };
    },
    wake(queue) {
      for (const report of listeners) report(queue);
    },
  };
}
