// One exchange with a marketplace over HTTP: a request that leaves, and its answer as far as it can be understood.
import type { Clock } from '../kernel/clock.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { timeLimit } from '../platform/time-limit.ts';
import { unrecorded } from '../platform/tracing.ts';
import { failure, failureOfAnswer } from './answers.ts';
import { MAX_BACKOFF_MS } from './bucket.ts';
import type { CallFailure, IncomingAnswer, OutgoingCall } from './marketplace.ts';

/** The answer to a call, with what it says of the limits. */
export interface Attempted {
  answer: Result<IncomingAnswer, CallFailure>;
  /** The header's text. */
  rate: string | null;
}

export interface ExchangeSettings {
  /** Milliseconds, the answer's body included. */
  timeoutMs: number;
  maxBytes: number;
  /** The header in which the marketplace reports the calls a second that it allows, where it has one. */
  rateHeader?: string | undefined;
}

export interface ExchangeMeans {
  fetch: typeof fetch;
  /** The wall clock, against which a date in Retry-After is held. */
  clock: Clock;
}

/** A date as HTTP writes it, in milliseconds; NaN for any other text. */
const readHttpDate = (text: string | null): number =>
  text?.endsWith(' GMT') ? Date.parse(text) : Number.NaN;

/**
 * The pause that Retry-After asks for: seconds, or an HTTP date, compared with the server's own clock where the answer
 * reports it. Null where it is absent, invalid or already past.
 */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const reported = headers.get('retry-after')?.trim() ?? '';
  const since = readHttpDate(headers.get('date'));
  const ms = /^\d+(\.\d+)?$/.test(reported)
    ? Number(reported) * 1000
    : readHttpDate(reported) - (Number.isNaN(since) ? now.getTime() : since);
  return ms > 0 ? Math.min(Math.ceil(ms), MAX_BACKOFF_MS) : null;
}

/** The length of a body on the wire, in bytes; null: not reported, or compressed, and so larger once it is read. */
function lengthOf({ headers }: Response): number | null {
  const reported = headers.get('content-length');
  return reported === null || headers.has('content-encoding') ? null : Number(reported);
}

/** Reads a body up to a bound; null: there was more. */
async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const length = lengthOf(response);
  if (length !== null && length <= maxBytes) {
    // In one piece, by the runtime itself: for a small answer a stream costs as much again as all the rest.
    const whole = await response.bytes();
    return whole.length > maxBytes ? null : new TextDecoder().decode(whole);
  }
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

/** Escapes that a database's text cannot hold: NUL, and half of a surrogate pair. */
const ODD = /\\u(?:0000|d[89a-f])/i;
const ESCAPES = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}|\\u0000/gi;

/** JSON whose texts a database accepts: otherwise one odd word in a competitor's data would keep all of it from being stored. */
const tidied = (json: string): string =>
  json.replace(ESCAPES, (found) => {
    if (found.length !== 6) return found;
    return found === '\\u0000' ? '' : '\\ufffd';
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(ODD.test(text) ? tidied(text) : text);
  } catch {
    return undefined;
  }
}

/** Parameters of addresses that are secrets, or were made with one. */
const SECRET_PARAMETERS = ['access_token', 'sign'];

/** An answer without the secrets of its own call, which some marketplaces repeat in their errors: they get into logs. */
function withoutSecrets(text: string, url: URL): string {
  let plain = text;
  for (const name of SECRET_PARAMETERS) {
    const secret = url.searchParams.get(name);
    if (secret) plain = plain.replaceAll(secret, `[${name}]`);
  }
  return plain;
}

/** The address and headers of an attempt: those of the call, and those that are made new for each attempt. */
function signedNow(url: URL, call: OutgoingCall, now: Date): { url: URL; headers: Headers } {
  const plain = { accept: 'application/json', ...call.headers };
  if (call.sign === undefined) return { url, headers: new Headers(plain) };
  const { query = {}, headers = {} } = call.sign({ now });
  const signed = new URL(url);
  for (const [name, value] of Object.entries(query)) signed.searchParams.set(name, value);
  return { url: signed, headers: new Headers({ ...plain, ...headers }) };
}

const faultName = (fault: unknown) => (fault instanceof Error ? fault.name : 'Error');

/** Makes what exchanges one request for one answer; a redirect is an answer like any other, and is not followed. */
export function createExchange(
  { timeoutMs, maxBytes, rateHeader }: ExchangeSettings,
  means: ExchangeMeans,
): (url: URL, call: OutgoingCall) => Promise<Attempted> {
  return async (unsigned, call) => {
    const none = (fault: CallFailure): Attempted => ({ answer: fail(fault), rate: null });
    const limit = timeLimit(timeoutMs, call.signal);
    const { url, headers } = signedNow(unsigned, call, means.clock());
    const payload =
      call.form !== undefined
        ? new URLSearchParams(call.form)
        : call.json !== undefined
          ? JSON.stringify(call.json)
          : null;
    if (call.json !== undefined) headers.set('content-type', 'application/json');
    try {
      const request: RequestInit = {
        method: call.method,
        headers,
        body: payload,
        redirect: 'manual',
        signal: limit.signal,
      };
      const response = await unrecorded(() => means.fetch(url, request));
      const text = await readBounded(response, maxBytes);
      if (text === null) return none(failure('invalid', 'too_large', 'The answer is too large'));
      const retryAfterMs = readRetryAfter(response.headers, means.clock());
      const { status } = response;
      const body = parseJson(withoutSecrets(text, url));
      return {
        answer: ok({
          status,
          body,
          failure: failureOfAnswer(call, { status, body }, retryAfterMs),
        }),
        rate: rateHeader === undefined ? null : response.headers.get(rateHeader),
      };
    } catch (fault) {
      // The fault's own words may quote the request: only its name is passed on.
      if (limit.isLate())
        return none(failure('unavailable', 'timeout', `No answer within ${timeoutMs} ms`));
      if (call.signal?.aborted)
        return none(failure('unavailable', 'aborted', 'The caller stopped'));
      return none(failure('unavailable', 'unreachable', `No connection (${faultName(fault)})`));
    } finally {
      limit.release();
    }
  };
}
