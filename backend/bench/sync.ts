// npm run bench -- sync [--listings N]
// Writes one JSON line for each figure. Fails where a listing is missing; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runSync } from './sync/run.ts';

const { values } = parseArgs({ args: Deno.args, options: { listings: { type: 'string' } } });
const listings = z.coerce.number().int().min(1).default(100_000).parse(values.listings);
const { measurements, faults } = await runSync(listings);
for (const measurement of measurements) console.log(JSON.stringify(measurement));
for (const fault of faults) console.error(`Fault: ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
