import type { MarketplaceContext } from '../catalog/actions.ts';
import {
  ACCOUNT_CONNECTED,
  type AccountConnected,
  COSTS_CHANGED,
  type CostsChanged,
  LISTINGS_SYNCED,
  PRICE_WRITTEN,
  type PriceWritten,
} from '../catalog/contract.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { MARKET_CHANGED } from '../monitoring/contract.ts';
import { inEachCompany } from '../platform/companies.ts';
import { within } from '../platform/db.ts';
import { type Job, on, type Tick, type Worker } from '../platform/jobs.ts';
import { backtestRunner } from './backtest/work.ts';
import { PRICE_SWITCH_MOVED, type PriceSwitchMoved } from './contract.ts';
import { externalWorkers } from './external/jobs.ts';
import { overviewWorkers } from './listings/overview.ts';
import { selectionWorkers } from './listings/selection.ts';
import { importRunner } from './rules/spreadsheets/read.ts';
import { listingsOfRules, listingsPricedByCost } from './rules/store.ts';
import { undoRunner } from './undo/work.ts';
import { callEndsAt } from './updates/engine/state-machine.ts';
import { allRuledListings, forgetDismissals } from './updates/listing-store.ts';
import { pushUpdates } from './updates/push.ts';
import {
  DECIDE,
  enqueueDecisions,
  enqueueUpdates,
  type ListingsJob,
  PUSH,
  READ_BACK,
  RECONCILE,
  RULE_DUE,
  type RuleJob,
  type UpdateJob,
} from './updates/queues.ts';
import { readBack, readWritten } from './updates/read-back.ts';
import { repriceListings } from './updates/reprice.ts';
import { listingsShutOut, strandedUpdates } from './updates/store.ts';

const usual = { batch: 100, concurrency: 2, retryLimit: 10, retryDelay: 1 } as const;

/** An update that is queued for longer without being called has lost its job. */
const LOST_AFTER_MS = 60_000;

/** Decides the listings of many jobs together: a listing that several name is decided once. */
async function decideAll(
  ctx: MarketplaceContext,
  jobs: readonly Job<ListingsJob>[],
  signal: AbortSignal,
): Promise<void> {
  for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
    signal.throwIfAborted();
    const listingIds = some.flatMap(({ data }) => data.listingIds);
    await repriceListings(ctx, companyId, listingIds);
  }
}

/** Decides the listings whose minimum follows from their cost; a cost of other listings changes no price. */
async function decideCosted(
  ctx: MarketplaceContext,
  jobs: readonly Job<CostsChanged>[],
  signal: AbortSignal,
): Promise<void> {
  for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
    signal.throwIfAborted();
    const ids = some.flatMap(({ data }) => data.listingIds);
    const listingIds = await within(ctx.db, { company: companyId }, (trx) =>
      listingsPricedByCost(trx, companyId, ids),
    );
    await repriceListings(ctx, companyId, listingIds);
  }
}

/** Decides again the listings whose prices could not be sent while their account was not connected. */
async function decideConnected(
  ctx: MarketplaceContext,
  jobs: readonly Job<AccountConnected>[],
  signal: AbortSignal,
): Promise<void> {
  for (const { data } of jobs) {
    signal.throwIfAborted();
    const { companyId, accountId } = data;
    await within(ctx.db, { company: companyId }, async (trx) => {
      const listingIds = await listingsShutOut(trx, companyId, accountId);
      await forgetDismissals(trx, companyId, listingIds);
      await enqueueDecisions(ctx, trx, companyId, listingIds);
    });
  }
}

/** Has every listing with a rule decided again once a company's prices may change again. */
async function decideResumed(
  ctx: MarketplaceContext,
  jobs: readonly Job<PriceSwitchMoved>[],
  signal: AbortSignal,
): Promise<void> {
  for (const { data } of jobs) {
    signal.throwIfAborted();
    const { companyId, stopped } = data;
    if (stopped) continue;
    await within(ctx.db, { company: companyId }, async (trx) =>
      enqueueDecisions(ctx, trx, companyId, await allRuledListings(trx, companyId)),
    );
  }
}

