import { type Context, Hono } from 'hono';
import { Problem, type ProblemBody } from './kernel/problem.ts';
import { isUnreachable } from './platform/db.ts';
import type { House } from './platform/house.ts';
import { type AppEnv, type Authenticate, mount, type Route } from './platform/http.ts';
import type { LiveHub } from './platform/live.ts';
import { describeApi } from './platform/openapi.ts';

export interface AppOptions {
  authenticate: Authenticate;
  /** The product's version, for the API's description. */
  version: string;
  /** Answers `/api/live`, where this process does. */
  live?: LiveHub;
  /** Everything that is not the API: the shell, the modules, the sandbox's pictures. */
  site?: Hono;
  /** Holds every answer against its contract; for tests. */
  checkAnswers?: boolean;
}

type Status = Problem['status'] | 500;

const TITLES: Record<Status, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

const RETRY_AFTER_SECONDS = 5;

/** What the API tells a browser; the site has its own rules for pages. */
const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

function answerProblem(
  c: Context<AppEnv>,
  status: Status,
  code: string,
  more: Pick<ProblemBody, 'detail' | 'faults' | 'values'>,
): Response {
  const body: ProblemBody = {
    type: `urn:primazia:problem:${code}`,
    title: TITLES[status],
    status,
    code,
    ...more,
    requestId: c.get('requestId'),
  };
  if (status === 401) c.header('www-authenticate', 'Bearer');
  if (status === 503) c.header('retry-after', String(RETRY_AFTER_SECONDS));
  c.header('cache-control', 'no-store');
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}

/** The one place where errors become answers. A fault of ours tells nothing outside, and all in the log. */
function answerError(house: House, error: Error, c: Context<AppEnv>): Response {
  if (error instanceof Problem) {
    const { status, code, message, more } = error;
    return answerProblem(c, status, code, {
      ...(message === code ? {} : { detail: message }),
      ...(more.faults ? { faults: more.faults } : {}),
      ...(more.values ? { values: more.values } : {}),
    });
  }
  const request = { requestId: c.get('requestId'), method: c.req.method, path: c.req.path };
  if (isUnreachable(error)) {
    house.log.error('the database cannot be reached', error, request);
    return answerProblem(c, 503, 'service_not_available', {});
  }
  house.log.error('a request failed', error, request);
  return answerProblem(c, 500, 'internal_error', {});
}

/** Puts the whole of what a process answers over HTTP together: `routes` below `/api`, the site beside it. */
export function createApp(
  house: House,
  routes: readonly Route[],
  { authenticate, version, live, site, checkAnswers = false }: AppOptions,
): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const description = describeApi(
    routes.map(({ endpoint }) => endpoint),
    { title: 'Primazia', version, server: '/api' },
  );
  api.get('/openapi.json', (c) => c.json(description));
  if (live) api.get('/live', live.upgrade);
  mount(api, routes, { authenticate, checkAnswers });
  api.all('*', (c) => {
    throw new Problem(404, 'not_found', `There is no ${c.req.method} ${c.req.path}`);
  });

  const isSecure = house.config.publicUrl.startsWith('https:');
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', house.uuid());
    await next();
    // A WebSocket's answer is the upgrade itself.
    if (c.res.status === 101) return;
    const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/');
    for (const [name, value] of Object.entries({ ...HEADERS, ...(isApi ? API_HEADERS : {}) })) {
      c.header(name, value);
    }
    if (isSecure) c.header('strict-transport-security', 'max-age=31536000');
    c.header('x-request-id', c.get('requestId'));
    house.log.debug('answered', {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    });
  });
  app.onError((error, c) => answerError(house, error, c));
  app.route('/api', api);
  if (site) app.route('/', site);
  app.notFound((c) => answerProblem(c, 404, 'not_found', {}));
  return app;
}
