// Restarts PostgreSQL under a plant, again and again, while prices move.
import { swing } from '../bench/spine/listings.ts';
import { diceAt } from '../sandbox/world/dice.ts';
import { openOwnPostgres } from './own-postgres.ts';
import { openPlant, type PlantListing } from './plant.ts';
import { type Truth, truthOf } from './truth.ts';
import { pause } from './wait.ts';

export interface RestartOptions {
  seed: number;
  /** So many listings at each marketplace. */
  listings: number;
  /** Least and most milliseconds between two restarts. */
  everyMs: readonly [number, number];
  /** Moves of competitors a second; most of them lead to a price update. */
  perSecond: number;
  moves: number;
  /** How long all may take to settle after the last restart. */
  settleMs: number;
}

export interface RestartReport extends Truth {
  seed: number;
  restarts: number;
  /** Processes that ended and were started again by their supervisor. */
  deaths: number;
  /** Milliseconds from the last restart until nothing was under way any more. */
  drainedMs: number;
}

export async function databaseRestarts(options: RestartOptions): Promise<RestartReport> {
  const { seed } = options;
  const dice = diceAt(seed);
  const postgres = await openOwnPostgres();
  try {
    const plant = await openPlant({
      seed,
      roles: ['api', 'api', 'worker', 'worker'],
      listings: { mercadolivre: options.listings, amazon: options.listings },
      server: postgres.url,
      acceptMs: [50, 300],
    });
    const { sandbox, listings } = plant;
    const counts = new Map<PlantListing, number>();
    let isMoving = true;
    const move = async () => {
      for (let n = 0; n < options.moves; n++) {
        const listing = listings[Math.floor(dice.roll() * listings.length)]!;
        const count = counts.get(listing) ?? 0;
        counts.set(listing, count + 1);
        sandbox.control.change(listing.rivalItemId, { price: swing(listing, count) });
        await pause(1_000 / options.perSecond);
      }
      isMoving = false;
    };
    let restarts = 0;
    const shake = async () => {
      const [least, most] = options.everyMs;
      while (isMoving) {
        await pause(least + dice.roll() * (most - least));
        await postgres.restart(restarts % 2 === 0 ? 'fast' : 'immediate');
        restarts += 1;
      }
    };
    try {
      await Promise.all([move(), shake()]);
      const from = performance.now();
      await plant.settled(options.settleMs);
      const drainedMs = Math.round(performance.now() - from);
      const truth = await truthOf(plant);
      return { seed, restarts, deaths: plant.deaths().length, drainedMs, ...truth };
    } finally {
      await plant.close();
    }
  } catch (error) {
    throw new Error(`The restarts of seed ${seed} failed`, { cause: error });
  } finally {
    await postgres.close();
  }
}
