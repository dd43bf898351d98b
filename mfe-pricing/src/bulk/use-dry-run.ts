import {
  type BulkChange,
  MAX_BULK,
  previewBulk,
  startBulk,
} from '@primazia/backend/pricing/contract';
import { useMutateCall } from '@primazia/kit';
import { useEffect, useEffectEvent } from 'react';
import type { Chosen } from './chosen.ts';

/** What leaves prices alone, or only stops them. */
const QUIET: readonly BulkChange['action'][] = ['disable', 'archive'];

/** What an act would do, asked once when a person comes to it: an answer from before says nothing. */
export function useDryRun(change: BulkChange, { target, count }: Chosen) {
  const dry = useMutateCall(startBulk);
  const prices = useMutateCall(previewBulk);
  const movesPrices = !QUIET.includes(change.action);
  const mayPreview = movesPrices && count <= MAX_BULK;
  const asked = { ...change, ...target, dryRun: true };
  const ask = () => {
    dry.mutate({ body: asked });
    if (mayPreview) prices.mutate({ body: asked });
  };
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), []);
  return {
    told: dry.data,
    error: dry.error,
    ask,
    /** Null: the act moves no price. */
    prices: movesPrices
      ? {
          preview: prices.data,
          isTooMany: !mayPreview,
          hasFailed: prices.error !== null,
          onRetry: () => prices.mutate({ body: asked }),
        }
      : null,
  };
}
