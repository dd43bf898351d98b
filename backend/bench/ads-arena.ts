// npm run bench -- ads-arena [--seeds N] [--first-seed N] [--scenarios usual|held-out|all|NAME,…] [--cores N]
// Every entrant bids for the same keywords against the same rivals, clicks and orders. A simulation with published seeds; no promise
// of a result. Tables go to standard error, JSON lines to standard output. Fails where an entrant beats the oracle by more than 1 %.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { USUAL_SIZE } from './ads-arena/assumptions.ts';
import { runAdsArena } from './ads-arena/run.ts';
import { SCENARIO_NAMES } from './ads-arena/scenarios.ts';
import { goalsOf, KINDS, rowsOf } from './ads-arena/summary.ts';
import { entrantTableOf, scoreTableOf } from './ads-arena/table.ts';
import { goalTableOf, linesOf } from './arena/table.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: { seeds: text, 'first-seed': text, scenarios: text, cores: text },
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
/** Engines are tuned on 1000 to 1023 and judged on 9000 to 9023. */
const first = count(9_000).parse(values['first-seed']);
const seeds = Array.from({ length: count(24).parse(values.seeds) }, (_, n) => first + n);
const cores = count(availableParallelism()).parse(values.cores);
const asked = values.scenarios ?? 'usual';
const scenarios =
  asked === 'all'
    ? SCENARIO_NAMES
    : asked === 'usual' || asked === 'held-out'
      ? KINDS[asked]
      : z.array(z.enum(SCENARIO_NAMES)).min(1).parse(asked.split(','));

const started = performance.now();
const results = await runAdsArena(seeds, scenarios, USUAL_SIZE, cores);
const seconds = Math.round((performance.now() - started) / 1_000);
const { keywords, products, warmUpDays, scoredDays } = USUAL_SIZE;
console.error(
  `Seeds ${seeds[0]} to ${seeds.at(-1)}: ${keywords} keywords of ${products} products, ${scoredDays} days after ${warmUpDays}, ${seconds} seconds`,
);
for (const kind of ['usual', 'held-out'] as const) {
  const rows = rowsOf(results, KINDS[kind]);
  if (rows.length === 0) continue;
  const goals = goalsOf(rows, kind);
  const own = rows.filter(({ entrant }) => entrant === 'PRIMAZIA');
  console.error(
    ['', scoreTableOf(rows), ...own.map(entrantTableOf), goalTableOf(goals)].join('\n\n'),
  );
  for (const line of [
    ...linesOf(
      'ads-arena',
      rows.map(({ entrant, ofOracle }) => ({ kind, entrant, ofOracle })),
    ),
    ...linesOf(
      'ads-arena-scenario',
      rows.flatMap(({ cells }) => cells),
    ),
    ...linesOf('ads-arena-goal', goals),
  ])
    console.log(line);
}
const faults = results.filter(({ ofOracle }) => ofOracle > 1.01);
for (const { entrant, scenario, seed } of faults)
  console.error(`Fault: ${entrant} beats the oracle on seed ${seed} of ${scenario}`);
Deno.exit(faults.length > 0 ? 1 : 0);
