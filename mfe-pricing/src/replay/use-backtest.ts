import { type Backtest, getBacktest } from '@primazia/backend/pricing/contract';
import { useQueryCall } from '@primazia/kit';
import { useEffect, useEffectEvent } from 'react';

const LOOK_AGAIN_MS = 700;
const NOT_FOUND = 404;

const isUnderWay = ({ state }: Pick<Backtest, 'state'>) =>
  state === 'queued' || state === 'running';

/** The replay as it is now, asked about again and again while it is under way; null: none is asked about. */
export function useBacktest(id: number | null) {
  const result = useQueryCall(
    getBacktest,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, keepPrevious: false, staleTime: 0 },
  );
  const { data, error, refetch } = result;
  const isGone = data === undefined && error?.status === NOT_FOUND;
  const goesOn = id !== null && !isGone && (data === undefined || isUnderWay(data));
  // An answer that takes longer than that is waited for: given up, none would ever come.
  const look = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [goesOn]);
  return { data, error, refetch, isGone, goesOn };
}
