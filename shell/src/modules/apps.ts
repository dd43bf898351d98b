import type { Keep, ModuleProps } from '@primazia/kit';
import { type LoadFailure, PATIENCE_MS, RemoteError, type Remotes } from '@primazia/kit/remote';
import type { RouterHistory } from '@tanstack/react-router';
import {
  addErrorHandler,
  getAppStatus,
  getMountedApps,
  LOAD_ERROR,
  MOUNTING,
  NOT_LOADED,
  NOT_MOUNTED,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  setBootstrapMaxTime,
  setMountMaxTime,
  triggerAppChange,
  unloadApplication,
  unregisterApplication,
} from 'single-spa';
import { createKeeping } from './keeping.ts';
import { moduleAt, type RemoteModule } from './registry.ts';

/** single-spa passes over what failed to load less than 200 ms ago. */
const REST_MS = 250;

/** `kept`: drawn and hidden, to be shown at once. */
export type Place = 'away' | 'loading' | 'kept' | 'mounted' | LoadFailure;

export interface AppsParts {
  remotes: Remotes;
  history: RouterHistory;
  /** Whether a module may stand on the page at all. */
  isOpen: () => boolean;
  /** What a module is handed when it is mounted. */
  propsOf: (module: RemoteModule) => ModuleProps;
  /** Whether a module is kept, hidden, that is left at a path. */
  keeps: (pathname: string) => boolean;
  /** Where a module is in its life. */
  tell: (name: string, place: Place) => void;
  /** Hears of a module that came and did not stand up; what did not come is told by `remotes`. */
  broke: (module: RemoteModule, error: unknown) => void;
}

/** The modules as single-spa keeps them, one build of each. */
export interface Apps {
  /** The build that stands under a name, or comes next; undefined: no such module. */
  buildOf(name: string): RemoteModule | undefined;
  names(): string[];
  add(module: RemoteModule): void;
  remove(name: string): Promise<void>;
  /** Whether the module's code runs in the page, shown or not. */
  isLoaded(name: string): boolean;
  /** Whether the person is at one of the module's pages. */
  isShown(module: RemoteModule): boolean;
  /** Puts a build in the place of the one before: what is shown of it is taken down and stood up anew. */
  replace(module: RemoteModule): Promise<void>;
  /** Tries a module that failed once more. */
  retry(name: string): Promise<void>;
  /** Mounts and unmounts what has to be. */
  look(): Promise<void>;
  /**
   * Fetches a module that nobody has asked for yet, and draws it hidden as it is at a path. What fails is asked for
   * again when somebody wants it, and told then.
   */
  prepare(name: string, path: string): Promise<void>;
  /** Takes away what is drawn and hidden. */
  letGoHidden(): Promise<void>;
  /** Starts each of the modules that are mounted anew, at the next look, and lets go of those that are hidden. */
  unloadMounted(): () => Promise<void>;
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
  const { remotes, history, isOpen, tell } = parts;
  const builds = new Map<string, RemoteModule>();
  /** By the name of its module, what may be drawn, to be seen or hidden. */
  const keeps = new Map<string, Keep>();
  const keeping = createKeeping((name) => void letGo(name));
  /** By the name of its module, when it last did not come, in ms. */
  const missed = new Map<string, number>();

  async function letGo(name: string): Promise<void> {
    keeping.forget(name);
    const keep = keeps.get(name);
    keeps.delete(name);
    if (keep?.isKept()) tell(name, 'away');
    await keep?.end();
  }

  const need = (name: string): RemoteModule => {
    const module = builds.get(name);
    if (module === undefined) throw new Error(`${name} is not in the registry`);
    return module;
  };

