// npm run bench -- sales [--orders N] [--past N] [--listings N]
// Writes one JSON line for each figure. Fails where sums are not those of the orders; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runSales } from './sales/run.ts';

const { values } = parseArgs({
  args: Deno.args,
  options: {
    orders: { type: 'string' },
    past: { type: 'string' },
    listings: { type: 'string' },
  },
});
const count = (usual: number) => z.coerce.number().int().min(1).default(usual);
const sizes = {
  orders: count(100_000).parse(values.orders),
  past: count(1_000_000).parse(values.past),
  listings: count(1_000_000).parse(values.listings),
};
const { measurements, faults } = await runSales(sizes);
for (const measurement of measurements) console.log(JSON.stringify(measurement));
for (const fault of faults) console.error(`Fault: ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
