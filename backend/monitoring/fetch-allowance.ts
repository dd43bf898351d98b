import type { MarketplaceContext } from '../catalog/actions.ts';
import type { MayFetch } from './observe.ts';

/**
 * Unknown listings of an account that are fetched because a notification names them. It is limited as anybody may send any number
 * of ids to use up the seller's rate limit. The others come with the next sync.
 */
const UNKNOWN_PER_MINUTE = 120;
const MAX_ACCOUNTS = 10_000;
const MINUTE_MS = 60_000;

/** Limits how many unknown listings are fetched for each account. */
export function fetchAllowance(ctx: MarketplaceContext): MayFetch {
  const take = createBuckets(UNKNOWN_PER_MINUTE, MAX_ACCOUNTS);
  return (accountId) => take(accountId, ctx.clock().getTime());
}

/** Token buckets: each key may have `perMinute`, all at once after a pause. Beyond `most` keys the least recently used is dropped. */
function createBuckets(perMinute: number, most: number) {
  const buckets = new Map<number, { tokens: number; at: number }>();
  return (key: number, now: number): boolean => {
    const before = buckets.get(key) ?? { tokens: perMinute, at: now };
    const refilled = (Math.max(0, now - before.at) * perMinute) / MINUTE_MS;
    const tokens = Math.min(perMinute, before.tokens + refilled);
    const isTaken = tokens >= 1;
    buckets.delete(key);
    buckets.set(key, { tokens: isTaken ? tokens - 1 : tokens, at: now });
    const oldest = buckets.keys().next();
    if (buckets.size > most && !oldest.done) buckets.delete(oldest.value);
    return isTaken;
  };
}
