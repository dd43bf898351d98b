import { fail, type Result } from '../kernel/result.ts';
import { inSpan } from '../platform/tracing.ts';
import { failure } from './answers.ts';
import { type BreakerSettings, createBreaker } from './breaker.ts';
import type { Limit } from './bucket.ts';
import { createExchange, type ExchangeMeans } from './exchange.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import {
  type CallFailure,
  type Fetcher,
  HELD_BACK,
  type IncomingAnswer,
  neverLeft,
  type OutgoingCall,
} from './marketplace.ts';
import { memoryBuckets } from './memory-buckets.ts';
import { createPacer } from './pacer.ts';

export interface FetcherSettings {
  /** The only address that calls may reach; a path in it is a prefix of every call's. */
  baseUrl: string;
  /** Milliseconds for one attempt, its body included. */
  timeoutMs?: number;
  maxAnswerBytes?: number;
  /** Calls of one account at once, of the operations that are counted together. */
  concurrency?: number;
  /** Further attempts of a GET that met a passing fault. */
  retries?: number;
  /** The longest pause, asked for or needed to keep to a limit, that is waited out here; a longer one is left to the caller. */
  longestPauseMs?: number;
  /** The marketplace's name in limits, metrics and logs; by default its host. */
  name?: string;
  /**
   * What the marketplace allows one account, by operation; `*` is for all operations together that are not named.
   * An operation without a limit is held back only where the marketplace itself asks for a pause.
   */
  limits?: Readonly<Record<string, Limit>>;
  /** The header in which it reports the calls a second that it allows for an operation, where it has one. */
  rateHeader?: string;
  /** Operations with priority over all others: those that set prices and read them back. */
  urgent?: readonly string[];
  breaker?: BreakerSettings;
}

/** How a call ended, as metrics count it: a failure's kind, or the code of a call that was held back. */
export type CallOutcome = 'ok' | CallFailure['kind'] | 'circuit_open' | 'held_back';

export interface ObservedCall {
  marketplace: string;
  operation: string;
  outcome: CallOutcome;
  /** The time of the attempt alone; 0 for a call that was held back. */
  ms: number;
}

/** The fetcher's access to the machine; tests replace it. */
export interface FetcherMeans extends ExchangeMeans {
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  /** Keeps calls within the marketplace's limits, together with other processes; by default this process alone. */
  limiter?: Limiter;
  /** Sees every attempt. */
  observe?: (call: ObservedCall) => void;
  /** Called when the marketplace becomes unreachable for an account, and when it is reachable again. */
  onCircuit?: (change: { marketplace: string; account: string; isOpen: boolean }) => void;
}

const FIRST_PAUSE_MS = 150;
/** Shorter than callers wait for a call, so that it can be distinguished from their own end. */
const TIMEOUT_MS = 8_000;
const MOST_BYTES = 5 * 1024 * 1024;
/** Where the marketplace asks for patience without saying how much. */
const DEFAULT_BACKOFF_MS = 1_000;
/** A reported rate is accepted down to this fraction of the known one. */
const SLOWEST_SHARE = 100;
/** Each call of an account earns a share of a further attempt, so that retries never double the load of a bad hour. */
const RETRIES_PER_CALL = 0.2;
const RETRIES_SAVED = 10;
const MAX_ACCOUNTS = 10_000;
/** A passing fault of the network or of the server, after which the same GET may well succeed. */
const isPassing = (failure: CallFailure) =>
  failure.kind === 'unavailable' || failure.kind === 'rate_limited';

/**
 * The calls a second that an answer reports; null where it reports none, or none that is plausible. A rate far below the
 * known one is an error: if it were applied, the next call, which could correct it, would be days away.
 */
function readRate(header: string | null, limit: Limit): number | null {
  const rate = Number(header ?? Number.NaN);
  return rate > 0 && rate < 100_000 ? Math.max(rate, limit.perSecond / SLOWEST_SHARE) : null;
}

/**
 * The address of a call, or null where it would leave the base: another host, or a path with `..`.
 */
