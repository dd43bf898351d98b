// Sending prices. No job runs exactly once, so the effect is made harmless instead of the delivery: a call is recorded
// before it leaves, the same operation key goes with every attempt, whoever settles has to hold the version that was
// recorded, and after any attempt whose end is not known the price is read before anything else is sent.
import { type TradingHouse, withAccount } from '../catalog/actions.ts';
import type { CallFailure, PushOutcome } from '../integrations/marketplace.ts';
import type { Minor } from '../kernel/money.ts';
import { fail, type Result } from '../kernel/result.ts';
import { within } from '../platform/db.ts';
import { type Claim, claimUpdates } from './claim.ts';
import { enqueueReadBack, type UpdateJob } from './queues.ts';
import { settle } from './settle.ts';
import { loadTargets, type Target } from './store.ts';
import { progressOf, updatesByIds } from './update-store.ts';
import {
  afterBlindLook,
  afterLook,
  CALL_LIMIT_MS,
  callEndsAt,
  type Failure,
  lookDelay,
  NOT_SHOWN,
  type UpdateEvent,
} from './updates.ts';

/** How a call ended for the update, and the price that buyers see where one was seen. */
interface Ending {
  event: UpdateEvent;
  shown: Minor | null;
}

/** Sends the prices of updates, all at once: a queue's batch is the bound. */
export async function pushUpdates(
  house: TradingHouse,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> {
  const claims: Claim[] = [];
  for (const [companyId, some] of Map.groupBy(jobs, (job) => job.companyId)) {
    const ids = some.map((job) => job.updateId);
    const claimed = await within(house.db, { company: companyId }, (trx) =>
      claimUpdates(house, trx, companyId, ids),
    );
    claims.push(...claimed);
  }
  await all(claims, async (each) => {
    const { event, shown } = await call(house, each, signal);
    await settle(house, each.companyId, each.seen, event, shown);
  });
}

/** Looks at the marketplace for updates whose fate is open, all at once. */
export async function readBack(
  house: TradingHouse,
  jobs: readonly UpdateJob[],
  signal: AbortSignal,
): Promise<void> {
  await all(jobs, (job) => lookAt(house, job, signal));
}

/** Works all items at once; where some fail the others end first. */
async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(items.map(work));
  const faults = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, 'Some price updates could not be worked');
}

const failureOf = ({ code, message }: CallFailure): Failure => ({ code, message });

/** From 0 up to 1, out of the randomness that the house is handed. */
const jitterOf = (house: TradingHouse): number =>
  Number.parseInt(house.uuid().slice(0, 8), 16) / 2 ** 32;

const noAnswer: CallFailure = {
  kind: 'unavailable',
  code: 'timeout',
  message: 'No answer within the time limit',
  retryAfterMs: null,
};

