import { satisfies } from 'compare-versions';
import type { ModuleLifecycles } from '../module/define-module.tsx';
import { openContainer, type ShareScopes, takeContainer } from './container.ts';
import { type LoadFailure, RemoteError } from './failure.ts';
import { parseRegistry, type Registry, type RemoteModule } from './registry.ts';
import { runScript } from './script.ts';

/** How long a module may take to come, in ms. */
export const PATIENCE_MS = 15_000;

/** A module that failed, for whoever looks after the suite. */
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
  /** Origins besides the registry's own that code may come from; asked for with each look into the registry. */
  allowedOrigins: () => Promise<readonly string[]>;
  /** The kit that runs on the page; null where each module brings its own. */
  kit: string | null;
  /** What the page shares already; an object of the caller's own to begin with nothing. */
  scopes: ShareScopes;
  /** Hears of each failure, once. */
  report: (incident: RemoteIncident) => void;
  fetch?: typeof fetch;
  document?: Document;
}

/** A module that runs on the page, with the build that it is. */
export interface LoadedModule {
  module: RemoteModule;
  lifecycles: ModuleLifecycles;
}

export interface Remotes {
  /**
   * Asks the registry; the browser asks by ETag, so an unchanged one costs a 304.
   * @param company whose pinned versions are wanted
   * @throws {Error} where it cannot be read
   */
  list(company?: number | null): Promise<Registry>;
  /**
   * Brings a build onto the page; loaded already, it is not loaded again. A failure is not remembered.
   * @throws {RemoteError} and nothing else
   */
  load(module: RemoteModule): Promise<LoadedModule>;
  /** The next `load` of this build runs its code anew. */
  forget(module: RemoteModule): void;
}

/** Without a dependency of its own on federation's runtime: a container is asked as the protocol says. */
export function createRemotes(parts: RemotesParts): Remotes {
  const ways = {
    fetch: parts.fetch ?? fetch.bind(globalThis),
    document: parts.document ?? document,
    hung: new Map<string, number>(),
  };
  const loads = new Map<string, Promise<LoadedModule>>();

  const fits = ({ kit }: RemoteModule) => parts.kit === null || satisfies(parts.kit, kit);

  async function bring(module: RemoteModule): Promise<LoadedModule> {
    if (!fits(module)) {
      throw new RemoteError('too-new', module, `it needs kit ${module.kit}, here is ${parts.kit}`);
    }
    const giveUp = new AbortController();
    const late = new RemoteError('slow', module, `not here in ${PATIENCE_MS} ms`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        giveUp.abort(late);
        reject(late);
      }, PATIENCE_MS);
    });
    const work = async () => {
      await runScript(module, ways, giveUp.signal);
      return await openContainer(module, takeContainer(module), parts.scopes);
    };
    try {
      const exposed = await Promise.race([work(), tooLate]);
      if (!isModule(exposed)) throw new RemoteError('broken', module, 'it exposes no lifecycles');
      return { module, lifecycles: exposed };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async list(company = null) {
      const { registryUrl } = parts;
      const query = company === null ? '' : `?company=${company}`;
      const answer = await ways.fetch(registryUrl + query, {
        cache: 'no-cache',
        credentials: 'omit',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!answer.ok) throw new Error(`the registry answered ${answer.status}`);
      const raw: unknown = await answer.json();
      const own = parseRegistry(raw, { registryUrl, allowedOrigins: [] });
      // Where all comes from the registry's own origin, nobody has to wait for the others' names.
      if (own.refused.length === 0) return own;
      return parseRegistry(raw, { registryUrl, allowedOrigins: await parts.allowedOrigins() });
    },
    load(module) {
      const known = loads.get(module.entry);
      if (known !== undefined) return known;
      const loading = bring(module);
      loads.set(module.entry, loading);
      loading.catch((error: unknown) => {
        loads.delete(module.entry);
        const { name, version, build } = module;
        const failure = error instanceof RemoteError ? error.failure : 'broken';
        parts.report({ module: name, version, build, failure, message: String(error) });
      });
      return loading;
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
