import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import {
  type Access,
  type Download,
  type Endpoint,
  isWrite,
  type Need,
} from '../kernel/endpoint.ts';
import { DEFAULT_LOCALE, Locale } from '../kernel/id.ts';
import type { Fault } from '../kernel/problem.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { Actor, AppContext } from './app-context.ts';
import { parseJson, readBody } from './body.ts';
import { clientAddress, type Network } from './client-address.ts';
import { compressed } from './compress.ts';
import { addToContext } from './context.ts';
import { deadline } from './deadline.ts';
import { hashRequest, type KeyOwner, once, readKey } from './idempotency.ts';
import { problem } from './problems.ts';
import { nameRequestSpan } from './tracing.ts';
import { check, findBadTexts, mayBeBad, refuseFaults } from './validation.ts';

/** The caller according to a token; company and role are null until a company is chosen. */
export interface Caller {
  personId: number;
  companyId: number | null;
  role: Actor['role'] | null;
  /** The session that the token belongs to. */
  sessionId: string;
  /** When the token ends. */
  expiresAt: Date;
  /** The tags of the endpoints that the token permits; null: all of them. */
  opens: ReadonlySet<string> | null;
}

/** What a token has to permit: an endpoint; null: live events of the company. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'access' | 'tag'> | null;

/**
 * Returns the owner of an access token. Throws a 401 `Problem` if the token is invalid or expired, and a 403 if it does not
 * permit the call, or the calling page.
 * @param foreign the origin of that page, if it is not one of ours
 */
export type Authenticate = (
  token: string,
  called: Called,
  foreign?: string | null,
) => Promise<Caller>;

type ActorOf<Who extends Access> = Who extends 'public'
  ? null
  : Who extends 'user'
    ? Caller
    : Actor;

/** A handler's input, validated and typed by its endpoint. */
export interface ApiRequest<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  actor: ActorOf<Who>;
  locale: Locale;
  /** The client's IP address, as far as it is known. */
  address: string;
  requestId: string;
  headers: Headers;
  /** The body's bytes as they were sent; none where there is no body. */
  raw: Uint8Array;
  /** The requested URL at the public origin of the product, whatever proxies are in front. */
  readonly url: string;
  /** The origin of the calling page, if it is not one of ours. */
  foreign: string | null;
  /** Aborts when the caller disconnects, or at the deadline. */
  readonly signal: AbortSignal;
}

/** An endpoint with the code behind it. */
export interface Route {
  endpoint: Endpoint;
  bodyLimit: number;
  handle(request: ApiRequest): Promise<unknown>;
}

/** An answer other than the JSON of the contract, for callers that are not clients of the API and expect another. */
export class OtherAnswer {
  constructor(
    readonly status: 200 | 202,
    /** Becomes JSON; null: the answer has no body. */
    readonly body: object | null,
  ) {}
}

/** The default limit of a body, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** Connects an endpoint to its handler. `bodyLimit` is in bytes. */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
>(
  endpoint: Endpoint<Params, Query, Body, Answer, Who>,
  handler: (
    request: ApiRequest<Params, Query, Body, Who>,
  ) => Promise<z.output<Answer> | OtherAnswer>,
  options: { bodyLimit?: number } = {},
): Route {
  return {
    endpoint: endpoint as Endpoint,
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    // `mount` calls it only with what the same endpoint's schemas and access let through.
    handle: (request) => handler(request as ApiRequest<Params, Query, Body, Who>),
  };
}

/**
 * The language of a request: `Accepted-Language`, which pages set, before `Accept-Language`, which the browser sends;
 * Portuguese if neither names a supported language.
 */
export function localeOf(headers: Headers): Locale {
  for (const name of ['accepted-language', 'accept-language']) {
    const given = headers.get(name);
    if (given === null) continue;
    const wished = given
      .split(',')
      .map((entry) => {
        const [tag = '', ...settings] = entry.trim().split(';');
        const quality = settings.map((s) => s.trim()).find((s) => s.startsWith('q='));
        return {
          language: tag.toLowerCase().split('-')[0],
          quality: quality ? Number(quality.slice(2)) : 1,
        };
      })
      .filter(({ quality }) => quality > 0)
      .sort((a, b) => b.quality - a.quality);
    for (const { language } of wished) {
      const locale = Locale.safeParse(language);
      if (locale.success) return locale.data;
    }
  }
  return DEFAULT_LOCALE;
}

