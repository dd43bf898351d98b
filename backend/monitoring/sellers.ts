// Whose notices are ours: the sellers that marketplaces name, and the accounts in which they are connected.
import { findSeller, type TradingHouse } from '../catalog/actions.ts';
import { Problem } from '../kernel/problem.ts';

/** For how long a seller's accounts are remembered: an account that is new is found at once all the same. */
const SELLER_FRESH_MS = 10_000;
const SELLERS_REMEMBERED = 10_000;
/** For how long a seller is remembered to be none of ours: anybody may send notices with any number. */
const STRANGER_FRESH_MS = 3_000;
const STRANGERS_REMEMBERED = 10_000;
/** Sellers who are looked up at the same time at most: the database has others to answer. */
const MOST_ASKED = 1_000;

export type SellerAccount = { companyId: number; accountId: number };

/** The answer to more than can be taken in: to come again. */
export const tooMany = () => new Problem(503, 'service_not_available', 'Too many notices wait');

/** A bounded memory whose entries are good for a while. */
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
 * Makes what tells in which accounts a seller of a marketplace is connected.
 * @throws {Problem} where too many sellers are being looked up
 */
export function createSellers(house: TradingHouse) {
  const sellers = remembering<SellerAccount[]>(SELLER_FRESH_MS, SELLERS_REMEMBERED);
  const strangers = remembering<[]>(STRANGER_FRESH_MS, STRANGERS_REMEMBERED);
  /** Sellers who are being looked up: those who come meanwhile wait for the same answer. */
  const asked = new Map<string, Promise<SellerAccount[]>>();

  async function lookUp(key: string, marketplaceId: number, sellerId: string) {
    try {
      const accounts = await findSeller(house, marketplaceId, sellerId);
      const now = house.clock().getTime();
      // Apart, so that a flood of strangers drives out none of our own.
      if (accounts.length > 0) sellers.set(key, accounts, now);
      else strangers.set(key, [], now);
      return accounts;
    } finally {
      asked.delete(key);
    }
  }

  return (marketplaceId: number, sellerId: string): SellerAccount[] | Promise<SellerAccount[]> => {
    const key = `${marketplaceId}:${sellerId}`;
    const now = house.clock().getTime();
    const known = sellers.get(key, now) ?? strangers.get(key, now);
    if (known !== undefined) return known;
    if (!asked.has(key) && asked.size >= MOST_ASKED) throw tooMany();
    const asking = asked.get(key) ?? lookUp(key, marketplaceId, sellerId);
    asked.set(key, asking);
    return asking;
  };
}
