import { refresh } from '@primazia/backend/identity/contract';
import { API_VERSION_HEADER } from '@primazia/backend/kernel/api-version';
import { type Download, type Endpoint, isWrite } from '@primazia/backend/kernel/endpoint';
import { health } from '@primazia/backend/platform/contract';
import { proxy } from 'valtio';
import type * as z from 'zod';
import {
  enterCompany,
  isTorn,
  rereadSession,
  type Session,
  type SessionPlaces,
  storeSession,
} from '../session/session.ts';
import { ApiError, isUnanswered, isUnavailable } from './error.ts';
import { readProblem } from './problem.ts';
import { addressOf } from './url.ts';

declare const process: { env: { NODE_ENV?: string } };

/** What a caller sends: the schema's input, with coerced values as what they become (`Id` is a number, not unknown). */
export type Sent<I, O> = unknown extends I
  ? O
  : I extends readonly (infer A)[]
    ? O extends readonly (infer B)[]
      ? Sent<A, B>[]
      : I
    : I extends object
      ? { [K in keyof I]: K extends keyof O ? Sent<I[K], O[K]> : I[K] }
      : I;

type Part<K extends string, S> = S extends z.ZodUndefined
  ? { [P in K]?: undefined }
  : S extends z.ZodType
    ? Record<never, never> extends Sent<z.input<S>, z.output<S>>
      ? { [P in K]?: Sent<z.input<S>, z.output<S>> }
      : { [P in K]: Sent<z.input<S>, z.output<S>> }
    : never;

/** Params, query and body of one call; what an endpoint does not take cannot be given. */
export type CallInput<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never;

export type Answer<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;

/** Any endpoint of a contract. */
export type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The idempotency key of a write: the same key is the same write, done once. By default, each call gets a new one. */
  idempotencyKey?: string | undefined;
}

/**
 * Whether the server answers. `doubtful`: it turned a call away for being too busy, or the live connection broke;
 * `watchConnection` finds out what that means.
 */
export type Reach = 'ok' | 'doubtful' | 'offline' | 'maintenance';

export interface Connection {
  reach: Reach;
  /**
   * The API version of the server, from its answers: the highest received, since old and new processes answer side by side
   * during an upgrade.
   */
  server?: number;
}

/** The typed way to the backend. */
export interface Api {
  /** @throws {ApiError} and nothing else */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<Answer<E>>;
  /** Renews the tokens now. False: the session is over, and `session.expired` says so. */
  renew(): Promise<boolean>;
  /** A valtio proxy: what the calls so far show of the connection to the server. */
  readonly connection: Connection;
}

export interface ApiParts {
  session: Session;
  /** The address of the API: `/api`, without a trailing slash. */
  baseUrl: string;
  /** Where the session is stored: another tab may have renewed the tokens. */
  places?: SessionPlaces;
  /** Renews a session that has no refresh token: the host of an embedded module is asked. False: it is over. */
  renewal?: () => Promise<boolean>;
}

const TIMEOUT_MS = 30_000;
/** The time-out of an upload: its time depends on the user's line, and the server waits two minutes for it. */
const UPLOAD_TIMEOUT_MS = 150_000;

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Names one write. Not `crypto.randomUUID`, which plain http does not have. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** An operating system may have its own name for a kind of file, or none: the bytes decide. */
const contentTypeOf = ({ takes }: AnyEndpoint, body: unknown): string => {
  if (!(body instanceof Blob)) return 'application/json';
  return takes?.includes(body.type) === true ? body.type : 'application/octet-stream';
};

const headersOf = (
  session: Session,
  endpoint: AnyEndpoint,
  { body, key }: { body: unknown; key: string | undefined },
) => ({
  accept: endpoint.type ?? 'application/json',
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  'accepted-language': session.locale,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(body === undefined ? {} : { 'content-type': contentTypeOf(endpoint, body) }),
  ...(endpoint.access !== 'public' && session.token !== null
    ? { authorization: `Bearer ${session.token}` }
    : {}),
});

