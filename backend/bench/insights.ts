// npm run bench -- insights [--listings N] [--calls N]
// Writes one JSON line for each call. Fails where a sum is not that of its days; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runInsights } from './insights/run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ args: Deno.args, options: { listings: text, calls: text } });
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const listings = count(1_000_000).parse(values.listings);
const calls = count(50).parse(values.calls);
const { measurements, faults } = await runInsights(listings, calls, console.error);
for (const measurement of measurements) console.log(JSON.stringify(measurement));
for (const fault of faults) console.error(`Fault: ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
