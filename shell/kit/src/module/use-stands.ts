import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is on the page: what it asked for and comes after that leads nobody away from where
 * they went meanwhile.
 */
export function useStands(): () => boolean {
  const stands = useRef(false);
  useEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  return useCallback(() => stands.current, []);
}
