import type { ModuleLifecycles } from '@primazia/kit';
import { type LoadFailure, RemoteError, type Remotes } from '@primazia/kit/remote';
import type { RouterHistory } from '@tanstack/react-router';
import { getAppStatus, MOUNTING } from 'single-spa';
import type { Drawn } from './drawn.ts';
import { moduleAt, type RemoteModule } from './registry.ts';

/** single-spa passes over what failed to load less than 200 ms ago. */
export const REST_MS = 250;

/** `kept`: drawn and hidden, to be shown at once. */
export type Place = 'away' | 'loading' | 'kept' | 'mounted' | LoadFailure;

export interface LoadingParts {
  remotes: Remotes;
  history: RouterHistory;
  /** Whether a module is kept, hidden, that is left at a path. */
  keeps: (pathname: string) => boolean;
  /** Where a module is in its life. */
  tell: (name: string, place: Place) => void;
}

class Left extends Error {}

/** Rejects when the person goes elsewhere: the next page must not wait for a module that nobody wants now. */
function departure(history: RouterHistory, module: RemoteModule) {
  let stop = () => {};
  const gone = new Promise<never>((_, reject) => {
    stop = history.subscribe(({ location }) => {
      if (moduleAt([module], location.pathname) === undefined) reject(new Left('no longer wanted'));
    });
  });
  return { gone, stop };
}

/** Loads modules for single-spa, which hears of each as `Place` says. */
export function createLoading({ remotes, history, keeps, tell }: LoadingParts, drawn: Drawn) {
  /** By the name of its module, when it last did not come, in ms. */
  const missed = new Map<string, number>();

  /** The lifecycles of a module as single-spa runs them: where they lead is told. */
  const followed = (name: string, lifecycles: ModuleLifecycles) => {
    const { bootstrap, keep } = lifecycles;
    return {
      bootstrap,
      mount: async (props: Parameters<typeof lifecycles.mount>[0]) => {
        drawn.take(name, keep);
        await lifecycles.mount(props);
        // Too late counts as failed: single-spa has given it up by then.
        if (getAppStatus(name) === MOUNTING) tell(name, 'mounted');
      },
      unmount: async (props: Parameters<typeof lifecycles.unmount>[0]) => {
        await lifecycles.unmount(keep === undefined ? props : { ...props, keeps });
        const isKept = keep?.isKept() ?? false;
        if (isKept) drawn.hid(name);
        tell(name, isKept ? 'kept' : 'away');
      },
    };
  };

  return {
    /** @throws {RemoteError} and whatever else keeps it away; told already */
    async load(module: RemoteModule) {
      const { name } = module;
      if (!drawn.isKept(name)) tell(name, 'loading');
      const left = departure(history, module);
      try {
        const { lifecycles } = await Promise.race([remotes.load(module), left.gone]);
        return followed(name, lifecycles);
      } catch (error) {
        if (error instanceof RemoteError) console.error(error);
        missed.set(name, performance.now());
        tell(name, error instanceof RemoteError ? error.failure : 'away');
        throw error;
      } finally {
        left.stop();
      }
    },
    /** Whether single-spa asks again for a module that did not come. */
    hasRested: (name: string) => performance.now() - (missed.get(name) ?? 0) > REST_MS,
  };
}
