import type { PricedListing } from '@primazia/backend/pricing/contract';

/** The ads that one rule can be made for, and why others cannot have it. */
export interface Bulk {
  listings: PricedListing[];
  /** Ads that have a rule already: it is edited by itself. */
  ruled: number;
  /** The ads stand in several countries, whose prices have nothing to do with each other. */
  isAcrossCountries: boolean;
}

/** Which of the ticked ads one new rule can be made for. */
export function bulkOf(ticked: readonly PricedListing[]): Bulk {
  const listings = ticked.filter(({ rule }) => rule === null);
  const countries = new Set(listings.map(({ countryCode }) => countryCode));
  return {
    listings,
    ruled: ticked.length - listings.length,
    isAcrossCountries: countries.size > 1,
  };
}
