import { useEffect } from 'react';
import { proxy } from 'valtio';

/** What opens within this time opened at once, in ms. */
const AT_ONCE_MS = 1_000;

/** A valtio proxy: how many things the person has opened, and does not see yet. */
export const awaited = proxy({ count: 0 });

/** Stands in the place of what the person has opened as long as its code is not here. */
export function Awaited() {
  useEffect(() => {
    let isReported = false;
    const timer = setTimeout(() => {
      isReported = true;
      awaited.count += 1;
    }, AT_ONCE_MS);
    return () => {
      clearTimeout(timer);
      if (isReported) awaited.count -= 1;
    };
  }, []);
  return null;
}
