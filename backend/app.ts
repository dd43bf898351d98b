import { type Context, Hono } from 'hono';
import { WORDS } from './domains.ts';
import { API_VERSION, API_VERSION_HEADER } from './kernel/api-version.ts';
import type { Locale } from './kernel/id.ts';
import { knownOf } from './kernel/open-enum.ts';
import { type Fault, Problem, type ProblemBody, type ProblemStatus } from './kernel/problem.ts';
import { problem as kernelProblem } from './kernel/problems.ts';
import type { AppContext } from './platform/app-context.ts';
import { inContext } from './platform/context.ts';
import { isUnreachable } from './platform/db.ts';
import {
  type AppEnv,
  type Around,
  type Authenticate,
  bearerOf,
  LIMITS,
  type Limits,
  localeOf,
  mount,
  type Route,
  socketOf,
} from './platform/http.ts';
import type { LiveHub } from './platform/live.ts';
import { describeApi } from './platform/openapi.ts';
import { admitPage, type KnowsOrigin, reportToBrowsers } from './platform/origins.ts';
import { problem as platformProblem } from './platform/problems.ts';
import { sameSecret } from './platform/same-secret.ts';

export interface AppOptions {
  authenticate: Authenticate;
  /** The product's version, for the API's description. */
  version: string;
  /** Whether a host has pages of an origin; without it none has. */
  knowsOrigin?: KnowsOrigin;
  /** Answers `/api/live`, if this process does. */
  live?: LiveHub;
  /** Everything that is not the API: the shell, the modules, the sandbox's pictures. */
  site?: Hono<AppEnv>;
  /** Checks every answer against its contract; for tests. */
  checkAnswers?: boolean;
  limits?: Partial<Limits>;
}

const TITLES: Record<ProblemStatus, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Internal server error',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

const RETRY_AFTER_SECONDS = 5;
/** `Retry-After` during maintenance, in seconds. */
const MAINTENANCE_SECONDS = 30;
/** The limit of names and values together, in bytes: many times a token and a few cookies. */
const HEADER_LIMIT = 16 * 1024;
/** The limit of the address with its query, in bytes. */
const ADDRESS_LIMIT = 8 * 1024;

/** What the API sends to a browser; the site has its own rules for pages. */
const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  [API_VERSION_HEADER]: String(API_VERSION),
};

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

const PAGE_HEADERS = Object.entries(HEADERS);
const ALL_HEADERS = [...PAGE_HEADERS, ...Object.entries(API_HEADERS)];

const withText = (fault: Fault, locale: Locale): Fault => {
  const text = knownOf(WORDS.faults, fault.code)?.[locale];
  return text === undefined ? fault : { ...fault, text };
};

function answerProblem(c: Context<AppEnv>, problem: Problem): Response {
  const { status, code, entry, more } = problem;
  const { level = 'negative', remedy } = entry;
  const { detail, faults, values } = more;
  const locale = localeOf(c.req.raw.headers);
  const body: ProblemBody = {
    type: `urn:primazia:problem:${code}`,
    title: TITLES[status],
    status,
    code,
    text: problem.textIn(locale),
    level,
    remedy,
    ...(detail === undefined ? {} : { detail }),
    ...(faults ? { faults: faults.map((fault) => withText(fault, locale)) } : {}),
    ...(values ? { values } : {}),
    requestId: c.get('requestId'),
  };
  if (status === 401) c.header('www-authenticate', 'Bearer');
  const wait = values?.retryAfterSeconds;
  if (typeof wait === 'number') c.header('retry-after', String(wait));
  else if (status === 503) c.header('retry-after', String(RETRY_AFTER_SECONDS));
  c.header('cache-control', 'no-store');
  c.header('content-language', locale);
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}

/** The one place where errors become answers. An internal error reveals nothing in the answer, and is logged completely. */
function answerError(ctx: AppContext, error: Error, c: Context<AppEnv>): Response {
  if (error instanceof Problem) return answerProblem(c, error);
  const request = { method: c.req.method, route: c.get('route'), path: c.req.path };
  if (isUnreachable(error)) {
    ctx.log.error('Database cannot be reached', error, request);
    return answerProblem(c, kernelProblem('service_not_available'));
  }
  ctx.log.error('Request failed', error, request);
  return answerProblem(c, kernelProblem('internal_error'));
}

/** The request id of a proxy if it is valid; else a new one. */
function requestIdOf(c: Context<AppEnv>, ctx: AppContext): string {
  const given = c.req.header('x-request-id') ?? '';
  return /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/.test(given) ? given : ctx.uuid();
}

const isApiPath = (path: string) => path === '/api' || path.startsWith('/api/');
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
/** Called every few seconds by machines: not logged. */
const QUIET = new Set(['/health', '/ready', '/metrics']);

