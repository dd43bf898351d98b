import { findSeller, requestListingRefresh, type TradingHouse } from '../catalog/actions.ts';
import type { Notice, NoticeSubject } from '../integrations/marketplace.ts';
import { Problem } from '../kernel/problem.ts';
import { type Trx, within } from '../platform/db.ts';
import { type LookJob, recordWithin, requestLooks, type SeenMarket } from './actions.ts';
import { allowance } from './allowance.ts';
import * as store from './store.ts';

/** Notices that one transaction of a company takes at most. */
const BATCH = 500;
/** Companies whose notices are written down at once: few, so that those who wait gather more for one transaction. */
const LANES = 4;
/** For how long a seller's accounts are remembered: an account that is new is found at once all the same. */
const SELLER_FRESH_MS = 10_000;
const SELLERS_REMEMBERED = 10_000;
/** For how long a seller is remembered to be none of ours: anybody may send notices with any number. */
const STRANGER_FRESH_MS = 3_000;
const STRANGERS_REMEMBERED = 10_000;
/** Notices that wait to be written down at most: whoever sends more is asked to come again. */
const MOST_WAITING = 10_000;
/** Sellers who are looked up at the same time at most: the database has others to answer. */
const MOST_ASKED = 1_000;
/**
 * Ads that we do not know and fetch on a notice's word, for each account: anybody may name any number of them to use
 * up what the marketplace allows the seller. What is left out comes with the next sync.
 */
const UNKNOWN_PER_MINUTE = 120;
const ACCOUNTS_REMEMBERED = 10_000;

/** Takes in one notice; true: written down to be worked on, false: no account of that seller is connected. */
export type Intake = (marketplaceId: number, notice: Notice) => Promise<boolean>;

type Account = { companyId: number; accountId: number };

/** A notice as it reached one account of a company. */
interface Received {
  accountId: number;
  notice: Notice;
}

/** What waits to be written down for one company. */
interface Waiting extends Received {
  settle: () => void;
  refuse: (fault: unknown) => void;
}

/** Finds the listings that notices are about. */
async function findListings(
  trx: Trx,
  companyId: number,
  received: readonly Received[],
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
function writeDown(
  house: TradingHouse,
  companyId: number,
  received: readonly Received[],
  mayFetch: (accountId: number) => boolean,
): Promise<void> {
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
        const isNew = ids.length === 0 && !skus.has(subject.skuMarketplace);
        if (isNew && !mayFetch(accountId)) continue;
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

const tooMany = () => new Problem(503, 'service_not_available', 'Too many notices wait');

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
 * Takes in marketplaces' notices. A notice is answered only once it is written down. A company has one transaction
 * under way, and what comes for it meanwhile makes up the next one: under load a few transactions carry hundreds of
 * notices, and a single one waits for nobody.
 */
export function createIntake(house: TradingHouse): Intake {
  /** What waits, by company; the company that has waited longest first. */
  const waiting = new Map<number, Waiting[]>();
  const atWork = new Set<number>();
  /** Of all companies together. */
  let held = 0;
  const unknown = allowance(UNKNOWN_PER_MINUTE, ACCOUNTS_REMEMBERED);
  const mayFetch = (accountId: number) => unknown(accountId, house.clock().getTime());
  const sellers = remembering<Account[]>(SELLER_FRESH_MS, SELLERS_REMEMBERED);
  const strangers = remembering<[]>(STRANGER_FRESH_MS, STRANGERS_REMEMBERED);
  /** Sellers who are being looked up: those who come meanwhile wait for the same answer. */
  const asked = new Map<string, Promise<Account[]>>();

  async function lookUp(key: string, marketplaceId: number, sellerId: string): Promise<Account[]> {
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

  function accountsOf(marketplaceId: number, sellerId: string): Account[] | Promise<Account[]> {
    const key = `${marketplaceId}:${sellerId}`;
    const now = house.clock().getTime();
    const known = sellers.get(key, now) ?? strangers.get(key, now);
    if (known !== undefined) return known;
    if (!asked.has(key) && asked.size >= MOST_ASKED) throw tooMany();
    const asking = asked.get(key) ?? lookUp(key, marketplaceId, sellerId);
    asked.set(key, asking);
    return asking;
  }

  async function work(companyId: number, batch: readonly Waiting[]): Promise<void> {
    atWork.add(companyId);
    try {
      await writeDown(house, companyId, batch, mayFetch);
      for (const one of batch) one.settle();
    } catch (fault) {
      for (const one of batch) one.refuse(fault);
    } finally {
      atWork.delete(companyId);
      pump();
    }
  }

  function pump(): void {
    for (const [companyId, some] of waiting) {
      if (atWork.size >= LANES) return;
      if (atWork.has(companyId)) continue;
      waiting.delete(companyId);
      const batch = some.splice(0, BATCH);
      held -= batch.length;
      if (some.length > 0) waiting.set(companyId, some);
      void work(companyId, batch);
    }
  }

  const reach = ({ companyId, accountId }: Account, notice: Notice): Promise<void> =>
    new Promise((settle, refuse) => {
      if (held >= MOST_WAITING) {
        refuse(tooMany());
        return;
      }
      held += 1;
      const some = waiting.get(companyId) ?? [];
      waiting.set(companyId, some);
      some.push({ accountId, notice, settle, refuse });
    });

  return async (marketplaceId, notice) => {
    const accounts = await accountsOf(marketplaceId, notice.sellerId);
    const reached = accounts.map((account) => reach(account, notice));
    pump();
    // The first word counts: a notice that one of its companies could not write down is sent again.
    await Promise.all(reached);
    return accounts.length > 0;
  };
}
