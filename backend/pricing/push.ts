// Sending prices. No job runs exactly once, so the effect is made harmless instead of the delivery. What holds where:
//
// - One in flight: the database itself lets one update of a listing be `sent`, and whoever moves a listing's
//   updates holds its row in listing_pricing.
// - Asked again at send: claim.ts asks the engine about the present market and rule in the transaction that records
//   the call; an update that does not hold any more is cancelled and its listing decided anew.
// - Recorded before it leaves: a call is written down (`calling_since`) and committed before it is made. Without a
//   database there is no record, and so no call. It leaves soon after that or not at all: others may take it over then.
// - The operation key of an update is the same at every attempt, so that a marketplace that knows such keys sees one
//   operation. None of ours promises to: what holds everywhere is the read-back.
// - The fence: whoever settles has to hold the version that was recorded with the call; who comes later changes nothing.
// - Read-back: after an attempt whose end is not known the price is read before anything else is sent. A request that
//   a marketplace works after the call counted as dead cannot be called back: the next look at the market shows it as
//   a change by somebody else, which the rule answers.
// - Guards on the very number: breaker.ts over many updates, guard.ts on each, the stop switch until the last moment.
import { type TradingHouse, withAccount } from '../catalog/actions.ts';
import { type CallFailure, neverLeft, type PushOutcome } from '../integrations/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import { fail, type Result } from '../kernel/result.ts';
import { withinByKeys } from '../platform/db.ts';
import { timeLimit } from '../platform/time-limit.ts';
import { type Claim, claimUpdates } from './claim.ts';
import { gathering } from './gather.ts';
import { mayLeave, type StoppedByGuard } from './guard.ts';
import { enqueueReadBack, type UpdateJob } from './queues.ts';
import { type End, settle } from './settle.ts';
import { loadTargets, type Target } from './store.ts';
import { type SwitchWatch, watchSwitch } from './switch-watch.ts';
import { progressOf, updatesByIds } from './update-store.ts';
import { afterLook, CALL_LIMIT_MS } from './updates.ts';
import {
  type Answer,
  afterAnswer,
  afterFailedLook,
  afterUnanswered,
  beforeAgain,
  type Ending,
  lookDue,
} from './walk.ts';

/** Calls that end within this of the first are settled with it. */
const GATHER_MS = 15;

/** How an attempt ended, and whose it was. */
interface Ended extends End {
  companyId: number;
}