/** Waits for a call no longer than its signal allows, whatever the call makes of the signal. */
async function limited<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'no answer'> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]);
  if (limit.aborted) return 'no answer';
  const ended = Promise.withResolvers<'no answer'>();
  const end = () => ended.resolve('no answer');
  limit.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work(limit), ended.promise]);
  } finally {
    limit.removeEventListener('abort', end);
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

/** Makes the call of a claim, and reads closely how it ended. */
async function call(house: TradingHouse, each: Claim, signal: AbortSignal): Promise<Ending> {
  if (each.readFirst) {
    const shown = await shownPrice(house, each.companyId, each.target, signal);
    if (!shown.ok) return { event: failedForNow(house, shown.error), shown: null };
    if (shown.value !== each.oldPrice) return looked(house, each, shown.value);
  }
  const { skuMarketplace, currencyCode, accountId } = each.target;
  const push = {
    skuMarketplace,
    price: each.newPrice,
    currencyCode,
    operationKey: each.operationKey,
  };
  const outcome = await limited(
    signal,
    (limit): Promise<PushOutcome> =>
      withAccount(
        house,
        each.companyId,
        accountId,
        // Renewing credentials may have used the time up: a call that nobody waits for any more must not leave.
        (marketplace, session): Promise<PushOutcome> =>
          limit.aborted
            ? Promise.resolve({ kind: 'failed', failure: noAnswer })
            : marketplace.setPrice(session, push),
        limit,
      ),
  );
  return await read(house, each, outcome, signal);
}

const looked = (house: TradingHouse, each: Claim, shown: Minor): Ending => ({
  event: afterLook(
    each.progress,
    { old: each.oldPrice, new: each.newPrice },
    shown,
    house.clock(),
    jitterOf(house),
  ),
  shown,
});

const failedForNow = (house: TradingHouse, failure: CallFailure): UpdateEvent => ({
  type: 'failed_for_now',
  at: house.clock(),
  failure: failureOf(failure),
  retryAfterMs: failure.retryAfterMs,
  jitter: jitterOf(house),
});

const lookLater = (house: TradingHouse, each: Claim, failure: Failure | null): UpdateEvent => {
  const now = house.clock();
  const delay = lookDelay(each.progress.callingSince ?? now, now);
  return { type: 'look_later', at: new Date(now.getTime() + delay), failure };
};

/** What the answer to a push means for the update. */
async function read(
  house: TradingHouse,
  each: Claim,
  outcome: PushOutcome | 'no answer',
  signal: AbortSignal,
): Promise<Ending> {
  if (outcome === 'no answer') return await unanswered(house, each, noAnswer, signal);
  switch (outcome.kind) {
    case 'confirmed':
      return {
        event:
          outcome.price === each.newPrice
            ? { type: 'confirmed' }
            : { type: 'refused', failure: NOT_SHOWN },
        shown: outcome.price,
      };
    case 'accepted':
      return { event: lookLater(house, each, null), shown: null };
    case 'ignored':
      return {
        event: { type: 'refused', failure: { code: outcome.code, message: outcome.message } },
        shown: outcome.price,
      };
    case 'rejected':
      return {
        event: { type: 'refused', failure: { code: outcome.code, message: outcome.message } },
        shown: null,
      };
    case 'failed':
      return await failed(house, each, outcome.failure, signal);
  }
}

async function failed(
  house: TradingHouse,
  each: Claim,
  failure: CallFailure,
  signal: AbortSignal,
): Promise<Ending> {
  switch (failure.kind) {
    case 'unavailable':
      return await unanswered(house, each, failure, signal);
    case 'rate_limited':
    case 'unauthorized':
      return { event: failedForNow(house, failure), shown: null };
    case 'not_found':
    case 'forbidden':
    case 'invalid':
      return { event: { type: 'refused', failure: failureOf(failure) }, shown: null };
  }
}

/** A call without an answer may have worked: what buyers see tells. */
async function unanswered(
  house: TradingHouse,
  each: Claim,
  failure: CallFailure,
  signal: AbortSignal,
): Promise<Ending> {
  const shown = await shownPrice(house, each.companyId, each.target, signal);
  if (!shown.ok) return { event: lookLater(house, each, failureOf(failure)), shown: null };
  if (shown.value === each.oldPrice) {
    return { event: failedForNow(house, failure), shown: shown.value };
  }
  return looked(house, each, shown.value);
}

/** Looks at the price of one update whose fate is open, and settles what it tells. */
async function lookAt(
  house: TradingHouse,
  { companyId, updateId }: UpdateJob,
  signal: AbortSignal,
): Promise<void> {
  const now = house.clock();
  const found = await within(house.db, { company: companyId }, async (trx) => {
    const [row] = await updatesByIds(trx, companyId, [updateId]);
    if (row === undefined || row.state !== 'sent' || row.calling_since === null) return null;
    const due = row.next_attempt_at ?? callEndsAt(row.calling_since);
    if (due > now) {
      await enqueueReadBack(house, trx, companyId, [row.id], due);
      return null;
    }
    const targets = await loadTargets(trx, companyId, [row.listing_id]);
    return { row, target: targets.get(row.listing_id)! };
  });
  if (found === null) return;
  const { row, target } = found;
  const progress = progressOf(row);
  const shown = await shownPrice(house, companyId, target, signal);
  const prices = { old: row.old_price, new: row.new_price };
  const event = shown.ok
    ? afterLook(progress, prices, shown.value, house.clock(), jitterOf(house))
    : afterBlindLook(progress, failureOf(shown.error), house.clock());
  await settle(house, companyId, row, event, shown.ok ? shown.value : null);
}
