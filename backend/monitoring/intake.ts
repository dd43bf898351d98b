import { findSeller, requestListingRefresh, type TradingHouse } from '../catalog/actions.ts';
import type { Notice } from '../integrations/marketplace.ts';
import { within } from '../platform/db.ts';
import { requestLooks } from './actions.ts';
import * as store from './store.ts';

/** Notices that one transaction of a company takes at most. */
const BATCH = 500;
/** For how long a seller's accounts are remembered: an account that is new is found at once all the same. */
const SELLER_FRESH_MS = 10_000;
const SELLERS_REMEMBERED = 10_000;

/** Takes in one notice; true: written down to be worked on, false: no account of that seller is connected. */
export type Intake = (marketplaceId: number, notice: Notice) => Promise<boolean>;

type Account = { companyId: number; accountId: number };

interface Waiting {
  marketplaceId: number;
  notice: Notice;
  settle: (accepted: boolean) => void;
  refuse: (fault: unknown) => void;
}

/** What one company has to do about a batch of notices. */
interface Share {
  waiting: Set<Waiting>;
  /** By account: the marketplace's ids of listings whose market, or whose content, is to be looked at. */
  markets: Map<number, Set<string>>;
  listings: Map<number, Set<string>>;
}

function addTo(map: Map<number, Set<string>>, accountId: number, sku: string) {
  const skus = map.get(accountId) ?? new Set();
  map.set(accountId, skus.add(sku));
}

/**
 * Writes down what a company has to look at. A listing that is not known yet is fetched first: storing it
 * leads to a look at its market by itself.
 */
function writeDown(house: TradingHouse, companyId: number, share: Share): Promise<void> {
  return within(house.db, { company: companyId }, async (trx) => {
    const refresh = new Map([...share.listings].map(([id, skus]) => [id, new Set(skus)]));
    if (share.markets.size > 0) {
      const skus = [...new Set([...share.markets.values()].flatMap((some) => [...some]))];
      const found = await store.listingsBySku(trx, companyId, [...share.markets.keys()], skus);
      const ids = new Map(found.map((row) => [`${row.accountId}:${row.skuMarketplace}`, row.id]));
      const looks = [];
      for (const [accountId, wanted] of share.markets) {
        for (const sku of wanted) {
          const listingId = ids.get(`${accountId}:${sku}`);
          if (listingId === undefined) addTo(refresh, accountId, sku);
          else looks.push({ look: { companyId, accountId, listingId, tries: 0 } });
        }
      }
      await requestLooks(house, trx, looks);
    }
    for (const [accountId, skus] of refresh)
      await requestListingRefresh(house, trx, { companyId, accountId, listings: [...skus] });
  });
}

/**
 * Takes in marketplaces' notices. A notice is answered only once it is written down, and those that come while a
 * batch is being written make up the next one: under load a few transactions carry hundreds of notices, and a
 * single one waits for nobody.
 */
export function createIntake(house: TradingHouse): Intake {
  const queue: Waiting[] = [];
  const sellers = new Map<string, { accounts: Account[]; until: number }>();
  let busy = false;

  async function accountsOf(marketplaceId: number, sellerId: string): Promise<Account[]> {
    const key = `${marketplaceId}:${sellerId}`;
    const now = house.clock().getTime();
    const known = sellers.get(key);
    if (known !== undefined && known.until > now) return known.accounts;
    const accounts = await findSeller(house, marketplaceId, sellerId);
    sellers.delete(key);
    // Nothing is remembered of sellers that are not ours: anybody may send a notice with any number.
    if (accounts.length > 0) sellers.set(key, { accounts, until: now + SELLER_FRESH_MS });
    const oldest = sellers.keys().next();
    if (sellers.size > SELLERS_REMEMBERED && !oldest.done) sellers.delete(oldest.value);
    return accounts;
  }

  /** Sorts a batch by company; notices of nobody are settled on the way. */
  async function sort(batch: Waiting[]): Promise<Map<number, Share>> {
    const shares = new Map<number, Share>();
    const bySeller = Map.groupBy(
      batch,
      ({ marketplaceId, notice }) => `${marketplaceId}:${notice.sellerId}`,
    );
    const found = await Promise.all(
      [...bySeller.values()].map(async (some) => {
        const { marketplaceId, notice } = some[0]!;
        const accounts = await accountsOf(marketplaceId, notice.sellerId);
        return some.map((one) => ({ one, accounts }));
      }),
    );
    for (const { one, accounts } of found.flat()) {
      const { skuMarketplace, about } = one.notice;
      if (accounts.length === 0) one.settle(false);
      for (const { companyId, accountId } of accounts) {
        const share = shares.get(companyId) ?? {
          waiting: new Set(),
          markets: new Map(),
          listings: new Map(),
        };
        shares.set(companyId, share);
        share.waiting.add(one);
        addTo(about === 'market' ? share.markets : share.listings, accountId, skuMarketplace);
      }
    }
    return shares;
  }

  async function work(batch: Waiting[]): Promise<void> {
    try {
      const written = [...(await sort(batch))].map(async ([companyId, share]) => {
        try {
          await writeDown(house, companyId, share);
        } catch (fault) {
          // The first word counts: a notice that one of its companies could not write down is sent again.
          for (const one of share.waiting) one.refuse(fault);
        }
      });
      await Promise.all(written);
      for (const one of batch) one.settle(true);
    } catch (fault) {
      for (const one of batch) one.refuse(fault);
    }
  }

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (queue.length > 0) await work(queue.splice(0, BATCH));
    busy = false;
  }

  return (marketplaceId, notice) =>
    new Promise((settle, refuse) => {
      queue.push({ marketplaceId, notice, settle, refuse });
      void pump();
    });
}
