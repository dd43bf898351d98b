import { median, quantile, rounded } from '../../testing/statistics.ts';
import { runFloor } from './floor.ts';
import { barePuts, type LatencyRun, runLatency, type Swings } from './latency.ts';
import { together, type Usage, usedBetween } from './meter.ts';
import { openStage, type Stage } from './stage.ts';
import { runStorm } from './storm.ts';
import { openTenants, type TenantsSize } from './tenants.ts';
import { type Round, runRound } from './throughput.ts';

export interface SpineOptions {
  seed: number;
  /** Listings at most; the sandbox has about 440 that compete. */
  listings: number;
  /** Times that every listing's competitor moves in the throughput part. */
  rounds: number;
  /** Events a second in the latency part, and for how long. */
  rate: number;
  seconds: number;
  /** The same with the marketplace's notifications of our own prices. */
  echoSeconds: number;
  /** Who sells on Amazon: companies, with so many listings each, in markets of so many offers. */
  tenants: TenantsSize;
}

/** One line of the result. */
export interface Measurement {
  bench: 'spine';
  name: string;
  value: number | null;
  unit: string;
  [context: string]: string | number | null;
}

export interface SpineResult {
  measurements: Measurement[];
  /** Missing expected results: the figures are then those of a broken product. */
  faults: string[];
}

const BARE_PUTS = 200;

type Say = (line: string) => void;
type Add = (
  name: string,
  value: number | null,
  unit: string,
  more?: Record<string, number>,
) => void;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const perSecond = (events: number, milliseconds: number) => (events * 1_000) / milliseconds;

/** Microseconds of CPU time for each event. */
function addUsage(name: string, usage: Usage | null, events: number, add: Add): void {
  if (usage === null || events === 0) return;
  const each = (ms: number) => rounded((ms * 1_000) / events);
  const { app, sandbox, postgres, driver } = usage;
  add(`${name}.cpu`, each(app + postgres), 'us/event', {
    app: each(app),
    postgres: each(postgres),
    sandbox: each(sandbox),
    driver: each(driver),
  });
}

/** Does rounds of a lane, and then the floor of the same rounds. */
async function measureThroughput(
  name: string,
  { owner, floor, usage }: Stage,
  run: (round: number) => Promise<Round>,
  rounds: number,
  add: Add,
  say: Say,
): Promise<Round[]> {
  const done: Round[] = [];
  for (let step = 1; step <= rounds; step++) {
    const round = await run(step);
    done.push(round);
    say(`  round ${step}: ${round.events} events in ${Math.round(round.milliseconds)} ms`);
  }
  const before = await usage();
  const floors = await runFloor(owner, floor, done);
  const events = sum(done.map((round) => round.events));
  addUsage(name, together(done.map((round) => round.usage)), events, add);
  addUsage(`${name}.floor`, usedBetween(before, await usage()), events, add);
  const context = {
    rounds,
    events,
    snapshotBatches: sum(done.map((round) => round.snapshotBatches.length)),
    updateBatches: sum(done.map((round) => round.updateBatches.length)),
  };
  const rates = done.map((round) => perSecond(round.events, round.milliseconds));
  const floorRates = done.map((round, index) => perSecond(round.events, floors[index]!));
  const rate = median(rates);
  const floorRate = median(floorRates);
  add(name, rate, 'events/s', {
    ...context,
    slowest: rounded(Math.min(...rates)),
    fastest: rounded(Math.max(...rates)),
  });
  add(`${name}.floor`, floorRate, 'events/s', {
    ...context,
    bodies: sum(done.flatMap((round) => round.snapshotBatches.map(({ bodies }) => bodies.length))),
  });
  if (rate !== null && floorRate !== null)
    add(`${name}.floor-ratio`, floorRate / rate, 'times', context);
  return done;
}

function addLatency(name: string, run: LatencyRun, rate: number, seconds: number, add: Add): void {
  const context = {
    rate,
    seconds,
    events: run.events,
    pushed: run.pushed.length,
    coalesced: run.coalesced,
    early: run.early,
    missing: run.missing.length,
    lag: rounded(run.lag),
  };
  add(`${name}.median`, median(run.pushed), 'ms', context);
  add(`${name}.p99`, quantile(run.pushed, 0.99), 'ms', context);
  add(`${name}.max`, quantile(run.pushed, 1), 'ms', context);
  add(`${name}.until-looked.median`, median(run.looked), 'ms');
  add(`${name}.until-decided.median`, median(run.decided), 'ms');
  addUsage(name, run.usage, run.events, add);
}

