import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { spareOf, type TestDatabase, testDatabase } from '../testing/database.ts';
import { testQueue } from '../testing/queue.ts';
import { within } from './db.ts';
import { createJobs, type JobBook, type Queue, type Worker } from './jobs.ts';
import { createLog, type Log } from './log.ts';
import { startWorkers, type Workers, type WorkersOptions } from './workers.ts';

interface Work {
  n: number;
}

const queue = (settings: Partial<Queue<Work>> = {}) =>
  testQueue<Work>('work', z.object({ n: z.number() }), {
    batch: 50,
    expireInSeconds: 30,
    retryLimit: 5,
    ...settings,
  });

const until = async (what: string, condition: () => boolean | Promise<boolean>, ms = 20_000) => {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`in vain waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('workers', () => {
  let database: TestDatabase;
  let jobs: JobBook;
  let lines: { level: string; message: string; queue?: string; error?: unknown }[];
  let log: Log;
  let running: Workers[];

  beforeEach(async () => {
    database = await testDatabase();
    jobs = createJobs(spareOf(database.db));
    lines = [];
    running = [];
    log = createLog({
      write: (line) => lines.push(JSON.parse(line)),
      clock: () => new Date(),
      level: 'warn',
    });
  });
  afterEach(async () => {
    await Promise.all(running.map((workers) => workers.stop()));
    await database.close();
  });

  const send = (to: Queue<Work>, data: Work[]) =>
    within(database.db, { company: 1 }, (trx) => jobs.send(trx, to, data));
  const start = async (workers: Worker<Work>[], options: Partial<WorkersOptions> = {}) => {
    const started = await startWorkers(workers, {
      databaseUrl: database.url,
      clock: () => new Date(),
      log,
      ...options,
    });
    running.push(started);
    return started;
  };
  const states = async () =>
    (
      await database.owner<
        { state: string }[]
      >`select state::text from pgboss.job where name = 'work'`
    ).map(({ state }) => state);

  it('are woken by a commit', async () => {
    let taken = 0;
    await start([
      {
        queue: queue(),
        handle: (batch) => {
          taken += batch.length;
          return Promise.resolve();
        },
      },
    ]);
    // Shortly after a poll of an empty queue only the notification can wake it this soon. The quickest of some attempts counts,
    // since a busy machine may delay one.
    let quickest = Infinity;
    for (let n = 1; n <= 5 && quickest >= 600; n++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const sent = performance.now();
      await send(queue(), [{ n }]);
      await until('the job', () => taken === n);
      quickest = Math.min(quickest, performance.now() - sent);
    }
    assert.ok(quickest < 600, `${quickest} ms`);
  });

  it('find every job again that waited while the installation was stopped for months', async () => {
    const taken: number[] = [];
    await send(queue(), [{ n: 1 }]);
    await database.owner`
      update pgboss.job set created_on = created_on - interval '300 days',
        start_after = start_after - interval '300 days', keep_until = keep_until - interval '300 days'`;
    await start([{ queue: { ...queue(), name: 'other' }, handle: () => Promise.resolve() }]);
    await until('the sweep', async () => {
      const swept = await database.owner`
        select from pgboss.queue where name = 'work' and maintain_on > now() - interval '1 minute'`;
      return swept.length > 0;
    });
    await start([
      {
        queue: queue(),
        handle: (batch) => {
          taken.push(...batch.map(({ data }) => data.n));
          return Promise.resolve();
        },
      },
    ]);
    await until('the job', () => taken.length > 0, 5_000);
    assert.deepEqual(taken, [1]);
  });

  it('take many jobs at once', async () => {
    const batches: number[] = [];
    await send(
      queue(),
      Array.from({ length: 120 }, (_, n) => ({ n })),
    );
    await start([
      {
        queue: queue(),
        handle: (batch) => {
          batches.push(batch.length);
          return Promise.resolve();
        },
      },
    ]);
    await until('120 jobs', () => batches.length === 3);
    assert.deepEqual(batches, [50, 50, 20]);
    await until('completion', async () => (await states()).every((state) => state === 'completed'));
  });

  it('work as many batches at once as the queue allows', async () => {
    let atWork = 0;
    let most = 0;
    let done = 0;
    await send(
      queue(),
      Array.from({ length: 12 }, (_, n) => ({ n })),
    );
    await start([
      {
        queue: queue({ batch: 2, concurrency: 3 }),
        handle: async (batch) => {
          atWork += 1;
          most = Math.max(most, atWork);
          await until('three batches at once', () => most >= 3);
          // Time for a fourth, if there were one.
          await new Promise((resolve) => setTimeout(resolve, 50));
          atWork -= 1;
          done += batch.length;
        },
      },
    ]);
    await until('12 jobs', () => done === 12);
    assert.equal(most, 3);
  });

  it('give a batch back when the handler throws, and count the attempts', async () => {
    const attempts: number[] = [];
    await send(queue(), [{ n: 1 }]);
    await start([
      {
        queue: queue(),
        handle: (batch) => {
          attempts.push(batch[0]!.attempt);
          return attempts.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
        },
      },
    ]);
    await until('the third attempt', async () => (await states())[0] === 'completed');
    assert.deepEqual(attempts, [1, 2, 3]);
    assert.equal(lines.filter(({ message }) => message.startsWith('Job handler failed')).length, 2);
  });

  it('log what failed permanently as an error, and work the rest', async () => {
    const seen: number[] = [];
    const to = queue({ retryLimit: 0 });
    await send(to, [{ n: 1 }]);
    await database.owner`update pgboss.job set data = '{"n": "no number"}' where name = 'work'`;
    await send(to, [{ n: 2 }, { n: 3 }]);
    await start([
      {
        queue: to,
        handle: (batch) => {
          seen.push(...batch.map(({ data }) => data.n));
          return Promise.resolve();
        },
      },
    ]);
    await until('the dead letter', () => lines.some(({ level }) => level === 'error'));
    assert.deepEqual(seen.sort(), [2, 3]);
    const [letter] = lines.filter(({ level }) => level === 'error');
    assert.equal(letter?.message, 'Job failed permanently');
    assert.equal(letter?.queue, 'work');
    assert.match(JSON.stringify(letter?.error), /expected number/);
  });

  it('log a handler that failed as often as it may', async () => {
    await send(queue({ retryLimit: 0 }), [{ n: 1 }]);
    await start([
      { queue: queue({ retryLimit: 0 }), handle: () => Promise.reject(new Error('the reason')) },
    ]);
    await until('the dead letter', () => lines.some(({ level }) => level === 'error'));
    assert.match(JSON.stringify(lines.find(({ level }) => level === 'error')), /the reason/);
  });

  it('abort a handler that takes too long, and give its job out again', async () => {
    const aborted: boolean[] = [];
    let attempts = 0;
    await send(queue({ expireInSeconds: 1 }), [{ n: 1 }]);
    await start([
      {
        queue: queue({ expireInSeconds: 1 }),
        handle: async (_batch, signal) => {
          attempts += 1;
          if (attempts > 1) return;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted.push(signal.aborted);
          throw signal.reason;
        },
      },
    ]);
    await until('the second attempt', async () => (await states())[0] === 'completed');
    assert.deepEqual(aborted, [true]);
    assert.ok(lines.some(({ message }) => message.startsWith('Job handler aborted')));
  });

  it('wait for the handlers at work when they stop, and take nothing more', async () => {
    let finished = 0;
    let started = 0;
    await send(queue(), [{ n: 1 }]);
    const workers = await start([
      {
        queue: queue(),
        handle: async () => {
          started += 1;
          await new Promise((resolve) => setTimeout(resolve, 400));
          finished += 1;
        },
      },
    ]);
    await until('the start', () => started === 1);
    await workers.stop();
    assert.equal(finished, 1);
    assert.deepEqual(await states(), ['completed']);
    await send(queue(), [{ n: 2 }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(started, 1);
  });

  it('abort handlers that do not end when they stop, and return their jobs to the queue', async () => {
    let reason: unknown;
    let started = false;
    await send(queue(), [{ n: 1 }]);
    const workers = await start(
      [
        {
          queue: queue(),
          handle: async (_batch, signal) => {
            started = true;
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            reason = signal.reason;
            throw signal.reason;
          },
        },
      ],
      { graceMs: 200 },
    );
    await until('the start', () => started);
    await workers.stop();
    assert.match(String(reason), /stopping/);
    assert.deepEqual(await states(), ['retry']);
  });

  it('get back the job of a process that was killed, long before its time is up', async () => {
    const patient = queue({ expireInSeconds: 300 });
    await send(patient, [{ n: 7 }]);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        'run',
        '-A',
        new URL('../testing/stuck-worker.ts', import.meta.url).pathname,
        database.url,
      ],
      stdout: 'piped',
      stderr: 'inherit',
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill('SIGKILL');
    await child.status;
    await reader.cancel();

    const attempts: number[] = [];
    await start([
      {
        queue: patient,
        handle: (batch) => {
          attempts.push(...batch.map(({ attempt }) => attempt));
          return Promise.resolve();
        },
      },
    ]);
    await until('the job', () => attempts.length > 0, 60_000);
    assert.deepEqual(attempts, [2]);
  });

  it('write the jobs of a schedule once, and delete one that is no longer needed', async () => {
    const scheduled: Worker<Work> = {
      queue: queue(),
      schedule: { cron: '* * * * *', data: { n: 1 } },
      handle: () => Promise.resolve(),
    };
    await start([scheduled]);
    await start([scheduled]);
    const schedules = () => database.owner`select name, cron, timezone, data from pgboss.schedule`;
    assert.deepEqual(
      [...(await schedules())].map((row) => ({ ...row })),
      [{ name: 'work', cron: '* * * * *', timezone: 'UTC', data: { n: 1 } }],
    );
    await start([{ queue: queue(), handle: () => Promise.resolve() }]);
    assert.equal((await schedules()).length, 0);
  });

  it('survive the loss of every connection', async () => {
    const seen: number[] = [];
    const workers = await start([
      {
        queue: queue(),
        handle: (batch) => {
          seen.push(...batch.map(({ data }) => data.n));
          return Promise.resolve();
        },
      },
    ]);
    await send(queue(), [{ n: 1 }]);
    await until('the first job', () => seen.includes(1));
    await database.owner`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename <> current_user`;
    await until('a way to send', () =>
      send(queue(), [{ n: 2 }]).then(
        () => true,
        () => false,
      ),
    );
    await until('the second job', () => seen.includes(2));
    await until('health', () => workers.healthy());
  });
});
