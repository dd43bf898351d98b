// The policy of a price on its way: what is proposed, what may leave, and what an answer of the marketplace means. Pure, so
// that a simulation can run it ten thousand times; reprice.ts and push.ts have the rows and transactions.
import { type Minor, toAmount } from '../../../kernel/money.ts';
import type { Decision, ListingFacts } from '../../engine/types.ts';
import {
  type Bounds,
  FAR_MOVES,
  type FarMove,
  farMove,
  type MoveLimits,
  mayLeave,
  type RecentPrices,
  type StoppedByGuard,
} from '../../safety/engine/guard.ts';
import { type Elsewhere, parityOf } from '../../safety/engine/parity.ts';
import { type Dismissal, isDismissed } from './dismissals.ts';
import {
  advance,
  afterReadBack,
  afterUnreadable,
  callEndsAt,
  type Failure,
  isInFlight,
  NOT_SHOWN,
  OUTSIDE_CHANGE,
  type Progress,
  phaseOf,
  readBackDelay,
  SHOWN_WITHIN_MS,
  type UpdateEvent,
} from './state-machine.ts';

/** What the policy reads of a price update beside its progress, under the names of the columns. */
export interface UpdateTerms {
  rule_id: number;
  rule_version: number;
  old_price: Minor;
  new_price: Minor;
  attempts: number;
  /** The update that this one takes back; null: it is the engine's own. */
  reverts: number | null;
  /** Who approved it or wanted it undone; null: no one was asked. */
  decided_by: number | null;
}

/** A rule by its name and edition, as it prices a listing now. */
export interface RuleInForce {
  id: number;
  version: number;
}

/**
 * Whether an update leaves nothing to decide until it is settled: it is under way, a person's undo waits for its next
 * attempt, or a retry shows at the marketplace after all, which its next attempt will notice.
 */
export const isTaken = (
  update: UpdateTerms,
  { state }: Pick<Progress, 'state'>,
  present: Minor,
): boolean =>
  isInFlight(state) ||
  update.reverts !== null ||
  (update.attempts > 0 && update.new_price === present);

/** Whether a decision asks for another price, and for none that was dismissed in these circumstances. */
export const wantsChange = (
  decision: Decision,
  dismissal: Dismissal | null,
  present: Minor,
  mark: string,
): boolean => decision.price !== null && !isDismissed(dismissal, present, decision.price, mark);

/** How far a price goes, in percent of another, rounded up to a tenth, so that a text shows it above the limit too. */
const percentOf = (from: Minor, to: Minor): number =>
  Math.ceil((Math.abs(to - from) / from) * 1_000) / 10;

/**
 * A decision as the company's limits of moves leave it: a change that is too far for a rule alone waits for a person,
 * and says why; with the move that is too far, if it is.
 */
export function guarded(
  decision: Decision,
  recent: RecentPrices,
  limits: MoveLimits,
): { decision: Decision; far: FarMove | null } {
  const { price, explanation } = decision;
  const far = price === null ? null : farMove(price, recent, limits);
  if (price === null || far === null) return { decision, far: null };
  const { code, from, limit } = far;
  const percent = percentOf(from, price);
  const values = { from: toAmount(from), to: toAmount(price), percent, limit };
  return {
    decision: {
      ...decision,
      state: 'pending',
      explanation: [...explanation, { step: 'guard', code, values }],
    },
    far,
  };
}

/**
 * Whether an update that waits says the same as a decision about a listing that costs `present`. One that waited for a
 * person because of a limit that does not hold it any more says something else: it may leave now.
 */
export const saysSame = (
  waiting: UpdateTerms,
  { state }: Pick<Progress, 'state'>,
  decision: Decision,
  present: Minor,
  rule: RuleInForce,
): boolean =>
  waiting.new_price === decision.price &&
  waiting.old_price === present &&
  waiting.rule_id === rule.id &&
  waiting.rule_version === rule.version &&
  !(state === 'pending' && decision.state === 'sent');

/** Whether a person asked for the price of an update: the smallest rise and the pace do not hold for it. */
export const isRequestedByPerson = (update: {
  decided_by: number | null;
  price_tag: string;
}): boolean => update.decided_by !== null || update.price_tag === 'rule_intervention';

/** An update that may be called, as it is then; else whether its price has to be read back, or nothing. */
export function readyToCall(progress: Progress, now: Date): Progress | 'read_back' | 'nothing' {
  if (progress.state === 'retry') {
    const { nextAttemptAt } = progress;
    if (nextAttemptAt !== null && nextAttemptAt > now) return 'nothing';
    return advance(progress, { type: 'again' });
  }
  if (progress.state !== 'sent') return 'nothing';
  const phase = phaseOf(progress);
  if (phase === 'queued') return progress;
  return phase === 'calling' ? 'read_back' : 'nothing';
}

