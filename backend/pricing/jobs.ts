import type { TradingHouse } from '../catalog/actions.ts';
import {
  ACCOUNT_CONNECTED,
  AccountConnected,
  COSTS_CHANGED,
  CostsChanged,
  LISTINGS_SYNCED,
  ListingsSynced,
} from '../catalog/contract.ts';
import { MARKET_CHANGED_EVENT } from '../monitoring/actions.ts';
import { MarketChanged } from '../monitoring/contract.ts';
import { companyIds } from '../platform/companies.ts';
import { within } from '../platform/db.ts';
import type { Job, Queue, Worker } from '../platform/jobs.ts';
import * as backtest from './backtest/jobs.ts';
import * as batches from './bulk/jobs.ts';
import { decideListings } from './decisions.ts';
import { selectionWorkers } from './listing-selection.ts';
import { outsideWorkers } from './outside/jobs.ts';
import { pushUpdates, readBack } from './push.ts';
import {
  DECIDE,
  enqueueDecisions,
  enqueuePush,
  enqueueReadBack,
  type ListingsJob,
  PUSH,
  READ_BACK,
  RECONCILE,
  RULE_DUE,
  type RuleJob,
  type Tick,
  type UpdateJob,
} from './queues.ts';
import { listingsOfRules, listingsPricedByCost } from './rule-store.ts';
import { readUpload } from './sheets/read.ts';
import { forgetDismissals } from './store.ts';
import { undoWorkers } from './undo/jobs.ts';
import { listingsShutOut, strandedUpdates } from './update-store.ts';
import { callEndsAt } from './updates.ts';

const LISTINGS_SYNCED_EVENT = { name: LISTINGS_SYNCED, schema: ListingsSynced };
const CONNECTED_EVENT = { name: ACCOUNT_CONNECTED, schema: AccountConnected };
const COSTS_CHANGED_EVENT = { name: COSTS_CHANGED, schema: CostsChanged };

const MARKET_QUEUE: Queue<MarketChanged> = {
  ...DECIDE,
  name: 'pricing.market-changed',
  schema: MarketChanged,
};
const LISTINGS_QUEUE: Queue<ListingsSynced> = {
  ...DECIDE,
  name: 'pricing.listings-synced',
  schema: ListingsSynced,
};

const COSTS_QUEUE: Queue<CostsChanged> = {
  ...DECIDE,
  name: 'pricing.costs-changed',
  schema: CostsChanged,
};

const CONNECTED_QUEUE: Queue<AccountConnected> = {
  ...DECIDE,
  name: 'pricing.account-connected',
  schema: AccountConnected,
};

/** Queued for so long without being called, an update has lost its job. */
const LOST_AFTER_MS = 60_000;

/** Decides the listings of many jobs together: a listing that several name is decided once. */
async function decideAll(
  house: TradingHouse,
  jobs: readonly Job<ListingsJob>[],
  signal: AbortSignal,
): Promise<void> {
  for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
    signal.throwIfAborted();
    const listingIds = some.flatMap(({ data }) => data.listingIds);
    await decideListings(house, companyId, listingIds);
  }
}

/** Decides listings whose minimum follows from what they cost; the costs of others decide nothing. */
async function decideCosted(
  house: TradingHouse,
  jobs: readonly Job<CostsChanged>[],
  signal: AbortSignal,
): Promise<void> {
  for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
    signal.throwIfAborted();
    const ids = some.flatMap(({ data }) => data.listingIds);
    const listingIds = await within(house.db, { company: companyId }, (trx) =>
      listingsPricedByCost(trx, companyId, ids),
    );
    await decideListings(house, companyId, listingIds);
  }
}

/** Decides the listings anew whose prices could not leave for as long as their account was not connected. */
async function decideConnected(
  house: TradingHouse,
  jobs: readonly Job<AccountConnected>[],
  signal: AbortSignal,
): Promise<void> {
  for (const { data } of jobs) {
    signal.throwIfAborted();
    const { companyId, accountId } = data;
    await within(house.db, { company: companyId }, async (trx) => {
      const listingIds = await listingsShutOut(trx, companyId, accountId);
      await forgetDismissals(trx, companyId, listingIds);
      await enqueueDecisions(house, trx, companyId, listingIds);
    });
  }
}

