import { type Site, site } from '@primazia/backend/platform/contract';
import type { Api } from '@primazia/kit';
import { proxy, subscribe } from 'valtio';

/** What the installation says of itself; null while that is not known. */
export interface SiteState {
  value: Site | null;
}

export interface SiteKnowledge {
  /** A valtio proxy. */
  readonly state: SiteState;
  /** Asks until an answer comes, and not again afterwards. */
  load(): Promise<Site>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Waits, or less where the way to the server opens meanwhile. */
const untilWorthAsking = ({ connection }: Pick<Api, 'connection'>, ms: number) =>
  new Promise<void>((resolve) => {
    let wasCut = connection.reach !== 'ok';
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = subscribe(connection, () => {
      if (wasCut && connection.reach === 'ok') done();
      wasCut = connection.reach !== 'ok';
    });
  });

/**
 * Asks what kind of installation this is. It is the first call of every page, also before anybody has signed in, so
 * that an installation that is closed for maintenance says so at once.
 */
export function createSite(api: Pick<Api, 'call' | 'connection'>): SiteKnowledge {
  const state = proxy<SiteState>({ value: null });
  let loading: Promise<Site> | null = null;

  async function ask(): Promise<Site> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      try {
        const answer = await api.call(site, {});
        state.value = answer;
        return answer;
      } catch (error) {
        console.error('What this installation is like cannot be read.', error);
        await untilWorthAsking(api, wait);
      }
    }
  }

  return {
    state,
    load: () => {
      loading ??= ask();
      return loading;
    },
  };
}
