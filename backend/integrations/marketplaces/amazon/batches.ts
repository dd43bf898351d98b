import { fail, ok, type Result } from '../../../kernel/result.ts';
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
  const batches: (readonly I[])[] = [];
  for (let from = 0; from < items.length; from += size)
    batches.push(items.slice(from, from + size));
  const done: Batch<I, T>[] = [];
  const next = batches.entries();
  const worker = async () => {
    for (const [index, some] of next) done[index] = { items: some, answer: await work(some) };
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, worker));
  return done;
}

/**
 * The failure of the whole: every batch failed, or one met a refused token, which concerns the account. A batch that
 * failed while others succeeded fails its own items only.
 */
export function failureOfAll<I, T>(batches: readonly Batch<I, T>[]): Result<null, CallFailure> {
  const failures = batches.flatMap(({ answer }) => (answer.ok ? [] : [answer.error]));
  const refused = failures.find((failure) => failure.kind === 'unauthorized');
  if (refused) return fail(refused);
  return failures[0] && failures.length === batches.length ? fail(failures[0]) : ok(null);
}
