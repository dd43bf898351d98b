// The arithmetic of a rate limit, pure: a bucket that holds `burst` tokens and gains `perSecond` of them, stored as the
// one instant at which it is full again (GCRA). A call takes a token. An urgent call may take one ahead of time and wait
// for it, and so precedes every usual call of every process.

/** What a marketplace allows: so many calls a second over time, and so many at once. */
export interface Limit {
  perSecond: number;
  burst: number;
}

/** The stored state of a bucket. All times are milliseconds of one clock. */
export interface Bucket {
  /** When it is full again, if no call takes a token. */
  fullAt: number;
  /** No call may be made before: the marketplace asked for a pause. */
  blockedUntil: number;
  /** The rate that the marketplace reported itself; null: as documented. */
  reportedPerSecond: number | null;
}

export const FRESH: Bucket = { fullAt: 0, blockedUntil: 0, reportedPerSecond: null };

export interface TokenRequest {
  /** Tokens wanted; fewer may be given. */
  want: number;
  /** An urgent call may take its token ahead of time. */
  urgent: boolean;
  /** The longest that an urgent call would wait for a token taken ahead, in milliseconds. */
  patienceMs: number;
  /** Tokens may be used up to so long after they were taken. */
  keepMs: number;
}

export interface Taken {
  granted: number;
  /** With tokens: wait so long before they are used. Without: ask again after so long. Milliseconds. */
  waitMs: number;
  /** The rate that holds now. */
  perSecond: number;
}

/** The share of the bucket that usual calls leave, so that an urgent one finds a token at once. */
const URGENT_SHARE = 0.2;
/** The longest backoff that is accepted, in milliseconds. */
export const MAX_BACKOFF_MS = 3_600_000;
/** No call takes a token further ahead of its time than this. */
const FURTHEST_AHEAD_MS = 60_000;

/**
 * The bucket with its impossible instants corrected. An instant further ahead than calls or backoffs can bring it was written
 * by a clock that was ahead and has been set back since; no call could be made until then. How much is left in such a
 * bucket is unknown, so it counts as empty.
 */
function plausible(bucket: Bucket, burstMs: number, now: number): Bucket {
  const { fullAt, blockedUntil } = bucket;
  return {
    ...bucket,
    fullAt: fullAt - now > burstMs + FURTHEST_AHEAD_MS ? now + burstMs : fullAt,
    blockedUntil: blockedUntil - now > MAX_BACKOFF_MS ? now : blockedUntil,
  };
}

/**
 * Takes tokens out of a bucket. Over every span of `t` seconds no more than `burst + perSecond * t` tokens are used,
 * however many processes take them and however late within `keepMs` they use them.
 */
export function take(
  stored: Bucket,
  limit: Limit,
  ask: TokenRequest,
  now: number,
): [Bucket, Taken] {
  const perSecond = stored.reportedPerSecond ?? limit.perSecond;
  const each = 1_000 / perSecond;
  const bucket = plausible(stored, limit.burst * each, now);
  // A token that is used late would come on top of the later ones: the burst makes room for it.
  const room = Math.max(1, limit.burst - (ask.keepMs / 1_000) * perSecond);
  const refuse = (waitMs: number): [Bucket, Taken] => [
    bucket,
    { granted: 0, waitMs: Math.max(1, Math.ceil(waitMs)), perSecond },
  ];
  if (bucket.blockedUntil > now) return refuse(bucket.blockedUntil - now);

  const backlog = Math.max(0, bucket.fullAt - now);
  /** Waits are whole milliseconds: the bucket is charged for the delay that rounding adds to a token. */
  const give = (granted: number, waitMs: number): [Bucket, Taken] => [
    { ...bucket, fullAt: now + backlog + granted * each + Math.ceil(waitMs) - waitMs },
    { granted, waitMs: Math.ceil(waitMs), perSecond },
  ];
  const left = ask.urgent ? 0 : Math.floor(room * URGENT_SHARE);
  // Divisions are inexact: a token that lacks only a billionth counts.
  const there = Math.floor(room - left - backlog / each + 1e-9);
  if (there >= 1) return give(Math.min(ask.want, there), 0);
  const waitMs = backlog - (room - left - 1) * each;
  return ask.urgent && waitMs <= ask.patienceMs ? give(1, waitMs) : refuse(waitMs);
}

/** Adopts the rate that the marketplace reported: tokens that are already taken come back at that rate. */
export function reported(bucket: Bucket, limit: Limit, perSecond: number, now: number): Bucket {
  const before = bucket.reportedPerSecond ?? limit.perSecond;
  const backlog = Math.max(0, bucket.fullAt - now) * (before / perSecond);
  return { ...bucket, fullAt: now + backlog, reportedPerSecond: perSecond };
}

/** Takes no token out of the bucket until then; a longer backoff under way stays. */
export const backOff = (bucket: Bucket, until: number): Bucket => ({
  ...bucket,
  blockedUntil: Math.max(bucket.blockedUntil, until),
});
