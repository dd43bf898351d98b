// @rstest-environment happy-dom
import {
  chooseCompany,
  enterByProvider,
  goToOwnProvider,
  goToProvider,
  logout,
  returnFromOwnProvider,
  unlinkProvider,
} from '@primazia/backend/identity/contract';
import { type Api, ApiError, type Session } from '@primazia/kit';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { finish, goTo, OtherPersonError } from './social.ts';
import { consumeVisit, type Errand, VISITS_KEY } from './visits.ts';

const ana = (): Session => ({
  temporary: false,
  token: 'old',
  refreshToken: 'old refresh',
  name: 'Ana',
  email: 'ana@loja.example',
  companyId: 2,
  companyName: 'Loja Verde',
  locale: 'pt',
  localeChosen: false,
  mustChangePassword: false,
  expired: true,
});
const signedIn = (email = 'ana@loja.example') => ({
  token: 'person',
  refresh_token: 'person refresh',
  name: 'Ana',
  email,
  companies: [{ id: 2, name: 'Loja Verde' }],
  must_change_password: false,
  locale: null,
});
const chosen = {
  token: 'company',
  refresh_token: 'company refresh',
  name: 'Ana',
  email: 'ana@loja.example',
  company_id: 2,
  company_name: 'Loja Verde',
};
const ways = { email: 'ana@loja.example', hasPassword: false, identities: [] };

/** Answers like the server, and records the calls. */
function server(answers: Map<unknown, unknown>) {
  const calls: { path: string; body: unknown }[] = [];
  const call = async (endpoint: { path: string }, input: { body?: unknown }) => {
    calls.push({ path: endpoint.path, body: input.body });
    const answer = answers.get(endpoint);
    if (answer === undefined) throw new Error(`nobody answers ${endpoint.path}`);
    return answer;
  };
  return { api: { call: call as Api['call'] } as Api, calls };
}

const AGAIN: Errand = { kind: 'again', temporary: false };

const coming = (errand: Errand) => ({
  provider: 'acme',
  answer: 'code=c&state=s',
  visit: { secret: 'kept', errand, at: 0 },
});

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.unstubAllGlobals();
});

