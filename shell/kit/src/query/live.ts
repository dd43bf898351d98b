import type { Endpoint } from '@primazia/backend/kernel/endpoint';
import type { LiveEvent, LiveTopic } from '@primazia/backend/platform/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import type { LiveState } from '../live/live.ts';

/** Hears live events while the component is mounted. */
function useLive(topics: readonly LiveTopic[], listener: (event: LiveEvent) => void): void {
  const { live } = useKit();
  const onEvent = useEffectEvent(listener);
  const key = topics.join(' ');
  useEffect(() => live.hear(key.split(' ') as LiveTopic[], (event) => onEvent(event)), [live, key]);
}

/** Events come in bursts, and each refetch cancels the pending one: events within this time cause one refetch. */
const BATCH_MS = 120;

/**
 * Refetches when one of the topics reports a change, once for each burst.
 * @param isAbout which events count; without it all do
 * @param batchMs how long a burst is
 */
export function useLiveRefetch(
  topics: readonly LiveTopic[],
  refetch: () => unknown,
  isAbout: (event: LiveEvent) => boolean = () => true,
  batchMs = BATCH_MS,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useEffectEvent(() => {
    timer.current = undefined;
    refetch();
  });
  useLive(topics, (event) => {
    if (!isAbout(event)) return;
    timer.current ??= setTimeout(() => ask(), batchMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // A component that is shown again starts a new burst.
      timer.current = undefined;
    },
    [],
  );
}

/** Refetches the queries of some endpoints when one of the topics reports a change. */
export function useLiveRefresh(
  topics: readonly LiveTopic[],
  endpoints: readonly Pick<Endpoint, 'path'>[],
): void {
  const client = useQueryClient();
  useLiveRefetch(topics, () => {
    for (const { path } of endpoints) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** Whether the live connection is open. */
export const useLiveState = (): LiveState => useSnapshot(useKit().live.state);
