import { useEffect } from 'react';
import { proxy } from 'valtio';

/** A part that opens within this time counts as opened at once, in ms. */
const AT_ONCE_MS = 1_000;

/** A valtio proxy: the number of parts that the person has opened and that are still loading. */
export const awaited = proxy({ count: 0 });

/** The placeholder of a part that the person has opened, until its code is loaded. */
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
