import { beforeEach, describe, expect, it } from '@rstest/core';
import {
  createSession,
  enterByToken,
  enterCompany,
  readSession,
  SESSION_KEY,
  signIn,
  signOut,
} from './session.ts';
import { expiresAt, mayWrite } from './token.ts';

const NOW = Date.UTC(2026, 10, 3, 12);
const HOUR = 3_600_000;

const token = (exp: number) =>
  `e30.${btoa(JSON.stringify({ sub: '1', exp: exp / 1000 })).replaceAll('=', '')}.sig`;

const stored = (over: object = {}) => ({
  token: token(NOW + HOUR),
  refreshToken: 'r1',
  name: 'Ana Prado',
  email: 'ana@example.test',
  companyId: 7,
  companyName: 'Padaria Sol',
  locale: 'es',
  mustChangePassword: false,
  ...over,
});

const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => localStorage.clear());

describe('a session', () => {
  it('is restored', () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored()));
    expect(readSession(localStorage, NOW)).toEqual(stored());
  });

  it('stays where its token has run out and can be renewed', () => {
    const old = stored({ token: token(NOW - HOUR) });
    localStorage.setItem(SESSION_KEY, JSON.stringify(old));
    expect(readSession(localStorage, NOW)).toEqual(old);
  });

  it('is dropped where it cannot be renewed, but for the language', () => {
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify(stored({ token: token(NOW - HOUR), refreshToken: null })),
    );
    const session = readSession(localStorage, NOW);
    expect(session).toMatchObject({ token: null, companyId: null, name: '', locale: 'es' });
  });

  it.each(['', 'null', '{', '[]', '"x"', '{"token":5,"companyId":"x"}'])(
    'is nobody where storage holds %s',
    (text) => {
      localStorage.setItem(SESSION_KEY, text);
      expect(readSession(localStorage, NOW)).toMatchObject({ token: null, companyId: null });
    },
  );

  it('is written down as it changes, without what lasts only for this page', async () => {
    const session = createSession(localStorage);
    signIn(session, {
      token: 't1',
      refresh_token: 'r1',
      name: 'Ana',
      email: 'ana@example.test',
      companies: [],
      must_change_password: true,
    });
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
    const session = createSession(localStorage);
    Object.assign(session, stored({ mustChangePassword: true }));
    enterByToken(session, {
      token: 'host',
      company_id: 9,
      company_name: 'Loja Lua',
      name: 'Rui',
      email: 'rui@example.test',
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
    const session = createSession(localStorage);
    session.expired = true;
    await settled();
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored({ token: 't9' })));
    window.dispatchEvent(
      new StorageEvent('storage', { key: SESSION_KEY, storageArea: localStorage }),
    );
    expect(session).toMatchObject({ token: 't9', companyId: 7, locale: 'es', expired: false });
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
    [of({ role: 'owner' }), true],
    [of({ role: 'manager' }), true],
    [of({ role: 'analyst' }), false],
    // Not ours to judge: the server refuses what may not be.
    ['opaque', true],
    [null, false],
  ])('is read from the token %s', (token, may) => expect(mayWrite(token)).toBe(may));
});
