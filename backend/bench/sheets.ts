// npm run bench -- sheets [--rows N]
// Writes one JSON line for each figure. Fails where a row is not written or not taken back; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runSheets } from './sheets/run.ts';

const { values } = parseArgs({ args: Deno.args, options: { rows: { type: 'string' } } });
const { measurements, faults } = await runSheets({
  rows: z.coerce.number().int().min(1).max(50_000).default(50_000).parse(values.rows),
  tell: console.error,
});
for (const measurement of measurements) console.log(JSON.stringify(measurement));
for (const fault of faults) console.error(`Fault: ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