/** When the price of an update whose end is not known may be read back. */
export const readBackDue = ({ callingSince, nextAttemptAt }: Progress): Date | null =>
  callingSince === null ? null : (nextAttemptAt ?? callEndsAt(callingSince));

const isTooFar = (stopper: StoppedByGuard): boolean =>
  (FAR_MOVES as readonly StoppedByGuard[]).includes(stopper);

/**
 * Whether an update is what its rule would do now, at the very price that is to leave. An undo is a person's will and
 * asks no rule.
 * @param rule the rule that prices the listing now; null: none does
 * @param decision what the engine says now; null where no rule prices the listing
 * @param bounds what the number is held against, which the engine has no part in
 */
export function stillHolds(
  update: UpdateTerms,
  rule: RuleInForce | null,
  decision: Decision | null,
  present: Minor,
  bounds: Bounds,
): boolean {
  if (update.reverts !== null) return true;
  if (rule === null || decision === null) return false;
  if (rule.id !== update.rule_id || rule.version !== update.rule_version) return false;
  const stopper = mayLeave(update.new_price, bounds);
  // An earlier attempt got through after all: reading the price settles it, and moves nothing.
  const isThere = update.attempts > 0 && present === update.new_price;
  if (isThere && (stopper === null || isTooFar(stopper))) return true;
  if (stopper !== null) return false;
  return (
    decision.price === update.new_price && (decision.state === 'sent' || update.decided_by !== null)
  );
}

/** Whether parity lets the price leave: nothing of the company is cheaper elsewhere, or a person wants the price all the same. */
export const keepsParity = (
  row: Pick<UpdateTerms, 'attempts' | 'new_price' | 'decided_by'>,
  elsewhere: Elsewhere | null,
  facts: Pick<ListingFacts, 'price' | 'shippingPrice'> | null,
): boolean => {
  // A price that shows already after an earlier attempt is not sent again.
  const isThere = row.attempts > 0 && facts?.price === row.new_price;
  if (row.decided_by !== null || isThere) return true;
  return parityOf(elsewhere, row.new_price, facts?.shippingPrice ?? null) === null;
};

/** The bounds of the price that is to leave for an update. */
export const boundsOf = (
  update: Pick<UpdateTerms, 'reverts' | 'decided_by'>,
  limits: Omit<Bounds, 'isUndo' | 'isWanted'>,
): Bounds => ({
  ...limits,
  isUndo: update.reverts !== null,
  isWanted: update.decided_by !== null,
});

/** What the listing costs by now is what an update replaces, unless an earlier attempt of ours shows there already. */
export const replacedPrice = (update: UpdateTerms, present: Minor): Minor =>
  present === update.new_price ? update.old_price : present;

/** How a call ended for the update, and the price that buyers see where one was seen. */
export interface Ending {
  event: UpdateEvent;
  shown: Minor | null;
}

/** A call that did not work, in the words of the port. */
export interface FailedCall extends Failure {
  kind: string;
  retryAfterMs: number | null;
}

/** The answer to a push, in the words of the port. */
export type Answer =
  | { kind: 'confirmed'; price: Minor }
  | { kind: 'accepted'; trace?: string }
  | { kind: 'ignored'; price: Minor; code: string; message: string }
  | { kind: 'rejected'; code: string; message: string }
  | { kind: 'failed'; failure: FailedCall }
  /** It did not work, and certainly was not heard at the marketplace: there is nothing to look for. */
  | { kind: 'never_left'; failure: FailedCall };

/** When, and how much chance is in the next pause: from 0 up to 1. */
export interface Moment {
  now: Date;
  jitter: number;
}

interface Prices {
  old: Minor;
  new: Minor;
}

const failureOf = ({ code, message }: Failure): Failure => ({ code, message });

const failedForNow = (failure: FailedCall, { now, jitter }: Moment) => ({
  type: 'failed_for_now' as const,
  at: now,
  failure: failureOf(failure),
  retryAfterMs: failure.retryAfterMs,
  jitter,
});

/** No price left; where that is for the marketplace's limits alone, it was no attempt. */
const notLeft = (failure: FailedCall, moment: Moment): Ending => ({
  event: { ...failedForNow(failure, moment), isHeldBack: failure.kind === 'rate_limited' },
  shown: null,
});

