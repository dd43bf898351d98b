// Jobs that are retried or delayed: no notification announces when they become due.
import { BOSS_SCHEMA, type ListeningDb } from './boss.ts';
import { repeat } from './repeat.ts';

/** The queues with a due job; an index finds each, however long the queue is. */
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
 * Periodically wakes the workers of queues with due jobs: one query for all of them. If each worker polled every second,
 * that would cost more than everything else of an idle installation.
 * @param onFault called for each poll that failed; the next one runs all the same
 * @returns stops it
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
