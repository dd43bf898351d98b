import {
  chooseCompany,
  enterByProvider,
  goToOwnProvider,
  goToProvider,
  logout,
  type Proof,
  returnFromOwnProvider,
  type SignedIn,
  unlinkProvider,
  type Visit,
} from '@primazia/backend/identity/contract';
import { ApiError, type Session } from '@primazia/kit';
import { createApi, enterCompany, returnSession, signIn } from '@primazia/kit/shell';
import { remember } from '../navigation/search.ts';
import { providerPath, WAYS } from '../navigation/sign-in-places.ts';
import type { ShellParts } from '../shell-context.ts';
import { arrive, nextPlace } from './session-actions.ts';
import { type Errand, newSecret, type StoredVisit, storeVisit } from './visits.ts';

/**
 * Opens a window in which the user signs in again while the page stays open; the page receives the stored session. False: the
 * browser blocks the window.
 */
export const openProvider = (provider: string): boolean =>
  window.open(providerPath(provider), 'primazia-sign-in', 'popup,width=520,height=760') !== null;

export interface Going {
  provider: string;
  errand: Errand;
  /** The provider lets the person choose an account again. */
  anew?: boolean;
  /** The proof that is needed to change the ways to sign in. */
  proof?: Proof;
}

const visitOf = (
  { api, session }: Pick<ShellParts, 'api' | 'session'>,
  secret: string,
  { provider, errand, anew = false, proof }: Going,
): Promise<Visit> => {
  if (errand.kind === 'confirm') {
    return api.call(goToOwnProvider, { body: { purpose: 'confirm', provider, secret } });
  }
  if (errand.kind === 'link' && proof !== undefined) {
    return api.call(goToOwnProvider, { body: { purpose: 'link', provider, secret, proof } });
  }
  const hint = errand.kind === 'again' ? { email: session.email } : {};
  return api.call(goToProvider, { body: { provider, secret, anew, ...hint } });
};

/**
 * Redirects to a provider.
 * @throws {ApiError} where that fails
 */
export async function goTo(
  shell: Pick<ShellParts, 'api' | 'session'>,
  going: Going,
  leave: (url: string) => void = (url) => window.location.assign(url),
): Promise<void> {
  const secret = newSecret();
  const { url, state } = await visitOf(shell, secret, going);
  storeVisit(localStorage, state, { secret, errand: going.errand, at: Date.now() });
  leave(url);
}

/** Another person returned than the one whose page waits. */
export class OtherPersonError extends Error {
  override readonly name = 'OtherPersonError';
  constructor(readonly email: string) {
    super('the answer is of another person');
  }
}

/** The result with which a person returns. */
export interface Coming {
  provider: string;
  /** The query that the provider sent. */
  answer: string;
  visit: StoredVisit;
}

/** The session of the person who returned, in the company of the page that waits, if the person is still a member. */
async function renewedOf(session: Session, signedIn: SignedIn): Promise<Session> {
  // A separate session: in the stored one these tokens would be without a company for a moment, and the page would be
  // left.
  const apart: Session = { ...session };
  signIn(apart, signedIn, session.temporary);
  const { companyId } = session;
  if (companyId === null) return apart;
  try {
    const api = createApi({ session: { ...apart, refreshToken: null }, baseUrl: '/api' });
    enterCompany(apart, await api.call(chooseCompany, { body: { companyId } }));
  } catch (error) {
    // No longer a member: the person chooses a company again.
    if (!(error instanceof ApiError && error.status === 403)) throw error;
  }
  return apart;
}

/**
 * Continues the session whose page waits in another window: the same person, in the same company. That window reads the
 * new tokens from the storage; with a session of its own it gets them in a message.
 * @throws {ApiError} {@link OtherPersonError}
 */
async function signInAgainByProvider(
  { api, session }: Pick<ShellParts, 'api' | 'session'>,
  coming: Omit<Coming, 'visit'> & { secret: string },
): Promise<void> {
  const { temporary } = session;
  const signedIn = await api.call(enterByProvider, { body: { ...coming, temporary } });
  if (session.token !== null && signedIn.email !== session.email) {
    await api.call(logout, { body: { refresh_token: signedIn.refresh_token } });
    throw new OtherPersonError(signedIn.email);
  }
  const renewed = await renewedOf(session, signedIn);
  if (temporary) returnSession(session, renewed);
  else Object.assign(session, renewed);
}

/** What follows once a person has returned. */
export type Outcome =
  | { kind: 'go'; to: string; done: 'linked' | 'unlinked' | null }
  /** The other window continues. */
  | { kind: 'close' }
  /** The other window waits for its own session, which this one does not have. */
  | { kind: 'lost' }
  /** The page redirects to the next provider. */
  | { kind: 'away' };

/**
 * Completes the purpose of the redirect.
 * @throws {ApiError} {@link OtherPersonError}
 */
export async function finish(
  shell: Pick<ShellParts, 'api' | 'session'>,
  { provider, answer, visit: { secret, errand } }: Coming,
): Promise<Outcome> {
  const { api, session } = shell;
  const body = { provider, secret, answer };
  if (errand.kind === 'again') {
    // Some phones return from a provider in another tab: a session that ends with its window is not stored there.
    if (errand.temporary && !session.temporary) return { kind: 'lost' };
    await signInAgainByProvider(shell, body);
    return { kind: 'close' };
  }
  if (errand.kind === 'enter') {
    const { temporary } = errand;
    const answer = await api.call(enterByProvider, { body: { ...body, temporary } });
    const companies = await arrive(shell, answer, temporary);
    return { kind: 'go', to: nextPlace(shell, companies, errand.wanted), done: null };
  }
  const { confirmation } = await api.call(returnFromOwnProvider, { body });
  const { wanted } = errand;
  const back = `${WAYS}${remember(wanted ?? '/app').text}`;
  if (errand.kind === 'link' || confirmation === null) {
    return { kind: 'go', to: back, done: 'linked' };
  }
  const proof = { confirmation };
  if (errand.act === 'unlink') {
    await api.call(unlinkProvider, { body: { provider: errand.provider, proof } });
    return { kind: 'go', to: back, done: 'unlinked' };
  }
  await goTo(shell, { provider: errand.provider, errand: { kind: 'link', wanted }, proof });
  return { kind: 'away' };
}
