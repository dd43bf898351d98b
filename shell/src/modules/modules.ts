import { createInstance, getInstance } from '@module-federation/enhanced/runtime';
import { createRemotes, type RemoteModule } from '@primazia/kit/remote';
import {
  createIncidents,
  KIT_VERSION,
  type ModuleIncident,
  type ModuleProps,
  putOff,
} from '@primazia/kit/shell';
import type { SiteKnowledge } from '../site/site.ts';
import { createApps } from './apps.ts';
import { followNews, followSteps } from './follow-steps.ts';
import { createOverrides } from './overrides.ts';
import { createPrefetcher } from './prefetch.ts';
import { fetchPrefetched } from './registry-prefetch.ts';
import { isReady, type ModulesState, openState } from './state.ts';
import { watchTouch } from './touch.ts';
import { createUpdates } from './updates.ts';

/** The longest time that a person waits for the registry, in ms. */
const ANSWER_PATIENCE_MS = 3_000;

export interface Modules {
  /** A valtio proxy. */
  readonly state: ModulesState;
  /** Reads the registry and registers its modules; a failure is in `state`. */
  open(): Promise<void>;
  /** Loads a module again, from its present address in the registry. */
  retry(name: string): Promise<void>;
  /** Restarts each mounted module: another company was chosen, maybe with other versions. */
  restart(): Promise<void>;
  /** Loads all modules from the registry's addresses again. */
  resetOverrides(): Promise<void>;
  /** Dismisses the notice that a reload is needed. */
  putReloadAway(): void;
  /** The element that a module mounts into; it is kept between the pages that show it. */
  elementOf(name: string): HTMLElement;
}

export interface ModulesParts
  extends Pick<ModuleProps, 'session' | 'api' | 'live' | 'history' | 'basePath'> {
  site: SiteKnowledge;
  storage: Storage;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The elements that modules mount into. */
function createElements(): Modules['elementOf'] {
  const elements = new Map<string, HTMLElement>();
  return (name) => {
    const known = elements.get(name);
    if (known !== undefined) return known;
    const element = document.createElement('div');
    element.id = `single-spa-application:${name}`;
    elements.set(name, element);
    return element;
  };
}

/** Reports each failure once: some occur again at each navigation. `reported` contains the keys of the reported ones. */
const reportOnce =
  (reported: Set<string>, report: (incident: ModuleIncident) => void) =>
  (incident: ModuleIncident) => {
    const { module, build, failure } = incident;
    const key = `${module} ${build} ${failure}`;
    if (reported.has(key)) return;
    reported.add(key);
    report(incident);
  };

/** Makes the loader of the registry and its modules. */
const openRemotes = (site: SiteKnowledge, report: (incident: ModuleIncident) => void) =>
  createRemotes({
    registryUrl: new URL('/modules/registry.json', window.location.href).href,
    allowedOrigins: async () => {
      const known = await Promise.race([site.load(), pause(ANSWER_PATIENCE_MS)]);
      return known?.moduleOrigins ?? [];
    },
    kit: KIT_VERSION,
    // The build makes the shell's instance; a bundle without federation has none.
    instance: getInstance() ?? createInstance({ name: 'shell', remotes: [] }),
    report,
    fetch: fetchPrefetched,
  });

/**
 * Loads and mounts the modules of the registry. Where the registry names another build, it is fetched in the background
 * and applied when the person opens another section; if it fails to load, the previous one stays.
 */
export function createModules({ site, storage, ...handed }: ModulesParts): Modules {
  const { api, history, live, session } = handed;
  const state = openState();
  const elementOf = createElements();
  /** Failures that were reported since the person's last retry. */
  const reported = new Set<string>();
  const report = reportOnce(
    reported,
    createIncidents(api, () => history.location.pathname),
  );
  const overrides = createOverrides(storage, site);
  const touch = watchTouch(window);
  /** While the company changes, no module is on the page. */
  let holds = 0;

  const remotes = openRemotes(site, report);

  const reportBroken = (failure: 'broken' | 'render', module: RemoteModule, error: unknown) => {
    const { name, version, build } = module;
    report({ module: name, version, build, failure, message: String(error) });
  };

  const apps = createApps({
    remotes,
    history,
    isOpen: () => holds === 0 && session.companyId !== null,
    propsOf: (module) => ({
      ...handed,
      domElement: elementOf(module.name),
      broke: (error) => reportBroken('render', module, error),
    }),
    setPlace: (name, place) => {
      state.places[name] = place;
      if (place === 'too-new') void updates.checkShell();
      if (place === 'mounted') prefetcher.mounted();
    },
    broke: (module, error) => reportBroken('broken', module, error),
  });

  const prefetcher = createPrefetcher({
    list: () => state.list,
    page: document,
    putOff,
    async prefetch(module, path) {
      const { lifecycles } = await remotes.load(module, true);
      await lifecycles.prefetch?.(handed, path);
    },
  });

  const updates = createUpdates({ state, remotes, apps, overrides, session, touch });
  /** Reads the registry again for a caller who waits for it. */
  const refreshInTime = () => Promise.race([updates.refresh(), pause(ANSWER_PATIENCE_MS)]);

  const beginHere = followSteps({ history, state, apps, updates, touch });
  followNews({ live, state, updates });

  return {
    state,
    elementOf,
    async open() {
      state.registry = 'loading';
      try {
        state.overrides = [...(await overrides.inForce())];
        await updates.ask();
        await updates.settle();
        beginHere();
        state.registry = 'ready';
        if (state.overrides.length > 0) overrides.follow(() => void updates.refresh(() => true));
      } catch (error) {
        console.error('The registry of modules cannot be read.', error);
        state.registry = 'failed';
      }
    },
    async retry(name) {
      state.places[name] = 'loading';
      updates.forgive();
      reported.clear();
      await refreshInTime();
      await apps.retry(name);
    },
    async restart() {
      const unload = apps.unloadMounted();
      holds += 1;
      try {
        await apps.reroute();
        await unload();
        if (isReady(state)) await refreshInTime();
      } finally {
        holds -= 1;
      }
      await apps.reroute();
    },
    putReloadAway() {
      state.reloadPutAway = true;
    },
    async resetOverrides() {
      const names = state.overrides.map(({ name }) => name);
      overrides.reset();
      state.overrides = [];
      reported.clear();
      await updates.refresh(() => true);
      const failed = names.filter((name) => apps.buildOf(name) && !apps.isLoaded(name));
      await Promise.all(failed.map((name) => apps.retry(name)));
    },
  };
}
