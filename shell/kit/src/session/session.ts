import type {
  CompanySession,
  HostSession,
  Refreshed,
  SignedIn,
} from '@primazia/backend/identity/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { proxy, subscribe } from 'valtio';
import { beginningLocale } from '../i18n/locale.ts';
import { SESSION_KEY } from './key.ts';
import { expiresAt } from './token.ts';

/** The signed-in person and the open company. One valtio proxy for shell and modules; it outlives a reload. */
export interface Session {
  /** On another person's device: the session belongs to this window only, and ends with it. */
  temporary: boolean;
  token: string | null;
  refreshToken: string | null;
  name: string;
  email: string;
  companyId: number | null;
  companyName: string | null;
  locale: Locale;
  /** The person chose the language in this browser; otherwise it was detected, and a choice elsewhere takes precedence. */
  localeChosen: boolean;
  /** The person has to change a password that another person chose before anything else. */
  mustChangePassword: boolean;
  /** The tokens could not be renewed: the shell asks for the password over the page. Not stored. */
  expired: boolean;
  /**
   * The name of the company that another tab switched to while this window has unsaved work: until the person chooses,
   * this window stays in its own. Nothing is stored meanwhile.
   */
  elsewhere?: string | null;
}

export { SESSION_KEY };

const SIGNED_OUT = {
  token: null,
  refreshToken: null,
  name: '',
  email: '',
  companyId: null,
  companyName: null,
  mustChangePassword: false,
} as const;

const FIELDS = [
  'temporary',
  'token',
  'refreshToken',
  'name',
  'email',
  'companyId',
  'companyName',
  'locale',
  'localeChosen',
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

/** Where sessions are stored. */
export interface SessionPlaces {
  /** Of the browser: the session of all its windows, until the person signs out. */
  local: Storage;
  /** Of one window, for a temporary session: it ends with the window. */
  own: Storage;
  /** Whether this window has unsaved work, which switching the company would discard. */
  hasWork?: () => boolean;
}

/** Whether the person still has to choose between this window's company and that of another tab. */
export const isTorn = ({ elsewhere }: Session): boolean => typeof elsewhere === 'string';

/** The stored session; none where the token has expired and cannot be renewed. */
export function readSession({ local, own }: SessionPlaces, now: number): Omit<Session, 'expired'> {
  const inWindow = parse(own.getItem(SESSION_KEY));
  return text(inWindow.token) === null
    ? sessionIn(parse(local.getItem(SESSION_KEY)), false, now)
    : sessionIn(inWindow, true, now);
}

function sessionIn(stored: Stored, temporary: boolean, now: number): Omit<Session, 'expired'> {
  const signedOut = {
    ...SIGNED_OUT,
    temporary,
    ...beginningLocale(text(stored.locale), stored.localeChosen === true),
  };
  const token = text(stored.token);
  const refreshToken = text(stored.refreshToken);
  if (token === null) return signedOut;
  const end = expiresAt(token);
  if (refreshToken === null && end !== null && end <= now) return signedOut;
  return {
    ...signedOut,
    token,
    refreshToken,
    name: text(stored.name) ?? '',
    email: text(stored.email) ?? '',
    companyId: typeof stored.companyId === 'number' ? stored.companyId : null,
    companyName: text(stored.companyName),
    mustChangePassword: stored.mustChangePassword === true,
  };
}

/** Stores the session immediately; `createSession` does it too, but a moment later. */
export function storeSession(session: Session, { local, own }: SessionPlaces): void {
  if (isTorn(session)) return;
  const written = JSON.stringify(
    Object.fromEntries(FIELDS.map((field) => [field, session[field]])),
  );
  if (!session.temporary) own.removeItem(SESSION_KEY);
  const place = session.temporary ? own : local;
  if (written !== place.getItem(SESSION_KEY)) place.setItem(SESSION_KEY, written);
}

/**
 * Applies what another tab stored meanwhile (it may have renewed the tokens, or signed out). A window with its own session
 * keeps it: after a sign-out here it does not continue with the session of the browser. A window with unsaved work does not
 * switch to another company unasked: `elsewhere` names that company. Call it before the refresh token is used: a refresh token
 * works once.
 */
export function rereadSession(session: Session, places: SessionPlaces, now: number): void {
  const stored = session.temporary
    ? sessionIn(parse(places.own.getItem(SESSION_KEY)), true, now)
    : readSession(places, now);
  const isElsewhere =
    stored.email === session.email &&
    stored.companyId !== null &&
    session.companyId !== null &&
    stored.companyId !== session.companyId;
  if (isElsewhere && places.hasWork?.() === true) session.elsewhere = stored.companyName ?? '';
  else Object.assign(session, stored, { elsewhere: null });
}

/** Restores the session, keeps it stored, and applies changes of other tabs. */
export function createSession(places: SessionPlaces): Session {
  const session = proxy<Session>({ ...readSession(places, Date.now()), expired: false });
  subscribe(session, () => storeSession(session, places));
  window.addEventListener('storage', (event) => {
    // A window with its own session ignores the others, until a person signs in here permanently.
    if (session.temporary) return;
    if (event.storageArea !== places.local || event.key !== SESSION_KEY) return;
    rereadSession(session, places, Date.now());
    session.expired = false;
  });
  return session;
}

/** Applies the answer of `login`; no company is chosen yet. */
export function signIn(session: Session, answer: SignedIn, temporary: boolean): void {
  Object.assign(session, {
    temporary,
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

/** Applies the answer of `chooseCompany` or `refresh`. */
export function enterCompany(session: Session, answer: CompanySession | Refreshed): void {
  Object.assign(session, {
    token: answer.token,
    refreshToken: answer.refresh_token,
    name: answer.name,
    email: answer.email,
    companyId: answer.company_id,
    companyName: answer.company_name,
    expired: false,
    elsewhere: null,
  });
}

/** Applies the answer of `anyToken`: a session that cannot be renewed and ends with its token. */
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

/** Removes the person; the language stays, and a window that had its own session stays separate from the others. */
export function signOut(session: Session): void {
  Object.assign(session, SIGNED_OUT, { expired: false });
}
