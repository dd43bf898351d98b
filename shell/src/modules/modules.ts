import { getInstance } from '@module-federation/enhanced/runtime';
import {
  afterPaint,
  createIncidents,
  KIT_VERSION,
  type ModuleIncident,
  type ModuleProps,
} from '@primazia/kit';
import { createRemotes, RemoteError, type RemoteModule } from '@primazia/kit/remote';
import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { SiteKnowledge } from '../site/site.ts';
import { fetchOrTake } from './ahead.ts';
import { createApps, type Place } from './apps.ts';
import { watchCircumstances } from './circumstances.ts';
import { createForesight } from './foresight.ts';
import { watchMissing } from './missing.ts';
import { createOverrides, type Override } from './overrides.ts';
import { sectionAt } from './registry.ts';
import { isShellNew } from './shell-news.ts';
import { watchTouch } from './touch.ts';

/** The registry is asked again at the next step of the person, but not more often than this, in ms. */
const ASK_EVERY_MS = 5_000;
/** Where a person waits for what the registry says, they wait no longer than this, in ms. */
const ANSWER_PATIENCE_MS = 3_000;

export interface ModulesState {
  registry: 'loading' | 'ready' | 'failed';
  list: RemoteModule[];
  places: Record<string, Place>;
  /** Modules that come from a developer's machine. */
  overrides: Override[];
  /** A reload would bring a newer shell. */
  reloadDue: boolean;
  /** The person has heard of it, and goes on as it is. */
  reloadPutAway: boolean;
}

export interface Modules {
  /** A valtio proxy. */
  readonly state: ModulesState;
  /** Reads the registry and makes its modules known; a registry that cannot be read is told in `state`. */
  open(): Promise<void>;
  /** Loads a module once more, from where the registry says it is now. */
  retry(name: string): Promise<void>;
  /** Gives each mounted module a fresh start: another company has been chosen under it, maybe with other versions. */
  restart(): Promise<void>;
  /** Takes all modules from where the registry says again. */
  resetOverrides(): Promise<void>;
  /** Says no more that a reload is due. */
  putReloadAway(): void;
  /** The element that a module mounts into; it outlives the pages that show it. */
  elementOf(name: string): HTMLElement;
}

