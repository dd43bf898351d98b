import { moduleAt, type RemoteModule } from './registry.ts';

export interface ForesightParts {
  /** The modules as they are known now. */
  list: () => readonly RemoteModule[];
  /** Makes a module ready as it is at a path. */
  prepare: (name: string, path: string) => Promise<void>;
  page: Document;
}

/** Makes modules ready before they are asked for. */
export interface Foresight {
  /** The page that a person came for stands: there is time for what comes next. */
  settled(): void;
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/** The person has asked the browser to fetch little. */
function isSaving(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}

/**
 * Has the other modules made ready while the browser has nothing to do, one after the other, and the one that a link
 * leads to when the pointer or the focus comes to it.
 */
export function createForesight({ list, prepare, page }: ForesightParts): Foresight {
  let isBusy = false;

  const approach = ({ target }: Event) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (link === null) return;
    const { pathname } = new URL(link.href);
    const module = moduleAt(list(), pathname);
    if (module !== undefined) void prepare(module.name, pathname);
  };
  for (const act of ['pointerover', 'focusin']) {
    page.addEventListener(act, approach, { passive: true });
  }

  async function prepareOthers(): Promise<void> {
    for (const { name } of list()) {
      await idle();
      const start = list().find((module) => module.name === name)?.sidebar[0]?.path;
      if (start !== undefined) await prepare(name, start);
    }
  }

  return {
    settled() {
      if (isBusy || isSaving()) return;
      isBusy = true;
      void prepareOthers().finally(() => {
        isBusy = false;
      });
    },
  };
}
