import { type LoadFailure, RemoteError, type Remotes } from '@primazia/kit/remote';
import { afterPaint, type ModuleLifecycles } from '@primazia/kit/shell';
import type { RouterHistory } from '@tanstack/react-router';
import { getAppStatus, MOUNTING } from 'single-spa';
import { moduleAt, type RemoteModule } from './registry.ts';

/** single-spa skips applications that failed to load less than 200 ms ago. */
export const REST_MS = 250;

/** The state of a module. */
export type Place = 'away' | 'loading' | 'mounted' | LoadFailure;

export interface LoadingParts {
  remotes: Remotes;
  history: RouterHistory;
  /** Publishes the state of a module. */
  setPlace: (name: string, place: Place) => void;
}

class Left extends Error {}

/** Rejects when the person leaves the module's pages: the next page must not wait for it. */
function departure(history: RouterHistory, module: RemoteModule) {
  let stop = () => {};
  const gone = new Promise<never>((_, reject) => {
    stop = history.subscribe(({ location }) => {
      if (moduleAt([module], location.pathname) === undefined) reject(new Left('no longer wanted'));
    });
  });
  return { gone, stop };
}

/** Loads modules for single-spa, and publishes the `Place` of each. */
export function createLoading({ remotes, history, setPlace }: LoadingParts) {
  /** When each module last failed to load, by name, in ms. */
  const missed = new Map<string, number>();

  /** Modules that were left and are still rendered, until the page that was opened instead is painted. */
  const leaving = new Map<string, Promise<unknown>>();

  /** The lifecycles of a module for single-spa: each state is published. */
  const followed = (name: string, { bootstrap, mount, unmount }: ModuleLifecycles) => ({
    bootstrap,
    mount: async (props: Parameters<typeof mount>[0]) => {
      await leaving.get(name);
      await mount(props);
      // Too late counts as failed: single-spa has timed out by then.
      if (getAppStatus(name) === MOUNTING) setPlace(name, 'mounted');
    },
    unmount: async (props: Parameters<typeof unmount>[0]) => {
      // The shell has removed its element from the page: unmounting a list takes as long as rendering the next page.
      const unmounted = new Promise<void>((resolve) => afterPaint(resolve))
        .then(() => unmount(props))
        .catch((error: unknown) => console.error(`${name} could not be unmounted.`, error));
      leaving.set(name, unmounted);
      setPlace(name, 'away');
    },
  });

  return {
    /** @throws {RemoteError} and other failures of loading; already reported */
    async load(module: RemoteModule) {
      const { name } = module;
      setPlace(name, 'loading');
      const left = departure(history, module);
      try {
        const { lifecycles } = await Promise.race([remotes.load(module), left.gone]);
        return followed(name, lifecycles);
      } catch (error) {
        if (error instanceof RemoteError) console.error(error);
        missed.set(name, performance.now());
        setPlace(name, error instanceof RemoteError ? error.failure : 'away');
        throw error;
      } finally {
        left.stop();
      }
    },
    /** Whether single-spa retries a module that failed to load. */
    hasRested: (name: string) => performance.now() - (missed.get(name) ?? 0) > REST_MS,
  };
}
