import { type Site, site } from '@primazia/backend/platform/contract';
import type { Api } from '@primazia/kit';
import { proxy, subscribe } from 'valtio';

/** The description of the installation; null until it is loaded. */
export interface SiteState {
  value: Site | null;
}

export interface SiteKnowledge {
  /** A valtio proxy. */
  readonly state: SiteState;
  /** Calls until an answer arrives, and not again afterwards. */
  load(): Promise<Site>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Waits, but not longer than until the server is available. */
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
 * Fetches the description of the installation. It is the first call of every page, also before a person signs in, so
 * that maintenance shows at once.
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
        console.error('The description of this installation cannot be read.', error);
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
