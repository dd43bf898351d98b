import { PATIENCE_MS } from '@primazia/kit/remote';
import type { ModuleProps } from '@primazia/kit/shell';
import {
  addErrorHandler,
  getAppStatus,
  getMountedApps,
  LOAD_ERROR,
  NOT_LOADED,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  setBootstrapMaxTime,
  setMountMaxTime,
  triggerAppChange,
  unloadApplication,
  unregisterApplication,
} from 'single-spa';
import { createLoading, type LoadingParts, REST_MS } from './loading.ts';
import { moduleAt, type RemoteModule } from './registry.ts';

export interface AppsParts extends LoadingParts {
  /** Whether modules may be on the page. */
  isOpen: () => boolean;
  /** The props of a module when it is mounted. */
  propsOf: (module: RemoteModule) => ModuleProps;
  /** Called for a module that loaded but failed to mount; failed loads are reported by `remotes`. */
  broke: (module: RemoteModule, error: unknown) => void;
}

/** The modules in single-spa, one build of each. */
export interface Apps {
  /** The present or next build of a name; undefined: no such module. */
  buildOf(name: string): RemoteModule | undefined;
  names(): string[];
  add(module: RemoteModule): void;
  remove(name: string): Promise<void>;
  /** Whether the module's code runs in the page, shown or not. */
  isLoaded(name: string): boolean;
  /** Whether the person is at one of the module's pages. */
  isShown(module: RemoteModule): boolean;
  /** Replaces the previous build: if the module is shown, it is unmounted and mounted again. */
  replace(module: RemoteModule): Promise<void>;
  /** Retries a failed module. */
  retry(name: string): Promise<void>;
  /** Mounts and unmounts modules as the location requires. */
  reroute(): Promise<void>;
  /** Notes which modules are mounted. The returned function unloads them, so that each starts again when it is mounted. */
  unloadMounted(): () => Promise<void>;
}

/** Removes the style sheets of a replaced build: its rules must not apply to the next one. */
function dropStyles({ entry }: RemoteModule) {
  const folder = new URL('.', entry).href;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(folder)) link.remove();
  }
}

const isLoadedAs = (status: string | null) =>
  status !== null && ![NOT_LOADED, LOAD_ERROR, SKIP_BECAUSE_BROKEN].includes(status);

/** Registers modules in single-spa, and isolates the failures of each. */
export function createApps(parts: AppsParts): Apps {
  const { remotes, history, isOpen, setPlace } = parts;
  const builds = new Map<string, RemoteModule>();
  const loading = createLoading(parts);

  const need = (name: string): RemoteModule => {
    const module = builds.get(name);
    if (module === undefined) throw new Error(`${name} is not in the registry`);
    return module;
  };

  const isAt = (module: RemoteModule) =>
    moduleAt([module], history.location.pathname) !== undefined;

  function register(name: string) {
    registerApplication<ModuleProps>({
      name,
      app: () => loading.load(need(name)),
      // Not the browser's address: after Back it has changed already while a form asks whether it may be left.
      activeWhen: () => isOpen() && isAt(need(name)),
      customProps: () => parts.propsOf(need(name)),
    });
  }

  /** Makes single-spa load a module's code again; failed loads are retried by it anyway. */
  async function freshen(name: string) {
    const status = getAppStatus(name);
    if (status === SKIP_BECAUSE_BROKEN) {
      // single-spa does not unload a broken application: it has to be registered again.
      await unregisterApplication(name);
      register(name);
    } else if (isLoadedAs(status)) await unloadApplication(name);
  }

  setBootstrapMaxTime(PATIENCE_MS, true);
  setMountMaxTime(PATIENCE_MS, true);
  addErrorHandler((error) => {
    const module = builds.get(error.appOrParcelName);
    // A failed load was reported by `loading`; what remains is a module that loaded and does not work.
    if (module === undefined || getAppStatus(module.name) !== SKIP_BECAUSE_BROKEN) return;
    console.error(`The module ${module.name} is broken.`, error);
    remotes.forget(module);
    setPlace(module.name, 'broken');
    parts.broke(module, error);
  });

  return {
    buildOf: (name) => builds.get(name),
    names: () => [...builds.keys()],
    add(module) {
      builds.set(module.name, module);
      setPlace(module.name, 'away');
      register(module.name);
    },
    async remove(name) {
      await unregisterApplication(name);
      builds.delete(name);
    },
    isLoaded: (name) => isLoadedAs(getAppStatus(name)),
    isShown: (module) => isOpen() && isAt(module),
    async replace(module) {
      const { name } = module;
      const before = need(name);
      builds.set(name, module);
      if (before.entry === module.entry) return;
      remotes.forget(before);
      await freshen(name);
      dropStyles(before);
      await triggerAppChange();
    },
    async retry(name) {
      setPlace(name, 'loading');
      if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) await freshen(name);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      await triggerAppChange();
    },
    reroute: async () => {
      for (const module of builds.values()) {
        const { name } = module;
        // The module is requested again now: the previous failure must disappear at once, with its button.
        if (
          loading.hasRested(name) &&
          isOpen() &&
          isAt(module) &&
          getAppStatus(name) === LOAD_ERROR
        ) {
          setPlace(name, 'loading');
        }
      }
      await triggerAppChange();
    },
    unloadMounted() {
      const mounted = getMountedApps();
      return async () => {
        await Promise.all(mounted.map((name) => unloadApplication(name)));
      };
    },
  };
}
