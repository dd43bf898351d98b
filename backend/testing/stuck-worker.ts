// A process that takes one job and never releases it, for a test that kills it.
import * as z from 'zod';
import { createLog } from '../platform/log.ts';
import { startWorkers } from '../platform/workers.ts';
import { testQueue } from './queue.ts';

const [databaseUrl] = Deno.args;
if (databaseUrl === undefined) throw new Error('needs the address of a database');

const clock = () => new Date();
await startWorkers(
  [
    {
      queue: testQueue('work', z.object({ n: z.number() }), {
        batch: 50,
        expireInSeconds: 300,
        retryLimit: 5,
      }),
      handle: async () => {
        console.log('taken');
        await new Promise(() => undefined);
      },
    },
  ],
  {
    databaseUrl,
    clock,
    log: createLog({ write: (line) => console.error(line), clock, level: 'error' }),
  },
);
