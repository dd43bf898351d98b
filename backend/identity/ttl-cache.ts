import type { Clock } from '../kernel/clock.ts';

/**
 * Caches answers for less than `maxAgeMs`, counted from the request: a returned answer was true at most that long ago.
 * Callers that ask meanwhile share one answer; a failure is not cached.
 */
export function createTtlCache<T>(clock: Clock, maxAgeMs: number) {
  // In the order in which they were asked for, so that the oldest are first.
  const cached = new Map<string, { at: number; answer: Promise<T> }>();

  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const now = clock().getTime();
    // A clock that was set back makes the age negative: no answer is trusted then.
    const isFresh = (at: number) => now >= at && now - at < maxAgeMs;
    for (const [old, { at }] of cached) {
      if (isFresh(at)) break;
      cached.delete(old);
    }
    const known = cached.get(key);
    if (known !== undefined && isFresh(known.at)) return known.answer;
    const entry = { at: now, answer: ask() };
    cached.delete(key);
    cached.set(key, entry);
    entry.answer.catch(() => {
      if (cached.get(key) === entry) cached.delete(key);
    });
    return entry.answer;
  };
}