/** What `fetch` threw, as an `ApiError`. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('canceled');
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError('problem', { status: 504, code: 'gateway_timeout' });
  }
  return new ApiError('offline');
}

/** The file as it arrives, under the name that the server gives it. */
function fileOf({ headers, body }: Response): Download {
  const [, fileName = 'primazia'] =
    /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { fileName, body: body ?? new ReadableStream() };
}

async function send(
  { session, baseUrl }: ApiParts,
  endpoint: AnyEndpoint,
  input: Loose,
  { signal, idempotencyKey, onHeaders }: CallOptions & { onHeaders?: (headers: Headers) => void },
): Promise<unknown> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException('No answer in time', 'TimeoutError')),
    input.body instanceof Blob ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
  );
  const address = addressOf(baseUrl, endpoint.path, input.params, input.query);
  try {
    const response = await fetch(address, {
      method: endpoint.method.toUpperCase(),
      headers: headersOf(session, endpoint, {
        body: input.body,
        key: idempotencyKey,
      }),
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      ...(input.body === undefined
        ? {}
        : { body: input.body instanceof Blob ? input.body : JSON.stringify(input.body) }),
    });
    onHeaders?.(response.headers);
    if (!response.ok) throw await readProblem(response);
    return endpoint.type === undefined ? await response.json() : fileOf(response);
  } catch (error) {
    throw error instanceof ApiError ? error : failureOf(error, signal);
  } finally {
    // A file has begun to come: how long it takes is up to its size, and its reader may cancel it.
    clearTimeout(timer);
  }
}

const REPEAT_AFTER_MS = 1_000;
const MOST_WAITS = 10;

/** @throws {ApiError} `canceled` where the caller gives up meanwhile */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(new ApiError('canceled'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });

/**
 * Sends a write, and retries it without an answer: by its key the server recognizes the same call. If the first is still
 * running there, its answer is awaited.
 */
async function persist<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let mayRepeat = true;
  for (let waits = 0; ; waits += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isAtWork = error.code === 'idempotency_key_in_use' && waits < MOST_WAITS;
      if (!isAtWork && !(isUnanswered(error) && mayRepeat)) throw error;
      if (!isAtWork) mayRepeat = false;
      await pause(REPEAT_AFTER_MS, signal);
    }
  }
}

/** What the outcome of a call says of the connection to the server; null: nothing. */
function reachAfter(error: ApiError | null): Reach | null {
  if (error === null) return 'ok';
  if (error.kind === 'canceled') return null;
  if (error.kind === 'offline') return 'offline';
  if (error.code === 'maintenance') return 'maintenance';
  // It may be one busy moment of one part: not yet a reason to close the whole installation.
  return isUnavailable(error) || isUnanswered(error) ? 'doubtful' : 'ok';
}

/** In production an answer is trusted; elsewhere one that breaks its contract fails loudly. */
const checked = (endpoint: AnyEndpoint, answer: unknown): unknown =>
  process.env.NODE_ENV === 'production' ? answer : endpoint.answer.parse(answer);

const REFRESH_LOCK = 'primazia.refresh';

/** Only one tab at a time, where the browser can tell tabs apart (it cannot on plain http). */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(REFRESH_LOCK, work) : work();
}

const UNAUTHORIZED = 401;
/** One for an expired token, and one more for a token that another call renewed meanwhile and that has expired too. */
const MOST_RENEWALS = 2;
const FORBIDDEN = 403;
const TOO_MANY = 429;

/** Whether a refresh that failed ends the session: it goes on where the failure says nothing about the session itself. */
const endsSession = (error: ApiError): boolean =>
  error.kind === 'problem' &&
  error.status !== FORBIDDEN &&
  error.status !== TOO_MANY &&
  error.code !== 'refresh_conflict' &&
  !isUnanswered(error) &&
  !isUnavailable(error);

const CONFLICT_WAIT_MS = 500;

/** Gives each refresh token the idempotency key of its renewal: a retry gets the answer that was lost. */
function renewalKeys(): (refreshToken: string) => string {
  let last = { of: '', key: '' };
  return (refreshToken) => {
    if (last.of !== refreshToken) last = { of: refreshToken, key: newKey() };
    return last.key;
  };
}

