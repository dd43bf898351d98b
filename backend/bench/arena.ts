// npm run bench -- arena [--products N] [--days N] [--seeds N] [--step-minutes N]
// Every entrant prices the same products against the same competitors, buyers and chances. The table goes to standard
// error, one JSON line for each entrant to standard output. Fails where an entrant beats the ceiling.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runArena } from './arena/run.ts';
import { linesOf, rowsOf, tableOf } from './arena/table.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: { products: text, days: text, seeds: text, 'step-minutes': text },
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const size = {
  products: count(200).parse(values.products),
  days: count(60).parse(values.days),
  stepMs: count(5).parse(values['step-minutes']) * 60_000,
};
const seeds = count(20).parse(values.seeds);

const started = performance.now();
const rows = rowsOf(await runArena(seeds, size));
const seconds = Math.round((performance.now() - started) / 1_000);
console.error(
  `${size.products} products, ${size.days} days, ${seeds} seeds, ${seconds} seconds\n${tableOf(rows)}`,
);
for (const line of linesOf(rows)) console.log(line);
const above = rows.filter(({ entrant, ofOracle }) => entrant !== 'oracle' && ofOracle.median > 1);
for (const { entrant } of above) console.error(`Fault: ${entrant} beats the oracle`);
Deno.exit(above.length > 0 ? 1 : 0);