/** Sends the prices of updates, all at once: a queue's batch is the bound. */
export async function pushUpdates(
  house: TradingHouse,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> {
  const calls: { claim: Claim; watch: SwitchWatch }[] = [];
  const watches: SwitchWatch[] = [];
  try {
    for (const [companyId, some] of Map.groupBy(jobs, (job) => job.companyId)) {
      const ids = some.map((job) => job.updateId);
      const { claims, switchReadAt, tripped } = await withinByKeys(
        house.db,
        { company: companyId },
        (trx) => claimUpdates(house, trx, companyId, ids),
      );
      if (tripped !== null) {
        const { ruleIds, listingIds, ...seen } = tripped;
        house.log.error('The breaker stopped all price changes of a company', undefined, {
          companyId,
          ...seen,
          rules: ruleIds,
          listings: listingIds,
        });
      }
      if (claims.length === 0) continue;
      const watch = watchSwitch(house, companyId, switchReadAt);
      watches.push(watch);
      calls.push(...claims.map((claim) => ({ claim, watch })));
    }
    await settleAll(house, calls, async ({ claim, watch }) => ({
      companyId: claim.companyId,
      seen: claim.seen,
      ...(await call(house, claim, watch, signal)),
    }));
  } finally {
    for (const watch of watches) watch.end();
  }
}

/** Looks at the marketplace for updates whose fate is open, all at once. */
export async function readBack(
  house: TradingHouse,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> {
  await settleAll(house, jobs, (job) => lookAt(house, job, signal));
}

/**
 * Works all items at once, and settles how they end, those of a company together that end at about the same time. Where
 * some fail the others end first.
 */
async function settleAll<T>(
  house: TradingHouse,
  items: readonly T[],
  work: (item: T) => Promise<Ended | null>,
): Promise<void> {
  const settlers = new Map<number, (end: End) => Promise<void>>();
  const settlerOf = (companyId: number) => {
    const known = settlers.get(companyId);
    if (known !== undefined) return known;
    const settler = gathering<End>(GATHER_MS, (ends) => settle(house, companyId, ends));
    settlers.set(companyId, settler);
    return settler;
  };
  const ends = await Promise.allSettled(
    items.map(async (item) => {
      const ended = await work(item);
      if (ended !== null) await settlerOf(ended.companyId)(ended);
    }),
  );
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'Some price updates could not be worked');
}

/** From 0 up to 1, out of the randomness that the house is handed. */
const jitterOf = (house: TradingHouse): number =>
  Number.parseInt(house.uuid().slice(0, 8), 16) / 2 ** 32;

const noAnswer: CallFailure = {
  kind: 'unavailable',
  code: 'timeout',
  message: 'No answer within the time limit',
  retryAfterMs: null,
};

const noAnswerAtAll: PushOutcome = { kind: 'failed', failure: noAnswer };

/** Waits for a call no longer than its signal allows, whatever the call makes of the signal. */
async function limited<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  ms = CALL_LIMIT_MS,
): Promise<T | 'no answer'> {
  const { signal: limit, release } = timeLimit(ms, signal);
  const ended = Promise.withResolvers<'no answer'>();
  const end = () => ended.resolve('no answer');
  limit.addEventListener('abort', end, { once: true });
  try {
    return limit.aborted ? 'no answer' : await Promise.race([work(limit), ended.promise]);
  } finally {
    limit.removeEventListener('abort', end);
    release();
  }
}

/** The price that buyers see now, in minor units. */
async function shownPrice(
  house: TradingHouse,
  companyId: number,
  { accountId, skuMarketplace }: Target,
  signal: AbortSignal,
): Promise<Result<Minor, CallFailure>> {
  const answer = await limited(signal, (limit) =>
    withAccount(
      house,
      companyId,
      accountId,
      (marketplace, session) => marketplace.getPrice(session, skuMarketplace),
      limit,
    ),
  );
  if (answer === 'no answer') return fail(noAnswer);
  return answer.ok ? answer : fail(answer.error);
}

/**
 * How long the call of a claim may take from now, in milliseconds: it is over when others begin to take it for dead,
 * who may send another price then. What held it up until here, a price that was slow to read, the claims of other
 * companies, a machine that stood still, is on its account.
 */
const timeLeft = (house: TradingHouse, { progress: { callingSince } }: Claim): number =>
  callingSince === null
    ? 0
    : Math.min(CALL_LIMIT_MS, callingSince.getTime() + CALL_LIMIT_MS - house.clock().getTime());

const NOT_LEFT: Ending = { event: { type: 'not_left' }, shown: null };

/** Makes the call of a claim, and reads closely how it ended. */
export async function call(
  house: TradingHouse,
  each: Claim,
  watch: SwitchWatch,
  signal: AbortSignal,
): Promise<Ending> {
  if (each.readFirst) {
    const shown = await shownPrice(house, each.companyId, each.target, signal);
    const prices = { old: each.oldPrice, new: each.newPrice };
    const known = shown.ok ? shown.value : shown.error;
    const ending = beforeAgain(each.progress, prices, known, momentOf(house));
    if (ending !== null) return ending;
    // Once that is written down, it is asked whether the ad should go there after all.
    if (each.seemsThere && shown.ok) return { ...NOT_LEFT, shown: shown.value };
  }
  const { skuMarketplace, currencyCode, accountId } = each.target;
  const push = {
    skuMarketplace,
    price: each.newPrice,
    currencyCode,
    operationKey: each.operationKey,
  };
  const stopper = mayLeave(push.price, each.bounds);
  if (stopper !== null) return guarded(house, each, stopper);
  const left = timeLeft(house, each);
  if (left <= 0) return NOT_LEFT;
  let sentTo: string | null = null;
  const outcome = await limited(
    AbortSignal.any([signal, watch.signal]),
    (limit): Promise<PushOutcome> =>
      withAccount(
        house,
        each.companyId,
        accountId,
        async (marketplace, session): Promise<PushOutcome> => {
          const clear = await watch.isClear();
          // Renewing credentials may have used the time up: a call that nobody waits for any more must not leave.
          if (!clear || limit.aborted || timeLeft(house, each) <= 0) {
            return { kind: 'failed', failure: noAnswer };
          }
          sentTo = marketplace.slug;
          return await marketplace.setPrice(session, push);
        },
        limit,
      ),
    left,
  );
  if (sentTo !== null) {
    const how = outcome === 'no answer' ? 'no_answer' : outcome.kind;
    house.metrics.pushes.inc({ marketplace: sentTo, outcome: how });
  } else if (watch.signal.aborted) {
    return NOT_LEFT;
  }
  return await read(house, each, outcome, signal);
}

