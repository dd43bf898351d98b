import type { QueryClient } from '@tanstack/react-query';

/** Nothing asked for this long, in ms: what a page asks for has come. */
const QUIET_MS = 300;
/** A page that asks for nothing is taken to stand after this, in ms. */
const ASKS_NOTHING_MS = 5_000;
/** What changes all the time, as while an account is read for the first time, is asked for anew without an end, in ms. */
const ASKS_ON_MS = 3_000;

/**
 * Tells once that a page has what it asked for, and at the latest a while after it had it first.
 * @returns to hear no more
 */
export function whenQuiet(client: QueryClient, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let hasAsked = false;
  let stop = () => {};
  const end = () => {
    clearTimeout(timer);
    clearTimeout(latest);
    stop();
  };
  const finish = () => {
    end();
    tell();
  };
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(finish, ms);
  };
  wait(ASKS_NOTHING_MS);
  stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) {
      hasAsked = true;
      return clearTimeout(timer);
    }
    wait(QUIET_MS);
    if (hasAsked) latest ??= setTimeout(finish, ASKS_ON_MS);
  });
  return end;
}
