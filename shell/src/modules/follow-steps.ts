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
 * Has modules come and go with the steps of the person, and newer builds take over at a step to another section.
 * @returns takes note of the section that the page begins in, once the modules are known
 */
export function followSteps(parts: StepsParts): () => void {
  const { history, state, apps, updates, touch } = parts;
  let section = '';
  /** Releases what the last step of the person was to bring once its page is seen. */
  let dropStep = () => {};

  // Only here is a navigation known that a guard had delayed: its browser event was before.
  history.subscribe(({ location }) => {
    const entered = sectionAt(state.list, location.pathname);
    if (isReady(state) && entered !== section) {
      section = entered;
      touch.clear();
      dropStep();
      // The page that was asked for comes first.
      if (updates.isAskDue()) dropStep = afterPaint(() => void updates.refresh());
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

/** Has newer builds fetched as soon as something tells of them. */
export function followNews({ live, state, updates }: NewsParts): void {
  // Another build is live: it is fetched now, and is here when the person goes to another section. A connection that
  // was just made tells of everything, without ids: that is looked after below.
  live.hear(['modules'], ({ ids }) => {
    if (ids.length > 0 && isReady(state)) void updates.refresh(() => false);
  });

  watchMissing(
    async () => {
      await (isReady(state) ? updates.refresh(() => false) : updates.lookForShell());
      return updates.hasNewer();
    },
    () => Object.assign(state, { reloadDue: true, reloadPutAway: false }),
  );

  // The server has been away, maybe for a new version.
  subscribeKey(live.state, 'connected', (connected) => {
    if (connected && isReady(state) && updates.isAskDue()) void updates.refresh();
  });
}
