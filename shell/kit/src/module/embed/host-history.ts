import { createHistory, createMemoryHistory, type RouterHistory } from '@tanstack/react-router';

type Blocker = Parameters<RouterHistory['block']>[0];
type Location = RouterHistory['location'];

export interface HostHistoryParts {
  /** The default page of the module: `/app/historico-de-precos`. */
  start: string;
  /** Whether a path is one of the module's. */
  owns: (pathname: string) => boolean;
  /** The address of a path that is opened outside the element: in another tab, or from a message. */
  hrefOf: (path: string) => string;
  /** Opens another part of the product. */
  elsewhere: (path: string) => void;
}

/** A navigation to another part of the product opens it outside the element; the module stays where it is. */
function stayWithin(history: RouterHistory, { owns, elsewhere }: HostHistoryParts): RouterHistory {
  for (const way of ['push', 'replace'] as const) {
    const go = history[way];
    history[way] = (path, ...more) => {
      if (owns(path.split(/[?#]/)[0] ?? path)) go(path, ...more);
      else elsewhere(path);
    };
  }
  return history;
}

/** Asks before the host's page is left with unsaved work in the element, as long as the history lives. */
function guardPage(history: RouterHistory): RouterHistory {
  const warn = (event: BeforeUnloadEvent) => {
    const asks = history
      ._getBlockers()
      .some(({ enableBeforeUnload = true }) =>
        typeof enableBeforeUnload === 'function' ? enableBeforeUnload() : enableBeforeUnload,
      );
    if (asks) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn, { capture: true });
  const { destroy } = history;
  history.destroy = () => {
    window.removeEventListener('beforeunload', warn, { capture: true });
    destroy();
  };
  return history;
}

/** Keeps the module's location in memory: the host's address is not changed. */
export function keepToItself(parts: HostHistoryParts): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [parts.start] });
  history.createHref = parts.hrefOf;
  return stayWithin(guardPage(history), parts);
}

/** Parameters that are in use: two elements with the same one would overwrite each other. */
const taken = new Set<string>();

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The part of the page's history state that belongs to this parameter. */
function stateOf(parameter: string): Location['state'] {
  const { __TSR_index: index, ...state } = asObject(
    asObject(asObject(window.history.state).primazia)[parameter],
  );
  return { ...state, __TSR_index: typeof index === 'number' ? index : 0 };
}

function locationOf(path: string, state: Location['state']): Location {
  // The origin does not matter: only the path is read.
  const { pathname, search, hash } = new URL(path, 'https://path.invalid');
  return { href: pathname + search + hash, pathname, search, hash, state };
}

/**
 * Keeps the module's location in one parameter of the host's address, and follows Back and Forward. It changes nothing
 * else of the address or of the history's state, and replaces no function of the browser.
 * @returns null where another element holds the parameter
 */
export function keepInAddress(parameter: string, parts: HostHistoryParts): RouterHistory | null {
  if (taken.has(parameter)) return null;
  taken.add(parameter);
  let blockers: Blocker[] = [];
  let ignoresNext = false;

  const addressOf = (path: string) => {
    const url = new URL(window.location.href);
    url.searchParams.set(parameter, path.replace(/^\/app\//, ''));
    return url.href;
  };
  const read = () => {
    const written = new URLSearchParams(window.location.search).get(parameter);
    const requested = locationOf(
      written === null ? parts.start : `/app/${written.replace(/^\/+/, '')}`,
      stateOf(parameter),
    );
    return parts.owns(requested.pathname) ? requested : locationOf(parts.start, requested.state);
  };
  let location = read();

  const write = (how: 'pushState' | 'replaceState', path: string, state: unknown) => {
    const whole = asObject(window.history.state);
    const ours = { ...asObject(whole.primazia), [parameter]: state };
    window.history[how]({ ...whole, primazia: ours }, '', addressOf(path));
    location = locationOf(path, stateOf(parameter));
  };

  async function follow() {
    if (ignoresNext) {
      ignoresNext = false;
      return;
    }
    const next = read();
    const steps = next.state.__TSR_index - location.state.__TSR_index;
    // A navigation of the host, or of another element: this module's location has not changed.
    if (next.href === location.href) {
      location = next;
      return;
    }
    const action = steps < 0 ? 'BACK' : 'FORWARD';
    for (const { blockerFn } of blockers) {
      if (await blockerFn({ currentLocation: location, nextLocation: next, action })) {
        ignoresNext = true;
        window.history.go(steps === 0 ? 1 : -steps);
        return;
      }
    }
    location = next;
    history.notify({ type: action });
  }

  const history = createHistory({
    getLocation: () => location,
    getLength: () => window.history.length,
    pushState: (path, state) => write('pushState', path, state),
    replaceState: (path, state) => write('replaceState', path, state),
    go: (steps) => window.history.go(steps),
    back: () => window.history.back(),
    forward: () => window.history.forward(),
    createHref: addressOf,
    getBlockers: () => blockers,
    setBlockers: (next) => {
      blockers = next;
    },
    notifyOnIndexChange: false,
    destroy: () => {
      taken.delete(parameter);
      window.removeEventListener('popstate', follow);
    },
  });
  window.addEventListener('popstate', follow);
  return stayWithin(guardPage(history), parts);
}
