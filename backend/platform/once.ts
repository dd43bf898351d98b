import { deadline } from './deadline.ts';

/**
 * Coalesces concurrent calls: starts work unless it is running for the same key, and shares its result. After so many
 * milliseconds the waiting callers get an error, and the next call starts it again, so that work that hangs (a silently
 * broken connection) does not block for ever.
 * @param open the running work, by key
 * @throws Error if it takes longer
 */
export function once<Key, Value>(
  open: Map<Key, Promise<Value>>,
  key: Key,
  milliseconds: number,
  begin: () => Promise<Value>,
): Promise<Value> {
  const present = open.get(key);
  if (present !== undefined) return present;
  const late = Promise.withResolvers<never>();
  const callOff = deadline(milliseconds, () =>
    late.reject(new Error(`No end within ${milliseconds / 1000} s; the next call begins again`)),
  );
  const shared = Promise.race([begin(), late.promise]).finally(() => {
    callOff();
    open.delete(key);
  });
  open.set(key, shared);
  return shared;
}
