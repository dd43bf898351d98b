// Sending a price: check again, send, settle. No job runs exactly once, so it is the effect of a second delivery that is
// made harmless.
//
// - One in flight: the database itself lets one update of a listing be `sent`, and who moves a listing's updates
//   holds the listing's row in listing_pricing.
// - Checked again: the engine decides once more by the present market and rule, in the transaction that records the
//   call. An update that does not hold any more is canceled and its listing repriced.
// - Recorded before it leaves: a call is written down (`calling_since`) and committed before it is made. Without a
//   database there is no record, and so no call. It leaves soon after that or not at all: later, others may take over.
// - The operation key of an update is the same at every attempt, so that a marketplace that knows such keys sees one
//   operation. None of ours promises to: what holds everywhere is the read-back.
// - The fence: who settles has to hold the version that was recorded with the call; who comes later changes nothing.
// - Read-back: after an attempt whose end is not known the price is read before anything else is sent. A request that a
//   marketplace works after the call counted as dead cannot be called back: the next poll of the market shows it as a
//   change by somebody else, which the rule answers.
// - Guards on the very number: safety/breaker.ts over many updates, safety/engine/guard.ts on each, the stop switch until
//   the last moment.
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import type {
  AccountSession,
  CallFailure,
  Marketplace,
  PricePush,
  PushOutcome,
} from '../../integrations/marketplace.ts';
import type { Minor } from '../../kernel/money.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { latestMarketsWithWatched } from '../../monitoring/actions.ts';
import { type Trx, withinByKeys } from '../../platform/db.ts';
import { createMicroBatch } from '../../platform/micro-batch.ts';
import type { BreakerSight } from '../contract.ts';
import { passBreaker } from '../safety/breaker.ts';
import { mayLeave } from '../safety/engine/guard.ts';
import { loadParity } from '../safety/parity-store.ts';
import { type SwitchWatch, watchSwitch } from '../safety/stop-switch-watch.ts';
import { nameMover } from './attribute-refusal.ts';
import {
  endingOf,
  type Fence,
  limited,
  momentOf,
  NO_ANSWER,
  type RecordedCall,
  refusedByGuard,
  shownPrice,
  timeLeft,
} from './calls.ts';
import {
  beforeAgain,
  type Ending,
  isRequestedByPerson,
  keepsParity,
  readyToCall,
  replacedPrice,
  stillHolds,
} from './engine/push-policy.ts';
import {
  advance,
  callEndsAt,
  type Progress,
  progressOf,
  stepOf,
  type UpdateEvent,
} from './engine/state-machine.ts';
import { publishMoved } from './events.ts';
import {
  companySettings,
  loadTargets,
  lockListings,
  type Target,
  titlesIn,
} from './listing-store.ts';
import { loadPriced } from './load-facts.ts';
import { enqueueUpdates, READ_BACK, type UpdateJob } from './queues.ts';
import { decideFor, reprice } from './reprice.ts';
import { enqueueNext, type Settled, saveOutcomes } from './settled.ts';
import { moveUpdates, type UpdateHead, updatesByIds } from './store.ts';
import { storedBounds } from './stored-bounds.ts';

/** Attempts that end within this of the first are settled in its transaction. */
const SETTLE_DELAY_MS = 15;

/** How an attempt ended, and whose it was. */
export interface End extends Ending {
  companyId: number;
  fence: Fence;
}