/**
 * A warm-up round, and then the statistics that autovacuum collects every minute or so: neither cold code nor plans for
 * empty tables are measured.
 */
async function warmUp({ owner, floor }: Stage, run: () => Promise<Round>): Promise<Round> {
  const round = await run();
  for (const database of [owner, floor]) await database`analyze`;
  return round;
}

async function measure(stage: Stage, options: SpineOptions, add: Add, say: Say): Promise<string[]> {
  const faults: string[] = [];
  const miss = (what: string, items: readonly string[]) => {
    if (items.length > 0)
      faults.push(
        `${what}: ${items.length} listings without their price (${items.slice(0, 5).join(', ')})`,
      );
  };
  if (stage.listings.length === 0) return ['no ad competes'];
  const { rounds, rate, seconds, echoSeconds } = options;

  say(`${stage.listings.length} listings; throughput, ${rounds} rounds`);
  miss('first round', (await warmUp(stage, () => runRound(stage, 0))).missing);
  const done = await measureThroughput(
    'throughput',
    stage,
    (step) => runRound(stage, step),
    rounds,
    add,
    say,
  );
  for (const [index, round] of done.entries()) miss(`round ${index + 1}`, round.missing);

  const tenants = await openTenants(stage.owner, options.tenants);
  say(
    `Amazon: ${tenants.listings.length} listings of ${options.tenants.companies} companies, ${rounds} rounds`,
  );
  const warmup = await warmUp(stage, () => runStorm(stage, tenants, 0));
  miss('first round of Amazon', warmup.missing);
  const blown = await measureThroughput(
    'amazon.throughput',
    stage,
    (step) => runStorm(stage, tenants, step),
    rounds,
    (name, value, unit, more = {}) =>
      add(name, value, unit, { ...more, ...options.tenants, listings: tenants.listings.length }),
    say,
  );
  for (const [index, round] of blown.entries()) miss(`round ${index + 1} of Amazon`, round.missing);

  const listings = await stage.releaseRules();
  say(`${listings.length} listings; latency at ${rate} events a second for ${seconds} s`);
  const swings: Swings = new Map();
  const plain = await runLatency(stage, listings, swings, { rate, seconds, courier: 'bench' });
  addLatency('latency', plain, rate, seconds, add);
  miss('latency', plain.missing);

  if (echoSeconds > 0) {
    say(`the same with the marketplace's own notifications for ${echoSeconds} s`);
    const echo = await runLatency(stage, listings, swings, {
      rate,
      seconds: echoSeconds,
      courier: 'sandbox',
    });
    addLatency('latency-with-echoes', echo, rate, echoSeconds, add);
    miss('latency with echoes', echo.missing);
  }

  const puts = await barePuts(stage, listings, BARE_PUTS);
  add('latency.floor.median', median(puts), 'ms', { puts: puts.length });
  add('latency.floor.p99', quantile(puts, 0.99), 'ms', { puts: puts.length });
  return faults;
}

/**
 * Measures the spine: a competitor moves, the price follows. Everything that it starts is stopped when it ends.
 * @param say receives progress messages
 * @param signal stops it before its end
 */
export async function runSpine(
  options: SpineOptions,
  say: Say,
  signal: AbortSignal,
): Promise<SpineResult> {
  const measurements: Measurement[] = [];
  const load = rounded(Deno.loadavg()[0] ?? 0);
  const stage = await openStage(options);
  const add: Add = (name, value, unit, more = {}) => {
    measurements.push({
      bench: 'spine',
      name,
      value: value === null ? null : rounded(value),
      unit,
      cores: navigator.hardwareConcurrency,
      // Load of the last minute: on a shared machine the figures are less reliable.
      load,
      listings: stage.listings.length,
      seed: options.seed,
      ...more,
    });
  };
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const faults = await Promise.race([measure(stage, options, add, say), stopped.promise]);
    return { measurements, faults };
  } finally {
    signal.removeEventListener('abort', stop);
    await stage.close();
  }
}