/** The number is not what the rule's row allows, whatever the engine made of it: a bug, and nothing leaves. */
function guarded(house: TradingHouse, each: Claim, stopper: StoppedByGuard): Ending {
  const { companyId, newPrice, bounds, seen } = each;
  house.log.error('The guard kept a price back that the engine let out', undefined, {
    companyId,
    updateId: seen.id,
    price: newPrice,
    minPrice: bounds.minPrice,
    maxPrice: bounds.maxPrice,
    why: stopper,
  });
  const message = 'The price lies outside of what the rule allows';
  return { event: { type: 'refused', failure: { code: 'outside_limits', message } }, shown: null };
}

const momentOf = (house: TradingHouse) => ({ now: house.clock(), jitter: jitterOf(house) });

/** What the answer to a push means for the update. A call without an answer may have worked: what buyers see tells. */
async function read(
  house: TradingHouse,
  each: Claim,
  outcome: PushOutcome | 'no answer',
  signal: AbortSignal,
): Promise<Ending> {
  const answer = outcome === 'no answer' ? noAnswerAtAll : outcome;
  const certain: Answer =
    answer.kind === 'failed' && neverLeft(answer.failure)
      ? { kind: 'never_left', failure: answer.failure }
      : answer;
  const ending = afterAnswer(each.progress, certain, each.newPrice, momentOf(house));
  if (ending !== 'unanswered') return ending;
  const shown = await shownPrice(house, each.companyId, each.target, signal);
  const failure = answer.kind === 'failed' ? answer.failure : noAnswer;
  const prices = { old: each.oldPrice, new: each.newPrice };
  const seen = shown.ok ? shown.value : null;
  return afterUnanswered(each.progress, prices, failure, seen, momentOf(house));
}

/** Looks at the price of one update whose fate is open; null: it is open no more, or not to be looked at yet. */
async function lookAt(
  house: TradingHouse,
  { companyId, updateId }: UpdateJob,
  signal: AbortSignal,
): Promise<Ended | null> {
  const now = house.clock();
  const found = await withinByKeys(house.db, { company: companyId }, async (trx) => {
    const [row] = await updatesByIds(trx, companyId, [updateId]);
    if (row === undefined || row.state !== 'sent' || row.calling_since === null) return null;
    const due = lookDue(progressOf(row));
    if (due !== null && due > now) {
      await enqueueReadBack(house, trx, companyId, [row.id], () => due);
      return null;
    }
    const targets = await loadTargets(trx, companyId, [row.listing_id]);
    return { row, target: targets.get(row.listing_id)! };
  });
  if (found === null) return null;
  const { row, target } = found;
  const progress = progressOf(row);
  const shown = await shownPrice(house, companyId, target, signal);
  const prices = { old: row.old_price, new: row.new_price };
  const event = shown.ok
    ? afterLook(progress, prices, shown.value, house.clock(), jitterOf(house))
    : afterFailedLook(progress, shown.error, house.clock());
  const seen = { id: row.id, listingId: row.listing_id, version: row.version };
  return { companyId, seen, event, shown: shown.ok ? shown.value : null };
}
