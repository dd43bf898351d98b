// @rstest-environment happy-dom
import {
  anyToken,
  changePassword,
  chooseCompany,
  login,
  logout,
  logoutEverywhere,
} from '@primazia/backend/identity/contract';
import { type Api, ApiError, type Session } from '@primazia/kit';
import { SESSION_KEY } from '@primazia/kit/session-key';
import { createSession } from '@primazia/kit/shell';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import {
  enter,
  enterFromHost,
  keepThisCompany,
  leave,
  leaveEverywhere,
  logOut,
  renewPassword,
  signInAgain,
  switchToOtherTab,
} from './session-actions.ts';

const one = { id: 1, name: 'Casa Azul' };
const two = { id: 2, name: 'Loja Verde' };

const nobody = (): Session => ({
  temporary: false,
  token: null,
  refreshToken: null,
  name: '',
  email: '',
  companyId: null,
  companyName: null,
  locale: 'pt',
  localeChosen: false,
  mustChangePassword: false,
  expired: false,
});
const ana = (): Session => ({
  ...nobody(),
  token: 'old',
  refreshToken: 'old refresh',
  name: 'Ana',
  email: 'ana@loja.example',
  companyId: 2,
  companyName: two.name,
});

const refused = (status: number, code: string) => new ApiError('problem', { status, code });

const credentials = { email: 'a@b.example', password: 'x', temporary: false };

/** Answers as the server would; `tokens` is what each call was sent with. */
function server(
  session: Session,
  companies: (typeof one)[],
  failing?: Map<unknown, ApiError>,
  must_change_password = false,
) {
  const calls: { path: string; token: string | null; body: unknown }[] = [];
  const person = { name: 'Ana', email: 'ana@loja.example' };
  const call = async (endpoint: { path: string }, input: { body?: unknown }) => {
    calls.push({ path: endpoint.path, token: session.token, body: input.body });
    const failure = failing?.get(endpoint);
    if (failure !== undefined) throw failure;
    if (endpoint === login) {
      return {
        token: 'person',
        refresh_token: 'person refresh',
        ...person,
        companies,
        must_change_password,
      };
    }
    if (endpoint === chooseCompany) {
      const { companyId } = chooseCompany.body?.parse(input.body) ?? {};
      const company = companies.find(({ id }) => id === companyId) ?? two;
      return {
        token: 'company',
        refresh_token: 'company refresh',
        company_id: company.id,
        company_name: company.name,
        ...person,
      };
    }
    if (endpoint === changePassword || endpoint === anyToken) {
      return {
        token: 'changed',
        refresh_token: 'changed refresh',
        company_id: 2,
        company_name: two.name,
        ...person,
      };
    }
    return { ended: true };
  };
  const api: Api = {
    call: call as Api['call'],
    renew: async () => false,
    connection: { reach: 'ok' },
  };
  return { api, calls };
}

afterEach(() => {
  rs.restoreAllMocks();
});

describe('signing in', () => {
  it('offers several companies to choose from', async () => {
    const session = nobody();
    const { api } = server(session, [one, two]);
    const companies = await enter({ api, session }, credentials);
    expect(companies).toEqual([one, two]);
    expect(session).toMatchObject({ token: 'person', name: 'Ana', companyId: null });
  });

  it('opens the only company at once', async () => {
    const session = nobody();
    const { api } = server(session, [one]);
    const companies = await enter({ api, session }, credentials);
    expect(companies).toEqual([]);
    expect(session).toMatchObject({ token: 'company', companyId: 1, companyName: one.name });
  });

  it('on a foreign device is limited to this window, now and on return', async () => {
    const session = nobody();
    const { api, calls } = server(session, [one]);
    await enter({ api, session }, { ...credentials, temporary: true });
    expect(calls[0]?.body).toMatchObject({ temporary: true });
    expect(session.temporary).toBe(true);
    await signInAgain({ api, session }, 'right');
    expect(calls[2]?.body).toMatchObject({ temporary: true });
    expect(session.temporary).toBe(true);
  });

  it('with a wrong password changes nothing', async () => {
    const session = nobody();
    const wrong = refused(401, 'invalid_credentials');
    const { api } = server(session, [one], new Map([[login, wrong]]));
    await expect(enter({ api, session }, credentials)).rejects.toBe(wrong);
    expect(session).toEqual(nobody());
  });
});

