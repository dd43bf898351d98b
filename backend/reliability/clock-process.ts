// A process that works schedules by a clock of the test's: wrong by some minutes, in some place on earth, and faster
// than ours.
import * as z from 'zod';
import { setDate } from './wrong-date.ts';

const Settings = z.object({
  CLOCK_DATABASE_URL: z.string(),
  /** A JSON list of cron lines. */
  CLOCK_SCHEDULES: z.string(),
  /** So many times as fast as ours. */
  CLOCK_RATE: z.coerce.number(),
  /** Where our clock and the test's show the instants `CLOCK_REAL` and `CLOCK_FROM`, in milliseconds since 1970. */
  CLOCK_REAL: z.coerce.number(),
  CLOCK_FROM: z.coerce.number(),
  /** How far this process is ahead of the database, in milliseconds. */
  CLOCK_AHEAD: z.coerce.number(),
});

const settings = Settings.parse(Deno.env.toObject());
const { CLOCK_RATE: rate } = settings;

const { now } = Date;
setDate(() =>
  Math.round(settings.CLOCK_FROM + settings.CLOCK_AHEAD + (now() - settings.CLOCK_REAL) * rate),
);
const { setTimeout: wait, setInterval: repeat } = globalThis;
type Timer = (work: () => void, ms?: number, ...args: unknown[]) => number;
const faster =
  (timer: Timer): Timer =>
  (work, ms = 0, ...args) =>
    timer(work, ms / rate, ...args);
Object.assign(globalThis, {
  setTimeout: faster(wait as unknown as Timer),
  setInterval: faster(repeat as unknown as Timer),
});

const { createLog } = await import('../platform/log.ts');
const { startWorkers } = await import('../platform/workers.ts');
const { testQueue } = await import('../testing/queue.ts');

const clock = () => new Date();
const crons = z.array(z.string()).parse(JSON.parse(settings.CLOCK_SCHEDULES));
const running = await startWorkers(
  crons.map((cron, n) => ({
    queue: testQueue(`test.schedule-${n}`, z.object({})),
    schedule: { cron, data: {} },
    handle: () => Promise.resolve(),
  })),
  {
    databaseUrl: settings.CLOCK_DATABASE_URL,
    clock,
    log: createLog({ write: (line) => console.error(line), clock, level: 'error' }),
  },
);
console.log(`Clock at work in ${new Date().getTimezoneOffset()}`);

// Closed when the test is through with us, or gone.
for await (const _ of Deno.stdin.readable);
await running.stop();
Deno.exit(0);
