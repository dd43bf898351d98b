import * as z from 'zod';
import { requestListingRefresh, type TradingHouse, withAccount } from '../catalog/actions.ts';
import { LISTINGS_SYNCED, ListingsSynced } from '../catalog/contract.ts';
import { type CallFailure, neverLeft } from '../integrations/marketplace.ts';
import type { Market } from '../kernel/market.ts';
import { fail, type Result } from '../kernel/result.ts';
import { companyIds } from '../platform/companies.ts';
import { within, withinByKeys } from '../platform/db.ts';
import type { Queue, Worker } from '../platform/jobs.ts';
import { LOOK, type LookJob, recordMarkets, requestLooks } from './actions.ts';
import { fetchAllowance, NOTICES, type PutByJob, repairNotices, workPutBy } from './notices.ts';
import { isScarce, repairCompany, spacing } from './plan.ts';
import { countFailures } from './plan-store.ts';
import type { Watched } from './store.ts';
import * as store from './store.ts';

const FOLLOW_LISTINGS: Queue<ListingsSynced> = {
  name: 'monitoring.follow-listings',
  schema: ListingsSynced,
  batch: 20,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 10,
  retryDelay: 2,
  policy: 'standard',
};

const REPAIR: Queue<Record<string, never>> = {
  name: 'monitoring.repair',
  schema: z.strictObject({}),
  batch: 1,
  concurrency: 1,
  expireInSeconds: 55,
  retryLimit: 0,
  retryDelay: 1,
  policy: 'standard',
};

/** A look that met the marketplace's own trouble is put off so often, then left to the repair. */
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 2_000;
/** A market that is slower than this is put off, so that it does not hold up those it was asked with. */
const LOOK_MS = 15_000;
/** How long to wait where the marketplace asks for patience without saying how much. */
const USUAL_REST_MS = 1_000;

interface Account {
  companyId: number;
  accountId: number;
}
type Seen = Result<Market, CallFailure>;

/** Looks at some listings of one account at once; the failure of each, or of all where the account has one. */
async function look(
  house: TradingHouse,
  { companyId, accountId }: Account,
  listings: readonly Watched[],
  signal: AbortSignal,
): Promise<Map<number, Seen>> {
  const seen = await withAccount(
    house,
    companyId,
    accountId,
    (marketplace, session) => marketplace.getMarkets(session, listings, house.clock()),
    AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]),
  );
  return new Map(
    listings.map((listing) => [
      listing.id,
      seen.ok ? (seen.value.get(listing.skuMarketplace) ?? missing) : fail(seen.error),
    ]),
  );
}

const missing: Seen = {
  ok: false,
  error: { kind: 'invalid', code: 'no_answer', message: 'No market came back', retryAfterMs: null },
};

/** What becomes of a look that failed. */
type Fate = { again: LookJob; afterMs: number } | 'refresh' | 'left';

function fateOf(job: LookJob, failure: CallFailure): Fate {
  switch (failure.kind) {
    case 'rate_limited':
      return { again: job, afterMs: failure.retryAfterMs ?? USUAL_REST_MS };
    case 'not_found':
      return 'refresh';
    case 'unavailable':
    case 'unauthorized':
      if (failure.code === 'account_inactive' || job.tries >= MAX_TRIES) return 'left';
      return {
        again: { ...job, tries: job.tries + 1 },
        afterMs: failure.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** job.tries,
      };
    default:
      return 'left';
  }
}

/** Whether a look failed for a reason that may lie in the ad, and not in the account or the road to the marketplace. */
const isOfTheAd = (failure: CallFailure) => failure.kind !== 'unauthorized' && !neverLeft(failure);

