import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is on the page: what it asked for and comes after that does not navigate away from where
 * they went meanwhile.
 */
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