describe('leaving for a provider', () => {
  it('keeps for this browser what shows on return that it is the same', async () => {
    const visit = { url: 'https://acme.example/auth?x', state: 's' };
    const { api, calls } = server(new Map([[goToProvider, visit]]));
    const left: string[] = [];
    const errand: Errand = { kind: 'enter', wanted: '/app/x', temporary: false };
    await goTo({ api, session: ana() }, { provider: 'acme', errand }, (url) => left.push(url));
    expect(left).toEqual([visit.url]);
    const consumed = consumeVisit(localStorage, 'state=s', Date.now());
    expect(consumed).toMatchObject({ errand, secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(calls[0]?.body).toEqual({ provider: 'acme', secret: consumed?.secret, anew: false });
  });

  it('does not happen where the server did not send the person there', async () => {
    const left: string[] = [];
    const going = { provider: 'acme', errand: { kind: 'again', temporary: false } } as const;
    const work = goTo({ ...server(new Map()), session: ana() }, going, (url) => left.push(url));
    await expect(work).rejects.toThrow('nobody answers');
    expect(left).toEqual([]);
    expect(localStorage.getItem(VISITS_KEY)).toBeNull();
  });
});

describe('coming back into a session that has ended', () => {
  const company = (status: number, body: object) =>
    rs.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

  it('stores the tokens of the company at once, and none before', async () => {
    company(200, chosen);
    const session = ana();
    const seen: (string | null)[] = [];
    const { api } = server(new Map([[enterByProvider, signedIn()]]));
    const watched = new Proxy(session, {
      set(target, key, value) {
        if (key === 'token') seen.push(value);
        return Reflect.set(target, key, value);
      },
    });
    const outcome = await finish({ api, session: watched }, coming(AGAIN));
    expect(outcome).toEqual({ kind: 'close' });
    expect(seen).toEqual(['company']);
    expect(session).toMatchObject({
      refreshToken: 'company refresh',
      companyId: 2,
      expired: false,
    });
  });

  it('passes them to the window of its session, and stores nothing', async () => {
    company(200, chosen);
    const said: unknown[] = [];
    rs.stubGlobal(
      'BroadcastChannel',
      class {
        postMessage = (word: unknown) => said.push(word);
        close = () => {};
      },
    );
    const token = `e30.${btoa('{"sid":"s1"}')}.x`;
    const session: Session = { ...ana(), temporary: true, token };
    const { api, calls } = server(new Map([[enterByProvider, signedIn()]]));
    await finish({ api, session }, coming({ kind: 'again', temporary: true }));
    expect(calls[0]?.body).toMatchObject({ temporary: true });
    expect(said).toEqual([
      expect.objectContaining({
        session: 's1',
        handed: expect.objectContaining({ token: 'company', refreshToken: 'company refresh' }),
      }),
    ]);
    expect(session).toEqual({ ...ana(), temporary: true, token });
  });

  it('stores nothing in another tab, which does not have that window’s session', async () => {
    const session = ana();
    const { api, calls } = server(new Map());
    const outcome = await finish({ api, session }, coming({ kind: 'again', temporary: true }));
    expect(outcome).toEqual({ kind: 'lost' });
    expect(calls).toEqual([]);
    expect(session).toEqual(ana());
  });

  it('is refused to another user, whose session ends immediately', async () => {
    const session = ana();
    const { api, calls } = server(
      new Map<unknown, unknown>([
        [enterByProvider, signedIn('rui@loja.example')],
        [logout, { ended: true }],
      ]),
    );
    const work = finish({ api, session }, coming(AGAIN));
    await expect(work).rejects.toThrow(OtherPersonError);
    expect(calls.at(-1)).toEqual({
      path: logout.path,
      body: { refresh_token: 'person refresh' },
    });
    expect(session).toEqual(ana());
  });

  it('is a choice again where the person has left the company', async () => {
    company(403, { type: 'about:blank', title: 'No', status: 403, code: 'forbidden' });
    const session = ana();
    const { api } = server(new Map([[enterByProvider, signedIn()]]));
    await finish({ api, session }, coming(AGAIN));
    expect(session).toMatchObject({ token: 'person', companyId: null, expired: false });
  });
});

describe('coming back with an errand', () => {
  it('continues to the requested page, in the only company', async () => {
    const { api } = server(
      new Map<unknown, unknown>([
        [enterByProvider, signedIn()],
        [chooseCompany, chosen],
      ]),
    );
    const session = { ...ana(), token: null, companyId: null, expired: false };
    const outcome = await finish(
      { api, session },
      coming({ kind: 'enter', wanted: '/app/x', temporary: false }),
    );
    expect(outcome).toEqual({ kind: 'go', to: '/app/x', done: null });
    const evil = await finish(
      { api, session },
      coming({ kind: 'enter', wanted: '//evil.example', temporary: false }),
    );
    expect(evil).toMatchObject({ to: '/app' });
  });

  const confirmed = new Map<unknown, unknown>([
    [returnFromOwnProvider, { confirmation: 'proof', ways }],
    [unlinkProvider, ways],
  ]);

  it('unlinks with what a fresh sign-in gave', async () => {
    const { api, calls } = server(confirmed);
    const errand = { kind: 'confirm', act: 'unlink', provider: 'beta', wanted: null } as const;
    const outcome = await finish({ api, session: ana() }, coming(errand));
    expect(outcome).toEqual({ kind: 'go', to: '/ways-to-sign-in', done: 'unlinked' });
    expect(calls.at(-1)?.body).toEqual({ provider: 'beta', proof: { confirmation: 'proof' } });
  });

  it('requests the next provider with it', async () => {
    const { api, calls } = server(confirmed);
    const errand = { kind: 'confirm', act: 'link', provider: 'beta', wanted: '/app/x' } as const;
    await expect(finish({ api, session: ana() }, coming(errand))).rejects.toThrow(
      goToOwnProvider.path,
    );
    expect(calls.at(-1)?.body).toMatchObject({
      purpose: 'link',
      provider: 'beta',
      proof: { confirmation: 'proof' },
    });
  });

  it('reports what the server refused', async () => {
    const refusal = new ApiError('problem', { status: 403, code: 'social_unknown' });
    const api = { call: async () => Promise.reject(refusal) } as unknown as Api;
    const errand = { kind: 'enter', wanted: null, temporary: false } as const;
    await expect(finish({ api, session: ana() }, coming(errand))).rejects.toBe(refusal);
  });
});
