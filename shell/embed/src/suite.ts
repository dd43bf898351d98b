import { createInstance } from '@module-federation/enhanced/runtime';
import {
  createRemotes,
  type Registry,
  RemoteError,
  type RemoteIncident,
  type RemoteModule,
  type Remotes,
} from '@primazia/kit/remote';
import type { Embed } from '@primazia/kit/shell';

/** A module that can be embedded. */
export interface Embeddable {
  module: RemoteModule;
  embed: Embed;
}

/** The modules behind the elements of a page. */
export interface Suite {
  /** The origin of the script, without a trailing slash. */
  readonly baseUrl: string;
  /** The tags that the registry has elements for. */
  tags(): Promise<string[]>;
  /**
   * Loads the module of a tag, once for all elements.
   * @param company whose pinned version is wanted
   * @throws {RemoteError} of the module, or another error where the registry cannot be read
   */
  bring(tag: string, company: number | null): Promise<Embeddable>;
}

/** How long an answer of the registry is used for further elements, in ms. */
const FRESH_MS = 60_000;

/** The origins besides our own that code may be loaded from; none where the server does not name them. */
async function readOrigins(baseUrl: string): Promise<string[]> {
  try {
    const answer = await fetch(`${baseUrl}/api/site`, { credentials: 'omit' });
    const { moduleOrigins }: { moduleOrigins?: unknown } = await answer.json();
    return Array.isArray(moduleOrigins) ? moduleOrigins.map(String) : [];
  } catch {
    // The page may not call our API, or it is unavailable: the registry's own origin is enough.
    return [];
  }
}

/** @param report called for each module that failed */
export function createSuite(baseUrl: string, report: (incident: RemoteIncident) => void): Suite {
  const registries = new Map<number | null, { at: number; answer: Promise<Registry> }>();
  const loaders = new Map<string, Remotes>();

  /**
   * Modules that are built with the same version of the kit share it. A build of another version brings its own:
   * otherwise it would get the first kit on the page, even one that is older than it needs.
   */
  function loaderFor(kit: string): Remotes {
    const known = loaders.get(kit);
    if (known !== undefined) return known;
    const loader = createRemotes({
      registryUrl: `${baseUrl}/modules/registry.json`,
      allowedOrigins: () => readOrigins(baseUrl),
      kit: null,
      instance: createInstance({ name: `primazia_embed${kit}`, remotes: [] }),
      report,
    });
    loaders.set(kit, loader);
    return loader;
  }

  function list(company: number | null): Promise<Registry> {
    const known = registries.get(company);
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.answer;
    const answer = loaderFor('').list(company);
    registries.set(company, { at: performance.now(), answer });
    answer.catch(() => registries.delete(company));
    return answer;
  }

  return {
    baseUrl,
    async tags() {
      const { modules } = await list(null);
      return modules.map(({ embed }) => embed).filter((tag) => tag !== null);
    },
    async bring(tag, company) {
      const { modules } = await list(company);
      const module = modules.find(({ embed }) => embed === tag);
      if (module === undefined) throw new Error(`No module is behind <${tag}>.`);
      const { lifecycles } = await loaderFor(module.kit).load(module);
      // A build from before embedding.
      const { embed }: { embed?: Embed } = lifecycles;
      if (embed === undefined) throw new RemoteError('broken', module, 'it cannot be embedded');
      return { module, embed };
    },
  };
}
