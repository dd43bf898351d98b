import { companies, login } from '@primazia/backend/identity/contract';
import {
  exportBacktest,
  getRule,
  queryListings,
  setRuleStatus,
  uploadSheet,
} from '@primazia/backend/pricing/contract';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { fakeSession } from '../../testing/index.ts';
import { SESSION_KEY, type Session } from '../session/session.ts';
import { createApi } from './api.ts';
import { ApiError } from './error.ts';

interface Seen {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

let seen: Seen[];

const answer = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

const problem = (status: number, code: string, more: object = {}) =>
  answer(status, { type: 'about:blank', title: code, status, code, ...more });

const renewed = (token: string) => ({
  token,
  refresh_token: `${token}-refresh`,
  company_id: 7,
  company_name: 'Padaria Sol',
  name: 'Ana Prado',
  email: 'ana@example.test',
});

/** Replaces the backend. */
function serve(respond: (request: Seen) => Response | Promise<Response>) {
  seen = [];
  rs.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
    };
    seen.push(request);
    init.signal?.throwIfAborted();
    return respond(request);
  });
}

const places = { local: localStorage, own: sessionStorage };
const apiOf = (session: Session) => createApi({ session, baseUrl: '/api', places });

const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`Expected an ApiError, got ${error}`);
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.unstubAllGlobals();
});

describe('a call', () => {
  it('sends the token, the language, and the input', async () => {
    serve(() => answer(200, { companies: [{ id: 7, name: 'Padaria Sol' }] }));
    const api = apiOf(fakeSession({ locale: 'es' }));
    expect(await api.call(companies, {})).toEqual({ companies: [{ id: 7, name: 'Padaria Sol' }] });
    expect(seen[0]).toMatchObject({ url: '/api/auth/companies', method: 'GET' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer token',
      'accepted-language': 'es',
    });
    expect(seen[0]?.headers).toHaveProperty('timezone');
  });

  it('puts params into the path and the query behind it', async () => {
    serve(() => problem(404, 'not_found'));
    const api = apiOf(fakeSession());
    await failureOf(api.call(getRule, { params: { ruleId: 12 } }));
    await failureOf(
      api.call(queryListings, {
        query: { page: 0, limit: 15, tab: 'all', search: 'a&b' },
        body: { filters: [], orders: [] },
      }),
    );
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v2/rules/12',
      '/api/v2/rules/listings/query?page=0&limit=15&tab=all&search=a%26b',
    ]);
    expect(seen[1]?.body).toEqual({ filters: [], orders: [] });
  });

  it('sends no token to an endpoint that is public', async () => {
    serve(() => problem(401, 'invalid_credentials'));
    const body = { email: 'ana@example.test', password: 'x' };
    const error = await failureOf(apiOf(fakeSession()).call(login, { body }));
    expect(error).toMatchObject({ kind: 'problem', status: 401, code: 'invalid_credentials' });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('reports the server’s problem', async () => {
    const faults = [{ path: 'rule.minPrice', code: 'two_decimals', message: 'x' }];
    serve(() => problem(422, 'invalid_request', { detail: 'No.', faults, requestId: 'q1' }));
    expect(await failureOf(apiOf(fakeSession()).call(companies, {}))).toMatchObject({
      status: 422,
      code: 'invalid_request',
      message: 'No.',
      faults,
      requestId: 'q1',
    });
  });

  it.each([
    [502, 'service_not_available'],
    [504, 'gateway_timeout'],
    [500, 'internal_error'],
    [418, 'unknown_error'],
  ])('makes sense of a %i that is no problem document', async (status, code) => {
    serve(() => answer(status, '<html>'));
    expect(await failureOf(apiOf(fakeSession()).call(companies, {}))).toMatchObject({ code });
  });

  it('streams a file with the server’s name', async () => {
    serve(
      () =>
        new Response('a;b\r\n', {
          headers: { 'content-disposition': 'attachment; filename="changes.csv"' },
        }),
    );
    const file = await apiOf(fakeSession()).call(exportBacktest, { params: { id: 3 } });
    expect(file.fileName).toBe('changes.csv');
    expect(await new Response(file.body).text()).toBe('a;b\r\n');
    expect(seen[0]?.headers.accept).toBe('text/csv');
  });

  it('distinguishes a cancelled call from one without an answer', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    const api = apiOf(fakeSession());
    expect(await failureOf(api.call(companies, {}))).toMatchObject({ kind: 'offline' });
    const given = new AbortController();
    given.abort();
    expect(await failureOf(api.call(companies, {}, { signal: given.signal }))).toMatchObject({
      kind: 'canceled',
    });
  });

  it('fails loudly where an answer breaks its contract', async () => {
    serve(() => answer(200, { companies: [{ id: 'x' }] }));
    await expect(apiOf(fakeSession()).call(companies, {})).rejects.toThrow();
  });
});