/** Writes down what becomes of the looks of one account that failed. */
async function follow(
  house: TradingHouse,
  account: Account,
  failed: readonly { job: LookJob; listing: Watched; failure: CallFailure }[],
): Promise<void> {
  if (failed.length === 0) return;
  const now = house.clock().getTime();
  const fates = failed.map((one) => ({ ...one, fate: fateOf(one.job, one.failure) }));
  await withinByKeys(house.db, { company: account.companyId }, async (trx) => {
    const putOff = fates.flatMap(({ fate, listing }) =>
      typeof fate === 'object' ? [{ ...fate, listing }] : [],
    );
    const again = putOff.map(({ again: look, afterMs, listing }, n) => ({
      look,
      startAfter: new Date(now + afterMs + spacing(house, listing.marketplaceId, n)),
    }));
    await requestLooks(house, trx, again);
    const gone = fates.filter(({ fate }) => fate === 'refresh');
    const listings = gone.map(({ listing }) => listing.skuMarketplace);
    if (listings.length > 0) await requestListingRefresh(house, trx, { ...account, listings });
    const inVain = fates
      .filter(({ fate, failure }) => typeof fate === 'string' && isOfTheAd(failure))
      .map(({ listing, failure }) => ({ listingId: listing.id, code: failure.code }));
    await countFailures(trx, account.companyId, inVain, new Date(now));
  });
  const left = fates.filter(({ fate }) => fate === 'left');
  const examples = fates
    .slice(0, 3)
    .map(({ listing, failure }) => ({ listingId: listing.id, ...failure }));
  house.log[left.length > 0 ? 'warn' : 'info']('Markets could not be looked at', {
    ...account,
    failed: fates.length,
    left: left.length,
    examples,
  });
}

/** Works the looks of one company: one call out for each listing, one transaction for all of them. */
async function lookForCompany(
  house: TradingHouse,
  companyId: number,
  jobs: readonly LookJob[],
  signal: AbortSignal,
): Promise<void> {
  const jobOf = new Map(jobs.map((job) => [job.listingId, job]));
  const listings = await withinByKeys(house.db, { company: companyId }, (trx) =>
    store.watchedByIds(trx, companyId, [...jobOf.keys()]),
  );
  const accounts = Map.groupBy(listings, (listing) => listing.accountId);
  const looked = await Promise.all(
    [...accounts].map(async ([accountId, watched]) => {
      const account = { companyId, accountId };
      return { account, watched, seen: await look(house, account, watched, signal) };
    }),
  );
  signal.throwIfAborted();

  const markets: { listingId: number; market: Market }[] = [];
  for (const { seen } of looked) {
    for (const [listingId, one] of seen) if (one.ok) markets.push({ listingId, market: one.value });
  }
  await recordMarkets(house, companyId, markets);
  for (const { account, watched, seen } of looked) {
    const failed = watched.flatMap((listing) => {
      const one = seen.get(listing.id);
      const job = jobOf.get(listing.id);
      return one && !one.ok && job ? [{ job, listing, failure: one.error }] : [];
    });
    await follow(house, account, failed);
  }
}

async function repair(house: TradingHouse, signal: AbortSignal): Promise<void> {
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await repairNotices(house, companyId);
    await repairCompany(house, companyId);
  }
}

/** The queues that monitoring works. */
export function workers(house: TradingHouse): Worker[] {
  const looks: Worker<LookJob> = {
    queue: LOOK,
    handle: async (jobs, signal) => {
      const companies = Map.groupBy(
        jobs.map((job) => job.data),
        (job) => job.companyId,
      );
      // All at once, so that no company waits for the marketplace's answers to another; where some fail, the others
      // end first.
      const ends = await Promise.allSettled(
        [...companies].map(([companyId, some]) => lookForCompany(house, companyId, some, signal)),
      );
      const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      if (faults.length > 0)
        throw new AggregateError(faults, 'Some companies could not be looked at');
    },
  };
  /** New and changed listings are looked at, which also heals a market whose listing was not known yet. */
  const followListings: Worker<ListingsSynced> = {
    queue: FOLLOW_LISTINGS,
    consumes: { name: LISTINGS_SYNCED, schema: ListingsSynced },
    handle: async (jobs) => {
      for (const { data } of jobs) {
        const { companyId, listingIds } = data;
        await within(house.db, { company: companyId }, async (trx) => {
          const watched = await store.watchedByIds(trx, companyId, listingIds);
          // Where looks are scarce the plan takes the new ones first, as many at a time as there may be.
          const listings = watched.filter((one) => !isScarce(house, one.marketplaceId));
          await requestLooks(
            house,
            trx,
            listings.map(({ id, accountId }) => ({
              look: { companyId, accountId, listingId: id, tries: 0 },
            })),
          );
        });
      }
    },
  };
  const repairs: Worker<Record<string, never>> = {
    queue: REPAIR,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) => repair(house, signal),
  };
  const mayFetch = fetchAllowance(house);
  const notices: Worker<PutByJob> = {
    queue: NOTICES,
    handle: (jobs, signal) =>
      workPutBy(
        house,
        jobs.flatMap(({ data }) => data.companyIds),
        mayFetch,
        signal,
      ),
  };
  return [looks, notices, followListings, repairs];
}
