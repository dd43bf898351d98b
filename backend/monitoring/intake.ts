import { findSeller, requestListingRefresh, type TradingHouse } from '../catalog/actions.ts';
import type { Notice, NoticeSubject } from '../integrations/marketplace.ts';
import { type Trx, within } from '../platform/db.ts';
import { type LookJob, recordWithin, requestLooks, type SeenMarket } from './actions.ts';
import * as store from './store.ts';

/** Notices that one transaction of a company takes at most. */
const BATCH = 500;
/** For how long a seller's accounts are remembered: an account that is new is found at once all the same. */
const SELLER_FRESH_MS = 10_000;
const SELLERS_REMEMBERED = 10_000;
/** For how long a seller is remembered to be none of ours: anybody may send notices with any number. */
const STRANGER_FRESH_MS = 3_000;
const STRANGERS_REMEMBERED = 10_000;

/** Takes in one notice; true: written down to be worked on, false: no account of that seller is connected. */
export type Intake = (marketplaceId: number, notice: Notice) => Promise<boolean>;

type Account = { companyId: number; accountId: number };

interface Waiting {
  marketplaceId: number;
  notice: Notice;
  settle: (accepted: boolean) => void;
  refuse: (fault: unknown) => void;
}

/** What one company has to do about a batch of notices: each as it reached one of its accounts. */
interface Share {
  waiting: Set<Waiting>;
  received: { accountId: number; notice: Notice }[];
}

/** Finds the listings that notices are about. */
async function findListings(
  trx: Trx,
  companyId: number,
  received: Share['received'],
): Promise<(accountId: number, subject: NoticeSubject) => number[]> {
  const skus = new Set<string>();
  const productIds = new Set<string>();
  const accountIds = new Set<number>();
  for (const { accountId, notice } of received) {
    accountIds.add(accountId);
    if ('skuMarketplace' in notice.subject) skus.add(notice.subject.skuMarketplace);
    else productIds.add(notice.subject.catalogProductId);
  }
  const bySku = new Map<string, number>();
  if (skus.size > 0) {
    const found = await store.listingsBySku(trx, companyId, [...accountIds], [...skus]);
    for (const row of found) bySku.set(`${row.accountId}:${row.skuMarketplace}`, row.id);
  }
  const under =
    productIds.size === 0
      ? []
      : await store.listingsByProduct(trx, companyId, [...accountIds], [...productIds]);
  const byProduct = Map.groupBy(under, (row) => `${row.accountId}:${row.productId}`);
  return (accountId, subject) => {
    if ('skuMarketplace' in subject) {
      const id = bySku.get(`${accountId}:${subject.skuMarketplace}`);
      return id === undefined ? [] : [id];
    }
    const { catalogProductId, condition } = subject;
    return (byProduct.get(`${accountId}:${catalogProductId}`) ?? [])
      .filter((row) => condition === null || row.condition === condition)
      .map((row) => row.id);
  };
}

/**
 * Writes down what a company has to look at, and records the markets that the notices told themselves. A listing that
 * is not known yet is fetched first: storing it leads to a look at its market by itself. One that is named by its
 * product only comes with the next sync of the account.
 */
function writeDown(house: TradingHouse, companyId: number, { received }: Share): Promise<void> {
  return within(house.db, { company: companyId }, async (trx) => {
    const listingsOf = await findListings(trx, companyId, received);
    const looks = new Map<number, { look: LookJob }>();
    const refresh = new Map<number, Set<string>>();
    const told: SeenMarket[] = [];
    for (const { accountId, notice } of received) {
      const { subject, about, market } = notice;
      const ids = listingsOf(accountId, subject);
      if ('skuMarketplace' in subject && (about === 'listing' || ids.length === 0)) {
        const skus = refresh.get(accountId) ?? new Set();
        refresh.set(accountId, skus.add(subject.skuMarketplace));
        continue;
      }
      for (const listingId of ids) {
        if (market !== null) told.push({ listingId, market, told: true });
        else looks.set(listingId, { look: { companyId, accountId, listingId, tries: 0 } });
      }
    }
    await requestLooks(house, trx, [...looks.values()]);
    for (const [accountId, skus] of refresh)
      await requestListingRefresh(house, trx, { companyId, accountId, listings: [...skus] });
    await recordWithin(house, trx, companyId, told);
  });
}

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
 * Takes in marketplaces' notices. A notice is answered only once it is written down, and those that come while a
 * batch is being written make up the next one: under load a few transactions carry hundreds of notices, and a
 * single one waits for nobody.
 */
export function createIntake(house: TradingHouse): Intake {
  const queue: Waiting[] = [];
  const sellers = remembering<Account[]>(SELLER_FRESH_MS, SELLERS_REMEMBERED);
  const strangers = remembering<[]>(STRANGER_FRESH_MS, STRANGERS_REMEMBERED);
  let busy = false;

  async function accountsOf(marketplaceId: number, sellerId: string): Promise<Account[]> {
    const key = `${marketplaceId}:${sellerId}`;
    const now = house.clock().getTime();
    const known = sellers.get(key, now) ?? strangers.get(key, now);
    if (known !== undefined) return known;
    const accounts = await findSeller(house, marketplaceId, sellerId);
    // Apart, so that a flood of strangers drives out none of our own.
    if (accounts.length > 0) sellers.set(key, accounts, now);
    else strangers.set(key, [], now);
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
      if (accounts.length === 0) one.settle(false);
      for (const { companyId, accountId } of accounts) {
        const share = shares.get(companyId) ?? {
          waiting: new Set(),
          received: [],
        };
        shares.set(companyId, share);
        share.waiting.add(one);
        share.received.push({ accountId, notice: one.notice });
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
