// Which accounts a notification reaches: those in which the seller that it names is connected.
import { findSeller, type MarketplaceContext } from '../catalog/actions.ts';
import { problem } from '../kernel/problems.ts';

/** How long a seller's accounts are cached; a new account is found at once nevertheless. */
const SELLER_FRESH_MS = 10_000;
const SELLERS_REMEMBERED = 10_000;
/** How long an unknown seller is cached as unknown: anybody may send notifications with any id. */
const STRANGER_FRESH_MS = 3_000;
const STRANGERS_REMEMBERED = 10_000;
/** Sellers that are looked up at the same time at most, to spare the database. */
const MOST_ASKED = 1_000;

export type SellerAccount = { companyId: number; accountId: number };

/** The answer where too many wait: the sender has to try again. */
export const tooMany = () =>
  problem('service_not_available', { detail: 'Too many notifications are waiting' });

/** A bounded cache with a time to live. */
function remembering<T>(freshMs: number, most: number) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key: string, now: number): T | undefined {
      const entry = entries.get(key);
      return entry !== undefined && entry.until > now ? entry.value : undefined;
    },
    set(key: string, value: T, now: number): void {
      entries.delete(key);
      entries.set(key, { value, until: now + freshMs });
      const oldest = entries.keys().next();
      if (entries.size > most && !oldest.done) entries.delete(oldest.value);
    },
  };
}

/**
 * Makes a lookup of the accounts in which a seller of a marketplace is connected.
 * @throws {Problem} where too many sellers are being looked up
 */
export function createSellers(ctx: MarketplaceContext) {
  const sellers = remembering<SellerAccount[]>(SELLER_FRESH_MS, SELLERS_REMEMBERED);
  const strangers = remembering<[]>(STRANGER_FRESH_MS, STRANGERS_REMEMBERED);
  /** Lookups under way: later calls wait for the same answer. */
  const asked = new Map<string, Promise<SellerAccount[]>>();

  async function lookUp(key: string, marketplaceId: number, sellerId: string) {
    try {
      const accounts = await findSeller(ctx, marketplaceId, sellerId);
      const now = ctx.clock().getTime();
      // A cache of their own, so that a flood of unknown sellers evicts none of the known ones.
      if (accounts.length > 0) sellers.set(key, accounts, now);
      else strangers.set(key, [], now);
      return accounts;
    } finally {
      asked.delete(key);
    }
  }

  return (marketplaceId: number, sellerId: string): SellerAccount[] | Promise<SellerAccount[]> => {
    const key = `${marketplaceId}:${sellerId}`;
    const now = ctx.clock().getTime();
    const known = sellers.get(key, now) ?? strangers.get(key, now);
    if (known !== undefined) return known;
    if (!asked.has(key) && asked.size >= MOST_ASKED) throw tooMany();
    const asking = asked.get(key) ?? lookUp(key, marketplaceId, sellerId);
    asked.set(key, asking);
    return asking;
  };
}