describe('a password that has to be changed first', () => {
  it('keeps every company shut after signing in', async () => {
    const session = nobody();
    const { api, calls } = server(session, [one], undefined, true);
    const companies = await enter({ api, session }, credentials);
    expect(companies).toEqual([one]);
    expect(session).toMatchObject({ mustChangePassword: true, companyId: null });
    expect(calls.map(({ path }) => path)).toEqual([login.path]);
  });

  it('is required again on return', async () => {
    const session = { ...ana(), expired: true };
    const { api } = server(session, [one], undefined, true);
    await signInAgain({ api, session }, 'right');
    expect(session).toMatchObject({ mustChangePassword: true, companyId: null, expired: false });
  });

  it('opens them once it was changed', async () => {
    const session = { ...ana(), mustChangePassword: true };
    const { api, calls } = server(session, [two]);
    await renewPassword({ api, session }, { current: 'old', password: 'New-one-1' });
    expect(calls[0]?.body).toEqual({ current_password: 'old', password: 'New-one-1' });
    expect(session).toMatchObject({ token: 'changed', companyId: 2, mustChangePassword: false });
  });

  it('still has to be changed if the change was refused', async () => {
    const session = { ...ana(), mustChangePassword: true };
    const refusal = refused(422, 'invalid_request');
    const { api } = server(session, [two], new Map([[changePassword, refusal]]));
    const work = renewPassword({ api, session }, { current: 'old', password: 'New-one-1' });
    await expect(work).rejects.toBe(refusal);
    expect(session).toMatchObject({ token: 'old', mustChangePassword: true });
  });
});

describe('a host', () => {
  it('signs a user in, in place of the previous one', async () => {
    const session = ana();
    const { api, calls } = server(session, []);
    await enterFromHost({ api, session }, 'signed');
    expect(calls[0]?.body).toEqual({ token: 'signed' });
    expect(session).toMatchObject({ token: 'changed', refreshToken: null, companyId: 2 });
  });

  it('whose token is no good changes nothing', async () => {
    const session = ana();
    const refusal = refused(401, 'token_refused');
    const { api } = server(session, [], new Map([[anyToken, refusal]]));
    await expect(enterFromHost({ api, session }, 'x')).rejects.toBe(refusal);
    expect(session).toEqual(ana());
  });
});

describe('coming back after the session has ended', () => {
  it('stays in the company, and opens it with the new tokens', async () => {
    const session = { ...ana(), expired: true };
    const seen: (number | null)[] = [];
    const { api, calls } = server(session, [one, two]);
    const watched: Api = {
      ...api,
      call: (async (endpoint, input) => {
        seen.push(session.companyId);
        return await api.call(endpoint, input);
      }) as Api['call'],
    };
    await signInAgain({ api: watched, session }, 'right');
    const body = { email: 'ana@loja.example', password: 'right', temporary: false };
    expect(calls[0]?.body).toEqual(body);
    expect(calls[1]).toMatchObject({ token: 'person', body: { companyId: 2 } });
    expect(seen).toEqual([2, 2]);
    expect(session).toMatchObject({ token: 'company', companyId: 2, expired: false });
  });

  it('with a wrong password is still away', async () => {
    const session = { ...ana(), expired: true };
    const { api } = server(session, [], new Map([[login, refused(401, 'invalid_credentials')]]));
    await expect(signInAgain({ api, session }, 'wrong')).rejects.toThrow(ApiError);
    expect(session).toEqual({ ...ana(), expired: true });
  });

  it('to a company that one no longer belongs to is a choice again', async () => {
    const session = { ...ana(), expired: true };
    const { api } = server(session, [one], new Map([[chooseCompany, refused(403, 'forbidden')]]));
    await signInAgain({ api, session }, 'right');
    expect(session).toMatchObject({ token: 'person', companyId: null, expired: false });
  });
});

