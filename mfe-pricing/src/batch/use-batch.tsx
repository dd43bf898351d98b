import {
  type BatchState,
  type Bulk,
  getBulk,
  getSheet,
  getUndo,
  type Sheet,
} from '@primazia/backend/pricing/contract';
import { useLiveRefetch, useLiveState, useQueryCall } from '@primazia/kit';
import { useEffect, useEffectEvent } from 'react';

/** What is followed of a batch: a bulk act on rules, or a spreadsheet of them. */
export type Followed = Pick<Bulk | Sheet, 'state' | 'progress'>;

const UNDER_WAY: readonly BatchState[] = ['queued', 'reading', 'writing', 'undoing'];

/** Whether a batch is at work, or will be without anybody doing anything. */
export const isUnderWay = (state: BatchState): boolean => UNDER_WAY.includes(state);

/** The live channel tells of each step; asked anew by the clock only in case that it is down, or lost a word. */
const LOOK_MS = { connected: 5_000, cut: 1_500 } as const;
/** A batch tells many times in a second how far it is: more than eyes can follow. */
const STEADY_MS = 600;

/** Whether what the channel tells is of a batch; no ids: it may be of any. */
const isOf =
  (id: number | null) =>
  ({ ids }: { ids: readonly number[] }): boolean =>
    id !== null && (ids.length === 0 || ids.includes(id));

interface Asked {
  data: Followed | undefined;
  error: Error | null;
  refetch: (how?: { cancelRefetch: boolean }) => unknown;
}

/** Asks about a batch again as it gets on, until it is over and nothing that it began is under way. */
function useFollowing(
  id: number | null,
  { data, error, refetch }: Asked,
  settles: boolean = false,
): void {
  const { connected } = useLiveState();
  const goesOn =
    id !== null && (data === undefined ? error === null : settles || isUnderWay(data.state));
  // An answer that takes longer than the clock is waited for: given up, none would ever come.
  const look = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => look(), connected ? LOOK_MS.connected : LOOK_MS.cut);
    return () => clearInterval(timer);
  }, [goesOn, connected]);
  useLiveRefetch(['rule-batches'], refetch, isOf(id), STEADY_MS);
}

/**
 * Asks anew for what hangs on a batch, as that gets on: where the live channel tells of it, and where it is met in
 * another state. `id` null: there is nothing to ask for yet.
 */
export function useBatchRefetch(
  id: number | null,
  state: BatchState | undefined,
  refetch: () => unknown,
): void {
  const ask = useEffectEvent(() => {
    if (id !== null) void refetch();
  });
  // The clock may be the first to tell, where the channel is down or lost a word.
  useEffect(() => {
    if (state !== undefined) ask();
  }, [state]);
  useLiveRefetch(['rule-batches'], refetch, isOf(id), STEADY_MS);
}

const of = (id: number | null) => ({ params: { id: id ?? 0 } });
const options = (id: number | null) => ({
  enabled: id !== null,
  keepPrevious: false,
  staleTime: 0,
});

/** A spreadsheet of rules as it is now, followed as long as it gets on; null: none yet. */
export function useSheet(id: number | null) {
  const result = useQueryCall(getSheet, of(id), options(id));
  useFollowing(id, result);
  return result;
}

/** A bulk act as it is now, followed as long as it gets on; null: none yet. */
export function useBulk(id: number | null) {
  const result = useQueryCall(getBulk, of(id), options(id));
  useFollowing(id, result);
  return result;
}

/** An undo of many price updates as it is now, followed until each of its prices is back, or is known to stay. */
export function useUndo(id: number) {
  const result = useQueryCall(getUndo, of(id), options(id));
  useFollowing(id, result, (result.data?.counts.restoring ?? 0) > 0);
  useLiveRefetch(['price-updates'], result.refetch, undefined, STEADY_MS);
  return result;
}
