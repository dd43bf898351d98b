import {
  type Backtest,
  type Bulk,
  getBacktest,
  getBulk,
  getSheet,
  getUndo,
  type MassEditState,
  type Sheet,
} from '@primazia/backend/pricing/contract';
import { type ApiError, useLiveRefetch, useLiveState, useQueryCall } from '@primazia/kit';
import { useEffect, useEffectEvent } from 'react';

export type WorkState = MassEditState | Backtest['state'];
/** The parts of a bulk action, an import, an undo or a backtest that are followed. */
export type Followed = Pick<Bulk | Sheet | Backtest, 'progress'> & { state: WorkState };

const UNDER_WAY: readonly WorkState[] = ['queued', 'reading', 'writing', 'undoing', 'running'];
/** Whether work is running, or will run without an action of a person. */
export const isUnderWay = (state: WorkState): boolean => UNDER_WAY.includes(state);

type Topic = 'rule-batches' | 'backtests';
/** The live channel reports each step; polling covers a channel that is down, or that lost a message. */
const POLL_MS = { connected: 5_000, cut: 1_500 } as const;
/** Work publishes its progress many times in a second: more than eyes can follow. */
const THROTTLE_MS = 600;
const NOT_FOUND = 404;

/** Whether an event is about a piece of work; no ids: it may be about any. */
const isOf =
  (id: number | null) =>
  ({ ids }: { ids: readonly number[] }): boolean =>
    id !== null && (ids.length === 0 || ids.includes(id));

interface Answer<Work> {
  data: Work | undefined;
  error: ApiError | null;
  refetch: (how?: { cancelRefetch: boolean }) => unknown;
}

/**
 * Follows a piece of long work until it is over; `id` null: there is none yet.
 * @param settles whether what it started still runs once it is over itself
 */
function useLongWork<Work extends Followed, Result extends Answer<Work>>(
  topic: Topic,
  id: number | null,
  result: Result,
  settles = false,
): Result & { isGone: boolean; goesOn: boolean } {
  const { data, error, refetch } = result;
  const { connected } = useLiveState();
  const isGone = data === undefined && error?.status === NOT_FOUND;
  const goesOn = id !== null && !isGone && (data === undefined || isUnderWay(data.state));
  // A request that takes longer than the interval is not cancelled: otherwise none would ever be answered.
  const poll = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  const isFollowed = goesOn || settles;
  useEffect(() => {
    if (!isFollowed) return;
    const timer = setInterval(() => poll(), connected ? POLL_MS.connected : POLL_MS.cut);
    return () => clearInterval(timer);
  }, [isFollowed, connected]);
  useLiveRefetch([topic], refetch, isOf(id), THROTTLE_MS);
  return { ...result, isGone, goesOn };
}

/**
 * Refetches what depends on a piece of work: whenever it publishes its progress, and once its state has changed. `id`
 * null: there is nothing to fetch yet.
 */
export function useWorkRefetch(
  id: number | null,
  state: WorkState | undefined,
  refetch: () => unknown,
): void {
  const ask = useEffectEvent(() => {
    if (id !== null) void refetch();
  });
  // Polling may find the new state first, where the channel is down or lost a message.
  useEffect(() => {
    if (state !== undefined) ask();
  }, [state]);
  useLiveRefetch(['rule-batches'], refetch, isOf(id), THROTTLE_MS);
}

const of = (id: number | null) => ({ params: { id: id ?? 0 } });
const options = (id: number | null) => ({
  enabled: id !== null,
  keepPrevious: false,
  staleTime: 0,
});

/** An import of rules as it is now, followed until it is over. */
export const useRuleImport = (id: number) =>
  useLongWork('rule-batches', id, useQueryCall(getSheet, of(id), options(id)));

/** A bulk action as it is now, followed until it is over. */
export const useBulk = (id: number) =>
  useLongWork('rule-batches', id, useQueryCall(getBulk, of(id), options(id)));

/** A backtest as it is now, followed until it is over; null: there is none yet. */
export const useBacktest = (id: number | null) =>
  useLongWork('backtests', id, useQueryCall(getBacktest, of(id), options(id)));

/** An undo of many price updates as it is now, followed until each price is back, or is known to stay. */
export function useUndo(id: number) {
  const result = useQueryCall(getUndo, of(id), options(id));
  const isRestoring = (result.data?.counts.restoring ?? 0) > 0;
  useLiveRefetch(['price-updates'], result.refetch, undefined, THROTTLE_MS);
  return useLongWork('rule-batches', id, result, isRestoring);
}
