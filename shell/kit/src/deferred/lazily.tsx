import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useState,
} from 'react';
import { fetchDeferred } from './deferred.tsx';
import { fetchWhenPlugged } from './plugged.ts';
import { useRestOfTexts } from './rest-of-texts.ts';

/** A component whose code is fetched when it is first drawn, or before, by `preload`. */
export type Lazy<Props> = ((props: Props) => ReactNode) & {
  /** Settles when the code is loaded, or after `PAGE_PATIENCE_MS`. */
  preload: () => Promise<void>;
};

/** The router keeps the previous page until the next one's code is loaded, but at most this long, in ms. */
const PAGE_PATIENCE_MS = 1_000;

/** Suspends its siblings until a promise settles. */
function Wait({ until }: { until: Promise<void> | null }) {
  if (until !== null) use(until);
  return null;
}

/**
 * Makes a component of code that is fetched when it is needed. A failed fetch is thrown where it is drawn, to the
 * nearest error boundary, and the next drawing fetches again. (The router's own way reloads the whole page at a failure,
 * which in an embedded module is the page of a host; React's own way remembers the failure for good.)
 * @param waiting stands in its place meanwhile
 * @param isFirst it is part of what a page shows first, and needs nothing that is deferred; any other part waits for the
 * deferred parts and the texts of its app, so that it is drawn in one piece
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  { isFirst = false }: { isFirst?: boolean } = {},
): Lazy<Props> {
  let fetching: Promise<{ default: ComponentType<Props> }> | null = null;
  let fetched: ComponentType<Props> | null = null;
  const loadAll = () => Promise.all([load(), isFirst ? null : fetchDeferred()]);
  const fetchOnce = () => {
    fetching ??= fetchWhenPlugged(loadAll).then(
      ([component]) => {
        fetched = component;
        return { default: component };
      },
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };
  const draw = (props: Props) => {
    // Loaded parts are rendered synchronously: React hides a suspended part for at least 300 ms.
    const [part] = useState(() => fetched ?? lazy(fetchOnce));
    const fetchTexts = useRestOfTexts();
    return (
      <Suspense fallback={waiting}>
        {createElement(part, props)}
        {!isFirst && <Wait until={fetchTexts?.() ?? null} />}
      </Suspense>
    );
  };
  return Object.assign(draw, {
    preload: () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, PAGE_PATIENCE_MS));
      return Promise.race([fetchOnce().then(() => {}), late]);
    },
  });
}
