import {
  type BulkChange,
  MAX_BULK,
  previewBulk,
  type RuleCreation,
  startBulk,
} from '@primazia/backend/pricing/contract';
import { useMutateCall } from '@primazia/kit';
import { useEffect, useEffectEvent } from 'react';
import type { Chosen } from './chosen.ts';

/** What is done to the chosen listings. */
export type Change = BulkChange | RuleCreation;

/** What leaves prices alone, or only stops them. */
const QUIET: readonly Change['action'][] = ['disable', 'archive'];

/** What an action would do, fetched each time the step is opened or its input changes: no cached answer is used. */
export function useDryRun(change: Change, { target, count }: Chosen) {
  const dry = useMutateCall(startBulk);
  const prices = useMutateCall(previewBulk);
  const movesPrices = !QUIET.includes(change.action);
  const mayPreview = movesPrices && count <= MAX_BULK;
  const request = { ...change, ...target, dryRun: true };
  const ask = () => {
    dry.mutate({ body: request });
    if (mayPreview) prices.mutate({ body: request });
  };
  const begin = useEffectEvent(ask);
  useEffect(() => {
    if (change) begin();
  }, [change]);
  return {
    outcome: dry.data,
    error: dry.error,
    ask,
    /** Null: the action changes no price. */
    prices: movesPrices
      ? {
          preview: prices.data,
          isTooMany: !mayPreview,
          hasFailed: prices.error !== null,
          onRetry: () => prices.mutate({ body: request }),
        }
      : null,
  };
}