/** The token of an `Authorization: Bearer` header; null if there is none. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null;
}

const ALLOWED: Record<Actor['role'], readonly Need[]> = {
  analyst: ['read'],
  manager: ['read', 'write'],
  owner: ['read', 'write', 'own'],
};

async function admit(
  endpoint: Endpoint,
  headers: Headers,
  foreign: string | null,
  authenticate: Authenticate,
): Promise<ActorOf<Access>> {
  const { access, needs = 'own', fromHosts = false } = endpoint;
  if (access === 'public') {
    if (foreign === null || fromHosts) return null;
    throw problem('foreign_origin', { detail: 'Not available to pages of other origins' });
  }
  const token = bearerOf(headers);
  if (token === null) throw kernelProblem('unauthorized', { detail: 'Access token required' });
  const caller = await authenticate(token, endpoint, foreign);
  if (access === 'user') return caller;
  const { personId, companyId, role } = caller;
  if (companyId === null || role === null) {
    throw problem('company_required');
  }
  if (!ALLOWED[role].includes(needs)) {
    throw kernelProblem('no_permission', { detail: `The role ${role} does not allow this` });
  }
  return { personId, companyId, role };
}

const single = (values: string[]) => (values.length === 1 ? values[0] : values);

/** The value of a body; for a file, its bytes. */
function bodyOf({ takes }: Endpoint, body: Uint8Array, type: string | null): unknown {
  if (takes === undefined) return parseJson(body, type);
  const given = (type ?? '').split(';')[0]!.trim().toLowerCase();
  if (takes.includes(given)) return body;
  throw problem('unsupported_media_type', { detail: `Send ${takes.join(' or ')}` });
}

function readRequest(c: Context, { endpoint }: Route, body: Uint8Array) {
  const sent = {
    params: c.req.param(),
    query: Object.fromEntries(
      Object.entries(c.req.queries()).map(([name, values]) => [name, single(values)]),
    ),
    body: endpoint.body ? bodyOf(endpoint, body, c.req.header('content-type') ?? null) : undefined,
  };
  const faults: Fault[] = [];
  for (const part of [sent.params, sent.query]) findBadTexts(part, faults);
  if (sent.body !== undefined && endpoint.takes === undefined && mayBeBad(body))
    findBadTexts(sent.body, faults);
  refuseFaults(faults);
  const read = {
    params: endpoint.params ? check(endpoint.params, sent.params, faults) : undefined,
    query: endpoint.query ? check(endpoint.query, sent.query, faults) : undefined,
    body: endpoint.body ? check(endpoint.body, sent.body, faults) : undefined,
  };
  refuseFaults(faults);
  return read;
}

/** `/v2/rules/{ruleId}` as Hono writes it. */
const toPattern = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Fixed parts before parameters, so that `/rules/schemas` is not taken for a rule named schemas. */
const bySpecificity = (a: Route, b: Route) =>
  a.endpoint.path.replaceAll('{', '~') < b.endpoint.path.replaceAll('{', '~') ? -1 : 1;

/** The remote address of a request's socket. */
export function socketOf(c: Context<AppEnv>): string {
  const remote = c.env?.remoteAddr;
  return remote !== undefined && 'hostname' in remote ? remote.hostname : 'unknown';
}

function addressOf(c: Context<AppEnv>, trusted: readonly Network[]): string {
  return clientAddress(socketOf(c), c.req.header('x-forwarded-for') ?? null, trusted);
}

/** What the application keeps of each request. */
export interface AppEnv {
  /** What the server reports of a connection; nothing in tests without one. */
  Bindings: { remoteAddr?: Deno.Addr };
  /**
   * `route` is the template of the path, once one is found; `foreign` the origin of the page that calls, where it is one
   * of a host.
   */
  Variables: { requestId: string; route: string; foreign: string | null };
}

/** The time limits of one request. */
export interface Limits {
  /** The deadline of a whole body, in milliseconds. */
  bodyMs: number;
  /** The deadline of the work, in milliseconds. */
  answerMs: number;
}

/** An idempotency claim (`idempotency.ts`) begins after the body was read, and lasts longer than the work. */
export const LIMITS: Limits = { bodyMs: 20_000, answerMs: 30_000 };
/** The factor for uploads: a spreadsheet takes minutes on a slow line, and its sender is authenticated by then. */
const FILE_PATIENCE = 6;
const patienceFor = ({ endpoint }: Pick<Route, 'endpoint'>, { bodyMs }: Limits): number =>
  endpoint.takes === undefined ? bodyMs : bodyMs * FILE_PATIENCE;

/** Runs before and after the work of each request; does not catch what the work throws. */
export type Around = (c: Context<AppEnv>, work: () => Promise<Response>) => Promise<Response>;

export interface MountOptions {
  /** The prefix of all paths. */
  base?: string;
  /** Left out, routes are mounted without it: callers get what they throw. */
  around?: Around;
  authenticate: Authenticate;
  /**
   * Checks every answer against its contract; an answer that differs is a bug and throws. For tests: in production a
   * slightly wrong answer is better than none.
   */
  checkAnswers: boolean;
  limits: Limits;
}

/** The work's result, or a 504 if it takes too long; later failures are logged. */
async function inTime<T>(
  ctx: AppContext,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const late = Promise.withResolvers<never>();
  const callOff = deadline(limitMs, () => {
    late.reject(kernelProblem('gateway_timeout', { detail: `Not finished within ${limitMs} ms` }));
    stop.abort(new Error('the request ran out of time'));
  });
  const working = work(stop.signal);
  working.catch((error: unknown) => {
    if (stop.signal.aborted) {
      ctx.log.warn('Request failed after its deadline', { reason: error });
    }
  });
  try {
    return await Promise.race([working, late.promise]);
  } finally {
    callOff();
  }
}

