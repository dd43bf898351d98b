import { health } from '@primazia/backend/platform/contract';
import { subscribe } from 'valtio';
import type { Api, Reach } from './api.ts';
import { ApiError, isUnavailable } from './error.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Twice as long each time, and between half and all of it, so that many pages do not reconnect at the same time. */
const waitBefore = (attempt: number, random: () => number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);

/** Asks the server for its state. */
async function probe(api: Pick<Api, 'call'>): Promise<Reach> {
  try {
    const { database, status } = await api.call(health, {});
    return database && status !== 'maintenance' ? 'ok' : 'maintenance';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'offline') return 'offline';
    return isUnavailable(error) ? 'maintenance' : 'ok';
  }
}

/**
 * Polls the cause of failures while the server does not answer correctly, until it is available again, so that the notice
 * closes automatically.
 * @returns stops polling
 */
export function watchConnection(
  { connection, call }: Pick<Api, 'connection' | 'call'>,
  random: () => number = Math.random,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probing = false;
  let attempt = 0;
  let stopped = false;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  };

  async function ask() {
    if (probing || stopped) return;
    probing = true;
    const reach = await probe({ call });
    probing = false;
    if (stopped) return;
    connection.reach = reach;
    if (reach === 'ok') return;
    schedule(waitBefore(attempt, random));
    attempt += 1;
  }

  const follow = () => {
    if (connection.reach === 'ok') {
      clearTimeout(timer);
      timer = undefined;
      attempt = 0;
    } else if (timer === undefined && !probing) {
      schedule(connection.reach === 'doubtful' ? 0 : waitBefore(0, random));
    }
  };
  const lost = () => {
    connection.reach = 'offline';
  };
  const found = () => {
    if (connection.reach !== 'ok') schedule(0);
  };
  const unsubscribe = subscribe(connection, follow);
  window.addEventListener('offline', lost);
  window.addEventListener('online', found);
  if (!navigator.onLine) lost();

  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('offline', lost);
    window.removeEventListener('online', found);
  };
}
