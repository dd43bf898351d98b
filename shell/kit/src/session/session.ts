import type {
  CompanySession,
  HostSession,
  Refreshed,
  SignedIn,
} from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { proxy, subscribe } from 'valtio';
import { chooseLocale } from '../i18n/locale.ts';
import { SESSION_KEY } from './key.ts';
import { expiresAt } from './token.ts';

/** Who works here, and in which company. One valtio proxy for shell and modules; it outlives a reload. */
export interface Session {
  token: string | null;
  refreshToken: string | null;
  name: string;
  email: string;
  companyId: number | null;
  companyName: string | null;
  locale: Locale;
  /** A password that somebody else chose is to be changed before anything else. */
  mustChangePassword: boolean;
  /** The tokens could not be renewed: the shell asks for the password over the page. Not stored. */
  expired: boolean;
}

export { SESSION_KEY };

const NOBODY = {
  token: null,
  refreshToken: null,
  name: '',
  email: '',
  companyId: null,
  companyName: null,
  mustChangePassword: false,
} as const;

const FIELDS = [
  'token',
  'refreshToken',
  'name',
  'email',
  'companyId',
  'companyName',
  'locale',
  'mustChangePassword',
] as const;

type Stored = Partial<Record<(typeof FIELDS)[number], unknown>>;

function parse(written: string | null): Stored {
  if (written === null) return {};
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** What storage tells: nobody, where the token has run out and nothing is there to renew it. */
export function readSession(storage: Storage, now: number): Omit<Session, 'expired'> {
  const stored = parse(storage.getItem(SESSION_KEY));
  const locale = chooseLocale(text(stored.locale));
  const token = text(stored.token);
  const refreshToken = text(stored.refreshToken);
  if (token === null) return { ...NOBODY, locale };
  const end = expiresAt(token);
  if (refreshToken === null && end !== null && end <= now) return { ...NOBODY, locale };
  return {
    token,
    refreshToken,
    name: text(stored.name) ?? '',
    email: text(stored.email) ?? '',
    companyId: typeof stored.companyId === 'number' ? stored.companyId : null,
    companyName: text(stored.companyName),
    mustChangePassword: stored.mustChangePassword === true,
    locale,
  };
}

/** Writes the session down at once; `createSession` does it by itself, but a moment later. */
export function storeSession(session: Session, storage: Storage): void {
  const written = JSON.stringify(
    Object.fromEntries(FIELDS.map((field) => [field, session[field]])),
  );
  if (written !== storage.getItem(SESSION_KEY)) storage.setItem(SESSION_KEY, written);
}

/**
 * Takes in what another tab stored meanwhile (it may have renewed the tokens, or signed out).
 * Call it before the refresh token is used: a refresh token works once.
 */
export function rereadSession(session: Session, storage: Storage, now: number): void {
  Object.assign(session, readSession(storage, now));
}

/** Restores the session and keeps it stored; what other tabs do to it happens here too. */
export function createSession(storage: Storage): Session {
  const session = proxy<Session>({ ...readSession(storage, Date.now()), expired: false });
  subscribe(session, () => storeSession(session, storage));
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== storage || event.key !== SESSION_KEY) return;
    rereadSession(session, storage, Date.now());
    session.expired = false;
  });
  return session;
}

/** Takes in what `login` answered; no company is chosen yet. */
export function signIn(session: Session, answer: SignedIn): void {
  Object.assign(session, {
    token: answer.token,
    refreshToken: answer.refresh_token,
    name: answer.name,
    email: answer.email,
    companyId: null,
    companyName: null,
    mustChangePassword: answer.must_change_password,
    expired: false,
  });
}

/** Takes in what `chooseCompany` or `refresh` answered. */
export function enterCompany(session: Session, answer: CompanySession | Refreshed): void {
  Object.assign(session, {
    token: answer.token,
    refreshToken: answer.refresh_token,
    name: answer.name,
    email: answer.email,
    companyId: answer.company_id,
    companyName: answer.company_name,
    expired: false,
  });
}

/** Takes in what `anyToken` answered: a session that cannot be renewed, and that ends with its token. */
export function enterByToken(session: Session, answer: HostSession): void {
  Object.assign(session, {
    token: answer.token,
    refreshToken: null,
    name: answer.name,
    email: answer.email,
    companyId: answer.company_id,
    companyName: answer.company_name,
    mustChangePassword: false,
    expired: false,
  });
}

/** Forgets the person; the language stays. */
export function signOut(session: Session): void {
  Object.assign(session, NOBODY, { expired: false });
}
