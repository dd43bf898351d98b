import type { Endpoint } from '@primazia/backend/kernel/endpoint';
import type { LiveEvent, LiveTopic } from '@primazia/backend/platform/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../module/kit-context.ts';
import type { LiveState } from './live.ts';

/** Hears live events while the component stands. */
export function useLive(topics: readonly LiveTopic[], listener: (event: LiveEvent) => void): void {
  const { live } = useKit();
  const heard = useEffectEvent(listener);
  const key = topics.join(' ');
  useEffect(() => live.hear(key.split(' ') as LiveTopic[], (event) => heard(event)), [live, key]);
}

/** Asks the queries of some endpoints anew when one of the topics tells of a change. */
export function useLiveRefresh(
  topics: readonly LiveTopic[],
  endpoints: readonly Pick<Endpoint, 'path'>[],
): void {
  const client = useQueryClient();
  useLive(topics, () => {
    for (const { path } of endpoints) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** Whether the live connection stands. */
export const useLiveState = (): LiveState => useSnapshot(useKit().live.state);
