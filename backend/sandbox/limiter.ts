// Calls that a marketplace counts by the minute.
const MINUTE = 60_000;
const MOST_BUCKETS = 1_000;

/** One bucket of calls for each caller: it fills steadily, and a call takes one out. `now` in milliseconds. */
export function createLimiter(perMinute: number, now: () => number): (caller: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (caller) => {
    const at = now();
    const bucket = buckets.get(caller) ?? { left: perMinute, at };
    const left = Math.min(perMinute, bucket.left + ((at - bucket.at) * perMinute) / MINUTE);
    buckets.delete(caller);
    buckets.set(caller, { left: Math.max(0, left - 1), at });
    const oldest = buckets.keys().next();
    if (buckets.size > MOST_BUCKETS && !oldest.done) buckets.delete(oldest.value);
    return left >= 1;
  };
}
