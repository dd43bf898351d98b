// A worker of one company's batches in a process of its own, until it is killed: it says when it takes one, and when
// that is over.
import * as z from 'zod';
import { openPool, toDb } from '../platform/db.ts';
import { importRunner } from '../pricing/rules/spreadsheets/read.ts';
import { seededUuids, testContext } from './test-context.ts';

const { BATCH_URL, BATCH_COMPANY, BATCH_SEED } = z
  .object({
    BATCH_URL: z.string(),
    BATCH_COMPANY: z.coerce.number(),
    BATCH_SEED: z.coerce.number(),
  })
  .parse(Deno.env.toObject());

const IDLE_MS = 10;
const ctx = testContext(toDb(openPool(BATCH_URL, 2)), { uuid: seededUuids(BATCH_SEED) });
const never = new AbortController().signal;
for (;;) {
  const acquired = await importRunner.acquire(ctx, BATCH_COMPANY);
  if (acquired.kind === 'acquired') {
    console.log('taken');
    await importRunner.run(ctx, acquired, never);
    console.log('over');
  } else await new Promise((wake) => setTimeout(wake, IDLE_MS));
}
