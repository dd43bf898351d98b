import type { RouterHistory } from '@tanstack/react-router';

type Blocker = Parameters<RouterHistory['block']>[0];
type Listener = Parameters<RouterHistory['subscribe']>[0];

/**
 * A module's view of the shell's one history. It navigates in the real one, but reports only locations of the module, so
 * that a module that is being left never renders an unknown path; work that ends in the module when the page is
 * elsewhere does not navigate; and `destroy` removes only the module's own listeners. (Two browser histories on one page
 * receive each other's events, and destroying one can break the other.)
 */
export function scopeHistory(
  history: RouterHistory,
  owns: (pathname: string) => boolean,
): RouterHistory {
  const listeners = new Set<Listener>();
  const blocks = new Set<() => void>();
  let last = history.location;
  const current = () => {
    if (owns(history.location.pathname)) last = history.location;
    return last;
  };
  let isOver = false;
  const whileThere =
    (go: RouterHistory['push']): RouterHistory['push'] =>
    (...where) => {
      if (!isOver && owns(history.location.pathname)) go(...where);
    };
  const stop = history.subscribe((change) => {
    if (!owns(change.location.pathname)) return;
    for (const listener of [...listeners]) listener(change);
  });
  return {
    get location() {
      return current();
    },
    get length() {
      return history.length;
    },
    subscribers: listeners,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    push: whileThere(history.push),
    replace: whileThere(history.replace),
    go: history.go,
    back: history.back,
    forward: history.forward,
    canGoBack: history.canGoBack,
    createHref: history.createHref,
    block: (blocker: Blocker) => {
      const unblock = history.block(blocker);
      const release = () => {
        blocks.delete(release);
        unblock();
      };
      blocks.add(release);
      return release;
    },
    flush: history.flush,
    destroy: () => {
      isOver = true;
      stop();
      listeners.clear();
      for (const release of [...blocks]) release();
    },
    notify: history.notify,
    _getBlockers: history._getBlockers,
    ...(history._ignoreNextBeforeUnload === undefined
      ? {}
      : { _ignoreNextBeforeUnload: history._ignoreNextBeforeUnload }),
  };
}
