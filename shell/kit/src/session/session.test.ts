import { beforeEach, describe, expect, it } from '@rstest/core';
import {
  createSession,
  enterByToken,
  enterCompany,
  readSession,
  rereadSession,
  SESSION_KEY,
  signIn,
  signOut,
} from './session.ts';
import { expiresAt, may } from './token.ts';

const NOW = Date.UTC(2026, 10, 3, 12);
const HOUR = 3_600_000;

const token = (exp: number) =>
  `e30.${btoa(JSON.stringify({ sub: '1', exp: exp / 1000 })).replaceAll('=', '')}.sig`;

const stored = (over: object = {}) => ({
  temporary: false,
  token: token(NOW + HOUR),
  refreshToken: 'r1',
  name: 'Ana Prado',
  email: 'ana@example.test',
  companyId: 7,
  companyName: 'Padaria Sol',
  locale: 'es',
  localeChosen: true,
  mustChangePassword: false,
  ...over,
});

const places = { local: localStorage, own: sessionStorage };

const ana = {
  token: 't1',
  refresh_token: 'r1',
  name: 'Ana',
  email: 'ana@example.test',
  companies: [],
  must_change_password: false,
  locale: null,
};

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a session', () => {
  it('is restored', () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored()));
    expect(readSession(places, NOW)).toEqual(stored());
  });

  it('is kept if its token has expired and can be renewed', () => {
    const old = stored({ token: token(NOW - HOUR) });
    localStorage.setItem(SESSION_KEY, JSON.stringify(old));
    expect(readSession(places, NOW)).toEqual(old);
  });

  it('is dropped where it cannot be renewed, but for the language', () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify(stored({ token: token(NOW - HOUR), refreshToken: null })),
    );
    const session = readSession(places, NOW);
    expect(session).toMatchObject({ token: null, companyId: null, name: '', locale: 'es' });
  });

  it.each(['', 'null', '{', '[]', '"x"', '{"token":5,"companyId":"x"}'])(
    'is signed out where storage holds %s',
    (text) => {
      localStorage.setItem(SESSION_KEY, text);
      expect(readSession(places, NOW)).toMatchObject({ token: null, companyId: null });
    },
  );

  it('is written down as it changes, without what lasts only for this page', async () => {
    const session = createSession(places);
    signIn(session, { ...ana, must_change_password: true }, false);
    expect(session.mustChangePassword).toBe(true);
    enterCompany(session, {
      token: 't2',
      refresh_token: 'r2',
      company_id: 7,
      company_name: 'Padaria Sol',
      name: 'Ana',
      email: 'ana@example.test',
    });
    await settled();
    const written = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '');
    expect(written).toMatchObject({ token: 't2', refreshToken: 'r2', companyId: 7 });
    expect(written).not.toHaveProperty('expired');

    session.locale = 'en';
    signOut(session);
    await settled();
    expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? '')).toMatchObject({
      token: null,
      companyId: null,
      name: '',
      locale: 'en',
    });
  });

  it('that a host opened is not renewed, and takes the place of the one before', () => {
    const session = createSession(places);
    Object.assign(session, stored({ mustChangePassword: true }));
    enterByToken(session, {
      token: 'host',
      company_id: 9,
      company_name: 'Loja Lua',
      name: 'Rui',
      email: 'rui@example.test',
      locale: null,
    });
    expect(session).toMatchObject({
      token: 'host',
      refreshToken: null,
      companyId: 9,
      name: 'Rui',
      mustChangePassword: false,
      expired: false,
    });
  });

  it('follows what another tab does', async () => {
    const session = createSession(places);
    session.expired = true;
    await settled();
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored({ token: 't9' })));
    window.dispatchEvent(
      new StorageEvent('storage', { key: SESSION_KEY, storageArea: localStorage }),
    );
    expect(session).toMatchObject({ token: 't9', companyId: 7, locale: 'es', expired: false });
  });
});

const written = (storage: Storage) => JSON.parse(storage.getItem(SESSION_KEY) ?? 'null');
const otherTab = (over: object) => {
  localStorage.setItem(SESSION_KEY, JSON.stringify(stored(over)));
  window.dispatchEvent(
    new StorageEvent('storage', { key: SESSION_KEY, storageArea: localStorage }),
  );
};