  async function load(name: string) {
    const module = need(name);
    if (!keeps.get(name)?.isKept()) tell(name, 'loading');
    const left = departure(history, module);
    try {
      const { lifecycles } = await Promise.race([remotes.load(module), left.gone]);
      const { bootstrap, keep } = lifecycles;
      return {
        bootstrap,
        mount: async (props: Parameters<typeof lifecycles.mount>[0]) => {
          keeping.forget(name);
          if (keep !== undefined) keeps.set(name, keep);
          await lifecycles.mount(props);
          // Too late counts as failed: single-spa has given it up by then.
          if (getAppStatus(name) === MOUNTING) tell(name, 'mounted');
        },
        unmount: async (props: Parameters<typeof lifecycles.unmount>[0]) => {
          await lifecycles.unmount(keep === undefined ? props : { ...props, keeps: parts.keeps });
          const isKept = keep?.isKept() ?? false;
          if (isKept) keeping.hid(name);
          tell(name, isKept ? 'kept' : 'away');
        },
      };
    } catch (error) {
      if (error instanceof RemoteError) console.error(error);
      missed.set(name, performance.now());
      tell(name, error instanceof RemoteError ? error.failure : 'away');
      throw error;
    } finally {
      left.stop();
    }
  }

  const isAt = (module: RemoteModule) =>
    moduleAt([module], history.location.pathname) !== undefined;

  function register(name: string) {
    registerApplication<ModuleProps>({
      name,
      app: () => load(name),
      // Not the browser's address: at Back that has moved already while a form asks whether it may be left.
      activeWhen: () => isOpen() && isAt(need(name)),
      customProps: () => parts.propsOf(need(name)),
    });
  }

  /** Has single-spa ask for a module's code again: what did not come is asked for by itself. */
  async function freshen(name: string) {
    const status = getAppStatus(name);
    if (status === SKIP_BECAUSE_BROKEN) {
      // It does not unload what broke: only made known anew, it gets another chance.
      await unregisterApplication(name);
      register(name);
    } else if (isLoadedAs(status)) await unloadApplication(name);
    await letGo(name);
  }

  setBootstrapMaxTime(PATIENCE_MS, true);
  setMountMaxTime(PATIENCE_MS, true);
  addErrorHandler((error) => {
    const module = builds.get(error.appOrParcelName);
    // A failed load was told by `load` itself; what remains is a module that loaded and does not work.
    if (module === undefined || getAppStatus(module.name) !== SKIP_BECAUSE_BROKEN) return;
    console.error(`The module ${module.name} is broken.`, error);
    remotes.forget(module);
    void letGo(module.name);
    tell(module.name, 'broken');
    parts.broke(module, error);
  });

  return {
    buildOf: (name) => builds.get(name),
    names: () => [...builds.keys()],
    add(module) {
      builds.set(module.name, module);
      tell(module.name, 'away');
      register(module.name);
    },
    async remove(name) {
      await unregisterApplication(name);
      await letGo(name);
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
      tell(name, 'loading');
      if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) await freshen(name);
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      await triggerAppChange();
    },
    look: async () => {
      for (const module of builds.values()) {
        const rested = performance.now() - (missed.get(module.name) ?? 0) > REST_MS;
        // Asked for again now: the failure of before, with its button, must not stand there for a moment more.
        if (rested && isOpen() && isAt(module) && getAppStatus(module.name) === LOAD_ERROR) {
          tell(module.name, 'loading');
        }
      }
      await triggerAppChange();
    },
    async prepare(name, path) {
      const module = builds.get(name);
      const isUnused = () =>
        module !== undefined &&
        builds.get(name) === module &&
        [NOT_LOADED, NOT_MOUNTED].includes(getAppStatus(name) ?? '') &&
        isOpen() &&
        !isAt(module);
      if (module === undefined || !isUnused() || keeps.get(name)?.isKept()) return;
      try {
        const { keep } = (await remotes.load(module, true)).lifecycles;
        if (keep === undefined || !isUnused()) return;
        keeps.set(name, keep);
        await keep.prepare(parts.propsOf(module), path);
        if (!isUnused() || !keep.isKept()) return;
        keeping.hid(name);
        tell(name, 'kept');
      } catch (error) {
        console.info(`${name} could not be made ready.`, error);
      }
    },
    letGoHidden: async () => {
      await Promise.all(keeping.names().map(letGo));
    },
    unloadMounted() {
      const mounted = getMountedApps();
      return async () => {
        await Promise.all(mounted.map((name) => unloadApplication(name)));
        await Promise.all([...keeps.keys()].map(letGo));
      };
    },
  };
}
