import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code is fetched when it is first drawn, or before, by `preload`. */
export type Lazy<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

const networkBack = () =>
  new Promise<void>((resolve) =>
    window.addEventListener('online', () => resolve(), { once: true }),
  );

/** Without a network nothing can be fetched, and nothing is broken: it is fetched when the network is back. */
async function fetchWhenPlugged<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await networkBack();
    }
  }
}

/**
 * Makes a component of code that is fetched when it is needed. A failed fetch is thrown where it is drawn, to the
 * nearest error boundary, and the next drawing fetches again. (The router's own way reloads the whole page at a failure,
 * which in an embedded module is the page of somebody else; React's own way remembers the failure for good.)
 * @param waiting stands in its place meanwhile
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): Lazy<Props> {
  let fetching: Promise<{ default: ComponentType<Props> }> | null = null;
  let part: ComponentType<Props> | null = null;
  const fetchOnce = () => {
    fetching ??= fetchWhenPlugged(load).then(
      (component) => ({ default: component }),
      (error: unknown) => {
        fetching = null;
        part = null;
        throw error;
      },
    );
    return fetching;
  };
  const draw = (props: Props) => {
    part ??= lazy(fetchOnce);
    return <Suspense fallback={waiting}>{createElement(part, props)}</Suspense>;
  };
  return Object.assign(draw, {
    preload: async () => {
      await fetchOnce();
    },
  });
}
