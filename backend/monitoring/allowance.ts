const MINUTE_MS = 60_000;

/**
 * Lets each key have so many a minute, all of them at once where it has had none for a while. Of `most` keys the one
 * that asked least lately is forgotten, and begins anew.
 */
export function allowance(perMinute: number, most: number) {
  const left = new Map<number, { tokens: number; at: number }>();
  /** Whether the key may have one more at `now`, in milliseconds. */
  return (key: number, now: number): boolean => {
    const before = left.get(key) ?? { tokens: perMinute, at: now };
    const grown = (Math.max(0, now - before.at) * perMinute) / MINUTE_MS;
    const tokens = Math.min(perMinute, before.tokens + grown);
    const isGiven = tokens >= 1;
    left.delete(key);
    left.set(key, { tokens: isGiven ? tokens - 1 : tokens, at: now });
    const oldest = left.keys().next();
    if (left.size > most && !oldest.done) left.delete(oldest.value);
    return isGiven;
  };
}
