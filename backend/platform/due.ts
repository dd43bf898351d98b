// Jobs that are to be tried again or were put off: no notification announces when they become due.
import { BOSS_SCHEMA, type ListeningDb } from './boss.ts';
import { repeat } from './repeat.ts';

/** Of some queues those that have a job that is due, each found by its key however long it is. */
async function dueQueues(db: ListeningDb, queues: readonly string[]): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select queue.name from unnest($1::text[]) as queue (name), lateral (
      select from ${BOSS_SCHEMA}.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now() limit 1) as due`,
    [queues],
  );
  return rows.map(({ name }) => name);
}

/**
 * Wakes the workers of queues with jobs that are due, again and again: one question for all of them, where each worker
 * that asked for itself every second would cost more than all else that an idle installation does.
 * @param onFault called for each poll that failed; the next one runs all the same
 * @returns ends it
 */
export function wakeWhenDue(
  db: ListeningDb,
  queues: readonly string[],
  everyMs: number,
  onFault: (fault: unknown) => void,
): () => void {
  const check = async () => {
    for (const queue of await dueQueues(db, queues)) db.wake(queue);
  };
  return repeat(everyMs, check, onFault);
}
