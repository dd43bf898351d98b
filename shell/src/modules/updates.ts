import type { Session } from '@primazia/kit';
import { RemoteError, type RemoteModule, type Remotes } from '@primazia/kit/remote';
import type { Apps } from './apps.ts';
import type { Overrides } from './overrides.ts';
import { isShellNew } from './shell-news.ts';
import type { ModulesState } from './state.ts';
import type { Touch } from './touch.ts';

/** The registry is asked again at the next step of the person, but not more often than this, in ms. */
const ASK_EVERY_MS = 5_000;

export interface UpdatesParts {
  /** Is kept up. */
  state: ModulesState;
  remotes: Remotes;
  apps: Apps;
  overrides: Overrides;
  session: Session;
  /** What the person works on is not taken from under their hands. */
  touch: Touch;
}

/** Brings modules to the builds that the registry names, and knows whether there is a newer shell. */
export interface Updates {
  /**
   * Reads what the registry names.
   * @throws {Error} where the registry cannot be read
   */
  ask(): Promise<void>;
  /** Brings the modules to what the registry named last, as far as the moment allows. */
  settle(mayInterrupt?: () => boolean): Promise<void>;
  /** Asks the registry again; where it does not answer, all goes on as it is. */
  refresh(mayInterrupt?: () => boolean): Promise<void>;
  /** Whether the registry may be asked again already. */
  isAskDue(): boolean;
  /** Tries those builds again that failed. */
  forgive(): void;
  lookForShell(): Promise<void>;
  /** Whether anything that runs in the page, module or shell, has a newer build. */
  hasNewer(): boolean;
}

export function createUpdates(parts: UpdatesParts): Updates {
  const { state, remotes, apps, overrides, session, touch } = parts;
  /** Entries that failed while the build before them goes on: not tried again until the person asks. */
  const refused = new Set<string>();
  let lastAsked = Number.NEGATIVE_INFINITY;

  async function lookForShell(): Promise<void> {
    try {
      state.reloadDue ||= await isShellNew(document);
    } catch (error) {
      console.warn('Cannot check for a newer shell.', error);
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
      // The build that runs goes on; those who operate the suite have been notified.
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

  async function ask(): Promise<void> {
    lastAsked = performance.now();
    const { companyId } = session;
    const { modules, refused: left } = await remotes.list(companyId);
    for (const reason of left) console.error(`The registry of modules left out ${reason}`);
    const list = await overrides.apply(modules);
    // Another company has been chosen meanwhile: the answer to its question comes.
    if (session.companyId === companyId) state.list = list;
  }

  return {
    ask,
    settle,
    async refresh(mayInterrupt) {
      try {
        await Promise.all([ask(), lookForShell()]);
        await settle(mayInterrupt);
      } catch (error) {
        console.warn('The registry of modules could not be fetched again.', error);
      }
    },
    isAskDue: () => performance.now() - lastAsked > ASK_EVERY_MS,
    forgive: () => refused.clear(),
    lookForShell,
    hasNewer: () =>
      state.reloadDue ||
      state.list.some(
        ({ name, entry }) => apps.isLoaded(name) && apps.buildOf(name)?.entry !== entry,
      ),
  };
}
