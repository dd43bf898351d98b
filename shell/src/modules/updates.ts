import type { Session } from '@primazia/kit';
import { RemoteError, type RemoteModule, type Remotes } from '@primazia/kit/remote';
import type { Apps } from './apps.ts';
import type { Overrides } from './overrides.ts';
import { isShellNew } from './shell-news.ts';
import type { ModulesState } from './state.ts';
import type { Touch } from './touch.ts';

/** The registry is read again when the person navigates, but not more often than this, in ms. */
const READ_EVERY_MS = 5_000;

export interface UpdatesParts {
  /** Updated by this. */
  state: ModulesState;
  remotes: Remotes;
  apps: Apps;
  overrides: Overrides;
  session: Session;
  /** An update does not interrupt the person's work. */
  touch: Touch;
}

/** Updates modules to the builds of the registry, and checks for a newer shell. */
export interface Updates {
  /**
   * Reads the registry.
   * @throws {Error} where the registry cannot be read
   */
  ask(): Promise<void>;
  /** Updates the modules to the last registry read, as far as nothing is interrupted. */
  settle(mayInterrupt?: () => boolean): Promise<void>;
  /** Reads the registry again and updates; without an answer nothing changes. */
  refresh(mayInterrupt?: () => boolean): Promise<void>;
  /** Whether the registry may be read again already. */
  isReadDue(): boolean;
  /** Allows failed builds to be tried again. */
  forgive(): void;
  checkShell(): Promise<void>;
  /** Whether anything that runs in the page, module or shell, has a newer build. */
  hasNewer(): boolean;
}

export function createUpdates(parts: UpdatesParts): Updates {
  const { state, remotes, apps, overrides, session, touch } = parts;
  /** Entries that failed while the previous build runs: not tried again until the person retries. */
  const refused = new Set<string>();
  let lastRead = Number.NEGATIVE_INFINITY;

  async function checkShell(): Promise<void> {
    try {
      state.reloadDue ||= await isShellNew(document);
    } catch (error) {
      console.warn('Cannot check for a newer shell.', error);
    }
  }

  /** Updates one module to the build of the registry, as far as nothing is interrupted. */
  async function updateModule(next: RemoteModule, mayInterrupt: () => boolean): Promise<void> {
    const { name, entry } = next;
    const now = apps.buildOf(name);
    if (now === undefined) return apps.add(next);
    if (now.entry === entry || !apps.isLoaded(name)) return apps.replace(next);
    if (refused.has(entry)) return;
    try {
      await remotes.load(next);
    } catch (error) {
      // The running build stays; the operators of the suite have been notified.
      console.error(error);
      refused.add(entry);
      if (error instanceof RemoteError && error.failure === 'too-new') void checkShell();
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
      ...listed.map((module) => updateModule(module, mayInterrupt)),
    ]);
  }

  async function ask(): Promise<void> {
    lastRead = performance.now();
    const { companyId } = session;
    const { modules, refused: left } = await remotes.list(companyId);
    for (const reason of left) console.error(`The registry of modules left out ${reason}`);
    const list = await overrides.apply(modules);
    // Another company may have been chosen meanwhile: its own answer follows.
    if (session.companyId === companyId) state.list = list;
  }

  return {
    ask,
    settle,
    async refresh(mayInterrupt) {
      try {
        await Promise.all([ask(), checkShell()]);
        await settle(mayInterrupt);
      } catch (error) {
        console.warn('The registry of modules could not be fetched again.', error);
      }
    },
    isReadDue: () => performance.now() - lastRead > READ_EVERY_MS,
    forgive: () => refused.clear(),
    checkShell,
    hasNewer: () =>
      state.reloadDue ||
      state.list.some(
        ({ name, entry }) => apps.isLoaded(name) && apps.buildOf(name)?.entry !== entry,
      ),
  };
}
