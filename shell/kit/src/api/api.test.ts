import { companies, login } from '@primazia/backend/identity/contract';
import { getRule, queryListings } from '@primazia/backend/pricing/contract';
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

/** Stands in for the backend. */
function serve(respond: (request: Seen) => Response | Promise<Response>) {
  seen = [];
  rs.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    seen.push(request);
    init.signal?.throwIfAborted();
    return respond(request);
  });
}

const apiOf = (session: Session) => createApi({ session, baseUrl: '/api', storage: localStorage });

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
  it('carries who asks, in which language, and what', async () => {
    serve(() => answer(200, { companies: [{ id: 7, name: 'Padaria Sol' }] }));
    const api = apiOf(fakeSession({ locale: 'es' }));
    expect(await api.call(companies, {})).toEqual({ companies: [{ id: 7, name: 'Padaria Sol' }] });
    expect(seen[0]).toMatchObject({ url: '/api/auth/companies', method: 'GET' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer token',
      'accept-language': 'es',
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

  it('tells no token to an endpoint that is public', async () => {
    serve(() => problem(401, 'invalid_credentials'));
    const body = { email: 'ana@example.test', password: 'x' };
    const error = await failureOf(apiOf(fakeSession()).call(login, { body }));
    expect(error).toMatchObject({ kind: 'problem', status: 401, code: 'invalid_credentials' });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('says what the server found wrong', async () => {
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

  it('tells a call that was given up from one that nobody answered', async () => {
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

  it('is not renewed where another tab has done it', async () => {
    serve(guarded('theirs'));
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, token: 'theirs' }));
    await apiOf(session).call(companies, {});
    expect(seen.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(0);
    expect(session.token).toBe('theirs');
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

  it('ends the session where it cannot be renewed', async () => {
    serve(() => problem(401, 'token_expired'));
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    const error = await failureOf(apiOf(session).call(companies, {}));
    expect(error.code).toBe('token_expired');
    expect(session.expired).toBe(true);
  });

  it('does not end the session where the network fails on the way', async () => {
    serve((request) =>
      request.url === '/api/auth/refresh'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : problem(401, 'token_expired'),
    );
    const session = fakeSession({ token: 'old' });
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    expect(await failureOf(apiOf(session).call(companies, {}))).toMatchObject({ kind: 'offline' });
    expect(session.expired).toBe(false);
  });
});
