import { useEffect, useState } from 'react';

/** As long as somebody types, nothing is asked. */
const SETTLE_MS = 200;

/** A value as it was when it last stood still for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