/** Renews the tokens unless another tab has done it since `used` was sent. False: the session is over. */
async function renewTokens(
  parts: ApiParts,
  used: string | null,
  keyOf: (refreshToken: string) => string,
): Promise<boolean> {
  const { session, places } = parts;
  if (places !== undefined) rereadSession(session, places, Date.now());
  // Its refresh token is invalid, and this window must not continue in the other company.
  if (isTorn(session)) throw new ApiError('canceled');
  if (session.token !== used) return session.token !== null;
  if (session.refreshToken === null) return false;
  try {
    const body = { refresh_token: session.refreshToken };
    const idempotencyKey = keyOf(session.refreshToken);
    const answer = checked(refresh, await send(parts, refresh, { body }, { idempotencyKey }));
    enterCompany(session, answer as Answer<typeof refresh>);
    if (places !== undefined) storeSession(session, places);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (endsSession(error)) return false;
    if (error.code !== 'refresh_conflict' || places === undefined) throw error;
    // Another tab was faster: its tokens are ours too, once it has stored them.
    await new Promise((done) => setTimeout(done, CONFLICT_WAIT_MS));
    rereadSession(session, places, Date.now());
    if (session.token === used) throw error;
    return session.token !== null;
  }
}

/** Makes the typed client of the backend for one session. */
export function createApi(parts: ApiParts): Api {
  const { session } = parts;
  const connection = proxy<Connection>({ reach: 'ok' });
  const keyOf = renewalKeys();
  let renewing: Promise<boolean> | null = null;

  const note = (error: ApiError | null) => {
    const reach = reachAfter(error);
    // The state of maintenance lasts until the health check ends it: a late answer from before would end it for a
    // moment.
    if (reach === null || connection.reach === 'maintenance') return;
    connection.reach = reach;
  };

  const renew = (used: string | null): Promise<boolean> => {
    if (session.token !== used) return Promise.resolve(session.token !== null);
    const work = parts.renewal ?? (() => alone(() => renewTokens(parts, used, keyOf)));
    renewing ??= work().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  const onHeaders = (headers: Headers) => {
    const said = headers.get(API_VERSION_HEADER) ?? '';
    const version = /^\d+$/.test(said) ? Number(said) : -1;
    if (version > (connection.server ?? -1)) connection.server = version;
  };

  /** One attempt, which updates the connection state; the caller evaluates the health check itself. */
  const attempt = async (endpoint: AnyEndpoint, input: Loose, options: CallOptions) => {
    try {
      const answer = await send(parts, endpoint, input, { ...options, onHeaders });
      if (endpoint !== health) note(null);
      return checked(endpoint, answer);
    } catch (error) {
      if (endpoint !== health && error instanceof ApiError) note(error);
      throw error;
    }
  };

  const call = async (endpoint: AnyEndpoint, input: Loose, options: CallOptions = {}) => {
    const { signal, idempotencyKey = newKey() } = options;
    const { companyId } = session;
    // A retry after another tab switched to another company would be done or read there.
    const isMeantHere = () =>
      endpoint.access !== 'company' ||
      companyId === null ||
      session.companyId === null ||
      session.companyId === companyId;
    const once = async (how: CallOptions) => {
      if (!isMeantHere()) throw new ApiError('canceled');
      return await attempt(endpoint, input, how);
    };
    const ask = isWrite(endpoint)
      ? () => persist(() => once({ signal, idempotencyKey }), signal)
      : () => once({ signal });
    for (let renewals = 0; ; renewals += 1) {
      const used = session.token;
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ApiError) || endpoint.access === 'public') throw error;
        if (error.code === 'password_change_required') session.mustChangePassword = true;
        if (error.status !== UNAUTHORIZED) throw error;
        if (renewals < MOST_RENEWALS && (await renew(used))) continue;
        session.expired = true;
        throw error;
      }
    }
  };

  return {
    call: call as Api['call'],
    renew: async () => {
      const renewed = await renew(session.token);
      if (!renewed) session.expired = true;
      return renewed;
    },
    connection,
  };
}
