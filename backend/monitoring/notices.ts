// What marketplaces' notices lead to, written down for one company at a time; and where notices lie that came faster
// than that.

import * as z from 'zod';
import { requestListingRefresh, type TradingHouse } from '../catalog/actions.ts';
import type { Notice, NoticeSubject } from '../integrations/marketplace.ts';
import { Id } from '../kernel/id.ts';
import type { Offer } from '../kernel/market.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';
import { type LookJob, recordWithin, requestLooks, type SeenMarket } from './actions.ts';
import { allowance } from './allowance.ts';
import { OFFER_COLUMNS, packOffers } from './offers.ts';
import * as store from './store.ts';

/** Notices that one transaction of a company takes at most. */
export const BATCH = 500;
/** Companies whose put-by notices are worked at once. */
const LANES = 3;
/** Who is worked after a crowd came waits so long, and so often while so many more come each time. */
const GATHER_MS = 100;
const MOST_GATHERED = 12;
const STILL_A_CROWD = 50;
/**
 * Ads that we do not know and fetch on a notice's word, for each account: anybody may name any number of them to use
 * up what the marketplace allows the seller. What is left out comes with the next sync.
 */
const UNKNOWN_PER_MINUTE = 120;
const ACCOUNTS_REMEMBERED = 10_000;

/** A notice as it reached one account of a company. */
export interface Received {
  accountId: number;
  notice: Notice;
}

/** The same, whosever it is. */
export interface Reached extends Received {
  companyId: number;
}

/** Whether an ad of an account that nobody knows may be fetched now. */
export type MayFetch = (accountId: number) => boolean;

/** So many unknown ads a minute for each account. */
export function fetchAllowance(house: TradingHouse): MayFetch {
  const unknown = allowance(UNKNOWN_PER_MINUTE, ACCOUNTS_REMEMBERED);
  return (accountId) => unknown(accountId, house.clock().getTime());
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
  const accounts = [...accountIds];
  const bySku = new Map<string, number>();
  if (skus.size > 0) {
    const names = [...skus];
    const found = await store.listingsBySku(trx, { companyId, accountIds: accounts, names });
    for (const row of found) bySku.set(`${row.accountId}:${row.skuMarketplace}`, row.id);
  }
  const under =
    productIds.size === 0
      ? []
      : await store.listingsByProduct(trx, {
          companyId,
          accountIds: accounts,
          names: [...productIds],
        });
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
async function writeWithin(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  received: readonly Received[],
  mayFetch: MayFetch,
): Promise<void> {
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
}

/** The same in a transaction of its own. */
export const writeDown = (
  house: TradingHouse,
  companyId: number,
  received: readonly Received[],
  mayFetch: MayFetch,
): Promise<void> =>
  withinByKeys(house.db, { company: companyId }, (trx) =>
    writeWithin(house, trx, companyId, received, mayFetch),
  );

/** Companies whose notices were put by. */
const PutByJob = z.object({ companyIds: z.array(Id).min(1) });
export type PutByJob = z.infer<typeof PutByJob>;

/** Works notices that were put by; what is to be worked is read when it runs. */
export const NOTICES: Queue<PutByJob> = {
  name: 'monitoring.notices',
  schema: PutByJob,
  batch: 100,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 10,
  retryDelay: 1,
  policy: 'standard',
};

/** How many notices this process has put by. */
const putBySoFar = new WeakMap<TradingHouse, number>();

/** Puts notices by, to be worked soon with those of their companies that come meanwhile. */
export async function putBy(house: TradingHouse, reached: readonly Reached[]): Promise<void> {
  putBySoFar.set(house, (putBySoFar.get(house) ?? 0) + reached.length);
  await withinByKeys(house.db, { system: true }, async (trx) => {
    const companyIds = [...new Set(reached.map(({ companyId }) => companyId))];
    await Promise.all([
      store.addNotices(
        trx,
        reached.map(({ companyId, accountId, notice }) => ({
          companyId,
          accountId,
          body: toBody(notice),
        })),
      ),
      house.jobs.send(trx, NOTICES, [{ companyIds }]),
    ]);
  });
}

/** What a row holds of a notice: the offers of its market as rows under the names of their columns. */
interface Packed {
  notice: Notice;
  columns: (keyof Offer)[];
  rows: unknown[][];
}

const OFFER_NAMES = JSON.stringify(OFFER_COLUMNS);

function toBody(notice: Notice): string {
  const { market } = notice;
  const bare = market === null ? notice : { ...notice, market: { ...market, offers: [] } };
  const rows = market === null ? '[]' : packOffers(market.offers);
  return `{"notice":${JSON.stringify(bare)},"columns":${OFFER_NAMES},"rows":${rows}}`;
}

function fromBody(body: string): Notice {
  const { notice, columns, rows }: Packed = JSON.parse(body);
  const { market } = notice;
  if (market === null) return notice;
  const offers = rows.map((row) => {
    const offer: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) offer[column] = row[index];
    // Only `toBody` writes what is read here.
    return offer as unknown as Offer;
  });
  return { ...notice, market: { ...market, observedAt: new Date(market.observedAt), offers } };
}

/**
 * Takes a batch of what was put by of a company and writes down what follows; in one transaction, so that what fails is
 * there still.
 * @returns how many there were
 */
const workBatch = (house: TradingHouse, companyId: number, mayFetch: MayFetch): Promise<number> =>
  withinByKeys(house.db, { company: companyId }, async (trx) => {
    const rows = await store.takeNotices(trx, companyId, BATCH);
    const received = rows.map(({ account_id, body }) => ({
      accountId: account_id,
      notice: fromBody(body),
    }));
    if (received.length > 0) await writeWithin(house, trx, companyId, received, mayFetch);
    return rows.length;
  });

/** Works what was put by of one company, a transaction for each batch, until nothing is left. */
async function workCompany(
  house: TradingHouse,
  companyId: number,
  mayFetch: MayFetch,
  signal: AbortSignal,
): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    isLeft = (await workBatch(house, companyId, mayFetch)) === BATCH;
  }
}

/**
 * Waits as long as a crowd comes to this process, within bounds: the more notices of a company come together, the less
 * each costs. Where others take them in, it waits once.
 */
async function gather(house: TradingHouse): Promise<void> {
  const count = () => putBySoFar.get(house) ?? 0;
  for (let n = 0; n < MOST_GATHERED; n++) {
    const before = count();
    await pause(GATHER_MS);
    if (count() - before < STILL_A_CROWD) return;
  }
}

/** Works what was put by of some companies. */
export async function workPutBy(
  house: TradingHouse,
  companyIds: Iterable<number>,
  mayFetch: MayFetch,
  signal: AbortSignal,
): Promise<void> {
  await gather(house);
  const faults: unknown[] = [];
  const rest = new Set(companyIds).values();
  const lane = async () => {
    for (const companyId of rest) {
      try {
        await workCompany(house, companyId, mayFetch, signal);
      } catch (fault) {
        // The other companies go on; those that failed are worked when all of them come again.
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (faults.length > 0) throw new AggregateError(faults, 'Some notices could not be worked');
}

/** Has notices worked that nobody works any more. */
export async function repairNotices(house: TradingHouse, companyId: number): Promise<void> {
  await withinByKeys(house.db, { company: companyId }, async (trx) => {
    if (await store.hasNotices(trx, companyId))
      await house.jobs.send(trx, NOTICES, [{ companyIds: [companyId] }]);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
