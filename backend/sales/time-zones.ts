import type { KnownMarketplaces } from '../kernel/marketplace.ts';

/** An account as sales needs it. */
export interface SalesAccount {
  companyId: number;
  accountId: number;
  marketplaceId: number;
  /** Where the days of the account begin. */
  timeZone: string;
}

/**
 * The time zone in which a marketplace counts the days of an account. An account whose country is not known is in the first
 * country of its marketplace.
 */
export function timeZoneOf(
  marketplaces: KnownMarketplaces,
  marketplaceId: number,
  countryCode: string | null,
): string {
  const zones = marketplaces.factsOf(marketplaceId)?.timeZones ?? {};
  return zones[countryCode ?? ''] ?? Object.values(zones)[0] ?? 'UTC';
}