describe('unsaved work in one tab, while another switches the company', () => {
  const there = { companyId: 9, companyName: 'Loja Lua', token: 't9', refreshToken: 'r9' };
  const open = () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored()));
    let isUnsaved = true;
    const session = createSession({ ...places, hasWork: () => isUnsaved });
    const save = () => {
      isUnsaved = false;
    };
    return { session, save };
  };

  it('stays in its own company, and does not overwrite that of the other', async () => {
    const { session } = open();
    otherTab(there);
    expect(session).toMatchObject({ companyId: 7, elsewhere: 'Loja Lua' });
    session.locale = 'en';
    await settled();
    expect(written(localStorage)).toMatchObject(there);
    otherTab({});
    expect(session).toMatchObject({ companyId: 7, elsewhere: null });
  });

  it('switches on request, after saving, and if the other tab has another user', () => {
    const { session, save } = open();
    otherTab(there);
    rereadSession(session, places, NOW);
    expect(session).toMatchObject({ companyId: 9, elsewhere: null });
    otherTab({ companyId: 7, email: 'rui@example.test' });
    expect(session).toMatchObject({ companyId: 7, elsewhere: null });
    save();
    otherTab({ ...there, email: 'rui@example.test' });
    expect(session).toMatchObject({ companyId: 9, elsewhere: null });
  });
});

describe('a temporary session', () => {
  it('is stored in the window only, and restored from it', async () => {
    const session = createSession(places);
    signIn(session, ana, true);
    await settled();
    expect(written(localStorage)).toBeNull();
    expect(written(sessionStorage)).toMatchObject({ token: 't1', temporary: true });
    expect(readSession(places, NOW)).toMatchObject({ token: 't1', temporary: true });
    sessionStorage.clear();
    expect(readSession(places, NOW)).toMatchObject({ token: null, temporary: false });
  });

  it('takes precedence over the browser’s session, and does not change it', async () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored({ token: 'theirs' })));
    sessionStorage.setItem(SESSION_KEY, JSON.stringify(stored({ token: 'own', temporary: true })));
    const session = createSession(places);
    expect(session.token).toBe('own');
    otherTab({ token: 'theirs again' });
    expect(session.token).toBe('own');
    signOut(session);
    await settled();
    expect(written(localStorage)).toMatchObject({ token: 'theirs again' });
    expect(written(sessionStorage)).toMatchObject({ token: null });
    otherTab({ token: 'and again' });
    expect(session.token).toBeNull();
    // As in a tab that waited for its turn to renew the session.
    rereadSession(session, places, NOW);
    expect(session).toMatchObject({ token: null, temporary: true });
    expect(readSession(places, NOW)).toMatchObject({ token: 'and again', temporary: false });
  });

  it('ends when a user signs in persistently', async () => {
    const session = createSession(places);
    signIn(session, ana, true);
    signOut(session);
    signIn(session, ana, false);
    await settled();
    expect(written(sessionStorage)).toBeNull();
    expect(written(localStorage)).toMatchObject({ token: 't1', temporary: false });
    otherTab({ token: 't9' });
    expect(session.token).toBe('t9');
  });
});

describe('the language to begin with', () => {
  const begin = (search: string) => {
    window.history.replaceState(null, '', `/${search}`);
    const { locale, localeChosen } = readSession(places, NOW);
    return [locale, localeChosen];
  };

  it('is the stored one, then that of the address, then the one of the browser', () => {
    expect(begin('')).toEqual(['en', false]);
    expect(begin('?lang=es-AR')).toEqual(['es', true]);
    expect(begin('?lang=fr')).toEqual(['en', false]);
    localStorage.setItem(SESSION_KEY, JSON.stringify({ locale: 'pt' }));
    expect(begin('?lang=es')).toEqual(['pt', false]);
    localStorage.setItem(SESSION_KEY, JSON.stringify({ locale: 'pt', localeChosen: true }));
    expect(begin('?lang=es')).toEqual(['pt', true]);
  });
});

describe('the end of a token', () => {
  it('is read from it', () => expect(expiresAt(token(NOW))).toBe(NOW));
  it.each(['', 'a.b.c', 'opaque', `e30.${btoa('5')}.x`, `e30.${btoa('{"exp":"soon"}')}.x`])(
    'is unknown in %s',
    (text) => expect(expiresAt(text)).toBeNull(),
  );
});

describe('what a role may do', () => {
  const of = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`;
  it.each([
    [of({ role: 'owner' }), ['read', 'write', 'own']],
    [of({ role: 'manager' }), ['read', 'write']],
    [of({ role: 'analyst' }), ['read']],
    // The page does not judge these: the server refuses what is not allowed.
    ['opaque', ['read', 'write', 'own']],
    [null, []],
  ])('is read from the token %s', (token, allowed) => {
    expect((['read', 'write', 'own'] as const).filter((need) => may(token, need))).toEqual(allowed);
  });
});
