import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import type { Access, Endpoint } from '../kernel/endpoint.ts';
import { DEFAULT_LOCALE, Locale } from '../kernel/id.ts';
import { type Fault, Problem } from '../kernel/problem.ts';
import type { Actor } from './house.ts';
import { check, findBadTexts, refuseFaults } from './validation.ts';

/** Who a token says is calling; company and role are null until a company is chosen. */
export interface Caller {
  personId: number;
  companyId: number | null;
  role: Actor['role'] | null;
  /** The session that the token belongs to. */
  sessionId: string;
  /** When the token ends. */
  expiresAt: Date;
}

/** Tells who an access token belongs to. Throws a 401 `Problem` where it is not good, or no longer. */
export type Authenticate = (token: string) => Promise<Caller>;

type ActorOf<Who extends Access> = Who extends 'public'
  ? null
  : Who extends 'user'
    ? Caller
    : Actor;

/** What a handler is handed, checked and typed by its endpoint. */
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
  requestId: string;
  headers: Headers;
  /** Ends when the caller hangs up. */
  signal: AbortSignal;
}

/** An endpoint with the code behind it. */
export interface Route {
  endpoint: Endpoint;
  bodyLimit: number;
  handle(request: ApiRequest): Promise<unknown>;
}

/** A body may have this many bytes where a route does not say otherwise. */
const BODY_LIMIT = 1024 * 1024;

/** Puts the code behind an endpoint. `bodyLimit` is in bytes. */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Who extends Access,
>(
  endpoint: Endpoint<Params, Query, Body, Answer, Who>,
  handler: (request: ApiRequest<Params, Query, Body, Who>) => Promise<z.output<Answer>>,
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
 * The language of a request: `Accepted-Language`, which a page sets on purpose, before `Accept-Language`, which the
 * browser sends by itself; Portuguese where neither names one of ours.
 */
export function localeOf(headers: Headers): Locale {
  for (const name of ['accepted-language', 'accept-language']) {
    const wished = (headers.get(name) ?? '')
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

/** The token of an `Authorization: Bearer` header; null where there is none. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null;
}

async function admit(
  access: Access,
  headers: Headers,
  authenticate: Authenticate,
): Promise<ActorOf<Access>> {
  if (access === 'public') return null;
  const token = bearerOf(headers);
  if (token === null) throw new Problem(401, 'unauthorized', 'An access token is needed');
  const caller = await authenticate(token);
  if (access === 'user') return caller;
  const { personId, companyId, role } = caller;
  if (companyId === null || role === null) {
    throw new Problem(403, 'company_required', 'Choose a company first');
  }
  return { personId, companyId, role };
}

/** Reads at most `limit` bytes; more is a 413, whatever the request says of its length. */
async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new Problem(413, 'body_too_large', `At most ${limit} bytes`, { values: { limit } });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(400, 'invalid_json', 'not in UTF-8');
    // Whoever asked has hung up: nobody's fault, and nobody reads the answer.
    if (request.signal.aborted || error instanceof Deno.errors.BadResource) {
      throw new Problem(400, 'request_aborted', 'The request broke off');
    }
    throw error;
  }
}

async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const text = await readText(request, limit);
  if (text === '') return undefined;
  if (!/^application\/(json|[\w.-]+\+json)$/.test(type)) {
    throw new Problem(415, 'unsupported_media_type', 'Send application/json');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(400, 'invalid_json', error instanceof Error ? error.message : undefined);
  }
}

const single = (values: string[]) => (values.length === 1 ? values[0] : values);

async function readRequest(c: Context, { endpoint, bodyLimit }: Route) {
  const sent = {
    params: c.req.param(),
    query: Object.fromEntries(
      Object.entries(c.req.queries()).map(([name, values]) => [name, single(values)]),
    ),
    body: endpoint.body ? await readJson(c.req.raw, bodyLimit) : undefined,
  };
  const faults: Fault[] = [];
  for (const part of Object.values(sent)) findBadTexts(part, faults);
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

/** Fixed parts before parameters, so that `/rules/history` is not taken for a rule named history. */
const bySpecificity = (a: Route, b: Route) =>
  a.endpoint.path.replaceAll('{', '~') < b.endpoint.path.replaceAll('{', '~') ? -1 : 1;

/** What the application keeps of each request. */
export interface AppEnv {
  Variables: { requestId: string };
}

export interface MountOptions {
  authenticate: Authenticate;
  /**
   * Holds every answer against its contract; an answer that differs is a bug and throws. For tests: a person is
   * better served by an answer that is a little off than by none.
   */
  checkAnswers: boolean;
}

/** Mounts routes. What they throw is left to the application, the one place where errors become answers. */
export function mount(app: Hono<AppEnv>, routes: readonly Route[], options: MountOptions): void {
  const taken = new Set<string>();
  for (const route of [...routes].sort(bySpecificity)) {
    const { method, path, access, answer } = route.endpoint;
    const place = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    if (taken.has(place)) throw new Error(`two routes at ${place}`);
    taken.add(place);
    app.on(method.toUpperCase(), toPattern(path), async (c) => {
      const headers = c.req.raw.headers;
      const actor = await admit(access, headers, options.authenticate);
      const locale = localeOf(headers);
      const result = await route.handle({
        ...(await readRequest(c, route)),
        actor,
        locale,
        requestId: c.get('requestId'),
        headers,
        signal: c.req.raw.signal,
      });
      if (options.checkAnswers) {
        const checked = answer.safeParse(result);
        if (!checked.success) {
          throw new Error(`the answer of ${method} ${path} breaks its contract`, {
            cause: checked.error,
          });
        }
      }
      c.header('content-language', locale);
      c.header('cache-control', 'no-store');
      return c.json(result as object);
    });
  }
}
