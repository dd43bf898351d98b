/** A cache of at most `most` entries: beyond that, those that were stored longest ago are deleted. */
export function createCache<Key, Value>(most: number) {
  const entries = new Map<Key, { value: Value; until: number }>();
  return {
    /** The value; undefined: there is none, or it has expired by `now`, in milliseconds since 1970. */
    get(key: Key, now: number): Value | undefined {
      const entry = entries.get(key);
      return entry !== undefined && entry.until > now ? entry.value : undefined;
    },
    /** @param until when the value expires, in milliseconds since 1970 */
    set(key: Key, value: Value, until: number): void {
      entries.delete(key);
      entries.set(key, { value, until });
      const oldest = entries.keys().next();
      if (entries.size > most && !oldest.done) entries.delete(oldest.value);
    },
  };
}
