import { LiveEvent, type LiveTopic } from '@primazia/backend/platform/contract';
import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Api } from '../api/api.ts';
import type { Session } from '../session/session.ts';

export interface LiveState {
  connected: boolean;
}

/** One WebSocket for the shell and all modules of the page. */
export interface Live {
  /** A valtio proxy. */
  readonly state: LiveState;
  /** Subscribes to events of some topics. With each new connection every topic fires with no ids: anything may have changed. */
  hear(topics: readonly LiveTopic[], listener: (event: LiveEvent) => void): () => void;
  /** Closes the connection for good. */
  close(): void;
}

export interface LiveParts {
  /** `/api/live`, relative to the page's origin, or with its own. */
  url: string;
  session: Session;
  api: Pick<Api, 'renew' | 'connection'>;
  /** 0 to 1; spreads the reconnects of many pages after a restart of the server. */
  random?: () => number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The server's close code for a token that is not valid, or not any more. */
const CLOSE_UNAUTHORIZED = 4401;

/** How long to wait before the next try: twice as long each time, and between half and all of it. */
export const waitBefore = (attempt: number, random: () => number): number => {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return most * (0.5 + random() / 2);
};

function read(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

const isReady = (message: unknown) =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';

/** The listeners of events. */
function createListeners() {
  const listeners = new Set<{
    topics: readonly LiveTopic[];
    listener: (event: LiveEvent) => void;
  }>();
  const hear: Live['hear'] = (topics, listener) => {
    const entry = { topics, listener };
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  };
  return {
    hear,
    publish(event: LiveEvent) {
      for (const { topics, listener } of [...listeners])
        if (topics.includes(event.type)) listener(event);
    },
    /** Anything may have changed. */
    notifyAll() {
      for (const { topics, listener } of [...listeners]) {
        for (const type of topics) listener({ type, ids: [] });
      }
    },
    clear: () => listeners.clear(),
  };
}

/** Keeps one connection for the session's company: opened when one is chosen, reopened when it is lost. */
export function createLive({ url, session, api, random = Math.random }: LiveParts): Live {
  const state = proxy<LiveState>({ connected: false });
  const listeners = createListeners();
  const address = new URL(url, location.href);
  address.protocol = address.protocol.replace('http', 'ws');

  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** The server closed the connection because of the token: it is renewed before the next try, once for each loss. */
  let refused = false;
  let renewed = false;
  /** Calls were not answered either. */
  let wasCut = false;

  const ready = () => {
    attempt = 0;
    renewed = false;
    state.connected = true;
    // Queries before this moment may lack a change.
    listeners.notifyAll();
  };

  const drop = () => {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    state.connected = false;
    old?.close();
  };

  const retry = () => {
    timer = setTimeout(open, waitBefore(attempt, random));
    attempt += 1;
  };

  const greet = () => {
    if (socket?.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ token: session.token }));
  };

  async function open() {
    if (session.token === null || session.companyId === null || session.expired) return;
    if (refused && !renewed) {
      renewed = true;
      refused = false;
      try {
        if (!(await api.renew())) return;
      } catch {
        // The token cannot be renewed offline: the connection would fail as well, and is retried like any other.
      }
      // Another connection may have been opened during the wait.
      if (socket !== null) return;
    }
    const opened = new WebSocket(address);
    socket = opened;
    opened.addEventListener('open', greet);
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened) return;
      const message = read(data);
      if (isReady(message)) return ready();
      const event = LiveEvent.safeParse(message);
      if (event.success) listeners.publish(event.data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      refused = code === CLOSE_UNAUTHORIZED;
      // Calls may have the same problem, but none is made at the moment.
      if (attempt === 0 && !refused && api.connection.reach === 'ok') {
        api.connection.reach = 'doubtful';
      }
      drop();
      retry();
    });
  }

  const restart = () => {
    drop();
    attempt = 0;
    void open();
  };
  const wake = () => {
    if (socket === null) restart();
  };
  const stops = [
    subscribeKey(session, 'companyId', restart),
    // The token was renewed: with the new one the connection outlives the old one's end. The first token of an element
    // may come after its company is known, and opens the connection.
    subscribeKey(session, 'token', () => (socket === null && attempt === 0 ? wake() : greet())),
    subscribeKey(session, 'expired', (expired) => (expired ? drop() : wake())),
    subscribeKey(api.connection, 'reach', (reach) => {
      // Only where the network was cut: a server that refuses only this connection must not be retried early.
      if (reach === 'ok' && wasCut) wake();
      wasCut = reach === 'offline' || reach === 'maintenance';
    }),
  ];
  window.addEventListener('online', wake);
  void open();

  return {
    state,
    hear: listeners.hear,
    close: () => {
      for (const stop of stops) stop();
      window.removeEventListener('online', wake);
      listeners.clear();
      drop();
    },
  };
}
