// The outbox, while its writer is killed again and again.
import { join } from 'node:path';
import type postgres from 'postgres';
import { diceAt } from '../sandbox/world/dice.ts';
import { testDatabase } from '../testing/database.ts';
import { compareLedger, openLedger } from '../testing/outbox.ts';
import { pause } from './wait.ts';

export interface OutboxReport {
  seed: number;
  kills: number;
  /** Transactions that were committed, by the lines that they left. */
  lines: number;
  jobs: number;
  /** Lines without a job, jobs without a line, and doubles. */
  differences: number;
}

const FILE = join(import.meta.dirname!, 'outbox-process.ts');

async function progressOf(owner: postgres.Sql) {
  const [row] = await owner<{ lines: number; last: number | null }[]>`
    select count(*) as lines, max(n) as last from test_ledger`;
  return row!;
}

/** Runs so many transactions, every second one rolled back, and kills their process so many times. */
export async function outboxKills(options: {
  seed: number;
  transactions: number;
  kills: number;
}): Promise<OutboxReport> {
  const { seed, transactions } = options;
  const dice = diceAt(seed);
  const database = await testDatabase();
  const { owner, url } = database;
  try {
    await openLedger(owner, new URL(url).username);
    let kills = 0;
    for (let isThrough = false; !isThrough; ) {
      const { lines, last } = await progressOf(owner);
      const child = new Deno.Command(Deno.execPath(), {
        args: ['run', '-A', '--no-lock', '--no-check', '--unstable-no-legacy-abort', FILE],
        env: {
          OUTBOX_URL: url,
          OUTBOX_FROM: String((last ?? -1) + 1),
          OUTBOX_TO: String(transactions),
        },
        stdin: 'null',
        stdout: 'null',
        stderr: 'inherit',
      }).spawn();
      let isGone = false;
      const ended = child.status.finally(() => {
        isGone = true;
      });
      // Each process writes about as much as any other, and leaves some for the following ones.
      const share = (transactions / 2 - lines) / (options.kills - kills + 1);
      const enough = lines + 1 + Math.floor(dice.roll() * 1.5 * share);
      if (kills < options.kills) {
        while (!isGone && (await progressOf(owner)).lines < enough) await pause(2);
        if (!isGone) {
          child.kill('SIGKILL');
          kills += 1;
        }
      }
      const status = await ended;
      isThrough = status.success;
      if (!isThrough && status.signal !== 'SIGKILL')
        throw new Error(`The writer ended with ${status.code}; seed ${seed}`);
    }
    // What a killed process had sent to the server may still be worked.
    await pause(300);
    return { seed, kills, ...(await compareLedger(owner)) };
  } finally {
    await database.close();
  }
}
