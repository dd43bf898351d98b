import type { Plan } from '@primazia/backend/monitoring/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** When the market of each ad is looked at next, where that is known. */
const NextLooks = createContext<ReadonlyMap<number, string>>(new Map());

interface NextLooksProviderProps {
  plan: Plan | undefined;
  children: ReactNode;
}

/** Hands the plan down past the columns: those stay the same while the times go by. */
export function NextLooksProvider({ plan, children }: NextLooksProviderProps) {
  const nextLooks = useMemo(
    () =>
      new Map(
        plan?.listings.flatMap(({ listingId, expectedNextLook }) =>
          expectedNextLook === null ? [] : [[listingId, expectedNextLook] as const],
        ),
      ),
    [plan],
  );
  return <NextLooks.Provider value={nextLooks}>{children}</NextLooks.Provider>;
}

export const useNextLook = (listingId: number): string | null =>
  useContext(NextLooks).get(listingId) ?? null;