describe('a file that is sent', () => {
  it('travels as it is, under its own type where that is known', async () => {
    serve(() => problem(409, 'too_many_batches'));
    const api = apiOf(fakeSession());
    const send = async (type: string) => {
      const body = new Blob(['sku;min'], { type });
      await failureOf(api.call(uploadSheet, { query: { fileName: 'a.csv' }, body }));
      return [seen.at(-1)?.headers['content-type'], seen.at(-1)?.body === body];
    };
    expect(await send('text/csv')).toEqual(['text/csv', true]);
    expect(await send('text/x-mine')).toEqual(['application/octet-stream', true]);
    expect(await send('')).toEqual(['application/octet-stream', true]);
  });
});

describe('a write', () => {
  const params = { ruleId: 3 };
  const body = { status: 'disabled', version: 1 } as const;
  const write = (api = apiOf(fakeSession()), signal?: AbortSignal) =>
    api.call(setRuleStatus, { params, body }, { signal });
  const keys = () => seen.map(({ headers }) => headers['idempotency-key']);
  /** Skips the wait before the second try. */
  const settle = async <T>(work: Promise<T>) => {
    const settled = work.then(
      () => null,
      (error: unknown) => error,
    );
    await rs.advanceTimersByTimeAsync(20_000);
    return await settled;
  };

  beforeEach(() => {
    rs.useFakeTimers();
  });
  afterEach(() => {
    rs.useRealTimers();
  });

  it('has a unique key, and other calls have none', async () => {
    serve(() => problem(409, 'rule_changed'));
    await settle(write());
    await settle(write());
    await settle(apiOf(fakeSession()).call(companies, {}));
    await settle(apiOf(fakeSession()).call(queryListings, { query: {}, body: {} }));
    const [first, second, ...questions] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(questions).toEqual([undefined, undefined]);
  });

  it.each([
    ['without an answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['that a proxy gave up', () => answer(504, '<html>')],
  ])('%s is sent once more, under the same key', async (_, fail) => {
    serve(fail);
    expect(await settle(write())).toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it('waits for the answer of the first where that one is still at work', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => problem(409, 'idempotency_key_in_use'),
      () => problem(409, 'idempotency_key_in_use'),
      () => problem(409, 'rule_changed'),
    ];
    serve(() => answers[seen.length - 1]?.() ?? answer(500, ''));
    expect(await settle(write())).toMatchObject({ code: 'rule_changed' });
    expect(seen).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
  });

  it('does not wait for ever', async () => {
    serve(() => problem(409, 'idempotency_key_in_use'));
    expect(await settle(write())).toMatchObject({ code: 'idempotency_key_in_use' });
    expect(seen).toHaveLength(11);
  });

  it.each([
    [503, 'service_not_available'],
    [500, 'internal_error'],
    [409, 'rule_changed'],
  ])('that was answered with a %i is not repeated', async (status, code) => {
    serve(() => problem(status, code));
    expect(await settle(write())).toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });

  it('that was cancelled between two attempts stays cancelled', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    const given = new AbortController();
    const work = write(apiOf(fakeSession()), given.signal);
    const failure = work.catch((error: unknown) => error);
    await rs.advanceTimersByTimeAsync(10);
    given.abort();
    expect(await failure).toMatchObject({ kind: 'canceled' });
    await rs.advanceTimersByTimeAsync(20_000);
    expect(seen).toHaveLength(1);
  });

  it('keeps its key where the token is renewed on the way', async () => {
    serve(({ url, headers }) => {
      if (url === '/api/auth/refresh') return answer(200, renewed('new'));
      return headers.authorization === 'Bearer new'
        ? problem(409, 'rule_changed')
        : problem(401, 'token_expired');
    });
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    expect(await settle(write(apiOf(session)))).toMatchObject({ code: 'rule_changed' });
    const writes = seen.filter(({ url }) => url !== '/api/auth/refresh');
    expect(writes).toHaveLength(2);
    expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});

describe('the way to the server', () => {
  it.each([
    ['ok', () => answer(200, { companies: [] })],
    ['ok', () => problem(403, 'no_permission')],
    ['ok', () => problem(503, 'marketplace_unavailable')],
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['maintenance', () => problem(503, 'maintenance')],
    ['doubtful', () => problem(503, 'service_not_available')],
    ['doubtful', () => answer(502, '<html>')],
    ['doubtful', () => answer(504, '<html>')],
  ])('is %s after such an answer', async (reach, respond) => {
    serve(respond);
    const api = apiOf(fakeSession());
    await api.call(companies, {}).catch(() => undefined);
    expect(api.connection.reach).toBe(reach);
  });
});

describe('an installation that is closed', () => {
  it('is not opened by an answer from before', async () => {
    serve(() => answer(200, { companies: [] }));
    const api = apiOf(fakeSession());
    api.connection.reach = 'maintenance';
    await api.call(companies, {});
    expect(api.connection.reach).toBe('maintenance');
  });
});

describe('a password that has to be changed first', () => {
  it('is known from then on', async () => {
    serve(() => problem(403, 'password_change_required'));
    const session = fakeSession();
    expect(await failureOf(apiOf(session).call(companies, {}))).toMatchObject({ status: 403 });
    expect(session.mustChangePassword).toBe(true);
  });
});

describe('a token that has ended', () => {
  const guarded = (good: string) => (request: Seen) => {
    if (request.url === '/api/auth/refresh') return answer(200, renewed(good));
    return request.headers.authorization === `Bearer ${good}`
      ? answer(200, { companies: [] })
      : problem(401, 'token_expired');
  };

  it('is renewed once for all who wait, and their calls are repeated', async () => {
    serve(guarded('new'));
    const session = fakeSession({ token: 'old', refreshToken: 'r1' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    const api = apiOf(session);
    await Promise.all([1, 2, 3].map(() => api.call(companies, {})));
    const refreshes = seen.filter(({ url }) => url === '/api/auth/refresh');
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.body).toEqual({ refresh_token: 'r1' });
    expect(session).toMatchObject({ token: 'new', refreshToken: 'new-refresh', expired: false });
    expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? '')).toMatchObject({ token: 'new' });
  });

  it('is renewed with one key until the answer, and with another the next time', async () => {
    let isLost = true;
    let good = 'new';
    serve((request) =>
      isLost && request.url === '/api/auth/refresh'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : guarded(good)(request),
    );
    const session = fakeSession({ token: 'old', refreshToken: 'r1' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    const api = apiOf(session);
    await failureOf(api.call(companies, {}));
    isLost = false;
    await api.call(companies, {});
    good = 'newer';
    await api.call(companies, {});
    const [lost, again, next] = seen
      .filter(({ url }) => url === '/api/auth/refresh')
      .map(({ headers }) => headers['idempotency-key']);
    expect(lost).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(lost);
    expect(next).not.toBe(lost);
  });

  it('is not renewed where another tab has done it', async () => {
    serve(guarded('theirs'));
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, token: 'theirs' }));
    await apiOf(session).call(companies, {});
    expect(seen.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(0);
    expect(session.token).toBe('theirs');
  });

  /** Another tab switched to another company, with its token. */
  const goElsewhere = () => {
    const there = { ...fakeSession(), companyId: 9, companyName: 'Loja Lua', token: 'theirs' };
    localStorage.setItem(SESSION_KEY, JSON.stringify(there));
  };

  it('is not taken from a tab in another company for what is done in this one', async () => {
    serve(() => problem(401, 'token_expired'));
    goElsewhere();
    const session = fakeSession();
    const failure = await failureOf(
      apiOf(session).call(setRuleStatus, {
        params: { ruleId: 3 },
        body: { status: 'disabled', version: 1 },
      }),
    );
    expect(failure.kind).toBe('canceled');
    expect(session.companyId).toBe(9);
    expect(seen).toHaveLength(1);
  });

  it('is not renewed while the person is to choose between the companies of two tabs', async () => {
    serve(() => problem(401, 'token_expired'));
    goElsewhere();
    const session = fakeSession();
    const api = createApi({ session, baseUrl: '/api', places: { ...places, hasWork: () => true } });
    expect((await failureOf(api.call(companies, {}))).kind).toBe('canceled');
    expect(session).toMatchObject({ companyId: 7, elsewhere: 'Loja Lua', expired: false });
    expect(seen).toHaveLength(1);
  });

  it('of one window is renewed there, whatever the browser stores', async () => {
    serve(guarded('new'));
    const session = fakeSession({ temporary: true, token: 'old', refreshToken: 'r1' });
    sessionStorage.setItem(SESSION_KEY, JSON.stringify(session));
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, token: 'theirs' }));
    await apiOf(session).call(companies, {});
    expect(session).toMatchObject({ token: 'new', temporary: true });
    expect(JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? '')).toMatchObject({ token: 'new' });
    expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? '')).toMatchObject({ token: 'theirs' });
    sessionStorage.clear();
  });

  it('is taken from another tab that renewed it at the same moment', async () => {
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    serve((request) => {
      if (request.url !== '/api/auth/refresh') return guarded('theirs')(request);
      localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, token: 'theirs' }));
      return problem(409, 'refresh_conflict');
    });
    await apiOf(session).call(companies, {});
    expect(session).toMatchObject({ token: 'theirs', expired: false });
  });

  const refusing = (refusal: () => Response | Promise<Response>) => {
    serve(({ url }) => (url === '/api/auth/refresh' ? refusal() : problem(401, 'token_expired')));
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    return session;
  };

  it.each([
    [400, 'invalid_json'],
    [401, 'session_ended'],
    [404, 'not_found'],
    [422, 'invalid_request'],
    [500, 'internal_error'],
  ])('ends the session where its renewal fails with a %i', async (status, code) => {
    const session = refusing(() => problem(status, code));
    expect((await failureOf(apiOf(session).call(companies, {}))).code).toBe('token_expired');
    expect(session.expired).toBe(true);
  });

  it('ends the session where what it is renewed by is refused as well', async () => {
    let nth = 0;
    serve(({ url }) => {
      if (url !== '/api/auth/refresh') return problem(401, 'unauthorized');
      nth += 1;
      return answer(200, renewed(`new-${nth}`));
    });
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    expect((await failureOf(apiOf(session).call(companies, {}))).code).toBe('unauthorized');
    expect(session.expired).toBe(true);
    expect(nth).toBe(2);
  });

  it.each([
    ['the refusal of what the person may not do', () => problem(403, 'forbidden'), 'forbidden'],
    ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
    ['a server that is closed', () => problem(503, 'maintenance'), 'maintenance'],
    ['a proxy that gives up', () => answer(504, '<html>'), 'gateway_timeout'],
    ['too many requests', () => problem(429, 'rate_limited'), 'rate_limited'],
  ])('is no reason to end the session by itself: %s', async (_, refusal, code) => {
    const session = refusing(refusal);
    expect(await failureOf(apiOf(session).call(companies, {}))).toMatchObject({ code });
    expect(session.expired).toBe(false);
  });
});
