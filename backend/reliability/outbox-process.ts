// Writes the outbox's transactions until it is through or killed.
import * as z from 'zod';
import { openPool, toDb } from '../platform/db.ts';
import { createJobs } from '../platform/jobs.ts';
import { writeBoth } from '../testing/outbox.ts';
import { testContext } from '../testing/test-context.ts';

const { OUTBOX_URL, OUTBOX_FROM, OUTBOX_TO } = z
  .object({
    OUTBOX_URL: z.string(),
    OUTBOX_FROM: z.coerce.number(),
    OUTBOX_TO: z.coerce.number(),
  })
  .parse(Deno.env.toObject());

const LANES = 6;
const jobs = createJobs(toDb(openPool(OUTBOX_URL, 1)));
jobs.register([]);
const ctx = { ...testContext(toDb(openPool(OUTBOX_URL, LANES))), jobs };
let next = OUTBOX_FROM;
const lane = async () => {
  while (next < OUTBOX_TO) {
    const n = next++;
    await writeBoth(ctx, n, n % 2 === 1);
  }
};
await Promise.all(Array.from({ length: LANES }, lane));
Deno.exit(0);
