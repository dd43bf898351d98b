import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { Activity, type ReactNode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Api } from '../api/api.ts';
import { openLanguage, type Texts } from '../i18n/i18n.ts';
import { afterPaint } from './after-paint.ts';
import { makeCurtain } from './curtain.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { ScopedHistory } from './history.ts';
import { Hidings, type Kit } from './kit-context.ts';
import { KitProvider } from './kit-provider.tsx';
import { closeQueryClient, createQueryClient } from './query-client.ts';
import { whenQuiet } from './when-quiet.ts';

export interface StandingParts extends Kit {
  /** As in the module registry. */
  name: string;
  texts: Texts;
  domElement: HTMLElement;
  openRouter: (broke: (error: unknown) => void) => { router: AnyRouter; history: ScopedHistory };
  broke?: ((error: unknown) => void) | undefined;
  settled?: (() => void) | undefined;
}

/** A module that is drawn in its element: to be seen, or hidden, when nothing of it runs. */
export interface Standing {
  /**
   * Shows it at the place where the page is. False: it had broken before anybody saw it, and is to be made anew.
   * @throws what broke around the pages of the module
   */
  show(): Promise<boolean>;
  /** Hides it, as soon as what comes in its place is seen; what was read or typed stays. */
  hide(): void;
  /** Draws it hidden, at the place that its history begins with. */
  prepare(): Promise<void>;
  /** Whether a page of it broke, or all of it: to be made anew for whoever comes next. */
  hasBroken(): boolean;
  /** Its view of the history of the page. */
  readonly history: ScopedHistory;
  /** Takes it away with all that it holds. */
  end(): void;
}

/** What is hidden while something else is drawn waits until that is seen, in ms. */
const HIDE_AFTER_MS = 100;

/** Tells when all before it in the tree is drawn and runs: each time that it is shown. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return null;
}

/** What settles when the drawing does that is under way. */
function makeWait() {
  let settle: { done: () => void; failed: (error: unknown) => void } | null = null;
  return {
    begin: () =>
      new Promise<void>((done, failed) => {
        settle = { done, failed };
      }),
    done: () => {
      settle?.done();
      settle = null;
    },
    /** False: nobody waits. */
    fail: (error: unknown): boolean => {
      const waits = settle !== null;
      settle?.failed(error);
      settle = null;
      return waits;
    },
  };
}

/** Whether the router is at the address of its history; it may have come there by another step. */
const isThere = (router: AnyRouter): boolean =>
  router.parseLocation(router.history.location).href === router.latestLocation.href;

/** Settles when the router has put the place of its history in the place of the one before. */
async function follow(router: AnyRouter): Promise<void> {
  const { key } = router.history.location.state;
  if (isThere(router) && key === router.latestLocation.state.key) return;
  let stop = () => {};
  const loaded = new Promise<void>((resolve) => {
    stop = router.subscribe('onLoad', () => resolve());
  });
  // While hidden nothing is drawn, which is what the router waits for before it is done.
  await Promise.race([loaded, router.load({ sync: true })]);
  stop();
}

/** Has the page come at which the router begins. What does not come is asked for again, and told, where it is drawn. */
function fetchPage(router: AnyRouter): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = router.routesById[routeId].options;
    component?.preload?.().catch(() => {});
  }
}

/** Sends nothing while a page comes to be seen: half of that time would go into what it asks anew. */
function makePatience(api: Api) {
  /** Settles when what is shown just now is seen. */
  let seen: Promise<void> | null = null;
  const patient: Api = {
    ...api,
    call: (endpoint, input, options) =>
      seen === null
        ? api.call(endpoint, input, options)
        : seen.then(() => api.call(endpoint, input, options)),
  };
  return {
    api: patient,
    isWaiting: () => seen !== null,
    /** Waits until what is drawn next is seen, and does then what waited for that. */
    wait(then: () => void): void {
      seen = new Promise((resolve) => {
        afterPaint(() => {
          seen = null;
          resolve();
          then();
        });
      });
    },
  };
}

/**
 * Makes a module ready to be drawn.
 * @throws what kept its texts away
 */
export async function makeStanding(parts: StandingParts): Promise<Standing> {
  const { name, session, live, basePath, domElement } = parts;
  const speaking = openLanguage(session.locale, parts.texts);
  const wait = makeWait();
  let mode: 'none' | 'hidden' | 'visible' = 'none';
  let hasBroken = false;
  let hidings = 0;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let stopListening = () => {};
  const patience = makePatience(parts.api);
  const client = createQueryClient(() => mode === 'visible' && !patience.isWaiting());
  const curtain = makeCurtain(domElement, () => mode === 'hidden');

  const broke = (error: unknown) => {
    hasBroken = true;
    // What nobody has looked at is nobody's trouble yet.
    if (mode === 'visible') parts.broke?.(error);
  };
  const { router, history } = parts.openRouter(broke);
  fetchPage(router);
  const language = await speaking.catch((error: unknown) => {
    history.destroy();
    throw error;
  });
  const root = createRoot(domElement, {
    onUncaughtError: (error) => {
      if (wait.fail(error)) return;
      console.error(`${name} broke:`, error);
      broke(error);
    },
  });
  const whole: ReactNode = (
    <KitProvider
      session={session}
      api={patience.api}
      live={live}
      basePath={basePath}
      language={language}
      client={client}
    >
      <ErrorBoundary name={name} onBroken={broke} onRetry={() => router.invalidate()}>
        <RouterProvider router={router} />
      </ErrorBoundary>
      <Drawn onDrawn={wait.done} />
    </KitProvider>
  );
  const draw = (as: 'hidden' | 'visible') =>
    root.render(
      <Activity mode={as}>
        {/* React hides what is outermost. Here that is not the theme's element, whose style is dear to find anew. */}
        <div>
          <Hidings value={hidings}>{whole}</Hidings>
        </div>
      </Activity>,
    );
  const drawHidden = () => {
    mode = 'hidden';
    hidings += 1;
    draw('hidden');
  };

  return {
    async show() {
      clearTimeout(hiding);
      if (mode === 'visible') {
        curtain.uncover();
        return true;
      }
      // The same page is drawn the same for each step that leads there: of the step itself the router hears later.
      if (mode === 'none' || !isThere(router)) await follow(router);
      const drawn = wait.begin();
      const wasDrawn = mode === 'hidden';
      if (!wasDrawn) mode = 'visible';
      else {
        patience.wait(() => {
          void follow(router);
          // What changed while it was hidden was not heard of.
          void client.invalidateQueries();
        });
      }
      curtain.uncover();
      // At once: what was hidden is drawn already. What broke in hiding tells so only now.
      flushSync(() => draw('visible'));
      mode = 'visible';
      await drawn;
      if (wasDrawn && hasBroken) return false;
      if (parts.settled) stopListening = whenQuiet(client, parts.settled);
      return true;
    },
    hide() {
      stopListening();
      curtain.cover();
      hiding = setTimeout(drawHidden, HIDE_AFTER_MS);
    },
    async prepare() {
      await router.load();
      // Somebody may have come meanwhile.
      if (mode !== 'none') return;
      curtain.cover();
      curtain.layOut();
      drawHidden();
    },
    hasBroken: () => hasBroken,
    history,
    end() {
      clearTimeout(hiding);
      stopListening();
      curtain.uncover();
      root.unmount();
      language.end();
      history.destroy();
      // A moment later: only then the components have let go of what they read.
      queueMicrotask(() => closeQueryClient(client));
    },
  };
}
