import { batchesOf, mapConcurrently } from '../../../kernel/batches.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failureOfAll } from '../../answers.ts';
import type { CallFailure } from '../../marketplace.ts';

type Batch<I, T> = { items: readonly I[]; answer: Result<T, CallFailure> };

/**
 * Processes items in batches of at most `size`, so many batches at once: no more than an operation's burst, or the last
 * would wait for the limiter longer than is worth while.
 */
export async function inBatches<I, T>(
  items: readonly I[],
  { size, atOnce }: { size: number; atOnce: number },
  work: (some: readonly I[]) => Promise<Result<T, CallFailure>>,
): Promise<Batch<I, T>[]> {
  return await mapConcurrently(batchesOf(items, size), atOnce, async (some) => ({
    items: some,
    answer: await work(some),
  }));
}

/** The failure of the whole; a batch that failed while others succeeded fails its own items only. */
export function failureOfBatches<I, T>(batches: readonly Batch<I, T>[]): Result<null, CallFailure> {
  const failure = failureOfAll(batches.map(({ answer }) => answer));
  return failure === null ? ok(null) : fail(failure);
}
