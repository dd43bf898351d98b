import type { Plan } from '@primazia/backend/monitoring/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** When the market of each listing is polled next, where that is known. */
const NextPolls = createContext<ReadonlyMap<number, string>>(new Map());

interface NextPollsProviderProps {
  plan: Plan | undefined;
  children: ReactNode;
}

/** Brings the plan to the cells by a context: the columns stay the same while the times change. */
export function NextPollsProvider({ plan, children }: NextPollsProviderProps) {
  const nextPolls = useMemo(
    () =>
      new Map(
        plan?.listings.flatMap(({ listingId, expectedNextLook }) =>
          expectedNextLook === null ? [] : [[listingId, expectedNextLook] as const],
        ),
      ),
    [plan],
  );
  return <NextPolls.Provider value={nextPolls}>{children}</NextPolls.Provider>;
}

export const useNextPoll = (listingId: number): string | null =>
  useContext(NextPolls).get(listingId) ?? null;
