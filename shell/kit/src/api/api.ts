import { refresh } from '@primazia/backend/identity/contract';
import type { Endpoint } from '@primazia/backend/kernel/endpoint';
import type * as z from 'zod';
import { enterCompany, rereadSession, type Session, storeSession } from '../session/session.ts';
import { ApiError } from './error.ts';
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
}

export interface ApiParts {
  session: Session;
  /** Where the API stands: `/api`, without a slash at its end. */
  baseUrl: string;
  /** Where the session is stored: another tab may have renewed the tokens. */
  storage?: Storage;
}

const TIMEOUT_MS = 30_000;

interface Loose {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const headersOf = (session: Session, endpoint: AnyEndpoint, hasBody: boolean) => ({
  accept: 'application/json',
  'accept-language': session.locale,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(hasBody ? { 'content-type': 'application/json' } : {}),
  ...(endpoint.access !== 'public' && session.token !== null
    ? { authorization: `Bearer ${session.token}` }
    : {}),
});

/** What `fetch` threw, in our words. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('canceled');
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError('problem', { status: 504, code: 'gateway_timeout' });
  }
  return new ApiError('offline');
}

async function send(
  { session, baseUrl }: ApiParts,
  endpoint: AnyEndpoint,
  input: Loose,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const address = addressOf(baseUrl, endpoint.path, input.params, input.query);
  try {
    const response = await fetch(address, {
      method: endpoint.method.toUpperCase(),
      headers: headersOf(session, endpoint, input.body !== undefined),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    if (!response.ok) throw await readProblem(response);
    return await response.json();
  } catch (error) {
    throw error instanceof ApiError ? error : failureOf(error, signal);
  }
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

/** What a refresh is answered with where its token is no good, or no longer. */
const ENDS_SESSION: ReadonlySet<number> = new Set([400, 401, 403, 422]);
const CONFLICT_WAIT_MS = 500;

/** Renews the tokens unless another tab has done it since `used` was sent. False: the session is over. */
async function renewTokens(parts: ApiParts, used: string | null): Promise<boolean> {
  const { session, storage } = parts;
  if (storage !== undefined) rereadSession(session, storage, Date.now());
  if (session.token !== used) return session.token !== null;
  if (session.refreshToken === null) return false;
  try {
    const body = { refresh_token: session.refreshToken };
    const answer = checked(refresh, await send(parts, refresh, { body }, undefined));
    enterCompany(session, answer as Answer<typeof refresh>);
    if (storage !== undefined) storeSession(session, storage);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (ENDS_SESSION.has(error.status)) return false;
    if (error.code !== 'refresh_conflict' || storage === undefined) throw error;
    // Another tab was faster: its tokens are ours too, once it has stored them.
    await new Promise((done) => setTimeout(done, CONFLICT_WAIT_MS));
    rereadSession(session, storage, Date.now());
    if (session.token === used) throw error;
    return session.token !== null;
  }
}

/** Makes the typed way to the backend for one session. */
export function createApi(parts: ApiParts): Api {
  const { session } = parts;
  let renewing: Promise<boolean> | null = null;

  const renew = (used: string | null): Promise<boolean> => {
    if (session.token !== used) return Promise.resolve(session.token !== null);
    renewing ??= alone(() => renewTokens(parts, used)).finally(() => {
      renewing = null;
    });
    return renewing;
  };

  const call = async (endpoint: AnyEndpoint, input: Loose, options: CallOptions = {}) => {
    const used = session.token;
    const attempt = () => send(parts, endpoint, input, options.signal);
    try {
      return checked(endpoint, await attempt());
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 401;
      if (!refused || endpoint.access === 'public') throw error;
      if (await renew(used)) return checked(endpoint, await attempt());
      session.expired = true;
      throw error;
    }
  };

  return {
    call: call as Api['call'],
    renew: async () => {
      const renewed = await renew(session.token);
      if (!renewed) session.expired = true;
      return renewed;
    },
  };
}
