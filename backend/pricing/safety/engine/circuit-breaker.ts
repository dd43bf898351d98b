// The breaker: too many large drops in a short time are a mistake until a person says otherwise.
import type { Minor } from '../../../kernel/money.ts';
import type { BreakerSight } from '../../contract.ts';

/** When the breaker stops a company's prices. */
export interface BreakerTerms {
  /** A drop of more than so many percent is large. */
  percent: number;
  /** So many large drops may leave within the window. */
  drops: number;
  /** The length of the window. */
  minutes: number;
}

/** An update that is about to leave. */
export interface Leaving {
  id: number;
  ruleId: number;
  listingId: number;
  /** What the listing costs, and what it is to cost. */
  from: Minor;
  to: Minor;
}

/** Listings that a sight names at most: enough to see what they have in common. */
const NAMED = 20;

/** In whole numbers, so that a drop of exactly the limit is none. */
const isLarge = ({ from, to }: Leaving, percent: number): boolean =>
  (from - to) * 10_000 > from * Math.round(percent * 100);

/**
 * The drops that count, whoever asks for them: a rule, a person who approves, or an undo. A person sees one update at a
 * time, and a mistake in a rule looks right in each single one.
 */
export const largeDrops = (leaving: readonly Leaving[], { percent }: BreakerTerms): Leaving[] =>
  leaving.filter((each) => isLarge(each, percent));

/**
 * Whether large drops that are to leave together trip the breaker; null: they do not, and all may leave.
 * @param left how many left within the window so far
 */
export function tripped(
  drops: readonly Leaving[],
  left: number,
  terms: BreakerTerms,
): BreakerSight | null {
  if (left + drops.length <= terms.drops) return null;
  return {
    drops: left + drops.length,
    limit: terms.drops,
    percent: terms.percent,
    minutes: terms.minutes,
    ruleIds: [...new Set(drops.map((drop) => drop.ruleId))].slice(0, NAMED),
    listingIds: drops.slice(0, NAMED).map((drop) => drop.listingId),
  };
}
