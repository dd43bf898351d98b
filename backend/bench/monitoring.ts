// npm run bench -- monitoring [--listings N] [--calls N]
// Writes one JSON line for each measurement. Fails where a call fails; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runMonitoring } from './monitoring/run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ args: Deno.args, options: { listings: text, calls: text } });
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const listings = count(1_000_000).parse(values.listings);
const calls = count(30).parse(values.calls);
for (const measurement of await runMonitoring(listings, calls, console.error))
  console.log(JSON.stringify(measurement));
Deno.exit(0);
