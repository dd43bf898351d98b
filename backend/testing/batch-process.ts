// A worker of one company's batches in a process of its own, until it is killed: it says when it takes one, and when
// that is over.
import * as z from 'zod';
import { openPool, toDb } from '../platform/db.ts';
import { runBatch, takeNext } from '../pricing/bulk/run.ts';
import { readUpload } from '../pricing/sheets/read.ts';
import { seededUuids, testHouse } from './house.ts';

const { BATCH_URL, BATCH_COMPANY, BATCH_SEED } = z
  .object({
    BATCH_URL: z.string(),
    BATCH_COMPANY: z.coerce.number(),
    BATCH_SEED: z.coerce.number(),
  })
  .parse(Deno.env.toObject());

const IDLE_MS = 10;
const house = testHouse(toDb(openPool(BATCH_URL, 2)), { uuid: seededUuids(BATCH_SEED) });
const never = new AbortController().signal;
for (;;) {
  const taken = await takeNext(house, BATCH_COMPANY);
  if (taken.kind === 'taken') {
    console.log('taken');
    await runBatch(house, BATCH_COMPANY, taken, readUpload, never);
    console.log('over');
  } else await new Promise((wake) => setTimeout(wake, IDLE_MS));
}
