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

export const settingOf = ({ now, isOpen, kept }: Known, kind: AdviceKind): Setting => ({
  now,
  isOpen: isOpen(kind),
  kept: kept(kind),
});

export const ruled = (kind: AdviceKind, ruling: Ruling): Ruled[] =>
  ruling === null
    ? []
    : ruling === 'stays'
      ? [{ kind, advice: null }]
      : [{ kind: ruling.kind, advice: ruling }];

/** The advice about a listing, what comes first on its way to profit first. */
export const listingAdvice = (
  listing: ListingFacts,
  company: CompanySales,
  known: Known,
): Ruled[] => [
  ...ruled('improve_health', improveHealth(listing, settingOf(known, 'improve_health'))),
  ...ruled('losing_buybox', losingBuybox(listing, company, settingOf(known, 'losing_buybox'))),
  ...ruled('ready_to_invest', notAdvertised(listing, settingOf(known, 'ready_to_invest'))),
];
