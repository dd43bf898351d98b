import { afterPaint, type Live } from '@primazia/kit/shell';
import type { RouterHistory } from '@tanstack/react-router';
import { subscribeKey } from 'valtio/utils';
import type { Apps } from './apps.ts';
import { watchMissing } from './missing.ts';
import { sectionAt } from './registry.ts';
import { isReady, type ModulesState } from './state.ts';
import type { Touch } from './touch.ts';
import type { Updates } from './updates.ts';

export interface StepsParts {
  history: RouterHistory;
  state: ModulesState;
  apps: Apps;
  updates: Updates;
  touch: Touch;
}

/**
 * Mounts and unmounts modules as the person navigates, and applies newer builds when another section is opened.
 * @returns sets the section in which the page starts, once the modules are known
 */
export function followSteps(parts: StepsParts): () => void {
  const { history, state, apps, updates, touch } = parts;
  let section = '';
  /** Cancels the refresh that follows the last navigation once its page is painted. */
  let dropStep = () => {};

  // Only here is a navigation seen that a guard delayed: its browser event was before.
  history.subscribe(({ location }) => {
    const entered = sectionAt(state.list, location.pathname);
    if (isReady(state) && entered !== section) {
      section = entered;
      touch.clear();
      dropStep();
      // The requested page takes precedence.
      if (updates.isReadDue()) dropStep = afterPaint(() => void updates.refresh());
      else void updates.settle();
    }
    void apps.reroute();
  });

  return () => {
    section = sectionAt(state.list, history.location.pathname);
  };
}

export interface NewsParts {
  live: Live;
  state: ModulesState;
  updates: Updates;
}

/** Fetches newer builds as soon as they are reported. */
export function followNews({ live, state, updates }: NewsParts): void {
  // Another build is live: it is fetched now, and is loaded when the person opens another section. A new connection
  // reports everything, without ids: that is handled below.
  live.hear(['modules'], ({ ids }) => {
    if (ids.length > 0 && isReady(state)) void updates.refresh(() => false);
  });

  watchMissing(
    async () => {
      await (isReady(state) ? updates.refresh(() => false) : updates.checkShell());
      return updates.hasNewer();
    },
    () => Object.assign(state, { reloadDue: true, reloadPutAway: false }),
  );

  // The server was unavailable, maybe for a new version.
  subscribeKey(live.state, 'connected', (connected) => {
    if (connected && isReady(state) && updates.isReadDue()) void updates.refresh();
  });
}
