import { useCallback, useMemo, useState } from 'react';

/** So many listings a rule prices at most. */
export const MAX_LISTINGS_OF_RULE = 1_000;

/** Which listings the rule in the form prices, before that is saved. */
export interface DraftListings {
  ids: readonly number[];
  /** Listings that come in, and listings that go out, once the form is saved. */
  added: number;
  removed: number;
  isChanged: boolean;
  add: (ids: readonly number[]) => void;
  remove: (ids: readonly number[]) => void;
  /** Adds all removed listings again. */
  bringBack: () => void;
  /** Resets to the stored listings. */
  reset: () => void;
}

/** Changes on top of the listings that are stored, kept while those change. */
export function useDraftListings(
  stored: readonly number[],
  begun: readonly number[] = [],
): DraftListings {
  const [added, setAdded] = useState<readonly number[]>(begun);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const ids = useMemo(() => {
    const remaining = stored.filter((id) => !removed.includes(id));
    return [...new Set([...remaining, ...added])];
  }, [stored, added, removed]);
  const add = useCallback((more: readonly number[]) => {
    setRemoved((before) => before.filter((id) => !more.includes(id)));
    setAdded((before) => [...new Set([...before, ...more])]);
  }, []);
  const remove = useCallback((less: readonly number[]) => {
    setAdded((before) => before.filter((id) => !less.includes(id)));
    setRemoved((before) => [...new Set([...before, ...less])]);
  }, []);
  const bringBack = useCallback(() => setRemoved([]), []);
  const reset = useCallback(() => {
    setAdded([]);
    setRemoved([]);
  }, []);
  const before = new Set(stored);
  const now = new Set(ids);
  const comingIn = ids.filter((id) => !before.has(id)).length;
  const goingOut = stored.filter((id) => !now.has(id)).length;
  return {
    ids,
    added: comingIn,
    removed: goingOut,
    isChanged: comingIn + goingOut > 0,
    add,
    remove,
    bringBack,
    reset,
  };
}