export function addressOf(baseUrl: string, call: Pick<OutgoingCall, 'path' | 'query'>): URL | null {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  if (!call.path.startsWith('/') || /[?#\\]|\/\//.test(call.path)) return null;
  const url = new URL(base.origin + prefix + call.path);
  if (url.origin !== base.origin || url.pathname !== prefix + call.path) return null;
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** Further attempts that each account may still make. */
function createRetryBudget() {
  const saved = new Map<string, number>();
  return {
    earn(account: string): void {
      const before = saved.get(account) ?? RETRIES_SAVED;
      if (saved.size >= MAX_ACCOUNTS) saved.clear();
      saved.set(account, Math.min(RETRIES_SAVED, before + RETRIES_PER_CALL));
    },
    /** Whether there was one left. */
    spend(account: string): boolean {
      const left = saved.get(account) ?? RETRIES_SAVED;
      if (left < 1) return false;
      saved.set(account, left - 1);
      return true;
    },
  };
}

/**
 * Makes the only client of a marketplace.
 *
 * Only the configured host is ever reached and redirects are refused, so that nothing that a marketplace (or a
 * notification) says can send a token elsewhere. Each account has a bounded number of calls at once and is held to the
 * marketplace's limits; when the marketplace asks one of its calls to wait, the account backs off in every process. An
 * account whose calls get no answer makes none for a while. GETs are retried after a passing fault with growing, random
 * pauses, as far as the account's budget of retries allows; nothing else is, as a lost answer does not show whether
 * the call took effect.
 */
export function createFetcher(settings: FetcherSettings, means: FetcherMeans): Fetcher {
  const retries = settings.retries ?? 2;
  const longestPauseMs = settings.longestPauseMs ?? 2_000;
  const marketplace = settings.name ?? new URL(settings.baseUrl).host;
  const limits = settings.limits ?? {};
  const urgent = new Set(settings.urgent);
  const pacer = createPacer(settings.concurrency ?? 16);
  const limiter =
    means.limiter ??
    createLimiter(memoryBuckets(means.elapsed), { ...means, onFault: () => undefined });
  const exchange = createExchange(
    {
      timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
      maxBytes: settings.maxAnswerBytes ?? MOST_BYTES,
      rateHeader: settings.rateHeader,
    },
    means,
  );
  const budget = createRetryBudget();
  const breaker = createBreaker(settings.breaker ?? {}, {
    elapsed: means.elapsed,
    random: means.random,
    onChange: (account, isOpen) => means.onCircuit?.({ marketplace, account, isOpen }),
  });

  /** The bucket of a call: its operation's own where that has a limit or others have, else the common one. */
  const bucketOf = ({ operation, pace }: OutgoingCall) => {
    const isNamed = limits[operation] !== undefined;
    const isAlone = isNamed || (settings.limits !== undefined && limits['*'] === undefined);
    return { marketplace, account: pace, operation: isAlone ? operation : '*' };
  };

  const circuitOf = ({ circuit, pace }: OutgoingCall) => circuit ?? pace;

  const failureOf = (answer: Result<IncomingAnswer, CallFailure>) =>
    answer.ok ? answer.value.failure : answer.error;

  const report = (call: OutgoingCall, outcome: CallOutcome, ms: number) =>
    means.observe?.({ marketplace, operation: call.operation, outcome, ms });

  /** Makes the call, and applies what its answer says of the limits. */
  async function attempt(url: URL, call: OutgoingCall) {
    const key = bucketOf(call);
    const from = means.elapsed();
    const attributes = {
      'http.request.method': call.method,
      'server.address': url.hostname,
      'url.path': url.pathname,
    };
    const { answer, rate: reported } = await inSpan(
      `${marketplace} ${call.operation}`,
      { kind: 'client', attributes },
      async (add) => {
        const attempted = await exchange(url, call);
        const outcome = failureOf(attempted.answer)?.kind ?? 'ok';
        const status = attempted.answer.ok ? attempted.answer.value.status : null;
        add({ outcome, ...(status === null ? {} : { 'http.response.status_code': status }) });
        return attempted;
      },
    );
    const fault = failureOf(answer);
    report(call, fault?.kind ?? 'ok', means.elapsed() - from);
    const limit = limits[call.operation];
    const rate = limit === undefined ? null : readRate(reported, limit);
    if (rate !== null && limit !== undefined) await limiter.setRate(key, limit, rate);
    const backoffMs =
      fault?.retryAfterMs ?? (fault?.kind === 'rate_limited' ? DEFAULT_BACKOFF_MS : null);
    if (backoffMs !== null) await limiter.backOff(key, backoffMs);
    return answer;
  }

  /** Why a call must not leave now; waits where the limits leave room soon. */
  async function holdBack(call: OutgoingCall): Promise<CallFailure | null> {
    const key = bucketOf(call);
    const waitMs = await limiter.admit({
      key,
      limit: limits[key.operation] ?? null,
      urgent: urgent.has(call.operation),
      patienceMs: longestPauseMs,
      signal: call.signal,
    });
    if (waitMs === null) return null;
    if (call.signal?.aborted) return failure('unavailable', 'aborted', 'The caller stopped');
    return failure('rate_limited', HELD_BACK, 'The marketplace’s limits leave no room', waitMs);
  }

  /** Urgent calls have a share of their own, and calls of a slow operation take no place from the others. */
  const placeOf = (call: OutgoingCall) =>
    `${circuitOf(call)} ${bucketOf(call).operation} ${urgent.has(call.operation)}`;

  /** One attempt within the account's share of calls; refused at once where it must not leave. */
  async function paced(url: URL, call: OutgoingCall) {
    const refused = breaker.refusal(circuitOf(call));
    if (refused !== null) {
      report(call, 'circuit_open', 0);
      return fail(refused);
    }
    const release = await pacer.enter(placeOf(call));
    try {
      const held = await holdBack(call);
      if (held !== null) {
        report(call, 'held_back', 0);
        return fail(held);
      }
      return await breaker.run(circuitOf(call), () => attempt(url, call));
    } finally {
      release();
    }
  }

  return async (call) => {
    const url = addressOf(settings.baseUrl, call);
    if (url === null)
      return fail(failure('invalid', 'address_refused', 'The address is not the marketplace'));
    const attempts = call.method === 'GET' ? 1 + retries : 1;
    budget.earn(circuitOf(call));
    for (let n = 1; ; n++) {
      const answer = await paced(url, call);
      const fault = failureOf(answer);
      if (fault === null || !isPassing(fault) || n >= attempts || call.signal?.aborted)
        return answer;
      // A call that was held back has waited already, or would wait in vain.
      if (neverLeft(fault)) return answer;
      // Full jitter keeps calls that failed together from coming back together.
      const backoffMs =
        fault.retryAfterMs ?? (fault.kind === 'rate_limited' ? DEFAULT_BACKOFF_MS : 0);
      const pauseMs = backoffMs + means.random() * FIRST_PAUSE_MS * 2 ** (n - 1);
      if (pauseMs > longestPauseMs || !budget.spend(circuitOf(call))) return answer;
      await means.sleep(pauseMs, call.signal);
    }
  };
}
