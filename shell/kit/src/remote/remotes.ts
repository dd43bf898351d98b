import { type ModuleFederation, satisfy } from '@module-federation/enhanced/runtime';
import type { ModuleLifecycles } from '../module/define-module.tsx';
import { type LoadFailure, RemoteError } from './failure.ts';
import { openFederation } from './federation.ts';
import { parseRegistry, type Registry, type RemoteModule } from './registry.ts';

/** The time limit for loading a module, in ms. */
export const PATIENCE_MS = 15_000;

/** A failed module, for the operators of the suite. */
export interface RemoteIncident {
  module: string;
  version: string;
  build: string;
  failure: LoadFailure;
  message: string;
}

export interface RemotesParts {
  /** The whole address of the registry, without a query. */
  registryUrl: string;
  /** Origins besides the registry's own that code may be loaded from; fetched with each reading of the registry. */
  allowedOrigins: () => Promise<readonly string[]>;
  /** The kit that runs on the page; null where each module brings its own. */
  kit: string | null;
  /** The federation instance of the page, which knows what the page shares. */
  instance: ModuleFederation;
  /** Called once for each failure that a page waits for. */
  report: (incident: RemoteIncident) => void;
  fetch?: typeof fetch;
}

/** A module that runs on the page, with its build. */
export interface LoadedModule {
  module: RemoteModule;
  lifecycles: ModuleLifecycles;
}

/** Finds the builds of modules and loads them. */
export interface Remotes {
  /**
   * Fetches the registry; the browser revalidates by ETag, so an unchanged one costs a 304.
   * @param company whose pinned versions are wanted
   * @throws {Error} where it cannot be read
   */
  list(company?: number | null): Promise<Registry>;
  /**
   * Loads a build; one that is loaded already is not loaded again. A failure is not cached.
   * @param isAhead no page waits for it yet: its failure is not reported, unless a page waits for it by then
   * @throws {RemoteError} and nothing else
   */
  load(module: RemoteModule, isAhead?: boolean): Promise<LoadedModule>;
  /** The next `load` of this build runs its code again. */
  forget(module: RemoteModule): void;
}

interface Load {
  loaded: Promise<LoadedModule>;
  /** A page waits for it now: the time limit starts again. */
  want(): void;
}

/** Rejects when it has taken too long, counted from the last `restart`. */
function makePatience(late: Error, giveUp: AbortController) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveIn = () => {};
  const over = new Promise<never>((_, reject) => {
    giveIn = () => {
      giveUp.abort(late);
      reject(late);
    };
  });
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(giveIn, PATIENCE_MS);
  };
  return { over, restart, stop };
}

/** Loads modules with Module Federation's runtime, within a time limit, and finds out why one did not load. */
export function createRemotes(parts: RemotesParts): Remotes {
  const request = parts.fetch ?? fetch.bind(globalThis);
  const federation = openFederation(parts.instance, request);
  const loads = new Map<string, Load>();

  const fits = ({ kit }: RemoteModule) => parts.kit === null || satisfy(parts.kit, kit);

  async function bring(module: RemoteModule, signal: AbortSignal): Promise<LoadedModule> {
    if (!fits(module)) {
      throw new RemoteError('too-new', module, `it needs kit ${module.kit}, here is ${parts.kit}`);
    }
    const exposed = await federation.load(module, signal);
    if (!isModule(exposed)) throw new RemoteError('broken', module, 'it exposes no lifecycles');
    return { module, lifecycles: exposed };
  }

  function begin(module: RemoteModule, isAhead: boolean): Load {
    const { name, version, build, entry } = module;
    const giveUp = new AbortController();
    const late = new RemoteError('slow', module, `not here in ${PATIENCE_MS} ms`);
    const patience = makePatience(late, giveUp);
    let isWanted = !isAhead;
    let isOver = false;
    patience.restart();
    const loaded = Promise.race([bring(module, giveUp.signal), patience.over]).finally(() => {
      isOver = true;
      patience.stop();
    });
    loaded.catch((error: unknown) => {
      loads.delete(entry);
      if (!isWanted) return;
      const failure = error instanceof RemoteError ? error.failure : 'broken';
      parts.report({ module: name, version, build, failure, message: String(error) });
    });
    return {
      loaded,
      want() {
        if (!isWanted && !isOver) patience.restart();
        isWanted = true;
      },
    };
  }

  return {
    async list(company = null) {
      const { registryUrl } = parts;
      const query = company === null ? '' : `?company=${company}`;
      const answer = await request(registryUrl + query, {
        cache: 'no-cache',
        credentials: 'omit',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!answer.ok) throw new Error(`the registry answered ${answer.status}`);
      const raw: unknown = await answer.json();
      const own = parseRegistry(raw, { registryUrl, allowedOrigins: [] });
      // Where all code comes from the registry's own origin, no page has to wait for the list of other origins.
      if (own.refused.length === 0) return own;
      return parseRegistry(raw, { registryUrl, allowedOrigins: await parts.allowedOrigins() });
    },
    load(module, isAhead = false) {
      const known = loads.get(module.entry);
      if (known === undefined) {
        const begun = begin(module, isAhead);
        loads.set(module.entry, begun);
        return begun.loaded;
      }
      if (!isAhead) known.want();
      return known.loaded;
    },
    forget(module) {
      loads.delete(module.entry);
    },
  };
}

const isModule = (exposed: unknown): exposed is ModuleLifecycles =>
  typeof exposed === 'object' &&
  exposed !== null &&
  ['bootstrap', 'mount', 'unmount'].every(
    (step) => typeof Reflect.get(exposed, step) === 'function',
  );
