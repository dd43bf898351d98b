import { moduleAt, type RemoteModule } from './registry.ts';

export interface PrefetcherParts {
  /** The present list of modules. */
  list: () => readonly RemoteModule[];
  /** Fetches a module's entry, and the code and texts of its page at a path. */
  prefetch: (module: RemoteModule, path: string) => Promise<void>;
  page: Document;
  /** Adds a callback to the deferred fetches of pages: it runs each time after the first rows. */
  putOff: (run: () => void) => void;
}

/** Fetches the code of sections before they are opened. */
export interface Prefetcher {
  /** A page was mounted: once its first rows are shown, the other sections are fetched. */
  mounted(): void;
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/** The person has asked the browser to save data. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}

/**
 * Fetches the section that a link leads to when the pointer or the focus comes to it, and all sections of the sidebar
 * while the browser is idle: the first of each module at once, the others one after the other.
 */
export function createPrefetcher({ list, prefetch, page, putOff }: PrefetcherParts): Prefetcher {
  const fetched = new Set<string>();
  /** Entries with a failed fetch: they are requested again only when a person opens the section. */
  const failed = new Set<string>();
  let isMounted = false;
  let isAtRest = false;
  let isScheduled = false;

  async function fetchSection(path: string): Promise<void> {
    const module = moduleAt(list(), path);
    if (module === undefined) return;
    const section = `${module.entry} ${path}`;
    if (fetched.has(section) || failed.has(module.entry)) return;
    fetched.add(section);
    try {
      await prefetch(module, path);
    } catch (error) {
      failed.add(module.entry);
      console.info(`${module.name} could not be prefetched.`, error);
    }
  }

  async function fetchSections(): Promise<void> {
    const sidebars = list().map(({ sidebar }) => sidebar.map(({ path }) => path));
    await idle();
    // Opening a section mostly waits for its module; each takes three requests in sequence.
    await Promise.all(sidebars.flatMap(([first]) => first ?? []).map(fetchSection));
    for (const path of sidebars.flatMap(([, ...others]) => others)) {
      await idle();
      await fetchSection(path);
    }
    isScheduled = false;
  }

  const onApproach = ({ target }: Event) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (link !== null) void fetchSection(new URL(link.href).pathname);
  };
  for (const type of ['pointerover', 'focusin']) {
    page.addEventListener(type, onApproach, { passive: true });
  }

  function schedule(): void {
    if (!isMounted || !isAtRest || isScheduled || savesData()) return;
    isScheduled = true;
    void fetchSections();
  }

  putOff(() => {
    isAtRest = true;
    schedule();
  });

  return {
    mounted() {
      isMounted = true;
      schedule();
    },
  };
}
