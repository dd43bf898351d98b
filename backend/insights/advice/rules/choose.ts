// Which advice there is, in the order of the gates, and which of several about one thing comes first. Pure.
import type { AdviceKind } from '../../contract.ts';
import type { Advice, Ruling, Setting } from './advice.ts';
import { improveHealth } from './improve-health.ts';
import type { CompanySales, ListingFacts } from './listing-facts.ts';
import { losingBuybox } from './losing-buybox.ts';
import { notAdvertised } from './not-advertised.ts';

/** What a rule says, and of which kind it is where it says that its advice stays. */
export type Ruled = { kind: AdviceKind; advice: Advice | null };

export interface Known {
  now: Date;
  /** Whether advice of a kind about a subject is open. */
  isOpen: (kind: AdviceKind) => boolean;
  kept: (kind: AdviceKind) => number;
}

/** What the rule of a kind says. An effect is kept with the part of the estimate that it is. */
export function ruled(known: Known, kind: AdviceKind, rule: (setting: Setting) => Ruling): Ruled[] {
  const kept = known.kept(kind);
  const ruling = rule({ now: known.now, isOpen: known.isOpen(kind), kept });
  if (ruling === null) return [];
  if (ruling === 'stays') return [{ kind, advice: null }];
  const facts = ruling.effect === null ? ruling.facts : { ...ruling.facts, keptShare: kept * 100 };
  return [{ kind: ruling.kind, advice: { ...ruling, facts } }];
}

/** The advice about a listing, what comes first on its way to profit first. */
export const listingAdvice = (
  listing: ListingFacts,
  company: CompanySales,
  known: Known,
): Ruled[] => [
  ...ruled(known, 'improve_health', (setting) => improveHealth(listing, setting)),
  ...ruled(known, 'losing_buybox', (setting) => losingBuybox(listing, company, setting)),
  ...ruled(known, 'ready_to_invest', (setting) => notAdvertised(listing, setting)),
];
