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
  /** Whether a module may be on the page at all. */
  isOpen: () => boolean;
  /** What a module is handed when it is mounted. */
  propsOf: (module: RemoteModule) => ModuleProps;
  /** Called for a module that loaded but failed to mount; failed loads are reported by `remotes`. */
  broke: (module: RemoteModule, error: unknown) => void;
}

/** The modules as single-spa keeps them, one build of each. */
export interface Apps {
  /** The build that is under a name, or comes next; undefined: no such module. */
  buildOf(name: string): RemoteModule | undefined;
  names(): string[];
  add(module: RemoteModule): void;
  remove(name: string): Promise<void>;
  /** Whether the module's code runs in the page, shown or not. */
  isLoaded(name: string): boolean;
  /** Whether the person is at one of the module's pages. */
  isShown(module: RemoteModule): boolean;
  /** Puts a build in the place of the one before: what is shown of it is taken down and stood up again. */
  replace(module: RemoteModule): Promise<void>;
  /** Retries a failed module. */
  retry(name: string): Promise<void>;
  /** Mounts and unmounts what has to be. */
  reroute(): Promise<void>;
  /** Starts each of the modules that are mounted again, at the next `update`. */
  unloadMounted(): () => Promise<void>;
}

/** The style sheets of a build that is gone: what the next one no longer says must not go on holding. */
function dropStyles({ entry }: RemoteModule) {
  const folder = new URL('.', entry).href;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(folder)) link.remove();
  }
}

const isLoadedAs = (status: string | null) =>
  status !== null && ![NOT_LOADED, LOAD_ERROR, SKIP_BECAUSE_BROKEN].includes(status);

/** Keeps modules in single-spa, each apart from the others' failures. */
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
      // Not the browser's address: at Back that has moved already while a form asks whether it may be left.
      activeWhen: () => isOpen() && isAt(need(name)),
      customProps: () => parts.propsOf(need(name)),
    });
  }

  /** Makes single-spa load a module's code again; failed loads are retried by it anyway. */
  async function freshen(name: string) {
    const status = getAppStatus(name);
    if (status === SKIP_BECAUSE_BROKEN) {
      // It does not unload what broke: only made known again, it gets another chance.
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
        // Asked for again now: the failure of before, with its button, must not be there for a moment more.
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
