// npm run bench -- spine [--listings N] [--rounds N] [--rate N] [--seconds N] [--echo-seconds N] [--seed N]
//   [--companies N] [--amazon-listings N] [--offers N]
// Writes one JSON line for each figure. Fails if an expected price is missing; never because of a time.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runSpine } from './spine/run.ts';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const Options = z.object({
  listings: count(1_000),
  rounds: count(5),
  rate: count(100),
  seconds: count(20),
  echoSeconds: z.coerce.number().int().min(0).default(10),
  seed: count(1),
  tenants: z.object({ companies: count(50), listings: count(100), offers: count(10) }),
});

const text = { type: 'string' } as const;
const { values } = parseArgs({
  args: Deno.args,
  options: {
    listings: text,
    rounds: text,
    rate: text,
    seconds: text,
    'echo-seconds': text,
    seed: text,
    companies: text,
    'amazon-listings': text,
    offers: text,
  },
});
const { companies, 'amazon-listings': listings, offers } = values;
const options = Options.parse({
  ...values,
  echoSeconds: values['echo-seconds'],
  tenants: { companies, listings, offers },
});

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  Deno.addSignalListener(signal, () => stopping.abort());

try {
  const { measurements, faults } = await runSpine(options, console.error, stopping.signal);
  for (const measurement of measurements) console.log(JSON.stringify(measurement));
  for (const fault of faults) console.error(`Fault: ${fault}`);
  Deno.exit(faults.length > 0 ? 1 : 0);
} catch (error) {
  // Errors while everything is being stopped are expected.
  if (!stopping.signal.aborted) throw error;
  console.error('Stopped.');
  Deno.exit(130);
}
