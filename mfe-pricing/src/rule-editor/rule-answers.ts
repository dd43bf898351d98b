import {
  type PreviewAnswer,
  type PreviewBody,
  preview,
  previewSelection,
  type SelectionPreview,
} from '@primazia/backend/pricing/contract';
import { type ApiError, useLiveRefetch, useQueryCall } from '@primazia/kit';
import { useState } from 'react';
import type { RuleFault } from '../rule/faults.ts';

/** So many listings are asked about at once. */
export const MAX_LISTINGS = 1_000;

export interface RuleAnswers {
  /** The last version of the rule in which nothing was missing: the one that was asked about. */
  rule: PreviewBody['rule'];
  /** For the listing at hand. */
  now: PreviewAnswer | undefined;
  error: ApiError | null;
  /** For all listings of the rule. */
  selection: SelectionPreview | undefined;
  selectionError: ApiError | null;
  retrySelection: () => unknown;
}

export interface RuleQuestion {
  /** As it is in the form, once the person has stopped typing. */
  rule: PreviewBody['rule'];
  /** What is still missing or wrong in it. */
  faults: readonly RuleFault[];
  /** Null: the rule has no listing yet. */
  listingId: number | null;
  listingIds: readonly number[];
  /** Null: the rule is a new one. */
  ruleId: number | null;
}

/** What the engine decides by the rule in the form, asked again as one types and as markets change. */
export function useRuleAnswers(question: RuleQuestion): RuleAnswers {
  const { faults, listingId, listingIds, ruleId } = question;
  const [rule, setRule] = useState(question.rule);
  const isComplete = faults.every(({ field }) => field === 'name');
  if (isComplete && rule !== question.rule) setRule(question.rule);

  const now = useQueryCall(
    preview,
    { body: { rule, listingId: listingId ?? 0 } },
    { enabled: listingId !== null },
  );
  const all = useQueryCall(
    previewSelection,
    { body: { rule, ruleId, listingIds: listingIds.slice(0, MAX_LISTINGS) } },
    { enabled: listingIds.length > 0 },
  );
  useLiveRefetch(
    ['markets', 'listings', 'price-updates'],
    () => Promise.all([now.refetch(), all.refetch()]),
    ({ type, ids }) =>
      listingIds.length > 0 &&
      // Price updates have ids of their own.
      (type === 'price-updates' || ids.some((id) => listingIds.includes(id))),
  );
  return {
    rule,
    now: listingId === null ? undefined : now.data,
    error: now.error,
    selection: listingIds.length === 0 ? undefined : all.data,
    selectionError: all.error,
    retrySelection: all.refetch,
  };
}
