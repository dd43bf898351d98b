import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ModuleLifecycles, ModuleProps } from '@primazia/kit';
import type { RouterHistory } from '@tanstack/react-router';
import {
  addErrorHandler,
  getAppStatus,
  getMountedApps,
  MOUNTING,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  setBootstrapMaxTime,
  setMountMaxTime,
  triggerAppChange,
  unloadApplication,
  unregisterApplication,
} from 'single-spa';
import { proxy } from 'valtio';
import { type Module, moduleAt, parseRegistry } from './registry.ts';

/** How long a module may take to load, to prepare and to mount, each, in ms. */
const PATIENCE = 15_000;

/** single-spa passes over what failed to load less than 200 ms ago. */
const REST = 250;

/** Why a module is not there: not to be fetched, not there in time, or fetched and not working. */
export type Failure = 'down' | 'slow' | 'broken';
export type Place = 'away' | 'loading' | 'mounted' | Failure;

export interface ModulesState {
  registry: 'loading' | 'ready' | 'failed';
  list: Module[];
  places: Record<string, Place>;
}

export interface Modules {
  /** A valtio proxy. */
  readonly state: ModulesState;
  /** Reads the registry and makes its modules known; a registry that cannot be read is told in `state`. */
  open(): Promise<void>;
  /** Loads a module once more, from its address. */
  retry(name: string): Promise<void>;
  /** Gives each mounted module a fresh start: another company has been chosen under it. */
  restart(): Promise<void>;
  /** The element that a module mounts into; it outlives the pages that show it. */
  elementOf(name: string): HTMLElement;
}

type Handed = Omit<ModuleProps, 'domElement'>;

const REGISTRY = '/modules/registry.json';
const containerOf = (name: string) => name.replaceAll('-', '_');

class NotInTime extends Error {}
class NotAModule extends Error {}
class Left extends Error {}

/** Rejects when time is up; call `stop` when it no longer matters. */
function deadline(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotInTime(`not in ${milliseconds} ms`)), milliseconds);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

/** Rejects when the person goes elsewhere: the next page must not wait for a module that nobody wants now. */
function departure(history: RouterHistory, module: Module) {
  let stop = () => {};
  const gone = new Promise<never>((_, reject) => {
    stop = history.subscribe(({ location }) => {
      if (moduleAt([module], location.pathname) === undefined) reject(new Left('no longer wanted'));
    });
  });
  return { gone, stop };
}

/**
 * Makes federation ask the network again: it remembers a failure and would repeat it, and it takes up a script tag of
 * the same address, with the deadline that the tag had.
 */
function forget({ name, entry }: Module) {
  const folder = new URL('.', new URL(entry, location.href)).href;
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (script.src.startsWith(folder)) script.remove();
  }
  registerRemotes([{ name: containerOf(name), entry }], { force: true });
}

const isModule = (loaded: unknown): loaded is ModuleLifecycles =>
  typeof loaded === 'object' &&
  loaded !== null &&
  ['bootstrap', 'mount', 'unmount'].every((step) => Reflect.has(loaded, step));

/** Knows the modules of the registry and brings them onto the page, each apart from the others' failures. */
export function createModules(handed: Handed): Modules {
  const { history, session } = handed;
  const state = proxy<ModulesState>({ registry: 'loading', list: [], places: {} });
  const elements = new Map<string, HTMLElement>();
  const failed = new Set<string>();

  function elementOf(name: string): HTMLElement {
    const known = elements.get(name);
    if (known !== undefined) return known;
    const element = document.createElement('div');
    element.id = `single-spa-application:${name}`;
    elements.set(name, element);
    return element;
  }

  function fail(name: string, failure: Failure, error: unknown) {
    console.error(`The module ${name} is ${failure}.`, error);
    failed.add(name);
    state.places[name] = failure;
  }

  async function load(module: Module): Promise<ModuleLifecycles> {
    const { name } = module;
    state.places[name] = 'loading';
    if (failed.delete(name)) forget(module);
    const late = deadline(PATIENCE);
    const left = departure(history, module);
    try {
      const loading = loadRemote<unknown>(`${containerOf(name)}/module`);
      const loaded = await Promise.race([loading, late.passed, left.gone]);
      if (!isModule(loaded)) throw new NotAModule('what it exposes has no lifecycles');
      return {
        ...loaded,
        mount: async (props) => {
          await loaded.mount(props);
          // Too late counts as failed: single-spa has given it up by then.
          if (getAppStatus(name) === MOUNTING) state.places[name] = 'mounted';
        },
        unmount: async (props) => {
          await loaded.unmount(props);
          state.places[name] = 'away';
        },
      };
    } catch (error) {
      if (error instanceof Left) state.places[name] = 'away';
      else if (error instanceof NotInTime) fail(name, 'slow', error);
      else fail(name, error instanceof NotAModule ? 'broken' : 'down', error);
      throw error;
    } finally {
      late.stop();
      left.stop();
    }
  }

  function register(module: Module) {
    registerApplication<ModuleProps>({
      name: module.name,
      app: () => load(module),
      // Not the browser's address: at Back that has moved already while a form asks whether it may be left.
      activeWhen: () =>
        session.companyId !== null && moduleAt([module], history.location.pathname) !== undefined,
      customProps: () => ({ ...handed, domElement: elementOf(module.name) }),
    });
  }

  // A step that a guard held up is heard of only here: the browser told of it before.
  history.subscribe(() => void triggerAppChange());
  setBootstrapMaxTime(PATIENCE, true);
  setMountMaxTime(PATIENCE, true);
  addErrorHandler((error) => {
    const name: string = error.appOrParcelName;
    // A failed load was told by `load` itself; what remains is a module that loaded and does not work.
    if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) fail(name, 'broken', error);
  });

  return {
    state,
    elementOf,
    async open() {
      state.registry = 'loading';
      try {
        const answer = await fetch(REGISTRY, { cache: 'no-cache' });
        if (!answer.ok) throw new Error(`the registry answered ${answer.status}`);
        const { modules, refused } = parseRegistry(await answer.json());
        for (const reason of refused) console.error(`The registry of modules: ${reason}`);
        registerRemotes(modules.map(({ name, entry }) => ({ name: containerOf(name), entry })));
        for (const module of modules) {
          state.places[module.name] = 'away';
          register(module);
        }
        state.list = modules;
        state.registry = 'ready';
      } catch (error) {
        console.error('The registry of modules cannot be read.', error);
        state.registry = 'failed';
      }
    },
    async retry(name) {
      const module = state.list.find((one) => one.name === name);
      if (module === undefined) throw new Error(`${name} is not in the registry`);
      state.places[name] = 'loading';
      if (getAppStatus(name) === SKIP_BECAUSE_BROKEN) {
        // single-spa does not unload what broke: only made known anew, it gets another chance.
        await unregisterApplication(name);
        register(module);
      }
      await new Promise((resolve) => setTimeout(resolve, REST));
      await triggerAppChange();
    },
    async restart() {
      await Promise.all(getMountedApps().map((name) => unloadApplication(name)));
    },
  };
}
