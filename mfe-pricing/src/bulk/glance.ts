import type { RuleGlance } from '@primazia/backend/pricing/contract';

export type GlancePart = 'status' | 'strategy' | 'minPrice' | 'maxPrice';
const PARTS: readonly GlancePart[] = ['status', 'strategy', 'minPrice', 'maxPrice'];

/** What a bulk action changes of a rule in sight, and what it was; of a new rule everything that it says. */
export function changedParts(
  before: RuleGlance | null,
  after: RuleGlance | null,
): { part: GlancePart; from: RuleGlance[GlancePart]; to: RuleGlance[GlancePart] }[] {
  if (after === null) return [];
  return PARTS.flatMap((part) => {
    const from = before === null ? null : before[part];
    const to = after[part];
    return from === to ? [] : [{ part, from, to }];
  });
}
