// The life of a price update, as a pure state machine.
//
//   pending --approve--> sent --confirmed--> applied --undo_confirmed--> undone
//      |                  |--refused--> rejected
//      |                  |--failed_for_now--> retry --again--> sent
//      |                  '--given_up--> error
//      '--cancel, superseded--> canceled
//
// A `sent` update is in one of three phases, by `callingSince` and `nextAttemptAt`: nothing has left yet,
// a call is out whose answer is not known, or the answer came and the price is still to be seen.
import type { Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { type MoverKind, UpdateState } from '../../contract.ts';

/** Why an update failed: a code that pages translate, and the marketplace's own words. */
export interface Failure {
  code: string;
  message: string;
  /** Whose price it is, where the refusal tells. */
  mover?: MoverKind;
}

const STATES: ReadonlyMap<string, UpdateState> = new Map(
  UpdateState.options.map((state) => [state, state]),
);

/** The state that a row of an update tells; read for every update that is touched, so by hand. */
export function stateOf(text: string): UpdateState {
  const state = STATES.get(text);
  if (state === undefined) throw new Error(`No state of a price update: ${text}`);
  return state;
}

/** What of a price update moves. */
export interface Progress {
  state: UpdateState;
  /** Calls that have left so far. */
  attempts: number;
  /** When a `retry` is sent again, or when the price of a `sent` one is read back next. */
  nextAttemptAt: Date | null;
  /** Set before a call leaves, and cleared when its end is known. */
  callingSince: Date | null;
  /** The marketplace's own id of a write that it accepted; null: it has none. */
  trace: string | null;
  failure: Failure | null;
}

export type UpdateEvent =
  /** A person wants a pending update. */
  | { type: 'approve' }
  /** A call leaves; recorded before it does. */
  | { type: 'call'; at: Date }
  /** The call that was recorded did not leave after all. */
  | { type: 'not_left' }
  /** The marketplace took the price but does not show it yet, or did not answer: to be read back. */
  | { type: 'read_later'; at: Date; failure: Failure | null; trace?: string }
  /** The marketplace shows the price. */
  | { type: 'confirmed' }
  /** Refused for good. */
  | { type: 'refused'; failure: Failure }
  /** Did not work, and may at another time. `jitter` is from 0 up to 1. */
  | {
      type: 'failed_for_now';
      at: Date;
      failure: Failure;
      retryAfterMs: number | null;
      jitter: number;
      /** The marketplace's limits left no room, and no price left. */
      isHeldBack?: boolean;
    }
  /** What became of it cannot be found out any more. */
  | { type: 'given_up'; failure: Failure }
  /** To be sent again: a retry that is due, or a call whose answer is lost and whose price is not shown. */
  | { type: 'again' }
  /** A person does not want a waiting update. */
  | { type: 'cancel' }
  /** The rule changed, or a newer decision replaces one that waits or has not left yet. */
  | { type: 'superseded' }
  /** The update that takes this one back is applied. */
  | { type: 'undo_confirmed' };

export interface IllegalMove {
  state: UpdateState;
  event: UpdateEvent['type'];
}

/** Calls that leave at most before an update becomes an `error`. */
export const MAX_ATTEMPTS = 7;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Pauses before the second, third… call. With the jitter they add up to between one and two hours. */
const RETRY_DELAYS_MS = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  8 * MINUTE,
  20 * MINUTE,
  40 * MINUTE,
] as const;

/** A call that takes longer is aborted. */
export const CALL_LIMIT_MS = 10 * SECOND;
/** How much later than its limit a call counts as dead: its caller must have noticed by then. */
const CALL_SLACK_MS = 2 * SECOND;
/** For so long a price that was taken may stay unseen before it counts as not set. */
export const SHOWN_WITHIN_MS = 2 * MINUTE;
/** A price whose fate cannot be read for so long is given up. */
export const KNOWN_WITHIN_MS = 6 * 60 * MINUTE;

/**
 * Milliseconds to wait before the next call, spread by up to a half so that many updates that failed together
 * do not return together.
 * @param attempts calls that have left so far
 * @param jitter from 0 up to 1
 */
export function retryDelay(attempts: number, jitter: number, retryAfterMs: number | null): number {
  const step = Math.min(Math.max(attempts, 1), RETRY_DELAYS_MS.length) - 1;
  const delay = Math.round(RETRY_DELAYS_MS[step]! * (1 + jitter / 2));
  return Math.max(delay, retryAfterMs ?? 0);
}

/** Milliseconds before the next read-back of a price: half of the time since the call. */
export function readBackDelay(callingSince: Date, now: Date): number {
  const elapsed = now.getTime() - callingSince.getTime();
  return Math.min(Math.max(Math.round(elapsed / 2), 2 * SECOND), 10 * MINUTE);
}