/** Reads back the prices that a marketplace reports as set. */
async function readWrittenPrices(
  ctx: MarketplaceContext,
  jobs: readonly Job<PriceWritten>[],
  signal: AbortSignal,
): Promise<void> {
  for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId))
    await readWritten(ctx, companyId, dataOf(some), signal);
}

/** Decides the listings of rules that begin or end. */
async function decideRules(
  ctx: MarketplaceContext,
  jobs: readonly Job<RuleJob>[],
  signal: AbortSignal,
): Promise<void> {
  for (const { data } of jobs) {
    signal.throwIfAborted();
    const listings = await within(ctx.db, { company: data.companyId }, (trx) =>
      listingsOfRules(trx, data.companyId, [data.ruleId]),
    );
    await repriceListings(ctx, data.companyId, listings.get(data.ruleId) ?? []);
  }
}

/**
 * Enqueues updates without an active worker again: due retries, sent ones whose job was lost, calls whose process crashed.
 * Waiting jobs are not duplicated.
 */
export const reconcile = (ctx: MarketplaceContext, signal: AbortSignal): Promise<void> =>
  inEachCompany(ctx.db, signal, async (trx, companyId) => {
    const now = ctx.clock();
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
    await enqueueUpdates(ctx, trx, READ_BACK, companyId, called);
    await enqueueUpdates(ctx, trx, PUSH, companyId, waiting);
  });

/** Each kind of long work; the importer works on bulk actions too. */
const LONG_WORK = [importRunner, undoRunner, backtestRunner];

const dataOf = <T>(jobs: readonly Job<T>[]): T[] => jobs.map((job) => job.data);

/** The queues that pricing works. */
export function workers(ctx: MarketplaceContext): Worker[] {
  const consume = <T>(
    event: DomainEvent<T>,
    queue: string,
    work: (ctx: MarketplaceContext, jobs: readonly Job<T>[], signal: AbortSignal) => Promise<void>,
  ) => on(event, queue, (jobs, signal) => work(ctx, jobs, signal), usual);
  const decisions: Worker<ListingsJob> = {
    queue: DECIDE,
    handle: (jobs, signal) => decideAll(ctx, jobs, signal),
  };
  const dates: Worker<RuleJob> = {
    queue: RULE_DUE,
    handle: (jobs, signal) => decideRules(ctx, jobs, signal),
  };
  const pushes: Worker<UpdateJob> = {
    queue: PUSH,
    handle: (jobs, signal) => pushUpdates(ctx, dataOf(jobs), signal),
  };
  const polls: Worker<UpdateJob> = {
    queue: READ_BACK,
    handle: (jobs, signal) => readBack(ctx, dataOf(jobs), signal),
  };
  const repairs: Worker<Tick> = {
    queue: RECONCILE,
    schedule: { cron: '* * * * *', data: {} },
    handle: (_jobs, signal) => reconcile(ctx, signal),
  };
  return [
    consume(MARKET_CHANGED, 'pricing.market-changed', decideAll),
    consume(LISTINGS_SYNCED, 'pricing.listings-synced', decideAll),
    consume(COSTS_CHANGED, 'pricing.costs-changed', decideCosted),
    consume(ACCOUNT_CONNECTED, 'pricing.account-connected', decideConnected),
    consume(PRICE_WRITTEN, 'pricing.price-written', readWrittenPrices),
    consume(PRICE_SWITCH_MOVED, 'pricing.switch-moved', decideResumed),
    decisions,
    dates,
    pushes,
    polls,
    repairs,
    ...externalWorkers(ctx),
    ...overviewWorkers(ctx),
    ...selectionWorkers(ctx),
    ...LONG_WORK.flatMap((runner) => runner.workers(ctx)),
  ];
}
