import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { fetchWhenPlugged } from './plugged.ts';

type Fetch = () => Promise<unknown>;

const putOffs = new Set<Fetch>();
let isWhole = false;

/** Has something fetched with all that comes later. @returns takes it back */
export function putOff(fetch: Fetch): () => void {
  putOffs.add(fetch);
  return () => putOffs.delete(fetch);
}

/** Fetches all that was put off, or waits for it; what is here already is not fetched again. */
export async function fetchDeferred(): Promise<void> {
  await Promise.all([...putOffs].map((fetch) => fetch()));
  isWhole = true;
}

/** Whether all that was put off has been fetched: from then on nothing need be put off. */
export const isAllHere = (): boolean => isWhole;

/** For so long after its first rows a page is left to itself, in ms: its pictures come first. */
const REST_MS = 500;

/**
 * Fetches what was put off once the page has come to rest.
 * @returns calls it off
 */
export function fetchDeferredAtRest(): () => void {
  const timer = setTimeout(() => {
    // Whoever needs a part asks for it again, and hears why it does not come.
    fetchDeferred().catch((error: unknown) => console.warn('A part did not come ahead.', error));
  }, REST_MS);
  return () => clearTimeout(timer);
}

interface Piece<Props> {
  fetch(): Promise<ComponentType<Props>>;
  /** The same, once the page has come to rest. */
  fetchAtRest(): Promise<ComponentType<Props>>;
}

function pieceOf<Props>(load: () => Promise<ComponentType<Props>>): Piece<Props> {
  let fetching: Promise<ComponentType<Props>> | null = null;
  let resting: Promise<ComponentType<Props>> | null = null;
  const fetch = () => {
    if (fetching !== null) return fetching;
    const coming = fetchWhenPlugged(load);
    fetching = coming;
    coming.then(
      // By this React knows, before it has waited, that there is nothing to wait for.
      (value) => Object.assign(coming, { status: 'fulfilled', value }),
      () => {
        // The next one who needs it fetches again.
        fetching = null;
        resting = null;
      },
    );
    return coming;
  };
  return {
    fetch,
    fetchAtRest() {
      resting ??= new Promise((resolve) => setTimeout(resolve, REST_MS)).then(fetch);
      return fetching ?? resting;
    },
  };
}

interface PartProps<Props> {
  piece: Piece<Props>;
  given: Props;
  mayWait: boolean;
}

function Part<Props extends object>({ piece, given, mayWait }: PartProps<Props>) {
  return createElement(use(mayWait ? piece.fetchAtRest() : piece.fetch()), given);
}

interface OpenedProps<Props> extends PartProps<Props> {
  isNeeded: (props: Props) => boolean;
}

function Opened<Props extends object>({ isNeeded, ...part }: OpenedProps<Props>) {
  const [wasNeeded, setWasNeeded] = useState(false);
  const needs = wasNeeded || isNeeded(part.given);
  // What was open once closes by itself, with all that it does then.
  if (needs && !wasNeeded) setWasNeeded(true);
  return needs ? (
    <Suspense fallback={null}>
      <Part {...part} />
    </Suspense>
  ) : null;
}

/**
 * Makes a component of code that the first drawing of a page does without. Once it is here, it is drawn at once, as if
 * it had always been; before that, nothing stands in its place for a moment.
 * @param isNeeded until it says so, nothing is drawn and nothing fetched: what is closed does not have to be here
 * @param mayWait it stands in a first drawing, at its edge: its place is kept, and it comes once the page is at rest
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded: (props: Props) => boolean = () => true,
  mayWait = false,
): (props: Props) => ReactNode {
  const piece = pieceOf(load);
  putOff(piece.fetch);
  return (props) => <Opened piece={piece} given={props} isNeeded={isNeeded} mayWait={mayWait} />;
}