/**
 * Milliseconds before the next read-back after one without an answer. A short outage, of our own database or of the
 * marketplace, must not keep a listing waiting long after it is over; only a long one is asked less and less.
 */
export function unreadableDelay(callingSince: Date, now: Date): number {
  const delay = readBackDelay(callingSince, now);
  const isBrief = now.getTime() - callingSince.getTime() < 5 * MINUTE;
  return isBrief ? Math.min(delay, 15 * SECOND) : delay;
}

export const WAITING_STATES = ['pending', 'retry'] as const satisfies UpdateState[];
export const FINAL_STATES = [
  'rejected',
  'error',
  'canceled',
  'undone',
] as const satisfies UpdateState[];
/** States that tell a person that the latest update of a listing did not get through. */
export const FAILED_STATES = ['rejected', 'error', 'retry'] as const satisfies UpdateState[];

const includes = (states: readonly UpdateState[], state: UpdateState) => states.includes(state);

/** Waits for a person or for its next attempt: a newer decision may replace it. */
export const isWaiting = (state: UpdateState): boolean => includes(WAITING_STATES, state);
/** On its way: nothing else may be sent for the listing. */
export const isInFlight = (state: UpdateState): boolean => state === 'sent';
/** Nothing moves it any more. */
export const isFinal = (state: UpdateState): boolean => includes(FINAL_STATES, state);

/**
 * How an update that is on its way stands: `queued` (nothing has left), `calling` (a call is out, or its caller
 * died), `unseen` (the call is over and the price still has to be seen).
 */
export function phaseOf(progress: Progress): 'queued' | 'calling' | 'unseen' {
  if (progress.callingSince === null) return 'queued';
  return progress.nextAttemptAt === null ? 'calling' : 'unseen';
}

/** The instant from which a call counts as dead. */
export const callEndsAt = (callingSince: Date): Date =>
  new Date(callingSince.getTime() + CALL_LIMIT_MS + CALL_SLACK_MS);

const idle = { callingSince: null, nextAttemptAt: null, trace: null };

/** Where an event takes an update; an event that does not fit its state is an error and changes nothing. */
export function move(progress: Progress, event: UpdateEvent): Result<Progress, IllegalMove> {
  const { state, attempts } = progress;
  const illegal = fail({ state, event: event.type });
  const to = (next: UpdateState, rest: Partial<Progress> = {}) =>
    ok({ ...progress, ...idle, state: next, ...rest });
  const isOut = state === 'sent' && progress.callingSince !== null;

  switch (event.type) {
    case 'approve':
      return state === 'pending' ? to('sent') : illegal;
    case 'call':
      if (state !== 'sent' || isOut || attempts >= MAX_ATTEMPTS) return illegal;
      return to('sent', { callingSince: event.at, attempts: attempts + 1 });
    case 'not_left':
      return isOut ? to('sent', { attempts: attempts - 1 }) : illegal;
    case 'read_later':
      if (!isOut) return illegal;
      return to('sent', {
        callingSince: progress.callingSince,
        nextAttemptAt: event.at,
        trace: event.trace ?? progress.trace,
        failure: event.failure,
      });
    case 'confirmed':
      return isOut ? to('applied', { failure: null }) : illegal;
    case 'refused':
      return isOut ? to('rejected', { failure: event.failure }) : illegal;
    case 'failed_for_now': {
      if (!isOut) return illegal;
      const isLast = attempts >= MAX_ATTEMPTS;
      // Under load, prices may wait for the rate limit longer than all attempts take: that is no error.
      if (isLast && !event.isHeldBack) return to('error', { failure: event.failure });
      const delay = retryDelay(attempts, event.jitter, event.retryAfterMs);
      return to('retry', {
        attempts: isLast ? attempts - 1 : attempts,
        nextAttemptAt: new Date(event.at.getTime() + delay),
        failure: event.failure,
      });
    }
    case 'given_up':
      return isOut ? to('error', { failure: event.failure }) : illegal;
    case 'again':
      if (state === 'retry') return to('sent');
      if (!isOut) return illegal;
      return attempts >= MAX_ATTEMPTS
        ? to('error', { failure: progress.failure ?? NO_ANSWER })
        : to('sent');
    case 'cancel':
      return isWaiting(state) ? to('canceled') : illegal;
    case 'superseded':
      return isWaiting(state) || (state === 'sent' && !isOut) ? to('canceled') : illegal;
    case 'undo_confirmed':
      return state === 'applied' ? to('undone') : illegal;
  }
}

/** Where an event takes an update whose state the caller has checked. @throws Error where the event does not fit it */
export function advance(progress: Progress, event: UpdateEvent): Progress {
  const next = move(progress, event);
  if (!next.ok) throw new Error(`The event ${event.type} does not fit a ${progress.state} update`);
  return next.value;
}