/** Sends the prices of updates, all at once: a queue's batch is the bound. */
export async function pushUpdates(
  ctx: MarketplaceContext,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> {
  const calls: { call: RecordedCall; watch: SwitchWatch }[] = [];
  const watches: SwitchWatch[] = [];
  try {
    for (const [companyId, some] of Map.groupBy(jobs, (job) => job.companyId)) {
      const ids = some.map((job) => job.updateId);
      const checked = await withinByKeys(ctx.db, { company: companyId }, (trx) =>
        checkAgain(ctx, trx, companyId, ids),
      );
      logTripped(ctx, companyId, checked.tripped);
      if (checked.calls.length === 0) continue;
      const watch = watchSwitch(ctx, companyId, checked.switchReadAt);
      watches.push(watch);
      calls.push(...checked.calls.map((call) => ({ call, watch })));
    }
    await settleEach(ctx, inBatches(ctx, calls), async ({ batch, watch }) => {
      const endings = await send(ctx, batch, watch, signal);
      return endings.map((ending, index) => {
        const { companyId, fence } = batch[index]!;
        return { companyId, fence, ...ending };
      });
    });
  } finally {
    for (const watch of watches) watch.end();
  }
}

/** What passes the check. */
interface Checked {
  calls: RecordedCall[];
  /** When the stop switch was read for them. */
  switchReadAt: Date;
  /** What the breaker saw when it stopped the company's prices; null: it did not. */
  tripped: BreakerSight | null;
}

/** An update that holds and may be called, as far as the breaker lets it. */
interface Candidate {
  row: UpdateHead;
  ready: Progress;
  target: Target;
}

/**
 * Checks whether each update still holds, and records the calls that are to leave. An update that does not hold any more
 * is canceled, and its listing repriced.
 */
export async function checkAgain(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Checked> {
  const listingIds = (await updatesByIds(trx, companyId, ids)).map((row) => row.listing_id);
  await lockListings(trx, companyId, listingIds);
  const now = ctx.clock();
  // Pipelined, behind the lock.
  const [rows, { moves, parity, ...company }, listings, targets, markets] = await Promise.all([
    updatesByIds(trx, companyId, ids),
    companySettings(trx, companyId),
    loadPriced(trx, companyId, listingIds),
    loadTargets(trx, companyId, listingIds),
    latestMarketsWithWatched(trx, companyId, listingIds, now),
  ]);
  const { traits } = ctx.marketplaces;
  const circumstances = { ...company, ruleEdited: false, traits };
  const unlimited = { ...circumstances, smallestRisePercent: 0 };
  const priced = new Map(listings.map((each) => [each.listingId, each]));
  const bounds = await storedBounds(trx, companyId, rows, moves, now);
  const elsewhere =
    parity === 'block' ? await loadParity(trx, ctx.marketplaces, companyId, listingIds) : null;

  const readAt = new Map<number, Date | undefined>();
  const candidates: Candidate[] = [];
  const outdated: UpdateHead[] = [];
  const withheld = new Map<number, Minor>();
  for (const row of rows) {
    const ready = readyToCall(progressOf(row), now);
    if (ready === 'read_back') readAt.set(row.id, callOverAt(row));
    if (typeof ready === 'string') continue;
    const listing = priced.get(row.listing_id);
    const target = targets.get(row.listing_id)!;
    const market = markets.get(row.listing_id)?.market ?? null;
    const decision =
      listing === undefined
        ? null
        : decideFor(listing, market, now, isRequestedByPerson(row) ? unlimited : circumstances);
    const within = bounds.get(row.id)!;
    const other = elsewhere?.get(row.listing_id) ?? null;
    const isLevel = keepsParity(row, other, listing?.facts ?? null);
    const holds =
      !circumstances.stopsPriceChanges &&
      // A number means another price where the listing is offered in another currency by now.
      row.currency_code === target.currencyCode &&
      stillHolds(row, listing?.rule ?? null, decision, target.price, within) &&
      isLevel;
    if (holds) candidates.push({ row, ready, target });
    else outdated.push(row);
    if (!isLevel || mayLeave(row.new_price, within) !== null) {
      withheld.set(row.listing_id, row.new_price);
    }
  }

  const verdict = await passBreaker(
    ctx,
    trx,
    companyId,
    candidates.map(({ row, target }) => ({
      id: row.id,
      ruleId: row.rule_id,
      listingId: row.listing_id,
      from: target.price,
      to: row.new_price,
    })),
  );
  const leaving = verdict.stopped ? [] : candidates;
  const canceled = [...outdated, ...(verdict.stopped ? candidates.map(({ row }) => row) : [])];
  const steps = leaving.map(({ row, ready, target }) => ({
    from: row,
    to: advance(ready, { type: 'call', at: now }),
    oldPrice: replacedPrice(row, target.price),
  }));
  const moved = await moveUpdates(
    trx,
    companyId,
    [...canceled.map((row) => stepOf(row, { type: 'superseded' })), ...steps],
    now,
  );
  const before = new Map(rows.map((row) => [row.id, row.state]));
  const news = moved.filter((row) => row.state !== before.get(row.id));
  await publishMoved(ctx, trx, companyId, news, { titles: titlesIn(targets) });
  await enqueueUpdates(ctx, trx, READ_BACK, companyId, [...readAt.keys()], (id) => readAt.get(id));
  await reprice(
    ctx,
    trx,
    companyId,
    canceled.map((row) => row.listing_id),
    { ruleEdited: false, withheld },
  );
  const versions = new Map(moved.map((row) => [row.id, row.version]));
  const calls = leaving.flatMap(({ row, target }, index): RecordedCall[] => {
    const { to, oldPrice } = steps[index]!;
    const fence = { id: row.id, listingId: row.listing_id, version: row.version + 1 };
    if (versions.get(row.id) !== fence.version) return [];
    return [
      {
        companyId,
        fence,
        progress: to,
        target,
        oldPrice,
        newPrice: row.new_price,
        operationKey: row.operation_key,
        bounds: bounds.get(row.id)!,
        readFirst: row.attempts > 0,
        seemsThere: target.price === row.new_price,
      },
    ];
  });
  return { calls, switchReadAt: now, tripped: verdict.tripped };
}

/** When a call whose end is not known counts as over. */
const callOverAt = (row: UpdateHead): Date | undefined =>
  row.calling_since === null ? undefined : callEndsAt(row.calling_since);

function logTripped(ctx: MarketplaceContext, companyId: number, tripped: BreakerSight | null) {
  if (tripped === null) return;
  const { ruleIds, listingIds, ...seen } = tripped;
  ctx.log.error('Circuit breaker stopped all price changes of a company', undefined, {
    companyId,
    ...seen,
    rules: ruleIds,
    listings: listingIds,
  });
}

const NOT_LEFT: Ending = { event: { type: 'not_left' }, shown: null };

/** Recorded calls in the groups that leave together: those whose marketplace sets their prices by one call. */
function inBatches(
  ctx: MarketplaceContext,
  calls: readonly { call: RecordedCall; watch: SwitchWatch }[],
): { batch: RecordedCall[]; watch: SwitchWatch }[] {
  const groups = Map.groupBy(calls, ({ call: { companyId, fence, target } }) => {
    const { marketplaceId, accountId, skuMarketplace } = target;
    const key = ctx.marketplaces.byId(marketplaceId)?.batchKey?.(skuMarketplace);
    return key === undefined ? `update ${fence.id}` : `${companyId} ${accountId} ${key}`;
  });
  return [...groups.values()].map((some) => ({
    batch: some.map(({ call }) => call),
    watch: some[0]!.watch,
  }));
}

/** How a recorded call ended before its price left; null: it may leave. */
async function beforeLeaving(
  ctx: MarketplaceContext,
  call: RecordedCall,
  signal: AbortSignal,
): Promise<Ending | null> {
  if (call.readFirst) {
    const shown = await shownPrice(ctx, call.companyId, call.target, signal);
    const prices = { old: call.oldPrice, new: call.newPrice };
    const known = shown.ok ? shown.value : shown.error;
    const ending = beforeAgain(call.progress, prices, known, momentOf(ctx));
    if (ending !== null) return ending;
    // Once that is written down, it is decided whether the listing should go there after all.
    if (call.seemsThere && shown.ok) return { ...NOT_LEFT, shown: shown.value };
  }
  const stopper = mayLeave(call.newPrice, call.bounds);
  if (stopper !== null) return refusedByGuard(ctx, call, stopper);
  return timeLeft(ctx, call) <= 0 ? NOT_LEFT : null;
}

const pushOf = ({ target, newPrice, operationKey }: RecordedCall): PricePush => ({
  skuMarketplace: target.skuMarketplace,
  price: newPrice,
  currencyCode: target.currencyCode,
  operationKey,
});

/** Sets prices by one call: one outcome for each, or the failure of all. */
async function setPrices(
  marketplace: Marketplace,
  session: AccountSession,
  pushes: readonly PricePush[],
): Promise<Result<readonly PushOutcome[], CallFailure>> {
  if (pushes.length > 1 && marketplace.setPrices !== undefined)
    return await marketplace.setPrices(session, pushes);
  const outcome = await marketplace.setPrice(session, pushes[0]!);
  return outcome.kind === 'failed' ? fail(outcome.failure) : ok([outcome]);
}

/** Sends the prices of recorded calls by one call; 'not left': nothing has left. */
async function leave(
  ctx: MarketplaceContext,
  calls: readonly RecordedCall[],
  watch: SwitchWatch,
  signal: AbortSignal,
): Promise<(PushOutcome | 'no answer')[] | 'not left'> {
  const { companyId, target } = calls[0]!;
  const left = () => Math.min(...calls.map((call) => timeLeft(ctx, call)));
  let sentTo: string | null = null;
  const answer = await limited(
    AbortSignal.any([signal, watch.signal]),
    (limit) =>
      withAccount(
        ctx,
        companyId,
        target.accountId,
        async (marketplace, session): Promise<Result<readonly PushOutcome[], CallFailure>> => {
          const isClear = await watch.isClear();
          // Renewing credentials may have used the time up: a call that no one waits for any more must not leave.
          if (!isClear || limit.aborted || left() <= 0) return fail(NO_ANSWER);
          sentTo = marketplace.slug;
          return await setPrices(marketplace, session, calls.map(pushOf));
        },
        limit,
      ),
    left(),
  );
  if (sentTo === null && watch.signal.aborted) return 'not left';
  const outcomes = calls.map((_, index): PushOutcome | 'no answer' => {
    if (answer === 'no answer') return answer;
    if (!answer.ok) return { kind: 'failed', failure: answer.error };
    return answer.value[index] ?? { kind: 'failed', failure: NO_ANSWER };
  });
  if (sentTo !== null) {
    for (const outcome of outcomes) {
      const how = outcome === 'no answer' ? 'no_answer' : outcome.kind;
      ctx.metrics.pushes.inc({ marketplace: sentTo, outcome: how });
    }
  }
  return outcomes;
}

/**
 * Sends the prices of recorded calls of one account, by one call where they are several, and returns how each ended, in their
 * order.
 */
export async function send(
  ctx: MarketplaceContext,
  calls: readonly RecordedCall[],
  watch: SwitchWatch,
  signal: AbortSignal,
): Promise<Ending[]> {
  const early = await Promise.all(calls.map((call) => beforeLeaving(ctx, call, signal)));
  // What reading the price of one took may have used up the time of another.
  const leaving = calls.filter((call, index) => early[index] === null && timeLeft(ctx, call) > 0);
  const outcomes = leaving.length === 0 ? [] : await leave(ctx, leaving, watch, signal);
  return await Promise.all(
    calls.map((call, index) => {
      const outcome = outcomes === 'not left' ? undefined : outcomes[leaving.indexOf(call)];
      if (outcome === undefined) return early[index] ?? NOT_LEFT;
      return endingOf(ctx, call, outcome, signal);
    }),
  );
}

/**
 * Works on all items at once, and settles their ends in micro-batches by company. An error is thrown after all items ended.
 */
export async function settleEach<T>(
  ctx: MarketplaceContext,
  items: readonly T[],
  work: (item: T) => Promise<readonly End[]>,
): Promise<void> {
  const settlements = createMicroBatch<End>(
    {
      name: 'settle',
      keyOf: ({ companyId }) => companyId,
      delayMs: SETTLE_DELAY_MS,
      retryEach: true,
    },
    (ends) => settle(ctx, ends[0]!.companyId, ends),
  );
  const all = await Promise.allSettled(
    items.map(async (item) => {
      const ends = await work(item);
      await Promise.all(ends.map((end) => settlements.add(end)));
    }),
  );
  const faults = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'Some price updates could not be worked');
}

/**
 * Settles attempts of a company, in one transaction. An end whose version is not the present one is too late: somebody
 * else has taken the update over, and nothing of it is changed.
 */
export async function settle(
  ctx: MarketplaceContext,
  companyId: number,
  ends: readonly Omit<End, 'companyId'>[],
): Promise<void> {
  const ids = ends.map(({ fence }) => fence.id);
  const listingIds = [...new Set(ends.map(({ fence }) => fence.listingId))].sort((a, b) => a - b);
  await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    // Pipelined, and read behind the lock.
    const [, rows, targets] = await Promise.all([
      lockListings(trx, companyId, listingIds),
      updatesByIds(trx, companyId, ids),
      loadTargets(trx, companyId, listingIds),
    ]);
    const settled: Settled[] = [];
    for (const { row, event, shown } of inTime(ctx, companyId, ends, rows)) {
      const { to } = stepOf(row, event);
      settled.push({
        row,
        to: await nameMover(ctx, trx, companyId, row.listing_id, to),
        shown,
      });
    }
    const [moved, others] = await Promise.all([
      moveUpdates(
        trx,
        companyId,
        settled.map(({ row, to }) => ({ from: row, to })),
        ctx.clock(),
      ),
      saveOutcomes(ctx, trx, companyId, settled),
    ]);
    const before = new Map(rows.map((row) => [row.id, row.state]));
    const news = moved.filter(({ id, state }) => state !== before.get(id));
    // Rows before jobs: a transaction that waits for the lock of a job's key then needs no row that another one waits for.
    await Promise.all([
      enqueueNext(ctx, trx, companyId, settled, targets),
      publishMoved(ctx, trx, companyId, [...news, ...others], { titles: titlesIn(targets) }),
    ]);
  });
}

/** The ends that are in time, with their updates; an update ends once. */
function inTime(
  ctx: MarketplaceContext,
  companyId: number,
  ends: readonly Omit<End, 'companyId'>[],
  rows: readonly UpdateHead[],
): { row: UpdateHead; event: UpdateEvent; shown: Minor | null }[] {
  const open = new Map(rows.map((row) => [row.id, row]));
  return ends.flatMap(({ fence: { id, version }, event, shown }) => {
    const row = open.get(id);
    if (row?.version === version) {
      open.delete(id);
      return [{ row, event, shown }];
    }
    ctx.log.info('Attempt ended too late to settle its price update', {
      companyId,
      updateId: id,
      event: event.type,
    });
    return [];
  });
}
