// npm run bench -- demo [--listings N] [--minutes N] [--seeds N] [--engine FOLDER]
// So many listings of the first demo company under one PRIMAZIA rule, in the demo's market: how often their prices change, by
// how much, how long they hold the buybox, and what that brings. FOLDER is the engine of another version (with decide.ts and
// timers.ts), which has neither a smallest rise nor a pace. The world is the same for both. One JSON line; never fails
// because of a figure.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { Minor } from '../kernel/money.ts';
import { decide } from '../pricing/engine/decide.ts';
import { newTimers } from '../pricing/engine/timers.ts';
import { isAvailable } from '../sandbox/world/award.ts';
import {
  BUYBOX_SHARE,
  drawOf,
  pullOf,
  rhythmAt,
  tasteOf,
  totalOf,
  willing,
} from '../sandbox/world/buyers.ts';
import { feeOf, postageOf } from '../sandbox/world/fees.ts';
import { DEFAULT_PACE, itemsOf, paceOf, setPrice, step, type World } from '../sandbox/world.ts';
import {
  type CompanyTerms,
  type Engine,
  enginePlayer,
  type SeenStall,
  USUAL_TERMS,
} from './arena/engine-player.ts';
import { companyWorld, ruleAt, SELLER, seen, WATCHED } from './demo-day.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** The interval of the demo's market steps; a notification of a change is answered before the next step. */
const STEP_MS = 3_000;
/** A Monday afternoon in São Paulo. */
const START = Date.parse('2026-05-04T18:00:00.000Z');
const SMALL_PERCENT = 0.3;
/** The cost of goods as a share of the usual price: the demo does not define it. */
const OUTLAY_SHARE = 0.6;
const UNPACED: CompanyTerms = {
  smallestRisePercent: 0,
  pace: { minutesBetweenUpdates: 0, updatesPerHour: Infinity, updatesPerDay: Infinity },
};

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: { listings: text, minutes: text, seeds: text, engine: text },
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const listings = count(15).parse(values.listings);
const minutes = count(20).parse(values.minutes);
const seeds = count(1).parse(values.seeds);

/** The engine of another version. */
async function engineIn(folder: string): Promise<Engine> {
  const load = (file: string) => import(pathToFileURL(resolve(folder, file)).href);
  const [decisions, timers] = await Promise.all([load('decide.ts'), load('timers.ts')]);
  return { decide: decisions.decide, newTimers: timers.newTimers };
}

const [engine, terms]: [Engine, CompanyTerms] =
  values.engine === undefined
    ? [{ decide, newTimers }, USUAL_TERMS]
    : [await engineIn(values.engine), UNPACED];

/** What the buyers who are to be expected on a page bring us, in minor units. */
function expected({ product, ours, leaders }: SeenStall, buyers: number): number {
  const totals = product.offers.filter(isAvailable).map(totalOf);
  const lowest = Math.min(...totals);
  const pulls = totals.reduce((sum, total) => sum + pullOf(total, lowest), 0);
  const featured = leaders.includes(ours.itemId) ? 1 / leaders.length : 0;
  const chosen = pullOf(totalOf(ours), lowest) / pulls;
  const share = BUYBOX_SHARE * featured + (1 - BUYBOX_SHARE) * chosen;
  const outlay = OUTLAY_SHARE * product.reference + feeOf(product, ours) + postageOf(product, ours);
  return buyers * share * willing(tasteOf(product), totalOf(ours)) * (ours.price - outlay);
}

interface Figures {
  updates: number;
  small: number;
  mostOfOne: number;
  onSaleMs: number;
  winningMs: number;
  profit: number;
}

/** Lets the minutes of one seed pass. */
function play(seed: number): Figures {
  const { pace, ...begun } = companyWorld(START, seed);
  let world: World = begun.world;
  const items = WATCHED.flatMap((shop) => itemsOf(world, SELLER, shop)).slice(0, listings);
  const all = items.map((itemId) => {
    const stall = seen(world, itemId);
    const player = enginePlayer(stall, ruleAt(stall.ours.price), terms, engine);
    return { itemId, stall, player, updates: 0 };
  });
  const draws = world.products.reduce((sum, product) => sum + drawOf(product), 0);
  const figures = { updates: 0, small: 0, mostOfOne: 0, onSaleMs: 0, winningMs: 0, profit: 0 };
  const buyersOf = ({ product }: SeenStall) =>
    (paceOf(DEFAULT_PACE).sales * rhythmAt(world.now) * drawOf(product) * STEP_MS) /
    (draws * MINUTE);
  const end = START + minutes * MINUTE;
  while (world.now < end) {
    ({ world } = step(world, world.now + STEP_MS, pace));
    for (const own of all) {
      Object.assign(own.stall, seen(world, own.itemId));
      const from: Minor = own.stall.ours.price;
      const to = own.player.poll();
      if (to !== null && to !== from) {
        ({ world } = setPrice(world, own.itemId, to));
        own.updates += 1;
        figures.updates += 1;
        if (Math.abs(to - from) * 100 < from * SMALL_PERCENT) figures.small += 1;
        Object.assign(own.stall, seen(world, own.itemId));
      }
      if (!isAvailable(own.stall.ours)) continue;
      const { leaders } = own.stall;
      figures.onSaleMs += STEP_MS;
      if (leaders.includes(own.itemId)) figures.winningMs += STEP_MS / leaders.length;
      figures.profit += expected(own.stall, buyersOf(own.stall));
    }
  }
  figures.mostOfOne = Math.max(...all.map(({ updates }) => updates));
  return figures;
}

const played = Array.from({ length: seeds }, (_, n) => play(n + 1));
const mean = (figure: (of: Figures) => number): number =>
  Number((played.reduce((sum, one) => sum + figure(one), 0) / seeds).toFixed(2));
console.log(
  JSON.stringify({
    bench: 'demo',
    listings,
    minutes,
    seeds,
    engine: values.engine === undefined ? 'this version' : 'another version',
    updates: mean(({ updates }) => updates),
    updatesUnderSmallestRise: mean(({ small }) => small),
    mostUpdatesOfOneListing: mean(({ mostOfOne }) => mostOfOne),
    winningPercent: mean(({ winningMs, onSaleMs }) => (winningMs / onSaleMs) * 100),
    profitOfADay: mean(({ profit }) => (profit * DAY_MINUTES) / (minutes * 100)),
  }),
);
