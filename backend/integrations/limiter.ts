// What a process asks before each call: whether the marketplace's limits leave room for it. All processes share the
// buckets of tokens; a process takes several tokens of a fast operation at once, so that most calls need no query.
import { timeLimit } from '../platform/time-limit.ts';
import type { Limit, Taken, TokenRequest } from './bucket.ts';

/** The calls that are counted together: of one account and one kind. */
export interface BucketKey {
  marketplace: string;
  account: string;
  /** The operation, or `*` for all that have no limit of their own. */
  operation: string;
}

/** Where tokens are kept for all processes. */
export interface Buckets {
  take(key: BucketKey, limit: Limit, ask: TokenRequest): Promise<Taken>;
  /** No call is made for so many milliseconds. */
  backOff(key: BucketKey, ms: number): Promise<void>;
  /** The rate that the marketplace reported of itself. */
  setRate(key: BucketKey, limit: Limit, perSecond: number): Promise<void>;
}

export interface Admission {
  key: BucketKey;
  /** Null: none is known, and a call is held back only where the marketplace itself asks for a pause. */
  limit: Limit | null;
  urgent: boolean;
  /** The longest wait that the caller accepts, in milliseconds. */
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

export interface Limiter {
  /**
   * Waits for permission to make one call. Null: the call may be made. A number: the wait would exceed the caller's
   * patience, and after so many milliseconds asking again is worth while; 0 for a caller that stopped. Null at once, without
   * a promise, where a token is available. Where the tokens cannot be reached, no call may be made.
   */
  admit(admission: Admission): null | Promise<number | null>;
  /** Takes no token out of the bucket for so long, in all processes; never rejects. */
  backOff(key: BucketKey, ms: number): Promise<void>;
  /** Keeps the rate that the marketplace reported; never rejects. */
  setRate(key: BucketKey, limit: Limit, perSecond: number): Promise<void>;
}

export interface LimiterMeans {
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** Resolves after so many milliseconds. */
  sleep: (ms: number) => Promise<void>;
  /** Called where the tokens could not be read. */
  onFault: (fault: unknown) => void;
  /** Milliseconds within which the tokens have to be read; by default five seconds. */
  answerMs?: number;
}

/** The longest validity of tokens that were taken ahead of need; also how soon other processes see a backoff. */
const LONGEST_KEEP_MS = 1_000;
/** Only for operations as fast as this several tokens are taken at once. */
const FAST_PER_SECOND = 5;
const FAST_BURST = 10;
/** Where no limit is known: too high to be reached, yet asked now and then, as other processes may have been refused. */
const UNKNOWN: Limit = { perSecond: 1_000_000, burst: 2_000_000 };
/** Where the tokens cannot be reached, asking again is worth while after this. */
const AFTER_FAULT_MS = 1_000;
/** A database that does not answer within this counts as unreachable. */
const ANSWER_MS = 5_000;
/** Beyond this many keys the idle ones are forgotten. */
const MAX_KEYS = 10_000;

interface Waiter {
  until: number;
  settle: (answer: number | null) => void;
  signal: AbortSignal | undefined;
}

/** What this process has of one bucket. */
interface Share {
  tokens: number;
  goodUntil: number;
  /** Calls served since the last fetch of tokens: so many are taken ahead next time. */
  used: number;
  perSecond: number | null;
  /** No call may be made before; asked for by the marketplace. */
  blockedUntil: number;
  /** Usual calls find no token before. */
  emptyUntil: number;
  urgent: Waiter[];
  usual: Waiter[];
  busy: boolean;
}

const keepOf = ({ perSecond, burst }: Limit): number =>
  perSecond >= FAST_PER_SECOND && burst >= FAST_BURST
    ? Math.min(LONGEST_KEEP_MS, (burst / 2 / perSecond) * 1_000)
    : 0;

const next = (share: Share): Waiter | undefined => share.urgent.shift() ?? share.usual.shift();

const waitingIn = (share: Share) => share.urgent.length + share.usual.length;

/** Serves those who wait, urgent ones first; those that stopped waiting cost no token. */
function serve(share: Share): void {
  while (share.tokens >= 1) {
    const waiter = next(share);
    if (waiter === undefined) return;
    if (waiter.signal?.aborted) {
      waiter.settle(0);
      continue;
    }
    share.tokens -= 1;
    share.used += 1;
    waiter.settle(null);
  }
}

/** Refuses at once callers that would wait in vain: the n-th in line waits for n further tokens. */
function refuseLate(share: Share, now: number, waitMs: number, eachMs: number): void {
  let position = 0;
  const stays = (waiter: Waiter): boolean => {
    const expected = waitMs + position * eachMs;
    if (!waiter.signal?.aborted && now + expected <= waiter.until) {
      position += 1;
      return true;
    }
    waiter.settle(waiter.signal?.aborted ? 0 : Math.ceil(expected));
    return false;
  };
  share.urgent = share.urgent.filter(stays);
  share.usual = share.usual.filter(stays);
}

/**
 * Buckets that answer in time or fail. Otherwise a query whose answer is lost would hold up every later call of its
 * operation, for as long as the process lives.
 */
function inTime(buckets: Buckets, ms: number): Buckets {
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    const limit = timeLimit(ms);
    const late = new Promise<never>((_, reject) => {
      limit.signal.addEventListener('abort', () => reject(limit.signal.reason));
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      limit.release();
    }
  };
  return {
    take: (...given) => limited(buckets.take(...given)),
    backOff: (...given) => limited(buckets.backOff(...given)),
    setRate: (...given) => limited(buckets.setRate(...given)),
  };
}

/** A limiter over shared buckets. */
export function createLimiter(stored: Buckets, means: LimiterMeans): Limiter {
  const buckets = inTime(stored, means.answerMs ?? ANSWER_MS);
  const shares = new Map<string, Share>();
  const nameOf = ({ marketplace, account, operation }: BucketKey) =>
    `${marketplace} ${operation} ${account}`;

  function shareOf(key: BucketKey): Share {
    const name = nameOf(key);
    const known = shares.get(name);
    if (known !== undefined) return known;
    if (shares.size >= MAX_KEYS) forgetIdle();
    const share: Share = {
      tokens: 0,
      goodUntil: 0,
      used: 0,
      perSecond: null,
      blockedUntil: 0,
      emptyUntil: 0,
      urgent: [],
      usual: [],
      busy: false,
    };
    shares.set(name, share);
    return share;
  }

  function forgetIdle(): void {
    const now = means.elapsed();
    for (const [name, share] of shares) {
      if (!share.busy && share.goodUntil <= now && share.blockedUntil <= now) shares.delete(name);
    }
  }

  /** Fetches tokens for those who wait and gives them out; urgent ones first. */
  async function fetchTokens(key: BucketKey, limit: Limit, share: Share): Promise<void> {
    const startedAt = means.elapsed();
    const first = share.urgent[0];
    const perSecond = share.perSecond ?? limit.perSecond;
    const keepMs = keepOf({ ...limit, perSecond });
    const yields = (perSecond * keepMs) / 1_000;
    // As many ahead as served lately: a process that seldom calls leaves the tokens to the others.
    const prefetched = Math.floor(Math.min(Math.max(share.used, yields / 100), yields / 2));
    const taken = await buckets.take(key, limit, {
      want: first === undefined ? share.usual.length + prefetched : share.urgent.length,
      urgent: first !== undefined,
      patienceMs: first === undefined ? 0 : Math.max(0, first.until - startedAt),
      keepMs,
    });
    share.perSecond = taken.perSecond;
    if (taken.waitMs > 0) {
      if (first === undefined) share.emptyUntil = means.elapsed() + taken.waitMs;
      refuseLate(share, means.elapsed(), taken.waitMs, 1_000 / taken.perSecond);
      if (taken.granted === 0 && waitingIn(share) === 0) return;
      await means.sleep(taken.waitMs);
    }
    if (taken.granted === 0) return;
    share.tokens = taken.granted;
    share.goodUntil = (taken.waitMs > 0 ? means.elapsed() : startedAt) + keepMs;
    share.used = 0;
    serve(share);
  }

  /** Fetches tokens until no call waits. One at a time for each bucket. */
  async function pump(key: BucketKey, limit: Limit, share: Share): Promise<void> {
    share.busy = true;
    try {
      while (waitingIn(share) > 0) await fetchTokens(key, limit, share);
    } catch (fault) {
      means.onFault(fault);
      for (const waiter of [...share.urgent.splice(0), ...share.usual.splice(0)])
        waiter.settle(AFTER_FAULT_MS);
    }
    share.busy = false;
  }

  return {
    admit({ key, limit, urgent, patienceMs, signal }) {
      const share = shareOf(key);
      const now = means.elapsed();
      const closedUntil = urgent
        ? share.blockedUntil
        : Math.max(share.blockedUntil, share.emptyUntil);
      if (share.blockedUntil > now || closedUntil > now + patienceMs)
        return Promise.resolve(Math.ceil(closedUntil - now));
      const before = share.urgent.length + (urgent ? 0 : share.usual.length);
      if (share.tokens >= 1 && share.goodUntil > now && before === 0) {
        share.tokens -= 1;
        share.used += 1;
        return null;
      }
      return new Promise((settle) => {
        const line = urgent ? share.urgent : share.usual;
        line.push({ until: now + patienceMs, settle, signal });
        if (!share.busy) void pump(key, limit ?? UNKNOWN, share);
      });
    },

    async backOff(key, ms) {
      const share = shareOf(key);
      share.blockedUntil = Math.max(share.blockedUntil, means.elapsed() + ms);
      share.tokens = 0;
      await buckets.backOff(key, ms).catch(means.onFault);
    },

    async setRate(key, limit, perSecond) {
      const share = shareOf(key);
      if (share.perSecond !== null && Math.abs(share.perSecond - perSecond) < perSecond / 100)
        return;
      share.perSecond = perSecond;
      await buckets.setRate(key, limit, perSecond).catch(means.onFault);
    },
  };
}
