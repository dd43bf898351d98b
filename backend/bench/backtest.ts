// npm run bench -- backtest [--snapshots N] [--listings N] [--strategy S]
// Writes one JSON line for each figure. Fails where a snapshot is missed; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { Strategy } from '../pricing/contract.ts';
import { runBacktests } from './backtest/run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: { snapshots: text, listings: text, strategy: text },
});
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const { measurements, faults } = await runBacktests({
  snapshots: count(100_000).parse(values.snapshots),
  listings: count(200).parse(values.listings),
  strategy: Strategy.default('WIN').parse(values.strategy),
  tell: console.error,
});
for (const measurement of measurements) console.log(JSON.stringify(measurement));
for (const fault of faults) console.error(`Fault: ${fault}`);
Deno.exit(faults.length > 0 ? 1 : 0);