/** The columns of an update's row that the state machine moves, and those that identify the row as it was read. */
export interface UpdateProgressRow {
  id: number;
  created_at: Date;
  version: number;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
  calling_since: Date | null;
  trace: string | null;
  failure: Failure | null;
}

/** Where an update is, from its row. @throws Error for a state that the state machine does not have */
export const progressOf = (row: UpdateProgressRow): Progress => ({
  state: stateOf(row.state),
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  callingSince: row.calling_since,
  trace: row.trace,
  failure: row.failure,
});

/** One transition: from the row as it was read to where the state machine takes it. */
export interface Step {
  from: Pick<UpdateProgressRow, 'id' | 'created_at' | 'version' | 'state'>;
  to: Progress;
  /** The person who decided it; left out, `decided_by` stays as it is. */
  decidedBy?: number;
  /** The price that is being replaced, where it is known better than when the update was written. */
  oldPrice?: Minor;
}

/** The transition of a row by an event that its state allows. @throws Error where it does not */
export const stepOf = (row: UpdateProgressRow, event: UpdateEvent): Step => ({
  from: row,
  to: advance(progressOf(row), event),
});

/** The marketplace never said what became of a call. */
export const NO_ANSWER: Failure = {
  code: 'no_answer',
  message: 'The marketplace never reported what became of the price',
};

/** The marketplace took a price and never showed it. */
export const NOT_SHOWN: Failure = {
  code: 'not_shown',
  message: 'The marketplace took the price and does not show it',
};

/** A price that is neither the old nor the new one: it was set outside Primazia meanwhile. */
export const OUTSIDE_CHANGE: Failure = {
  code: 'outside_change',
  message: 'The marketplace shows a price that was set outside Primazia',
};

/** The marketplace took the price; nothing went wrong since. */
const wasTaken = (progress: Progress): boolean =>
  phaseOf(progress) === 'unseen' && progress.failure === null;

/**
 * What a price that was read back tells of an update whose fate is open.
 * @param shown the price that buyers see, in minor units
 */
export function afterReadBack(
  progress: Progress,
  prices: { old: Minor; new: Minor },
  shown: Minor,
  now: Date,
  jitter: number,
): UpdateEvent {
  if (shown === prices.new) return { type: 'confirmed' };
  const { callingSince } = progress;
  const isCalling = callingSince === null || phaseOf(progress) === 'calling';
  const mayStillShow = !isCalling && now.getTime() - callingSince.getTime() < SHOWN_WITHIN_MS;
  // A price that was taken may show a while later; until then even one of somebody else's may be from before.
  if (mayStillShow && (wasTaken(progress) || shown === prices.old)) {
    return {
      type: 'read_later',
      at: new Date(now.getTime() + readBackDelay(callingSince, now)),
      failure: progress.failure,
    };
  }
  if (shown !== prices.old) return { type: 'refused', failure: OUTSIDE_CHANGE };
  if (isCalling) return { type: 'again' };
  return {
    type: 'failed_for_now',
    at: now,
    failure: progress.failure ?? NOT_SHOWN,
    retryAfterMs: null,
    jitter,
  };
}

/** Whether it may still be found out what became of a call. */
const isKnowable = ({ callingSince }: Progress, now: Date): boolean =>
  callingSince !== null && now.getTime() - callingSince.getTime() < KNOWN_WITHIN_MS;

/**
 * What the marketplace says of a write that it accepted, and whose price does not show.
 * @param unshown what follows from the price that shows
 */
export function afterWrite(
  progress: Progress,
  write: { kind: 'pending' } | { kind: 'done' } | ({ kind: 'refused' } & Failure),
  unshown: UpdateEvent,
  now: Date,
): UpdateEvent {
  switch (write.kind) {
    case 'refused':
      return { type: 'refused', failure: { code: write.code, message: write.message } };
    case 'pending': {
      const { callingSince, failure } = progress;
      if (callingSince === null || !isKnowable(progress, now)) return unshown;
      const at = new Date(now.getTime() + readBackDelay(callingSince, now));
      return { type: 'read_later', at, failure };
    }
    case 'done':
      return unshown;
  }
}

/**
 * What a failed poll means: poll again later, or give up when the time for that is over. A price that was taken
 * stays one that was taken.
 */
export function afterUnreadable(progress: Progress, failure: Failure, now: Date): UpdateEvent {
  const { callingSince } = progress;
  if (callingSince !== null && isKnowable(progress, now)) {
    return {
      type: 'read_later',
      at: new Date(now.getTime() + unreadableDelay(callingSince, now)),
      failure: wasTaken(progress) ? null : failure,
    };
  }
  return { type: 'given_up', failure };
}
