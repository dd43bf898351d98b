import type { Clock } from '../kernel/clock.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { CallFailure, Fetcher, IncomingAnswer, OutgoingCall } from './marketplace.ts';
import { createPacer } from './pacer.ts';

export interface FetcherSettings {
  /** The only address that calls may reach; a path in it is a prefix of every call's. */
  baseUrl: string;
  /** Milliseconds for one attempt, its body included. */
  timeoutMs?: number;
  maxAnswerBytes?: number;
  /** Calls of one account at once. */
  concurrency?: number;
  /** Further attempts of a GET that met a passing fault. */
  retries?: number;
  /** A pause that the marketplace asks for is waited out here up to this; a longer one is the caller's. */
  longestPauseMs?: number;
}

/** The machine behind the fetcher; tests hand in their own. */
export interface FetcherMeans {
  fetch: typeof fetch;
  /** The wall clock, against which a date in Retry-After is held. */
  clock: Clock;
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

const FIRST_PAUSE_MS = 150;

/** A passing fault of the road or of the far side, after which the same GET may well succeed. */
const isPassing = (failure: CallFailure) =>
  failure.kind === 'unavailable' || failure.kind === 'rate_limited';

const failure = (
  kind: CallFailure['kind'],
  code: string,
  message: string,
  retryAfterMs: number | null = null,
): CallFailure => ({ kind, code, message, retryAfterMs });

/** What an HTTP status tells by itself. */
function failureOfStatus(status: number, retryAfterMs: number | null): CallFailure | null {
  if (status >= 200 && status < 300) return null;
  const code = String(status);
  const message = `HTTP ${status}`;
  if (status >= 300 && status < 400) return failure('invalid', 'redirected', message);
  if (status === 429) return failure('rate_limited', code, message, retryAfterMs);
  if (status >= 500 || status === 408 || status === 425)
    return failure('unavailable', code, message, retryAfterMs);
  if (status === 401) return failure('unauthorized', code, message);
  if (status === 403) return failure('forbidden', code, message);
  if (status === 404 || status === 410) return failure('not_found', code, message);
  return failure('invalid', code, message);
}

/** Retry-After: seconds, or an HTTP date. Null where absent or senseless. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.ceil(ms)), 3_600_000) : null;
}

/**
 * The address of a call, or null where it would leave the base: another host, or a path that climbs.
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

/** Reads a body up to a bound; null: there was more. */
async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, and with it the transfer.
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const faultName = (fault: unknown) => (fault instanceof Error ? fault.name : 'Error');

/**
 * Makes the one way out to a marketplace.
 *
 * Only the configured host is ever reached and redirects are refused, so that nothing that a marketplace (or a
 * notification) says can send a token elsewhere. Each account has a bounded number of calls at once, and rests
 * as a whole when the marketplace asks one of its calls to wait. GETs that met a passing fault are tried again
 * with growing, random pauses; nothing else is, as a lost answer does not tell whether the call was worked.
 */
export function createFetcher(settings: FetcherSettings, means: FetcherMeans): Fetcher {
  const timeoutMs = settings.timeoutMs ?? 10_000;
  const maxBytes = settings.maxAnswerBytes ?? 5 * 1024 * 1024;
  const retries = settings.retries ?? 2;
  const longestPauseMs = settings.longestPauseMs ?? 2_000;
  const pacer = createPacer(settings.concurrency ?? 16, means.elapsed);

  async function attempt(
    url: URL,
    call: OutgoingCall,
  ): Promise<Result<IncomingAnswer, CallFailure>> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const headers = new Headers({ accept: 'application/json', ...call.headers });
    const body =
      call.form !== undefined
        ? new URLSearchParams(call.form)
        : call.json !== undefined
          ? JSON.stringify(call.json)
          : null;
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    try {
      const response = await means.fetch(url, {
        method: call.method,
        headers,
        body,
        redirect: 'manual',
        signal: call.signal ? AbortSignal.any([timeout, call.signal]) : timeout,
      });
      const text = await readBounded(response, maxBytes);
      if (text === null) return fail(failure('invalid', 'too_large', 'The answer is too large'));
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), means.clock());
      return ok({
        status: response.status,
        body: parseJson(text),
        failure: failureOfStatus(response.status, retryAfterMs),
      });
    } catch (fault) {
      // The fault's own words may quote the request: only its name is passed on.
      if (timeout.aborted)
        return fail(failure('unavailable', 'timeout', `No answer within ${timeoutMs} ms`));
      if (call.signal?.aborted)
        return fail(failure('unavailable', 'aborted', 'The caller stopped'));
      return fail(failure('unavailable', 'unreachable', `No connection (${faultName(fault)})`));
    }
  }

  const failureOf = (answer: Result<IncomingAnswer, CallFailure>) =>
    answer.ok ? answer.value.failure : answer.error;

  /** One attempt within the account's share, or at once its refusal while the account rests. */
  async function paced(url: URL, call: OutgoingCall) {
    const release = await pacer.enter(call.pace);
    try {
      // Asked inside: the rest may have begun while this call waited for its place.
      const restMs = pacer.restOf(call.pace);
      if (restMs > 0)
        return fail(failure('rate_limited', '429', 'The marketplace asked to wait', restMs));
      const answer = await attempt(url, call);
      const fault = failureOf(answer);
      if (fault?.kind === 'rate_limited') pacer.rest(call.pace, fault.retryAfterMs ?? 1_000);
      return answer;
    } finally {
      release();
    }
  }

  return async (call) => {
    const url = addressOf(settings.baseUrl, call);
    if (url === null)
      return fail(failure('invalid', 'address_refused', 'The address is not the marketplace'));
    const attempts = call.method === 'GET' ? 1 + retries : 1;
    for (let n = 1; ; n++) {
      const answer = await paced(url, call);
      const fault = failureOf(answer);
      if (fault === null || !isPassing(fault) || n >= attempts || call.signal?.aborted)
        return answer;
      // Full jitter keeps calls that failed together from coming back together.
      const pauseMs = (fault.retryAfterMs ?? 0) + means.random() * FIRST_PAUSE_MS * 2 ** (n - 1);
      if (pauseMs > longestPauseMs) return answer;
      await means.sleep(pauseMs, call.signal);
    }
  };
}