/** The owner of an idempotency key. */
const keyOwnerOf = (actor: Caller | Actor): KeyOwner =>
  actor.companyId === null
    ? { person: actor.personId }
    : { company: actor.companyId, person: actor.personId };

/** Does a write with a key once; everything else is done without. */
async function doOnce(
  ctx: AppContext,
  c: Context<AppEnv>,
  endpoint: Endpoint,
  { actor, body }: { actor: ActorOf<Access>; body: Uint8Array },
  work: () => Promise<string>,
): Promise<string> {
  const key = isWrite(endpoint) && actor !== null ? readKey(c.req.raw.headers) : null;
  if (key === null || actor === null) return await work();
  const { pathname, search } = new URL(c.req.url);
  const requestHash = hashRequest(ctx.config.secrets, {
    method: c.req.method,
    pathAndQuery: pathname + search,
    body,
  });
  return await once(ctx, { owner: keyOwnerOf(actor), key, requestHash }, work, () => {
    c.header('idempotent-replayed', 'true');
    ctx.metrics.replays.inc({ route: endpoint.path });
  });
}

const answerFile = (
  c: Context<AppEnv>,
  usual: string,
  { fileName, body, rows, type = usual }: Download,
): Response =>
  c.body(body, 200, {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': `attachment; filename="${fileName}"`,
    ...(rows === undefined ? {} : { 'x-rows': String(rows) }),
  });

/** Mounts routes. What they throw is left to `around`, the one place where errors become answers. */
export function mount(
  ctx: AppContext,
  app: Hono<AppEnv>,
  routes: readonly Route[],
  { authenticate, checkAnswers, limits, base = '', around = (_c, work) => work() }: MountOptions,
): void {
  const taken = new Set<string>();
  for (const route of [...routes].sort(bySpecificity)) {
    const { method, path, answer, type } = route.endpoint;
    const place = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    if (taken.has(place)) throw new Error(`two routes at ${place}`);
    taken.add(place);
    const serve = async (c: Context<AppEnv>): Promise<Response> => {
      c.set('route', path);
      nameRequestSpan(c.req.method, path);
      const headers = c.req.raw.headers;
      const foreign = c.get('foreign');
      const actor = await admit(route.endpoint, headers, foreign, authenticate);
      if (actor !== null) {
        addToContext({ companyId: actor.companyId, personId: actor.personId });
      }
      const body =
        method === 'get'
          ? new Uint8Array()
          : await readBody(c.req.raw, route.bodyLimit, patienceFor(route, limits));
      const locale = localeOf(headers);
      const work = async (signal: AbortSignal): Promise<unknown> => {
        const result = await route.handle({
          ...readRequest(c, route, body),
          actor,
          locale,
          // Computed lazily, like the signal.
          get address() {
            return addressOf(c, ctx.config.trustedProxies);
          },
          requestId: c.get('requestId'),
          headers,
          raw: body,
          get url() {
            const { pathname, search } = new URL(c.req.url);
            return ctx.config.publicUrl + pathname + search;
          },
          foreign,
          // Created lazily: the server's signal is expensive.
          get signal() {
            return AbortSignal.any([c.req.raw.signal, signal]);
          },
        });
        if (result instanceof OtherAnswer) return result;
        if (checkAnswers) {
          const checked = answer.safeParse(result);
          if (!checked.success) {
            throw new Error(`the answer of ${method} ${path} breaks its contract`, {
              cause: checked.error,
            });
          }
        }
        return result;
      };
      if (type !== undefined) {
        // The time is that until the file begins; how long it takes then is up to the reader.
        const file = await inTime(ctx, limits.answerMs, work);
        c.header('content-language', locale);
        return answerFile(c, type, file as Download);
      }
      let other: OtherAnswer | undefined;
      const json = await inTime(ctx, limits.answerMs, (signal) =>
        doOnce(ctx, c, route.endpoint, { actor, body }, async () => {
          const result = await work(signal);
          if (!(result instanceof OtherAnswer)) return JSON.stringify(result);
          other = result;
          return JSON.stringify(result.body);
        }),
      );
      // Assigned in a callback, which the compiler does not follow.
      const answered = other as OtherAnswer | undefined;
      if (answered?.body === null) return c.body(null, answered.status);
      if (answered !== undefined)
        return c.body(json, answered.status, { 'content-type': 'application/json' });
      c.header('content-language', locale);
      // Answers without a company contain tokens; files are streamed, and their first row is sent immediately.
      const packed =
        route.endpoint.access === 'company'
          ? await compressed(json, headers)
          : { body: json, headers: {} };
      return c.body(packed.body, 200, { ...packed.headers, 'content-type': 'application/json' });
    };
    app.on(method.toUpperCase(), base + toPattern(path), (c) => around(c, () => serve(c)));
  }
}
