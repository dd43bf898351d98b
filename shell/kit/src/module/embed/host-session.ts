import { proxy } from 'valtio';
import { beginningLocale } from '../../i18n/locale.ts';
import type { Session } from '../../session/session.ts';
import { companyOf, lifeOf } from '../../session/token.ts';
import type { EmbedOptions, TokenRequest } from '../embedding.ts';

/** How long a host may take to hand over a token, in ms. */
const PATIENCE_MS = 30_000;
/** A token is renewed when so much of its life is over. */
const RENEWED_AT = 0.8;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The language of an element: what it says, then what the page around it says. */
const localeOf = ({ locale }: EmbedOptions) =>
  beginningLocale(locale ?? (document.documentElement.lang || null), true).locale;

/** Whether a token is of the company that an element shows; one that does not tell is not judged here. */
function isOf(token: string, company: number | null): boolean {
  const own = companyOf(token);
  return company === null || own === null || own === company;
}

/** The company that an element shows; null: a token has to tell. */
export const companyIn = ({ company, token }: EmbedOptions): number | null =>
  company ?? (token === null ? null : companyOf(token));

/** Who works in an element: what the host's token says, in memory alone. */
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

/** Whether it is a token of ours alone, and nothing around it: no page of a proxy, no JSON that it lies in. */
const isToken = (given: unknown): given is string =>
  typeof given === 'string' && !/[\s"{}<>]/.test(given) && companyOf(given) !== null;

/** What a host gave instead, for its developer's eyes; too little of it to let anybody in. */
const described = (given: unknown) =>
  typeof given === 'string' ? `'${given.slice(0, 12)}'` : String(given);

/** What a host's token lacks, where it gave none that is good. */
export type Refusal = 'session-ended' | 'other-company';

export interface HostSession {
  readonly session: Session;
  /** A valtio proxy: what came of asking the host last; null: a token. */
  readonly state: { refused: Refusal | null };
  /** Asks the host for a token; several that ask at once wait for the same one. False: it gave none that is good. */
  renew(reason: TokenRequest['reason']): Promise<boolean>;
  /** Requests a token again after the session ended, and continues with it. */
  again(): Promise<void>;
  /** Takes in what the host changed. */
  update(options: EmbedOptions, before: EmbedOptions): void;
  /** Ends waiting and timers. */
  close(): void;
}

/** The pending request of a token from the host, by a callback or as an attribute. */
function makeArrival() {
  let arrived: ((token: string | null) => void) | null = null;
  return {
    /** The next token; null: none came in time. */
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

/** Keeps the session of an element: in the host's hands, and never stored. */
export function keepHostSession(module: string, first: EmbedOptions): HostSession {
  const session = openSession(first);
  const state = proxy<HostSession['state']>({ refused: null });
  const arrival = makeArrival();
  let options = first;
  let asking: Promise<boolean> | null = null;
  /** What the host is being asked for. */
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

  // By how long it was made to hold, and not by its end: the clocks of browsers are wrong by hours.
  function schedule(token: string): void {
    clearTimeout(timer);
    const life = lifeOf(token);
    if (life === null || closed) return;
    const wait = Math.min(life * RENEWED_AT, LONGEST_TIMER_MS);
    timer = setTimeout(() => void again('ending'), wait);
  }

  function call(asked: TokenRequest): void {
    const { refreshToken } = options;
    if (refreshToken === undefined) {
      options.onEvent('token-needed', asked);
      return;
    }
    // What it throws is the host's own to log; the person reads that no token came.
    Promise.resolve()
      .then(() => refreshToken(asked))
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
    asking ??= ask(reason).finally(() => {
      asking = null;
    });
    return asking;
  }

  // That the host gives tokens does not say that the server takes them: those that calls ask for leave the session ended.
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
        // A callback that comes after the question answers it, also where none came in time.
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
