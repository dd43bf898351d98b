import type { PricedListing } from '@primazia/backend/pricing/contract';

/** The listings that one rule can be made for, and why others cannot have it. */
export interface Bulk {
  listings: PricedListing[];
  /** Listings that already have a rule, which is edited separately. */
  ruled: number;
  /** The listings are in several countries: one rule cannot price them. */
  isAcrossCountries: boolean;
}

/** Which of the ticked listings one new rule can be made for. */
export function ruleCandidates(ticked: readonly PricedListing[]): Bulk {
  const listings = ticked.filter(({ rule }) => rule === null);
  const countries = new Set(listings.map(({ countryCode }) => countryCode));
  return {
    listings,
    ruled: ticked.length - listings.length,
    isAcrossCountries: countries.size > 1,
  };
}