export interface ModulesParts
  extends Pick<ModuleProps, 'session' | 'api' | 'live' | 'history' | 'basePath'> {
  site: SiteKnowledge;
  storage: Storage;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Knows the modules of the registry and brings them onto the page. Where the registry names another build, it is
 * fetched aside and takes over when the person goes from one section to another; one that does not come leaves the
 * one before where it is.
 */
export function createModules({ site, storage, ...handed }: ModulesParts): Modules {
  const { api, history, live, session } = handed;
  const state = proxy<ModulesState>({
    registry: 'loading',
    list: [],
    places: {},
    overrides: [],
    reloadDue: false,
    reloadPutAway: false,
  });
  const elements = new Map<string, HTMLElement>();
  const tellServer = createIncidents(api, () => history.location.pathname);
  /** Failures that were reported since the person last asked for another try: some are met again at each step. */
  const told = new Set<string>();
  const overrides = createOverrides(storage, site);
  const touch = watchTouch(window);
  /** Entries that failed while the build before them goes on: not tried again until the person asks. */
  const refused = new Set<string>();
  /** While the company changes, nothing stands on the page. */
  let holds = 0;
  let lastAsked = Number.NEGATIVE_INFINITY;
  let section = '';
  /** Lets go of what the last step of the person was to bring once its page is seen. */
  let dropStep = () => {};

  const report = (incident: ModuleIncident) => {
    const { module, build, failure } = incident;
    const key = `${module} ${build} ${failure}`;
    if (told.has(key)) return;
    told.add(key);
    tellServer(incident);
  };

  const remotes = createRemotes({
    registryUrl: new URL('/modules/registry.json', window.location.href).href,
    allowedOrigins: async () => {
      const known = await Promise.race([site.load(), pause(ANSWER_PATIENCE_MS)]);
      return known?.moduleOrigins ?? [];
    },
    kit: KIT_VERSION,
    // What the shell shares is listed by the runtime that is built into it.
    scopes: getInstance()?.shareScopeMap ?? {},
    report,
    fetch: fetchOrTake,
  });

  function elementOf(name: string): HTMLElement {
    const known = elements.get(name);
    if (known !== undefined) return known;
    const element = document.createElement('div');
    element.id = `single-spa-application:${name}`;
    elements.set(name, element);
    return element;
  }

  const tellBroken = (failure: 'broken' | 'render', module: RemoteModule, error: unknown) => {
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
      broke: (error) => tellBroken('render', module, error),
      settled: () => foresight.settled(),
    }),
    // What lies deeper is of one thing, which may be another one by then; after a session nothing is kept of it.
    keeps: (pathname) =>
      session.token !== null &&
      session.companyId !== null &&
      state.list.some(({ sidebar }) => sidebar.some(({ path }) => path === pathname)),
    tell: (name, place) => {
      state.places[name] = place;
      if (place === 'too-new') void lookForShell();
    },
    broke: (module, error) => tellBroken('broken', module, error),
  });

  const foresight = createForesight({
    list: () => state.list,
    prepare: apps.prepare,
    page: document,
  });

  async function lookForShell(): Promise<void> {
    try {
      state.reloadDue ||= await isShellNew(document);
    } catch (error) {
      console.warn('Whether there is a newer shell cannot be told.', error);
    }
  }

  /** Brings one module to the build that the registry names, as far as the moment allows. */
  async function takeUp(next: RemoteModule, mayInterrupt: () => boolean): Promise<void> {
    const { name, entry } = next;
    const now = apps.buildOf(name);
    if (now === undefined) return apps.add(next);
    if (now.entry === entry || !apps.isLoaded(name)) return apps.replace(next);
    if (refused.has(entry)) return;
    try {
      await remotes.load(next);
    } catch (error) {
      // The build that runs goes on; whoever looks after the suite has been told.
      console.error(error);
      refused.add(entry);
      if (error instanceof RemoteError && error.failure === 'too-new') void lookForShell();
      return;
    }
    const isStillNext = state.list.some((one) => one.entry === entry);
    if (isStillNext && apps.buildOf(name) === now && (mayInterrupt() || !apps.isShown(now))) {
      await apps.replace(next);
    }
  }

  async function settle(mayInterrupt = () => !touch.isTouched()): Promise<void> {
    const listed = state.list.map((module) => ({ ...module }));
    const gone = apps.names().filter((name) => {
      const build = apps.buildOf(name);
      const isGone = !listed.some((module) => module.name === name);
      return isGone && build !== undefined && !apps.isShown(build);
    });
    await Promise.all([
      ...gone.map((name) => apps.remove(name)),
      ...listed.map((module) => takeUp(module, mayInterrupt)),
    ]);
  }

  /** @throws {Error} where the registry cannot be read */
  async function ask(): Promise<void> {
    lastAsked = performance.now();
    const { companyId } = session;
    const { modules, refused: left } = await remotes.list(companyId);
    for (const reason of left) console.error(`The registry of modules left out ${reason}`);
    const list = await overrides.apply(modules);
    // Another company has been chosen meanwhile: the answer to its question comes.
    if (session.companyId === companyId) state.list = list;
  }

  /** Asks the registry anew; where it does not answer, all goes on as it is. */
  async function refresh(mayInterrupt?: () => boolean): Promise<void> {
    try {
      await Promise.all([ask(), lookForShell()]);
      await settle(mayInterrupt);
    } catch (error) {
      console.warn('The registry of modules could not be asked anew.', error);
    }
  }

  const isReady = () => state.registry === 'ready';

  // A step that a guard held up is heard of only here: the browser told of it before.
  history.subscribe(({ location }) => {
    const entered = sectionAt(state.list, location.pathname);
    if (isReady() && entered !== section) {
      section = entered;
      touch.clear();
      dropStep();
      // The page that was asked for comes first.
      if (performance.now() - lastAsked > ASK_EVERY_MS) dropStep = afterPaint(() => void refresh());
      else void settle();
    }
    void apps.look();
  });

  // Another build is live: it is fetched now, and is here when the person goes to another section. A connection that
  // was just made tells of everything, without ids: that is looked after below.
  live.hear(['modules'], ({ ids }) => {
    if (ids.length > 0 && isReady()) void refresh(() => false);
  });

  watchMissing(
    async () => {
      await (isReady() ? refresh(() => false) : lookForShell());
      const isOutdated = ({ name, entry }: RemoteModule) =>
        apps.isLoaded(name) && apps.buildOf(name)?.entry !== entry;
      return state.reloadDue || state.list.some(isOutdated);
    },
    () => Object.assign(state, { reloadDue: true, reloadPutAway: false }),
  );

  watchCircumstances(session, () => void apps.letGoHidden());

  // The server has been away, maybe for a new version.
  subscribeKey(live.state, 'connected', (connected) => {
    if (connected && isReady() && performance.now() - lastAsked > ASK_EVERY_MS) void refresh();
  });

  return {
    state,
    elementOf,
    async open() {
      state.registry = 'loading';
      try {
        state.overrides = [...(await overrides.inForce())];
        await ask();
        await settle();
        section = sectionAt(state.list, history.location.pathname);
        state.registry = 'ready';
        if (state.overrides.length > 0) overrides.follow(() => void refresh(() => true));
      } catch (error) {
        console.error('The registry of modules cannot be read.', error);
        state.registry = 'failed';
      }
    },
    async retry(name) {
      state.places[name] = 'loading';
      refused.clear();
      told.clear();
      await Promise.race([refresh(), pause(ANSWER_PATIENCE_MS)]);
      await apps.retry(name);
    },
    async restart() {
      const unload = apps.unloadMounted();
      holds += 1;
      try {
        await apps.look();
        await unload();
        if (isReady()) await Promise.race([refresh(), pause(ANSWER_PATIENCE_MS)]);
      } finally {
        holds -= 1;
      }
      await apps.look();
    },
    putReloadAway() {
      state.reloadPutAway = true;
    },
    async resetOverrides() {
      const names = state.overrides.map(({ name }) => name);
      overrides.reset();
      state.overrides = [];
      told.clear();
      await refresh(() => true);
      const failed = names.filter((name) => apps.buildOf(name) && !apps.isLoaded(name));
      await Promise.all(failed.map((name) => apps.retry(name)));
    },
  };
}
