import type { QueryClient } from '@tanstack/react-query';

/** Nothing asked for this long, in ms: what a page asks for has come. */
const QUIET_MS = 300;
/** A page that asks for nothing is taken to stand after this, in ms. */
const ASKS_NOTHING_MS = 5_000;

/**
 * Tells once that a page has what it asked for.
 * @returns to hear no more
 */
export function whenQuiet(client: QueryClient, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const end = () => {
    clearTimeout(timer);
    stop();
  };
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      end();
      tell();
    }, ms);
  };
  wait(ASKS_NOTHING_MS);
  stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() === 0) wait(QUIET_MS);
    else clearTimeout(timer);
  });
  return end;
}
