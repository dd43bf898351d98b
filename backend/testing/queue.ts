import type * as z from 'zod';
import type { Queue } from '../platform/jobs.ts';

/** A queue of a test: one job at a time and by default one attempt. */
export const testQueue = <T>(
  name: string,
  schema: z.ZodType<T>,
  settings: Partial<Queue<T>> = {},
): Queue<T> => ({
  name,
  schema,
  batch: 1,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 0,
  retryDelay: 1,
  policy: 'standard',
  ...settings,
});
