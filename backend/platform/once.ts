import { deadline } from './deadline.ts';

/**
 * Begins something unless it is under way for the same key: then its end is shared. After so many milliseconds those who wait
 * get an error, and the next call begins it again, so that one that hangs (a connection that broke without a word) blocks
 * nothing for good.
 * @param open what is under way, by key
 * @throws Error where it takes longer
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
