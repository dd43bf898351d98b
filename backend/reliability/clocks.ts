// Schedules in two processes whose clocks differ, while clocks are put forward for the summer.
import { startChild } from '../bench/spine/processes.ts';
import { testDatabase } from '../testing/database.ts';
import { pause } from './wait.ts';

/** Clocks in New York jump from 2:00 to 3:00. */
const SUMMER = Date.UTC(2026, 2, 8, 7);
const SCHEDULES = ['* * * * *', '0 * * * *', '1 7 * * *', '30 * * * *'];
const APART_MS = 5 * 60_000;
const MINUTE = 60_000;
/** Before the change, so that the processes are at work when it comes. */
const LEAD_MS = 120_000;

export interface ClockReport {
  /** Elapsed minutes of the test's clock. */
  minutes: number;
  /** At which minutes each schedule fired. */
  fired: Record<string, string[]>;
  /** What did not fire just once when it was due. */
  faults: string[];
}

const minuteOf = (time: number) => new Date(time).toISOString().slice(11, 16);

/** The minutes in which a schedule was due. */
function dueIn(cron: string, from: number, to: number): string[] {
  const [minute, hour] = cron.split(' ');
  const due: string[] = [];
  for (let time = Math.ceil(from / MINUTE) * MINUTE; time <= to; time += MINUTE) {
    const at = new Date(time);
    const fits = (field: string | undefined, value: number) =>
      field === '*' || Number(field) === value;
    if (fits(minute, at.getUTCMinutes()) && fits(hour, at.getUTCHours())) due.push(minuteOf(time));
  }
  return due;
}

/** Runs two processes, `APART_MS` apart, for so many minutes of a clock that is `rate` times as fast as the real one. */
export async function clocksApart(minutes: number, rate: number): Promise<ClockReport> {
  const database = await testDatabase();
  const children: { stop(): Promise<void> }[] = [];
  try {
    const real = Date.now();
    const from = SUMMER - LEAD_MS;
    // The database has the right time; all statements of the queues read it here.
    await database.owner.unsafe(`
      create or replace function pgboss.job_now() returns timestamptz language sql stable as $$
        select to_timestamp(${from / 1_000} + (extract(epoch from clock_timestamp()) - ${real / 1_000}) * ${rate})
      $$`);
    // Completed jobs are deleted after some time of the test's fast clock, so each is recorded when it appears.
    await database.owner.unsafe(`
      create table test_fired (n integer, at timestamptz);
      create function note_fired() returns trigger language plpgsql security definer as $$
        begin
          insert into public.test_fired values (substring(new.name from '[0-9]+$')::integer, new.created_on);
          return null;
        end $$;
      create trigger note_fired after insert on pgboss.job for each row
        when (new.name like 'test.schedule-%') execute function note_fired()`);
    const places = ['America/New_York', 'Europe/Lisbon'];
    const started = places.map((TZ, n) =>
      startChild(
        'backend/reliability/clock-process.ts',
        {
          TZ,
          CLOCK_DATABASE_URL: database.url,
          CLOCK_SCHEDULES: JSON.stringify(SCHEDULES),
          CLOCK_RATE: String(rate),
          CLOCK_REAL: String(real),
          CLOCK_FROM: String(from),
          CLOCK_AHEAD: String(n === 0 ? 0 : APART_MS),
        },
        /^Clock at work in (.+)$/,
      ),
    );
    for (const child of await Promise.allSettled(started)) {
      if (child.status === 'fulfilled') children.push(child.value);
      else throw child.reason;
    }
    const begun = from + (Date.now() - real) * rate;
    await pause((minutes * MINUTE) / rate);
    const ended = from + (Date.now() - real) * rate;
    const rows = await database.owner<{ n: number; at: Date }[]>`
      select n, at from test_fired order by at`;
    return judge(rows, begun, ended);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await database.close();
  }
}

/** A schedule fires within a minute after it is due: what fell due at either end may be missing. */
function judge(rows: { n: number; at: Date }[], begun: number, ended: number): ClockReport {
  const report: ClockReport = {
    minutes: Math.round((ended - begun) / MINUTE),
    fired: {},
    faults: [],
  };
  for (const [n, cron] of SCHEDULES.entries()) {
    const times = rows.filter((row) => row.n === n).map(({ at }) => at.getTime());
    report.fired[cron] = times.map(minuteOf);
    const certain = dueIn(cron, begun, ended - 2 * MINUTE).length;
    const possible = dueIn(cron, begun - 2 * MINUTE, ended).length;
    if (times.length < certain || times.length > possible)
      report.faults.push(`${cron} fired ${times.length} times, not ${certain} to ${possible}`);
    const slots = new Set(times.map((time) => Math.floor(time / MINUTE)));
    if (cron !== '* * * * *' && slots.size > 1 + (ended - begun) / (60 * MINUTE))
      report.faults.push(`${cron} fired in ${slots.size} minutes`);
  }
  return report;
}
