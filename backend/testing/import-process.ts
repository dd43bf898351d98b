// A worker of one company's imports in a separate process, until it is killed: it reports when it takes a batch and when
// it ends.
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
