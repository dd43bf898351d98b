import { createContext, useContext } from 'react';

/** When the market of each ad is looked at next, where that is known. */
const NextLooks = createContext<ReadonlyMap<number, string>>(new Map());

/** Handed down past the columns: those stay the same while the times go by. */
export const NextLooksProvider = NextLooks.Provider;

export const useNextLook = (listingId: number): string | null =>
  useContext(NextLooks).get(listingId) ?? null;
