import { proxy } from 'valtio';
import type { Api, Reach } from '../../api/api.ts';
import { ApiError } from '../../api/error.ts';
import type { ReportedFault } from './notice.tsx';

const FOREIGN = 'foreign_origin';

/**
 * Why the page gets no data. A browser does not reveal to a page why an answer was blocked: if the same server answers a public
 * endpoint, the page's origin is not allowed.
 */
async function faultOf(reach: Reach, baseUrl: string, signal: AbortSignal) {
  if (reach !== 'offline') return reach === 'maintenance' ? 'maintenance' : null;
  try {
    const { ok } = await fetch(`${baseUrl}/modules/registry.json`, {
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    return ok ? 'unauthorised-origin' : 'offline';
  } catch {
    return 'offline';
  }
}

export interface FaultState {
  fault: ReportedFault | null;
}

export interface Faults {
  /** A valtio proxy. */
  readonly state: FaultState;
  /** Checks the connection to the server in its present state. */
  check(reach: Reach): Promise<void>;
  /** Wraps the calls, to see where the server refuses the page. */
  watch(api: Api): Api;
  close(): void;
}

/** Finds out what is wrong between an element and the server, for the person in front of it. */
export function createFaults(baseUrl: string): Faults {
  const state = proxy<FaultState>({ fault: null });
  let checks = new AbortController();
  return {
    state,
    async check(reach) {
      checks.abort();
      checks = new AbortController();
      const { signal } = checks;
      const fault = await faultOf(reach, baseUrl, signal);
      if (!signal.aborted) state.fault = fault;
    },
    watch: (api) => ({
      ...api,
      call: async (...args) => {
        try {
          const answer = await api.call(...args);
          if (state.fault === 'unauthorised-origin') state.fault = null;
          return answer;
        } catch (error) {
          if (error instanceof ApiError && error.code === FOREIGN) {
            state.fault = 'unauthorised-origin';
          }
          throw error;
        }
      },
    }),
    close: () => checks.abort(),
  };
}
