// A worker of one company's batches in a process of its own, until it is killed: it says when it takes one, and when
// that is over.
import * as z from 'zod';
import { openPool, toDb } from '../platform/db.ts';
import { importRunner } from '../pricing/rules/spreadsheets/read.ts';
import { seededUuids, testContext } from './test-context.ts';

const { IMPORT_URL, IMPORT_COMPANY, IMPORT_SEED } = z
  .object({
    IMPORT_URL: z.string(),
    IMPORT_COMPANY: z.coerce.number(),
    IMPORT_SEED: z.coerce.number(),
  })
  .parse(Deno.env.toObject());

const IDLE_MS = 10;
const ctx = testContext(toDb(openPool(IMPORT_URL, 2)), { uuid: seededUuids(IMPORT_SEED) });
const never = new AbortController().signal;
for (;;) {
  const acquired = await importRunner.acquire(ctx, IMPORT_COMPANY);
  if (acquired.kind === 'acquired') {
    console.log('taken');
    await importRunner.run(ctx, acquired, never);
    console.log('over');
  } else await new Promise((wake) => setTimeout(wake, IDLE_MS));
}