const readLater = (
  { callingSince }: Progress,
  failure: Failure | null,
  now: Date,
  trace?: string,
): UpdateEvent => ({
  type: 'read_later',
  at: new Date(now.getTime() + readBackDelay(callingSince ?? now, now)),
  failure,
  ...(trace !== undefined && { trace }),
});

/** Nothing happened yet. A price that was to be brought back may be there already: then it is done. */
const isAsBefore = (prices: Prices, shown: Minor): boolean =>
  shown === prices.old && shown !== prices.new;

const afterReading = (
  progress: Progress,
  prices: Prices,
  shown: Minor,
  moment: Moment,
): Ending => ({
  event: afterReadBack(progress, prices, shown, moment.now, moment.jitter),
  shown,
});

/** Codes of polls whose answer came, and says nothing of the price. */
const GARBLED = new Set(['unreadable', 'too_large', 'redirected', 'address_refused']);

/**
 * Whether a poll that failed tells something all the same: the marketplace shows no price, and says by a code of its
 * own what it has against it. A bare HTTP status speaks of the call.
 */
const isVerdict = ({ kind, code }: FailedCall): boolean =>
  kind === 'invalid' && !GARBLED.has(code) && !/^\d{3}$/.test(code);

/**
 * What a poll that failed means for an update whose fate is open. What a marketplace has against a price may be
 * against the one before, as long as the new one may still show; after that it is the new one's refusal.
 */
export function afterFailedReadBack(
  progress: Progress,
  failure: FailedCall,
  now: Date,
): UpdateEvent {
  const { callingSince } = progress;
  const isOver = callingSince !== null && now.getTime() - callingSince.getTime() >= SHOWN_WITHIN_MS;
  return isOver && isVerdict(failure)
    ? { type: 'refused', failure: failureOf(failure) }
    : afterUnreadable(progress, failureOf(failure), now);
}

/**
 * What the price that buyers see means before a further attempt: an earlier one may have worked after all. Null: it
 * is as it was, or there is none because of the price before, and the call may leave.
 */
export function beforeAgain(
  progress: Progress,
  prices: Prices,
  shown: Minor | FailedCall,
  moment: Moment,
): Ending | null {
  if (typeof shown !== 'number') {
    return isVerdict(shown) ? null : notLeft(shown, moment);
  }
  return isAsBefore(prices, shown) ? null : afterReading(progress, prices, shown, moment);
}

/** What an answer means for the update; `unanswered`: only the price that buyers see can tell. */
export function afterAnswer(
  progress: Progress,
  answer: Answer,
  newPrice: Minor,
  moment: Moment,
): Ending | 'unanswered' {
  const refused = (failure: Failure, shown: Minor | null): Ending => ({
    event: { type: 'refused', failure: failureOf(failure) },
    shown,
  });
  switch (answer.kind) {
    case 'confirmed':
      return answer.price === newPrice
        ? { event: { type: 'confirmed' }, shown: answer.price }
        : refused(NOT_SHOWN, answer.price);
    case 'accepted':
      return { event: readLater(progress, null, moment.now, answer.trace), shown: null };
    case 'ignored':
      return refused(answer, answer.price);
    case 'rejected':
      return refused(answer, null);
    case 'never_left':
      return notLeft(answer.failure, moment);
    case 'failed': {
      const { failure } = answer;
      if (failure.kind === 'unavailable') return 'unanswered';
      return failure.kind === 'rate_limited' || failure.kind === 'unauthorized'
        ? { event: failedForNow(failure, moment), shown: null }
        : refused(failure, null);
    }
  }
}

/**
 * What the price that buyers see tells of a call without an answer.
 * @param shown null: it cannot be read either
 */
export function afterUnanswered(
  progress: Progress,
  prices: Prices,
  failure: FailedCall,
  shown: Minor | null,
  moment: Moment,
): Ending {
  if (shown === null) {
    return { event: readLater(progress, failureOf(failure), moment.now), shown };
  }
  if (isAsBefore(prices, shown)) return { event: failedForNow(failure, moment), shown };
  return afterReading(progress, prices, shown, moment);
}

/**
 * Whether the price of an update that ended without being applied is not to be proposed again as things stand. A price
 * that somebody else set is the rule's to answer; one that was refused is not to be tried in a circle.
 */
export const isUnwantedNow = (
  update: Pick<UpdateTerms, 'reverts'>,
  failure: Failure | null,
): boolean => update.reverts === null && failure?.code !== OUTSIDE_CHANGE.code;
