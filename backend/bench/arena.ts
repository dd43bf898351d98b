// npm run bench -- arena [--world NAME] [--products N] [--days N] [--seeds N] [--first-seed N] [--step-minutes N]
//   [--curve] [--worst N] [--cores N]
// Every entrant prices the same products against the same competitors, buyers and chances. The tables go to standard
// error, JSON lines to standard output. Fails where an entrant beats the ceiling.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { pairsOf, productRowsOf, worstOf } from './arena/by-product.ts';
import { goalsOf } from './arena/goals.ts';
import { WORLD_NAMES, WORLDS } from './arena/market/worlds.ts';
import { paceCurve } from './arena/pace-curve.ts';
import { rowsOf } from './arena/rows.ts';
import { runArena } from './arena/run.ts';
import { withCeiling } from './arena/scores.ts';
import {
  goalTableOf,
  linesOf,
  paceTableOf,
  pairTableOf,
  productTableOf,
  tableOf,
} from './arena/table.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: {
    world: text,
    products: text,
    days: text,
    seeds: text,
    'first-seed': text,
    'step-minutes': text,
    curve: { type: 'boolean' },
    worst: text,
    cores: text,
  },
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const world = z.enum(WORLD_NAMES).default('usual').parse(values.world);
const setup = {
  world,
  products: count(200).parse(values.products),
  days: count(60).parse(values.days),
  stepMs:
    values['step-minutes'] === undefined
      ? WORLDS[world].stepSeconds * 1_000
      : count(5).parse(values['step-minutes']) * 60_000,
};
const first = count(1).parse(values['first-seed']);
const seeds = Array.from({ length: count(20).parse(values.seeds) }, (_, i) => first + i);
const cores = count(availableParallelism()).parse(values.cores);

const started = performance.now();
const { scores, raised, added } = withCeiling(await runArena(seeds, setup, cores));
const curve = values.curve ? await paceCurve(scores, setup, cores) : [];
const seconds = Math.round((performance.now() - started) / 1_000);
const rows = rowsOf(scores);
const pairs = pairsOf(scores);
const byProduct = productRowsOf(pairs);
const goals = goalsOf(world, rows, byProduct, pairs);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const above = pairs.filter(({ of }) => of.oracle > 1).length / pairs.length;
console.error(
  [
    `World ${world}: ${setup.products} products, ${setup.days} days, seeds ${first} to ${first + seeds.length - 1}, ${seconds} seconds`,
    tableOf(rows),
    `The oracle has the best simple entrant's profit on ${percent(raised)} of the products, where that is more than its own policy brings: ${percent(added)} of its profit. PRIMAZIA is above that on ${percent(above)}.`,
    productTableOf(byProduct),
    goalTableOf(goals),
    ...(curve.length > 0 ? [paceTableOf(curve)] : []),
    ...worstOf(pairs, z.coerce.number().int().min(0).default(0).parse(values.worst)).map((pair) =>
      pairTableOf(pair, world),
    ),
  ].join('\n\n'),
);
for (const line of [
  ...linesOf('arena', rows),
  ...linesOf('arena-by-product', byProduct),
  ...linesOf('arena-goal', goals),
  ...linesOf('arena-pace', curve),
])
  console.log(line);
const faults = rows.filter(({ entrant, ofOracle }) => entrant !== 'oracle' && ofOracle.median > 1);
for (const { entrant } of faults) console.error(`Fault: ${entrant} beats the oracle`);
Deno.exit(faults.length > 0 ? 1 : 0);