/** Decides the listings of rules that begin or end. */
async function decideRules(
  house: TradingHouse,
  jobs: readonly Job<RuleJob>[],
  signal: AbortSignal,
): Promise<void> {
  for (const { data } of jobs) {
    signal.throwIfAborted();
    const listings = await within(house.db, { company: data.companyId }, (trx) =>
      listingsOfRules(trx, data.companyId, [data.ruleId]),
    );
    await decideListings(house, data.companyId, listings.get(data.ruleId) ?? []);
  }
}

/**
 * Gives updates that nobody works on any more back to their queues: retries that are due, sent ones whose job got
 * lost, calls whose caller died. Jobs that wait already are not doubled.
 */
export async function reconcile(house: TradingHouse, signal: AbortSignal): Promise<void> {
  for (const companyId of await companyIds(house.db)) {
    signal.throwIfAborted();
    await within(house.db, { company: companyId }, async (trx) => {
      const now = house.clock();
      const before = (ms: number) => new Date(now.getTime() - ms);
      const callLasts = callEndsAt(now).getTime() - now.getTime();
      const stranded = await strandedUpdates(
        trx,
        companyId,
        now,
        before(LOST_AFTER_MS),
        before(callLasts),
      );
      const called = stranded.filter((row) => row.calling_since !== null).map((row) => row.id);
      const waiting = stranded.filter((row) => row.calling_since === null).map((row) => row.id);
      await enqueueReadBack(house, trx, companyId, called);
      await enqueuePush(house, trx, companyId, waiting);
    });
  }
}

const dataOf = <T>(jobs: readonly Job<T>[]): T[] => jobs.map((job) => job.data);

/** The queues that pricing works. */
export function workers(house: TradingHouse): Worker[] {
  const markets: Worker<MarketChanged> = {
    queue: MARKET_QUEUE,
    consumes: MARKET_CHANGED_EVENT,
    handle: (jobs, signal) => decideAll(house, jobs, signal),
  };
  const listings: Worker<ListingsSynced> = {
    queue: LISTINGS_QUEUE,
    consumes: LISTINGS_SYNCED_EVENT,
    handle: (jobs, signal) => decideAll(house, jobs, signal),
  };
  const costs: Worker<CostsChanged> = {
    queue: COSTS_QUEUE,
    consumes: COSTS_CHANGED_EVENT,
    handle: (jobs, signal) => decideCosted(house, jobs, signal),
  };
  const connections: Worker<AccountConnected> = {
    queue: CONNECTED_QUEUE,
    consumes: CONNECTED_EVENT,
    handle: (jobs, signal) => decideConnected(house, jobs, signal),
  };
  const decisions: Worker<ListingsJob> = {
    queue: DECIDE,
    handle: (jobs, signal) => decideAll(house, jobs, signal),
  };
  const dates: Worker<RuleJob> = {
    queue: RULE_DUE,
    handle: (jobs, signal) => decideRules(house, jobs, signal),
  };
  const pushes: Worker<UpdateJob> = {
    queue: PUSH,
    handle: (jobs, signal) => pushUpdates(house, dataOf(jobs), signal),
  };
  const looks: Worker<UpdateJob> = {
    queue: READ_BACK,
    handle: (jobs, signal) => readBack(house, dataOf(jobs), signal),
  };
  const repairs: Worker<Tick> = {
    queue: RECONCILE,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) => reconcile(house, signal),
  };
  return [
    markets,
    listings,
    costs,
    connections,
    decisions,
    dates,
    pushes,
    looks,
    repairs,
    ...outsideWorkers(house),
    ...backtest.workers(house),
    ...batches.workers(house, readUpload),
    ...selectionWorkers(house),
    ...undoWorkers(house),
  ];
}
