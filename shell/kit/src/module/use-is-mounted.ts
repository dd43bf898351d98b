import { useCallback, useEffect, useRef } from 'react';

/** Returns whether the component is mounted: an answer that arrives later must not navigate away from another page. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
