// Spends the looks that a marketplace allows where money hangs on them, and tells how long it takes.
import type { TradingHouse } from '../catalog/actions.ts';
import type { LookPace } from '../integrations/marketplace.ts';
import { type Trx, within } from '../platform/db.ts';
import { marketOf, requestLooks } from './actions.ts';
import type { Plan, WatchedMarket } from './contract.ts';
import type { PlannedAccount } from './plan-store.ts';
import * as store from './plan-store.ts';
import { type Candidate, FRESH_MS, forecast, nextLooks } from './planner.ts';

/** Looks that a marketplace without a known limit is asked for in each account, a second. */
const UNKNOWN_PER_SECOND = 10;
/** Of what a marketplace allows so much goes to looks that nothing asked for: pushes and notices need the rest. */
const SHARE = 0.5;
const REPAIR_SECONDS = 60;
/** Due listings of one account that are weighed at once. To weigh them costs little beside finding them. */
const WEIGHED = 100_000;
/** Listings of one account that a forecast follows. */
const FOLLOWED = 20_000;
/** Where a marketplace gives fewer looks a second than this, none is had but as planned. */
const SCARCE_PER_SECOND = 5;

const MINUTE = 60_000;

const paceOf = (house: TradingHouse, marketplaceId: number): LookPace | null =>
  house.marketplaces.byId(marketplaceId)?.looks ?? null;

/** Looks a second that the plan spends in an account: by what the marketplace told of its limit, else as documented. */
async function perSecond(
  house: TradingHouse,
  trx: Trx,
  { marketplaceId, sellerId }: PlannedAccount,
): Promise<number> {
  const marketplace = house.marketplaces.byId(marketplaceId);
  const { perSecond: documented = null, batch = 1, operation } = marketplace?.looks ?? {};
  if (marketplace === null || documented === null) return UNKNOWN_PER_SECOND * SHARE;
  const told =
    operation === undefined
      ? null
      : await store.toldRate(trx, marketplace.slug, sellerId, operation);
  return (told === null ? documented : told * batch) * SHARE;
}

/** Whether the marketplace gives so few looks that each one has to be planned. */
export const isScarce = (house: TradingHouse, marketplaceId: number): boolean =>
  (paceOf(house, marketplaceId)?.perSecond ?? UNKNOWN_PER_SECOND) < SCARCE_PER_SECOND;

/**
 * Milliseconds by which the n-th of several looks that were refused together comes later than the first, so that they
 * do not all come back for the one token that is there by then.
 */
export function spacing(house: TradingHouse, marketplaceId: number, n: number): number {
  const pace = paceOf(house, marketplaceId);
  if (pace === null || pace.perSecond === null) return 0;
  return (Math.floor(n / pace.batch) * pace.batch * 1_000) / pace.perSecond;
}

/**
 * Looks that an account may have in the round that begins now. These are whole calls: what a round cannot spend for
 * that comes to a later one, so that over time the looks are as many as the plan tells.
 */
async function budgetOf(
  house: TradingHouse,
  trx: Trx,
  account: PlannedAccount,
  now: number,
): Promise<number> {
  const batch = paceOf(house, account.marketplaceId)?.batch ?? 1;
  const calls = ((await perSecond(house, trx, account)) * REPAIR_SECONDS) / batch;
  const round = Math.floor(now / (REPAIR_SECONDS * 1_000));
  return (Math.floor(calls * (round + 1)) - Math.floor(calls * round)) * batch;
}

/** Asks for the looks that each of a company's accounts may have until the next round. */
export async function repairCompany(house: TradingHouse, companyId: number): Promise<void> {
  const now = house.clock();
  await within(house.db, { company: companyId }, async (trx) => {
    for (const account of await store.activeAccounts(trx, companyId)) {
      const due = await store.candidates(trx, companyId, account.id, now, {
        limit: WEIGHED,
        isDue: true,
      });
      const ids = nextLooks(due, await budgetOf(house, trx, account, now.getTime()), now.getTime());
      await requestLooks(
        house,
        trx,
        ids.map((listingId) => ({
          look: { companyId, accountId: account.id, listingId, tries: 0 },
        })),
      );
    }
  });
}

/** The minutes until each of these was looked at once more; null: later than the forecast reaches. */
function delayOf(
  candidates: readonly Candidate[],
  expected: ReadonlyMap<number, number>,
  now: number,
): number | null {
  let last = now;
  for (const { listingId } of candidates) {
    const at = expected.get(listingId);
    if (at === undefined) return null;
    last = Math.max(last, at);
  }
  return Math.ceil((last - now) / MINUTE);
}

async function accountPlan(
  house: TradingHouse,
  trx: Trx,
  companyId: number,
  account: PlannedAccount,
) {
  const clock = house.clock();
  const now = clock.getTime();
  const rate = await perSecond(house, trx, account);
  const all = await store.candidates(trx, companyId, account.id, clock, {
    limit: FOLLOWED,
    isDue: false,
  });
  const expected = forecast(all, rate, now);
  const waiting = all.filter(
    ({ observedAt, notBefore }) =>
      (observedAt === null || observedAt + FRESH_MS <= now) && (notBefore ?? 0) <= now,
  );
  const told = {
    accountId: account.id,
    looksPerHour: Math.floor(rate * 3_600),
    waiting: waiting.length,
    ruledDelayMinutes: delayOf(
      all.filter(({ ruled }) => ruled),
      expected,
      now,
    ),
    delayMinutes: all.length < FOLLOWED ? delayOf(all, expected, now) : null,
  };
  return { told, expected };
}

const toInstant = (at: number | undefined) =>
  at === undefined ? null : new Date(at).toISOString();

/** How looks are spent in each of the company's accounts, and when these listings are looked at next. */
export const planOf = (
  house: TradingHouse,
  companyId: number,
  listingIds: readonly number[],
): Promise<Plan> =>
  within(house.db, { company: companyId }, async (trx) => {
    const accounts: Plan['accounts'] = [];
    const expected = new Map<number, number>();
    for (const account of await store.activeAccounts(trx, companyId)) {
      const plan = await accountPlan(house, trx, companyId, account);
      accounts.push(plan.told);
      for (const id of listingIds) {
        const at = plan.expected.get(id);
        if (at !== undefined) expected.set(id, at);
      }
    }
    const listings = [...new Set(listingIds)].map((listingId) => ({
      listingId,
      expectedNextLook: toInstant(expected.get(listingId)),
    }));
    return { accounts, listings };
  });

/**
 * The last look at a listing's market, with when the next one is expected; null: none was had yet.
 * @throws Problem 404 `listing_not_found`
 */
export async function watchedMarket(
  house: TradingHouse,
  companyId: number,
  listingId: number,
): Promise<WatchedMarket | null> {
  const seen = await marketOf(house, companyId, listingId);
  if (seen === null) return null;
  return await within(house.db, { company: companyId }, async (trx) => {
    const account = await store.accountOfListing(trx, companyId, listingId);
    const plan = account && (await accountPlan(house, trx, companyId, account));
    return { ...seen, expectedNextLook: toInstant(plan?.expected.get(listingId)) };
  });
}
