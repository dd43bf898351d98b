import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { Awaited } from './awaited.tsx';
import { fetchWhenPlugged } from './plugged.ts';

type Fetch = () => unknown;

const pieces = new Set<Fetch>();
const putOffs = new Set<Fetch>();
let isWhole = false;

/** A failed fetch is retried after this time, in ms, and then after twice as long each time. */
const AGAIN_MS = 5_000;
/** The longest time between retries, in ms. */
const SELDOM_MS = 60_000;
let pause = AGAIN_MS;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Adds a fetch to those that run after the first rows.
 * @returns removes it
 */
export function putOff(fetch: Fetch): () => void {
  putOffs.add(fetch);
  return () => putOffs.delete(fetch);
}

/**
 * Fetches everything deferred that is not loaded yet.
 * @returns once every deferred part is loaded; other deferred work is not awaited
 * @throws the failure of a deferred part
 */
export async function fetchDeferred(): Promise<void> {
  const parts = Promise.all([...pieces].map((fetch) => fetch()));
  Promise.all([parts, ...[...putOffs].map((fetch) => fetch())]).then(() => {
    pause = AGAIN_MS;
  }, fetchAgain);
  await parts;
  isWhole = true;
}

/** Retries a failed fetch until it succeeds. */
export function fetchAgain(error: unknown): void {
  if (again !== undefined) return;
  console.warn('A deferred part failed to load; requesting it again', error);
  again = setTimeout(() => {
    again = undefined;
    fetchDeferred().catch(fetchAgain);
  }, pause);
  pause = Math.min(2 * pause, SELDOM_MS);
}

/** Whether every deferred part is loaded: nothing has to be deferred any more. */
export const isAllHere = (): boolean => isWhole;

/** The pause after a page's first rows, in ms: its pictures are loaded first. */
const REST_MS = 500;

/**
 * Fetches deferred parts once the page has settled, with retries until they are loaded.
 * @returns cancels it
 */
export function fetchDeferredWhenIdle(): () => void {
  const timer = setTimeout(() => fetchDeferred().catch(fetchAgain), REST_MS);
  return () => clearTimeout(timer);
}

/** Loads a part for a drawing that waits for it without a limit: a failure does not break the page. */
type Come<Props> = () => Promise<ComponentType<Props>>;

/** A component that is fetched after the first drawing of a page. */
export type Deferred<Props> = ((props: Props) => ReactNode) & {
  /** Settles when the code is loaded: from then on it is rendered synchronously. */
  preload: () => Promise<void>;
};

function comeFor<Props>(load: () => Promise<ComponentType<Props>>, waitMs: number) {
  let fetching: Promise<void> | null = null;
  let isAwaited = false;
  let arrive: (component: ComponentType<Props>) => void = () => {};
  const coming = new Promise<ComponentType<Props>>((resolve) => {
    arrive = resolve;
  });
  const fetch = () => {
    fetching ??= fetchWhenPlugged(load).then(
      (value) => {
        arrive(value);
        // This tells React, before it has waited, that there is nothing to wait for.
        Object.assign(coming, { status: 'fulfilled', value });
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };
  pieces.add(fetch);
  const need = () => fetch().catch(fetchAgain);
  const come: Come<Props> = () => {
    if (!isAwaited) {
      isAwaited = true;
      if (waitMs > 0) setTimeout(need, waitMs);
      else need();
    }
    return coming;
  };
  return { come, fetch };
}

interface PartProps<Props> {
  come: Come<Props>;
  given: Props;
}

function Part<Props extends object>({ come, given }: PartProps<Props>) {
  return createElement(use(come()), given);
}

interface OpenedProps<Props> extends PartProps<Props> {
  isNeeded: (props: Props) => boolean;
  waiting: ReactNode;
}

function Opened<Props extends object>({ isNeeded, waiting, ...part }: OpenedProps<Props>) {
  const [wasNeeded, setWasNeeded] = useState(false);
  const needs = wasNeeded || isNeeded(part.given);
  // A part that was open stays mounted: it closes by itself, with its own effects.
  if (needs && !wasNeeded) setWasNeeded(true);
  return needs ? (
    <Suspense fallback={isNeeded(part.given) && waiting}>
      <Part {...part} />
    </Suspense>
  ) : null;
}

/**
 * Creates a component whose code is not needed for the first render of a page. Once loaded it renders synchronously; before that
 * only `Place` is rendered, and a failed fetch breaks nothing: it is retried until it succeeds.
 * @param isNeeded until it is true, nothing is rendered and nothing fetched: a closed part does not have to be loaded. A user
 * who opens it sees that it is loading
 * @param waitMs it is part of a first render, which does not wait for it: its place is reserved, and it is loaded with everything
 * deferred, after this time at the latest, in ms
 * @param Place the placeholder
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded?: (props: Props) => boolean,
  waitMs = 0,
  Place?: ComponentType<Props>,
): Deferred<Props> {
  const { come, fetch } = comeFor(load, waitMs);
  const waiting = isNeeded === undefined ? null : <Awaited />;
  const draw = (props: Props) => (
    <Opened
      come={come}
      given={props}
      isNeeded={isNeeded ?? (() => true)}
      waiting={Place === undefined ? waiting : <Place {...props} />}
    />
  );
  return Object.assign(draw, { preload: fetch });
}
