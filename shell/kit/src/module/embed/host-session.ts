import { proxy } from 'valtio';
import { beginningLocale } from '../../i18n/locale.ts';
import type { Session } from '../../session/session.ts';
import { companyOf, lifeOf } from '../../session/token.ts';
import type { EmbedOptions, TokenRequest } from '../embedding.ts';

/** How long a host may take to hand over a token, in ms. */
const PATIENCE_MS = 30_000;
/** A token is renewed after this share of its lifetime. */
const RENEWED_AT = 0.8;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The language of an element: its own attribute, then that of the page around it. */
const localeOf = ({ locale }: EmbedOptions) =>
  beginningLocale(locale ?? (document.documentElement.lang || null), true).locale;

/** Whether a token is for the company that an element shows; one without the claim is not judged here. */
function isOf(token: string, company: number | null): boolean {
  const own = companyOf(token);
  return company === null || own === null || own === company;
}

/** The company that an element shows; null: the token names it. */
export const companyIn = ({ company, token }: EmbedOptions): number | null =>
  company ?? (token === null ? null : companyOf(token));

/** The session of an element: from the claims of the host's token, only in memory. */
const openSession = (options: EmbedOptions): Session =>
  proxy<Session>({
    // It is stored nowhere.
    temporary: true,
    token: options.token !== null && isOf(options.token, options.company) ? options.token : null,
    refreshToken: null,
    name: '',
    email: '',
    companyId: companyIn(options),
    companyName: null,
    locale: localeOf(options),
    localeChosen: true,
    mustChangePassword: false,
    expired: false,
  });

/** Whether it is only a token: not the page of a proxy, not JSON with a token in it. */
const isToken = (given: unknown): given is string =>
  typeof given === 'string' && !/[\s"{}<>]/.test(given) && companyOf(given) !== null;

/** What a host gave instead, for its developer; too short to be a usable token. */
const described = (given: unknown) =>
  typeof given === 'string' ? `'${given.slice(0, 12)}'` : String(given);

/** Why no valid token came from a host. */
export type Refusal = 'session-ended' | 'other-company';

export interface HostSession {
  readonly session: Session;
  /** A valtio proxy: the outcome of the last request to the host; null: a token. */
  readonly state: { refused: Refusal | null };
  /** Requests a token from the host; concurrent calls share one request. False: it gave no valid one. */
  renew(reason: TokenRequest['reason']): Promise<boolean>;
  /** Requests a token again after the session ended, and continues with it. */
  again(): Promise<void>;
  /** Applies a change of the host. */
  update(options: EmbedOptions, before: EmbedOptions): void;
  /** Ends waiting and timers. */
  close(): void;
}

/** The pending request of a token from the host, by a callback or as an attribute. */
function makeArrival() {
  let arrived: ((token: string | null) => void) | null = null;
  return {
    /** The next token; null: none arrived in time. */
    next: () =>
      new Promise<string | null>((resolve) => {
        const late = setTimeout(() => arrived?.(null), PATIENCE_MS);
        arrived = (token) => {
          clearTimeout(late);
          arrived = null;
          resolve(token);
        };
      }),
    isAwaited: () => arrived !== null,
    /** Ends the wait. */
    come: (token: string | null) => arrived?.(token),
  };
}

/** Keeps the session of an element: the host supplies it, and it is never stored. */
export function keepHostSession(module: string, first: EmbedOptions): HostSession {
  const session = openSession(first);
  const state = proxy<HostSession['state']>({ refused: null });
  const arrival = makeArrival();
  let options = first;
  let pending: Promise<boolean> | null = null;
  /** The pending request to the host. */
  let request: TokenRequest | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function take(token: string): boolean {
    if (!isOf(token, options.company)) {
      state.refused = 'other-company';
      return false;
    }
    state.refused = null;
    session.token = token;
    session.companyId = companyIn({ ...options, token });
    schedule(token);
    return true;
  }

  // By its lifetime, and not by its end: the clocks of browsers may be wrong by hours.
  function schedule(token: string): void {
    clearTimeout(timer);
    const life = lifeOf(token);
    if (life === null || closed) return;
    const wait = Math.min(life * RENEWED_AT, LONGEST_TIMER_MS);
    timer = setTimeout(() => void again('ending'), wait);
  }

  function call(tokenRequest: TokenRequest): void {
    const { refreshToken } = options;
    if (refreshToken === undefined) {
      options.onEvent('token-needed', tokenRequest);
      return;
    }
    // The host logs its own errors; the person reads that no token arrived.
    Promise.resolve()
      .then(() => refreshToken(tokenRequest))
      .then(arrival.come, (error: unknown) => {
        console.error(`<${module}>: the host's refreshToken failed.`, error);
        arrival.come(null);
      });
  }

  async function ask(reason: TokenRequest['reason']): Promise<boolean> {
    request = { reason, module, company: options.company };
    const coming = arrival.next();
    call(request);
    const given: unknown = await coming;
    request = null;
    if (closed) return false;
    const token = typeof given === 'string' ? given.trim() : given;
    if (isToken(token)) return take(token);
    if (token !== null) {
      console.error(
        `<${module}>: the host gave ${described(token)}, which is no token of Primazia. It is the "token" in the answer of /api/auth/any-token, alone.`,
      );
    }
    state.refused = 'session-ended';
    return false;
  }

  function renew(reason: TokenRequest['reason']): Promise<boolean> {
    pending ??= ask(reason).finally(() => {
      pending = null;
    });
    return pending;
  }

  // A token of the host may still be refused by the server: a token that calls requested leaves the session ended.
  async function again(reason: TokenRequest['reason']): Promise<void> {
    if (await renew(reason)) session.expired = false;
  }

  if (session.token !== null) schedule(session.token);
  else void renew(first.token === null ? 'missing' : 'other-company');

  return {
    session,
    state,
    renew,
    again: () => again('refused'),
    update(next, before) {
      options = next;
      session.locale = localeOf(next);
      if (next.token !== before.token && next.token !== null) {
        if (arrival.isAwaited()) arrival.come(next.token);
        else if (take(next.token)) session.expired = false;
      } else if (next.refreshToken !== undefined && before.refreshToken === undefined) {
        // A callback that is set after the request answers it, also after the time-out.
        if (request !== null) call(request);
        else if (state.refused !== null || session.expired) void again('refused');
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      arrival.come(null);
    },
  };
}