/** Requests that exceed the limits are refused before anything is done with them. */
function refuseOversized(request: Request): void {
  if (request.url.length > ADDRESS_LIMIT) {
    throw platformProblem('address_too_long', {
      detail: `At most ${ADDRESS_LIMIT} bytes`,
      values: { limit: ADDRESS_LIMIT },
    });
  }
  // The host's name comes from a header, and may be anything.
  if (!URL.canParse(request.url)) throw platformProblem('address_invalid');
  let size = 0;
  for (const [name, value] of request.headers) size += name.length + value.length;
  if (size > HEADER_LIMIT) {
    throw platformProblem('headers_too_large', {
      detail: `At most ${HEADER_LIMIT} bytes`,
      values: { limit: HEADER_LIMIT },
    });
  }
}

/** Adds the request's id, the headers of the answer, the line of the log and the metrics; what the work throws becomes an answer here. */
function accompany(ctx: AppContext): Around {
  const isSecure = ctx.config.publicUrl.startsWith('https:');
  return async (c, work) => {
    const started = performance.now();
    const requestId = requestIdOf(c, ctx);
    const isApi = isApiPath(c.req.path);
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    c.set('requestId', requestId);
    c.set('route', isApi ? 'unknown' : 'site');
    c.set('foreign', null);
    return await inContext({ requestId }, async () => {
      let answer: Response;
      try {
        refuseOversized(c.req.raw);
        answer = await work();
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        answer = answerError(ctx, error, c);
      }
      // A WebSocket's answer is the upgrade itself.
      if (answer.status === 101) return answer;
      // In place: the framework's function makes a new answer for each header, and a stream of a text body.
      const { headers } = answer;
      for (const [name, value] of isApi ? ALL_HEADERS : PAGE_HEADERS) headers.set(name, value);
      if (isSecure) headers.set('strict-transport-security', 'max-age=31536000');
      headers.set('x-request-id', requestId);
      if (isApi) reportToBrowsers(headers, c.get('foreign'));
      const route = c.get('route');
      const { status } = answer;
      const ms = performance.now() - started;
      ctx.metrics.requests.observe({ method, route, status: String(status) }, ms / 1_000);
      const level = QUIET.has(route) ? 'debug' : 'info';
      ctx.log[level]('answered', { method, route, status, ms: Math.round(ms) });
      return answer;
    });
  };
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** `GET /metrics`, for callers with the token; if none is set, for this machine, unless the request came through a proxy. */
const metricsOf =
  (ctx: AppContext) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    c.set('route', '/metrics');
    const { token } = ctx.config.metrics;
    const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip'].some((name) =>
      c.req.header(name),
    );
    const isAllowed =
      token === null
        ? LOOPBACK.test(socketOf(c)) && !isPassedOn
        : sameSecret(bearerOf(c.req.raw.headers) ?? '', token);
    if (!isAllowed)
      throw kernelProblem('unauthorized', {
        detail: 'Metrics require METRICS_TOKEN or a call from this machine',
      });
    return c.body(await ctx.metrics.text(), 200, {
      'content-type': ctx.metrics.contentType,
      'cache-control': 'no-store',
    });
  };

/** Combines all that a process serves over HTTP: `routes` below `/api`, and the site. */
export function createApp(
  ctx: AppContext,
  routes: readonly Route[],
  {
    authenticate,
    knowsOrigin = () => Promise.resolve(false),
    version,
    live,
    site,
    checkAnswers = false,
    limits,
  }: AppOptions,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const around = accompany(ctx);
  const admit = admitPage(ctx.config.publicUrl, knowsOrigin);
  const description = describeApi(
    routes.map(({ endpoint }) => endpoint),
    { title: 'Primazia', version, server: '/api', codes: Object.keys(WORDS.errors) },
  );
  const refuseClosed = (c: Context<AppEnv>) => {
    if (!ctx.config.maintenance || c.req.path === '/api/health') return;
    throw platformProblem('maintenance', { values: { retryAfterSeconds: MAINTENANCE_SECONDS } });
  };
  // Before all other middleware, whose chain costs as much as the answer itself.
  mount(ctx, app, routes, {
    authenticate,
    checkAnswers,
    limits: { ...LIMITS, ...limits },
    base: '/api',
    around: (c, work) =>
      around(c, async () => {
        await admit(c);
        refuseClosed(c);
        return await work();
      }),
  });

  const api = new Hono<AppEnv>();
  api.use(async (c, next) => {
    const preflight = await admit(c);
    if (preflight) return preflight;
    refuseClosed(c);
    return await next();
  });
  api.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json');
    return c.json(description);
  });
  if (live) api.get('/live', live.upgrade);
  api.all('*', (c) => {
    throw kernelProblem('not_found', { detail: `There is no ${c.req.method} ${c.req.path}` });
  });

  app.use((c, next) =>
    around(c, async () => {
      await next();
      return c.res;
    }),
  );
  app.onError((error, c) => answerError(ctx, error, c));
  app.get('/metrics', metricsOf(ctx));
  app.route('/api', api);
  if (site) app.route('/', site);
  app.notFound((c) => answerProblem(c, kernelProblem('not_found')));
  return app;
}
