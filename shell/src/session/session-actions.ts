import {
  anyToken,
  type Company,
  changePassword,
  chooseCompany,
  login,
  logout,
  logoutEverywhere,
  type SignedIn,
} from '@primazia/backend/identity/contract';
import { ApiError } from '@primazia/kit';
import {
  createApi,
  enterByToken,
  enterCompany,
  rereadSession,
  signIn,
  signOut,
} from '@primazia/kit/shell';
import { returnPath } from '../navigation/return-path.ts';
import { remember } from '../navigation/search.ts';
import type { ShellParts } from '../shell-context.ts';
import { agreeOnLanguage } from './own-language.ts';

type Parts = Pick<ShellParts, 'api' | 'session'>;

export interface Credentials {
  email: string;
  password: string;
  /** The device is another person's: the session ends with the window. */
  temporary: boolean;
}

/**
 * Signs in; a single company is opened at once.
 * @returns the companies to choose from: empty where the choice is made. A person who has to change the password first
 * chooses afterwards.
 * @throws {ApiError}
 */
export async function enter(parts: Parts, credentials: Credentials): Promise<Company[]> {
  const answer = await parts.api.call(login, { body: credentials });
  return await arrive(parts, answer, credentials.temporary);
}

/**
 * Applies the result of signing in, by a password or a provider; otherwise like `enter`.
 * @throws {ApiError}
 */
export async function arrive(
  { api, session }: Parts,
  answer: SignedIn,
  temporary: boolean,
): Promise<Company[]> {
  signIn(session, answer, temporary);
  agreeOnLanguage({ api, session }, answer.locale);
  // No company opens before the password was changed.
  if (answer.must_change_password) return answer.companies;
  const [only, ...others] = answer.companies;
  if (only === undefined || others.length > 0) return answer.companies;
  await openCompany({ api, session }, only.id);
  return [];
}

/** The page to open after signing in: the requested one, or first a step that is required before it. */
export function nextPlace(
  { session }: Pick<Parts, 'session'>,
  companies: readonly Company[],
  wanted: string | null,
): string {
  const next = returnPath(wanted, location.origin);
  if (session.mustChangePassword) return `/change-password${remember(next).text}`;
  return companies.length > 0 ? `/companies${remember(next).text}` : next;
}

/** @throws {ApiError} */
export async function openCompany({ api, session }: Parts, companyId: number): Promise<void> {
  enterCompany(session, await api.call(chooseCompany, { body: { companyId } }));
}

type Torn = Pick<ShellParts, 'session' | 'places'>;

/** Switches to the company of the other tab; the unsaved work of this window is discarded. */
export function switchToOtherTab({ session, places: { local, own } }: Torn): void {
  rereadSession(session, { local, own }, Date.now());
}

/**
 * Takes all tabs back to the company of this window, whose unsaved work stays.
 * @throws {ApiError}
 */
export async function keepThisCompany({ session, places: { local, own } }: Torn): Promise<void> {
  const { companyId } = session;
  if (companyId === null) return;
  // Only the session that the other tab stored can be renewed; the page must make no call with it.
  const theirs = { ...session };
  const places = { local, own };
  switchToOtherTab({ session: theirs, places });
  const api = createApi({ session: theirs, baseUrl: '/api', places });
  enterCompany(session, await api.call(chooseCompany, { body: { companyId } }));
}

/**
 * Signs the same person in again, into the same company, without the page noticing.
 * @throws {ApiError}
 */
export async function signInAgain({ api, session }: Parts, password: string): Promise<void> {
  const { email, companyId, temporary } = session;
  const answer = await api.call(login, { body: { email, password, temporary } });
  if (companyId === null || answer.must_change_password) {
    signIn(session, answer, temporary);
    return;
  }
  // At first only the tokens: without a company the page would be left, with its input.
  Object.assign(session, { token: answer.token, refreshToken: answer.refresh_token });
  try {
    await openCompany({ api, session }, companyId);
  } catch (error) {
    // No longer a member: the person chooses a company again.
    if (!(error instanceof ApiError && error.status === 403)) throw error;
    signIn(session, answer, temporary);
  }
}

/**
 * Signs in with a token that a host signed, in place of the person who was signed in before.
 * @throws {ApiError}
 */
export async function enterFromHost({ api, session }: Parts, token: string): Promise<void> {
  const answer = await api.call(anyToken, { body: { token } });
  enterByToken(session, answer);
  agreeOnLanguage({ api, session }, answer.locale);
}

/**
 * Changes the password of the person who is signed in; all other sessions end.
 * @throws {ApiError}
 */
export async function renewPassword(
  { api, session }: Parts,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const body = { current_password: current, password };
  enterCompany(session, await api.call(changePassword, { body }));
  session.mustChangePassword = false;
}

/**
 * Ends every session of the person, here and elsewhere.
 * @throws {ApiError} where the server did not do it: then nothing has ended here either
 */
export async function leaveEverywhere({ api, session }: Parts): Promise<void> {
  await api.call(logoutEverywhere, {});
  signOut(session);
}

/** Signs out here immediately; the server is notified, and if it is unavailable, the session expires there. */
export async function leave({ api, session }: Parts): Promise<void> {
  const { refreshToken } = session;
  signOut(session);
  if (refreshToken === null) return;
  try {
    await api.call(logout, { body: { refresh_token: refreshToken } });
  } catch (error) {
    console.error('Cannot report the sign-out to the server.', error);
  }
}

/**
 * Signs out and goes to the login page, unless a guard of unsaved work prevents it: the blocker that signs out is asked
 * last, after all guards.
 */
export function logOut(shell: Pick<ShellParts, 'api' | 'session' | 'history'>): void {
  const release = shell.history.block({
    blockerFn: () => {
      void leave(shell);
      return false;
    },
    enableBeforeUnload: false,
  });
  shell.history.push('/login');
  release();
}
