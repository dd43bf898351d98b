// A listing whose health is below what counts as good. Pure.
import { NEEDS_IMPROVEMENT_BELOW } from '../../../kernel/listing.ts';
import type { Ruling, Setting } from './advice.ts';
import type { ListingFacts } from './listing-facts.ts';

/** Points above the score at which it opens, where it closes. */
const CLOSES_ABOVE = 5;
/** Scores are rounded to steps of this many points. */
const BUCKET = 5;
/** Its effect is not measured: this share of the contribution decides its place in lists, and is never shown. */
const ORDER_SHARE = 0.02;

export function improveHealth(
  { listingId, healthScore, monthContribution }: ListingFacts,
  { isOpen }: Setting,
): Ruling {
  if (healthScore === null) return null;
  const goal = NEEDS_IMPROVEMENT_BELOW + (isOpen ? CLOSES_ABOVE : 0);
  if (healthScore >= goal) return null;
  return {
    kind: 'improve_health',
    reason: 'low',
    subject: { listingId, campaignId: null, targetId: null },
    act: 'improve_listing',
    change: null,
    effect: null,
    score: Math.max(0, Math.round(ORDER_SHARE * (monthContribution ?? 0))),
    assumed: [],
    confidence: 'high',
    facts: { healthScore, healthGoal: NEEDS_IMPROVEMENT_BELOW },
    fingerprint: `health ${Math.floor(healthScore / BUCKET)}`,
  };
}
