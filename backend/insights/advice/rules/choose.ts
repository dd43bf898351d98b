// Which advice there is, in the order of the gates, and which of several about one thing comes first. Pure.
import type { AdviceKind } from '../../contract.ts';
import type { Advice, Ruling, Setting } from './advice.ts';
import { improveHealth } from './improve-health.ts';
import type { CompanySales, ListingFacts } from './listing-facts.ts';
import { losingBuybox } from './losing-buybox.ts';
import { notAdvertised } from './not-advertised.ts';

/** What a rule says, and of which kind; `advice` null: open advice stays as it is. */
export type Ruled = { kind: AdviceKind; advice: Advice | null };

export interface Known {
  now: Date;
  /** Whether advice of a kind about a subject is open. */
  isOpen: (kind: AdviceKind) => boolean;
  realized: (kind: AdviceKind) => number;
}

/** Applies the rule of a kind. The facts of an effect get the share of the kind's estimates that comes true, in percent. */
export function ruled(known: Known, kind: AdviceKind, rule: (setting: Setting) => Ruling): Ruled[] {
  const realized = known.realized(kind);
  const ruling = rule({ now: known.now, isOpen: known.isOpen(kind), realized });
  if (ruling === null) return [];
  if (ruling === 'stays') return [{ kind, advice: null }];
  const facts =
    ruling.effect === null ? ruling.facts : { ...ruling.facts, keptShare: realized * 100 };
  return [{ kind: ruling.kind, advice: { ...ruling, facts } }];
}

/** The advice about a listing, in the order of the gates on its way to profit. */
export const listingAdvice = (
  listing: ListingFacts,
  company: CompanySales,
  known: Known,
): Ruled[] => [
  ...ruled(known, 'improve_health', (setting) => improveHealth(listing, setting)),
  ...ruled(known, 'losing_buybox', (setting) => losingBuybox(listing, company, setting)),
  ...ruled(known, 'ready_to_invest', (setting) => notAdvertised(listing, setting)),
];
