// Calls to a marketplace about one price, none of which takes longer than its limit.
import { type MarketplaceContext, withAccount } from '../../catalog/actions.ts';
import {
  type CallFailure,
  neverLeft,
  type PriceWrite,
  type PushOutcome,
} from '../../integrations/marketplace.ts';
import type { Minor } from '../../kernel/money.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { timeLimit } from '../../platform/time-limit.ts';
import type { Bounds, StoppedByGuard } from '../safety/engine/guard.ts';
import {
  type Answer,
  afterAnswer,
  afterUnanswered,
  type Ending,
  type Moment,
} from './engine/push-policy.ts';
import { CALL_LIMIT_MS, type Progress } from './engine/state-machine.ts';
import type { Target } from './listing-store.ts';

/** The version of an update that its reader saw: who settles it has to hold this version (the fence). */
export interface Fence {
  id: number;
  listingId: number;
  version: number;
}

/** A call that is recorded and may leave. */
export interface RecordedCall {
  companyId: number;
  fence: Fence;
  progress: Progress;
  target: Target;
  oldPrice: Minor;
  newPrice: Minor;
  operationKey: string;
  /** The limits against which the price is checked again before it is sent. */
  bounds: Bounds;
  /** An attempt was made before: the price is read before another. */
  readFirst: boolean;
  /** The listing counts as being at the new price already: whether it should go there was not decided. */
  seemsThere: boolean;
}

/** From 0 up to 1, out of the context's randomness. */
export const jitterOf = (ctx: MarketplaceContext): number =>
  Number.parseInt(ctx.uuid().slice(0, 8), 16) / 2 ** 32;

/** The time and the randomness with which the push policy judges an answer, from the context's. */
export const momentOf = (ctx: MarketplaceContext): Moment => ({
  now: ctx.clock(),
  jitter: jitterOf(ctx),
});

export const NO_ANSWER: CallFailure = {
  kind: 'unavailable',
  code: 'timeout',
  message: 'No answer within the time limit',
  retryAfterMs: null,
};

/** Waits for a call no longer than its signal and limit allow, whatever the call makes of the signal. */
export async function limited<T>(
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
export async function shownPrice(
  ctx: MarketplaceContext,
  companyId: number,
  { accountId, skuMarketplace }: Target,
  signal: AbortSignal,
): Promise<Result<Minor, CallFailure>> {
  const answer = await limited(signal, (limit) =>
    withAccount(
      ctx,
      companyId,
      accountId,
      (marketplace, session) => marketplace.getPrice(session, skuMarketplace),
      limit,
    ),
  );
  if (answer === 'no answer') return fail(NO_ANSWER);
  return answer.ok ? answer : fail(answer.error);
}

/** How a write that was accepted ended, by its trace; null: the marketplace does not say, or not now. */
export async function priceWrite(
  ctx: MarketplaceContext,
  companyId: number,
  { accountId }: Target,
  trace: string,
  signal: AbortSignal,
): Promise<PriceWrite | null> {
  const answer = await limited(signal, (limit) =>
    withAccount(
      ctx,
      companyId,
      accountId,
      async (marketplace, session): Promise<Result<PriceWrite | null, CallFailure>> =>
        (await marketplace.getPriceWrite?.(session, trace)) ?? ok(null),
      limit,
    ),
  );
  return answer !== 'no answer' && answer.ok ? answer.value : null;
}

/**
 * How long a recorded call may take from now, in milliseconds: it is over when others begin to count it as dead, who may
 * send another price then. Whatever delayed it until here counts: a price that was slow to read, the checks of other
 * companies, a machine that was suspended.
 */
export const timeLeft = (
  ctx: MarketplaceContext,
  { progress: { callingSince } }: RecordedCall,
): number =>
  callingSince === null
    ? 0
    : Math.min(CALL_LIMIT_MS, callingSince.getTime() + CALL_LIMIT_MS - ctx.clock().getTime());

/** The number is not what the rule's row allows, whatever the engine made of it: a bug, and nothing leaves. */
export function refusedByGuard(
  ctx: MarketplaceContext,
  call: RecordedCall,
  stopper: StoppedByGuard,
): Ending {
  const { companyId, newPrice, bounds, fence } = call;
  ctx.log.error('Guard rejected a price that the engine allowed', undefined, {
    companyId,
    updateId: fence.id,
    price: newPrice,
    minPrice: bounds.minPrice,
    maxPrice: bounds.maxPrice,
    why: stopper,
  });
  const message = 'The price lies outside of what the rule allows';
  return { event: { type: 'refused', failure: { code: 'outside_limits', message } }, shown: null };
}

/** How a call ended. One without an answer may have worked: then the price that buyers see decides. */
export async function endingOf(
  ctx: MarketplaceContext,
  call: RecordedCall,
  outcome: PushOutcome | 'no answer',
  signal: AbortSignal,
): Promise<Ending> {
  const answer: PushOutcome =
    outcome === 'no answer' ? { kind: 'failed', failure: NO_ANSWER } : outcome;
  const certain: Answer =
    answer.kind === 'failed' && neverLeft(answer.failure)
      ? { kind: 'never_left', failure: answer.failure }
      : answer;
  const ending = afterAnswer(call.progress, certain, call.newPrice, momentOf(ctx));
  if (ending !== 'unanswered') return ending;
  const shown = await shownPrice(ctx, call.companyId, call.target, signal);
  const failure = answer.kind === 'failed' ? answer.failure : NO_ANSWER;
  const prices = { old: call.oldPrice, new: call.newPrice };
  return afterUnanswered(
    call.progress,
    prices,
    failure,
    shown.ok ? shown.value : null,
    momentOf(ctx),
  );
}