describe('signing out', () => {
  it('is done here at once, and reported to the server', async () => {
    const session = ana();
    const { api, calls } = server(session, []);
    const reported = leave({ api, session });
    expect(session.token).toBeNull();
    await reported;
    expect(calls).toEqual([
      { path: logout.path, token: null, body: { refresh_token: 'old refresh' } },
    ]);
  });

  it('is done here even where the server cannot be reached', async () => {
    const log = rs.spyOn(console, 'error').mockImplementation(() => {});
    const session = ana();
    const { api } = server(session, [], new Map([[logout, new ApiError('offline')]]));
    await leave({ api, session });
    expect(session.token).toBeNull();
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('everywhere is done here only once it is done there', async () => {
    const session = ana();
    const refusal = new ApiError('offline');
    const { api } = server(session, [], new Map([[logoutEverywhere, refusal]]));
    await expect(leaveEverywhere({ api, session })).rejects.toBe(refusal);
    expect(session.token).toBe('old');
    await leaveEverywhere({ api: server(session, []).api, session });
    expect(session.token).toBeNull();
  });

  it('navigates to the login page', async () => {
    const session = ana();
    const history = createMemoryHistory({ initialEntries: ['/app/one'] });
    logOut({ ...server(session, []), session, history });
    await expect.poll(() => history.location.pathname).toBe('/login');
    expect(session.token).toBeNull();
  });

  it('does not happen while a guard of unsaved work keeps the person', async () => {
    const session = ana();
    const history = createMemoryHistory({ initialEntries: ['/app/one'] });
    const release = history.block({ blockerFn: async () => true });
    logOut({ ...server(session, []), session, history });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(history.location.pathname).toBe('/app/one');
    expect(session.token).toBe('old');
    release();
    expect(history.location.pathname).toBe('/app/one');
  });
});

describe('another tab switched the company, while there is unsaved work here', () => {
  const stored = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null');
  const torn = () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(ana()));
    const places = { local: localStorage, own: sessionStorage, hasWork: () => true };
    const session = createSession(places);
    const theirs = { ...ana(), companyId: 1, companyName: one.name, token: 'theirs' };
    localStorage.setItem(SESSION_KEY, JSON.stringify(theirs));
    dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, storageArea: localStorage }));
    expect(session).toMatchObject({ companyId: 2, token: 'old', elsewhere: one.name });
    return { session, places };
  };
  afterEach(() => {
    localStorage.clear();
    rs.unstubAllGlobals();
  });

  it('takes both back to its company', async () => {
    const shell = torn();
    const sent: unknown[] = [];
    rs.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
      sent.push([url, new Headers(headers).get('authorization'), JSON.parse(String(body))]);
      return Response.json({
        ...{ token: 'back', refresh_token: 'back refresh' },
        ...{ company_id: 2, company_name: two.name, name: 'Ana', email: 'ana@loja.example' },
      });
    });
    await keepThisCompany(shell);
    expect(sent).toEqual([[expect.stringMatching(/^\/api\//), 'Bearer theirs', { companyId: 2 }]]);
    expect(shell.session).toMatchObject({ companyId: 2, token: 'back', elsewhere: null });
    await expect.poll(stored).toMatchObject({ companyId: 2, token: 'back' });
  });

  it('stays as long as the server does not answer', async () => {
    const shell = torn();
    rs.stubGlobal('fetch', async () => {
      throw new TypeError('no way');
    });
    await expect(keepThisCompany(shell)).rejects.toBeInstanceOf(ApiError);
    expect(shell.session).toMatchObject({ companyId: 2, token: 'old', elsewhere: one.name });
    expect(stored()).toMatchObject({ companyId: 1 });
  });

  it('switches', () => {
    const shell = torn();
    switchToOtherTab(shell);
    expect(shell.session).toMatchObject({ companyId: 1, token: 'theirs', elsewhere: null });
  });
});
