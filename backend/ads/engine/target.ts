// The target ACOS of a campaign. Pure.

import type { Minor } from '../../kernel/money.ts';
import { CAMPAIGN_STRATEGIES } from '../contract/strategies.ts';
import type { CampaignStrategy } from '../contract/words.ts';
import type { Margin } from './margin.ts';

/** What the visibility strategy may lose in a month, and how much of that it has lost so far. */
export interface LossLimit {
  limit: Minor;
  lost: Minor;
}

export interface Target {
  /** As a share of revenue, at least zero. */
  acos: number;
  from: 'GOAL' | 'STRATEGY';
  /** Its share of the margin; null: it is a person's goal. */
  marginShare: number | null;
}

/** The share of the margin that a strategy spends; for visibility it grows with the loss that is left. */
export function marginShareOfStrategy(strategy: CampaignStrategy, loss: LossLimit | null): number {
  const { marginShare, marginShareAtMost } = CAMPAIGN_STRATEGIES[strategy];
  if (loss === null || loss.limit <= 0) return marginShare;
  const left = Math.min(Math.max(1 - loss.lost / loss.limit, 0), 1);
  return marginShare + (marginShareAtMost - marginShare) * left;
}

/**
 * The target ACOS: a person's goal, or else the strategy's share of the margin. Null: neither is known.
 * @param goal as a share of revenue
 */
export function targetOf(
  strategy: CampaignStrategy,
  margin: Margin | null,
  goal: number | null,
  loss: LossLimit | null,
): Target | null {
  if (goal !== null) return { acos: goal, from: 'GOAL', marginShare: null };
  if (margin === null) return null;
  const marginShare = marginShareOfStrategy(strategy, loss);
  return { acos: Math.max(marginShare * margin.share, 0), from: 'STRATEGY', marginShare };
}
