import { parseOwnBuild, type RemoteModule } from '@primazia/kit/remote';
import type { SiteKnowledge } from '../site/site.ts';

/** A module that comes from a developer's own machine instead of the registry's address. */
export interface Override {
  name: string;
  /** The folder of its build, with a trailing slash: `http://localhost:4001/`. */
  base: string;
}

/** The key under which overrides are stored, in the form of the address: `mfe-pricing@http://localhost:4001/`, with commas between. */
export const OVERRIDES_KEY = 'primazia.modules';
const PARAMETER = 'modules';

const ENTRY = 'remoteEntry.js';
const PATIENCE_MS = 5_000;

/** Only the machine that the browser runs on: no link can make a person run code of others. */
const isLocal = ({ protocol, hostname }: URL) =>
  /^https?:$/.test(protocol) && hostname === 'localhost';

/** Parses overrides; invalid ones are left out and reported. */
export function parseOverrides(text: string): Override[] {
  return text.split(',').flatMap((part) => {
    const [, name, address = ''] = /^\s*(mfe-[a-z0-9-]+)@(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || !URL.canParse(address) || !isLocal(new URL(address))) {
      if (part.trim() !== '') console.warn(`${part} points no module to this machine.`);
      return [];
    }
    const { origin, pathname } = new URL(address);
    const folder = pathname.endsWith('.js')
      ? pathname.slice(0, pathname.lastIndexOf('/'))
      : pathname;
    return [{ name, base: `${origin}${folder.replace(/\/*$/, '/')}` }];
  });
}

/** Moves overrides from the page's address into the storage: the login in between would lose them. */
export function keepOverrides(storage: Storage, page: Location, history: History): void {
  const url = new URL(page.href);
  const given = url.searchParams.get(PARAMETER);
  if (given === null) return;
  if (given === '') storage.removeItem(OVERRIDES_KEY);
  else storage.setItem(OVERRIDES_KEY, given);
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
}

export interface Overrides {
  /** The active ones: none in production, whatever is stored. */
  inForce(): Promise<readonly Override[]>;
  /** Replaces the registry's builds by the developer's; a module that the registry lacks is added. */
  apply(modules: readonly RemoteModule[]): Promise<RemoteModule[]>;
  /** Removes them. */
  reset(): void;
  /** Calls back for each build that a developer's server reports (`npm run dev`). */
  follow(built: () => void): void;
}

/** Reads the manifest of a developer's build. */
async function readOwnBuild({ base }: Override): Promise<RemoteModule> {
  const answer = await fetch(`${base}module.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`${base}module.json answered ${answer.status}`);
  const said: { build?: unknown } = await answer.json();
  // Each build has its own address, as in the registry.
  return parseOwnBuild(said, `${base}${ENTRY}?build=${String(said.build)}`);
}

/** Loads modules from a developer's machine. */
export function createOverrides(storage: Storage, site: Pick<SiteKnowledge, 'load'>): Overrides {
  let sources: EventSource[] = [];

  async function inForce(): Promise<readonly Override[]> {
    const overrides = parseOverrides(storage.getItem(OVERRIDES_KEY) ?? '');
    if (overrides.length === 0) return [];
    const { environment } = await site.load();
    if (environment !== 'production') return overrides;
    console.warn('Modules cannot be overridden in production.');
    storage.removeItem(OVERRIDES_KEY);
    return [];
  }

  /** For a build without a manifest: the registry's entry, with the other address. */
  const moved = (module: RemoteModule, { base }: Override): RemoteModule => ({
    ...module,
    entry: base + ENTRY,
    integrity: null,
  });

  return {
    inForce,
    async apply(modules) {
      const overrides = await inForce();
      const own = await Promise.all(
        overrides.map(async (override) => {
          const listed = modules.find(({ name }) => name === override.name);
          try {
            return await readOwnBuild(override);
          } catch (error) {
            console.error(`What ${override.base} builds has no manifest.`, error);
            return listed === undefined ? null : moved(listed, override);
          }
        }),
      );
      const taken = own.filter((module) => module !== null);
      const isTaken = ({ name }: RemoteModule) => taken.some((module) => module.name === name);
      const added = taken.filter(({ name }) => !modules.some((module) => module.name === name));
      return [
        ...modules.map((one) => (isTaken(one) ? taken.find(({ name }) => name === one.name) : one)),
        ...added,
      ].filter((module) => module !== undefined);
    },
    reset() {
      storage.removeItem(OVERRIDES_KEY);
      for (const source of sources) source.close();
      sources = [];
    },
    follow(built) {
      void inForce().then((overrides) => {
        sources = overrides.map(({ base }) => {
          const source = new EventSource(`${base}events`);
          source.addEventListener('built', built);
          return source;
        });
      });
    },
  };
}
