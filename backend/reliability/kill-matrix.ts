// Kills processes of a plant at named points of the walk, while prices move, buyers order and the marketplaces stumble.
import { join } from 'node:path';
import type postgres from 'postgres';
import { swing } from '../bench/spine/listings.ts';
import type { Fault } from '../sandbox/faults.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { SHOPS } from '../sandbox/world.ts';
import { openPlant, type Plant, type PlantListing } from './plant.ts';
import { LATE_MS, type Point, roleAt, type Trap } from './points.ts';
import { type Truth, truthOf } from './truth.ts';
import { pause } from './wait.ts';
import type { Clocks } from './wrong-date.ts';

export interface KillOptions {
  seed: number;
  /** Where to kill, one after the other. */
  points: readonly Point[];
  /** So many listings at each marketplace. */
  listings: number;
  /** So many calls reach the marketplace long after they counted as dead. */
  lateCalls: number;
  /** How long all may take to settle at the end. */
  settleMs: number;
  /** How far the clocks of the two APIs and the two workers are ahead; by default they are right. */
  clocks?: Clocks;
}

export interface KillReport extends Truth {
  seed: number;
  kills: Partial<Record<Point, number>>;
  /** Milliseconds from a worker's death until the last of its jobs was taken over: the median and the longest. */
  reclaimedMs: { median: number; longest: number };
}

/** Before a kill, so many listings of each marketplace have a price changed, and one unit is sold there. */
const MOVES = 2;
/** If no process reached a kill point: the competitors change prices again. */
const PATIENCE_MS = 8_000;
/** On a busy machine a killed process needs a minute to be ready again. */
const TRIES = 30;

/** The faults of the calls of one run: each once, so that no price has to wait through hours of retries. */
const FAULTS: readonly Fault[] = [
  { kind: 'rate_limited', retryAfter: 1 },
  { kind: 'error' },
  { kind: 'unavailable' },
  { kind: 'timeout', delayMs: 1_500 },
  { kind: 'lost_answer' },
  { kind: 'late_answer', delayMs: 1_000 },
];
const PUSHES = [
  { marketplace: 'mercadolivre', operation: 'putItem' },
  { marketplace: 'amazon', operation: 'patchListingsItem' },
  { marketplace: 'magalu', operation: 'prices' },
  { marketplace: 'shopee', operation: 'updatePrice' },
] as const;
const CALLS = [...PUSHES, ...SHOPS.map((marketplace) => ({ marketplace }))];

/** Whether a process reached the kill point. */
async function isSprung(plant: Plant, trap: Trap, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    try {
      await Deno.stat(join(plant.traps, trap));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return true;
      throw error;
    }
    await pause(20);
  }
  return false;
}

/**
 * The time until the jobs that are active now are taken over by another worker or end. The jobs of pg-boss itself are left out:
 * they enqueue scheduled jobs, which the next minute enqueues again, and a dead worker holds them until they expire.
 */
async function watchReclaim(owner: postgres.Sql): Promise<number> {
  const from = performance.now();
  const held = await owner<{ id: string; startedOn: Date }[]>`
    select id, started_on as "startedOn" from pgboss.job
    where state = 'active' and name not like '\\_\\_pgboss%'`;
  const ids = held.map(({ id }) => id);
  const starts = new Map(held.map(({ id, startedOn }) => [id, startedOn.getTime()]));
  for (;;) {
    const now = await owner<{ id: string; startedOn: Date }[]>`
      select id, started_on as "startedOn" from pgboss.job
      where state = 'active' and id = any(${ids}::uuid[])`;
    if (!now.some(({ id, startedOn }) => starts.get(id) === startedOn.getTime()))
      return Math.round(performance.now() - from);
    await pause(100);
  }
}

/** Waits until a process reaches a kill point; competitors change prices until then. */
async function spring(plant: Plant, trap: Trap, move: () => void): Promise<void> {
  await Deno.writeTextFile(join(plant.traps, trap), '');
  for (let tries = 0; tries < TRIES; tries++) {
    move();
    if (await isSprung(plant, trap, PATIENCE_MS)) return;
  }
  throw new Error(`No process reached ${trap}`);
}

/** Kills one process at each of the points, in turn, and returns what was left when all had settled. */
export async function killMatrix(options: KillOptions): Promise<KillReport> {
  const { seed, points, settleMs } = options;
  const dice = diceAt(seed);
  const plant = await openPlant({
    seed,
    roles: ['api', 'api', 'worker', 'worker'],
    listings: Object.fromEntries(SHOPS.map((shop) => [shop, options.listings])),
    armed: true,
    ...(options.clocks && { clocks: options.clocks }),
  });
  const { sandbox, owner, listings } = plant;
  const counts = new Map<PlantListing, number>();
  const moveOne = (listing: PlantListing) => {
    const count = counts.get(listing) ?? 0;
    counts.set(listing, count + 1);
    sandbox.control.change(listing.rivalItemId, { price: swing(listing, count) });
  };
  const move = () => {
    for (const shop of SHOPS) {
      const some = listings.filter((listing) => listing.shop === shop);
      for (let n = 0; n < MOVES; n++) moveOne(some[Math.floor(dice.roll() * some.length)]!);
      sandbox.control.sell(some[Math.floor(dice.roll() * some.length)]!.itemId, 1);
    }
  };
  const kills: KillReport['kills'] = {};
  const reclaims: Promise<number>[] = [];
  try {
    for (const point of points) {
      await plant.whole();
      const fault = FAULTS[Math.floor(dice.roll() * FAULTS.length)]!;
      const where = CALLS[Math.floor(dice.roll() * CALLS.length)]!;
      sandbox.control.clearFaults();
      sandbox.control.fail({ ...fault, ...where, count: 1 });
      await spring(plant, point, move);
      if (roleAt(point) === 'worker') reclaims.push(watchReclaim(owner));
      kills[point] = (kills[point] ?? 0) + 1;
    }
    await plant.whole();
    sandbox.control.clearFaults();
    // The answers to a third of all pushes are lost; what became of them has to be found out.
    for (const where of PUSHES) {
      sandbox.control.fail({
        kind: 'lost_answer',
        ...where,
        count: Math.ceil(options.listings / 3),
      });
    }
    for (const listing of listings) moveOne(listing);
    const reclaimed = (await Promise.all(reclaims)).sort((a, b) => a - b);
    await plant.settled(settleMs);
    sandbox.control.clearFaults();
    if (options.lateCalls > 0) {
      for (let n = 0; n < options.lateCalls; n++) await spring(plant, 'call-late', move);
      // In the meantime others price the same listings, possibly more than once.
      for (let passed = 0; passed < LATE_MS; passed += 5_000) {
        move();
        await pause(5_000);
      }
      await plant.settled(settleMs);
    }
    const truth = await truthOf(plant);
    const others = plant.deaths().filter(({ status }) => status.signal !== 'SIGKILL');
    return {
      seed,
      kills,
      reclaimedMs: {
        median: reclaimed[Math.floor(reclaimed.length / 2)] ?? 0,
        longest: reclaimed.at(-1) ?? 0,
      },
      ...truth,
      faults: [
        ...truth.faults,
        ...others.map(({ role, said }) => `a ${role} ended by itself: ${said}`),
      ],
    };
  } catch (error) {
    throw new Error(`The kill matrix of seed ${seed} failed`, { cause: error });
  } finally {
    await plant.close();
  }
}
