import { useCallback, useMemo, useState } from 'react';

/** So many ads a rule prices at most. */
export const MOST_ADS_OF_RULE = 1_000;

/** Which ads the rule in the form prices, before that is saved. */
export interface DraftAds {
  ids: readonly number[];
  /** Ads that come in, and ads that go out, once the form is saved. */
  added: number;
  removed: number;
  isChanged: boolean;
  add: (ids: readonly number[]) => void;
  remove: (ids: readonly number[]) => void;
  /** Takes in again all that would go out. */
  bringBack: () => void;
  /** Takes the stored ads as they are. */
  reset: () => void;
}

/** Changes on top of the ads that are stored, kept while those change. */
export function useDraftAds(stored: readonly number[], begun: readonly number[] = []): DraftAds {
  const [added, setAdded] = useState<readonly number[]>(begun);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const ids = useMemo(() => {
    const kept = stored.filter((id) => !removed.includes(id));
    return [...new Set([...kept, ...added])];
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
