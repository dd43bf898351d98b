// Which accounts a notification reaches: those in which the seller that it names is connected.
import { findSeller, type MarketplaceContext } from '../catalog/actions.ts';
import { createCache } from '../kernel/cache.ts';
import { problem } from '../kernel/problems.ts';

/** How long a seller's accounts are cached; a new account is found at once nevertheless. */
const SELLER_FRESH_MS = 10_000;
const MAX_SELLERS = 10_000;
/** How long an unknown seller is cached as unknown: anybody may send notifications with any id. */
const STRANGER_FRESH_MS = 3_000;
const MAX_STRANGERS = 10_000;
/** Sellers that are looked up at the same time at most, to spare the database. */
const MAX_LOOKUPS = 1_000;

export type SellerAccount = { companyId: number; accountId: number };

/** The answer where too many wait: the sender has to try again. */
export const tooMany = () =>
  problem('service_not_available', { detail: 'Too many notifications are waiting' });

/**
 * Makes a lookup of the accounts in which a seller of a marketplace is connected.
 * @throws {Problem} where too many sellers are being looked up
 */
export function createSellers(ctx: MarketplaceContext) {
  const sellers = createCache<string, SellerAccount[]>(MAX_SELLERS);
  const strangers = createCache<string, []>(MAX_STRANGERS);
  /** Lookups under way: later calls wait for the same answer. */
  const lookups = new Map<string, Promise<SellerAccount[]>>();

  async function lookUp(key: string, marketplaceId: number, sellerId: string) {
    try {
      const accounts = await findSeller(ctx, marketplaceId, sellerId);
      const now = ctx.clock().getTime();
      // A cache of their own, so that a flood of unknown sellers evicts none of the known ones.
      if (accounts.length > 0) sellers.set(key, accounts, now + SELLER_FRESH_MS);
      else strangers.set(key, [], now + STRANGER_FRESH_MS);
      return accounts;
    } finally {
      lookups.delete(key);
    }
  }

  return (marketplaceId: number, sellerId: string): SellerAccount[] | Promise<SellerAccount[]> => {
    const key = `${marketplaceId}:${sellerId}`;
    const now = ctx.clock().getTime();
    const known = sellers.get(key, now) ?? strangers.get(key, now);
    if (known !== undefined) return known;
    if (!lookups.has(key) && lookups.size >= MAX_LOOKUPS) throw tooMany();
    const lookup = lookups.get(key) ?? lookUp(key, marketplaceId, sellerId);
    lookups.set(key, lookup);
    return lookup;
  };
}
