import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { UpdateState } from '../../contract.ts';
import {
  afterReadBack,
  afterUnreadable,
  callEndsAt,
  type Failure,
  FINAL_STATES,
  isFinal,
  isInFlight,
  isWaiting,
  KNOWN_WITHIN_MS,
  MAX_ATTEMPTS,
  move,
  NO_ANSWER,
  NOT_SHOWN,
  OUTSIDE_CHANGE,
  type Progress,
  phaseOf,
  readBackDelay,
  retryDelay,
  SHOWN_WITHIN_MS,
  type UpdateEvent,
  unreadableDelay,
} from './state-machine.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const failure: Failure = { code: '503', message: 'Service Unavailable' };

const progress = (more: Partial<Progress> = {}): Progress => ({
  state: 'pending',
  attempts: 0,
  nextAttemptAt: null,
  callingSince: null,
  trace: null,
  failure: null,
  ...more,
});

const QUEUED = progress({ state: 'sent' });
const CALLING = progress({ state: 'sent', attempts: 1, callingSince: NOW });
const UNSEEN = progress({
  state: 'sent',
  attempts: 1,
  callingSince: NOW,
  nextAttemptAt: after(2_000),
});
const RETRY = progress({ state: 'retry', attempts: 1, nextAttemptAt: after(10_000), failure });

const EVENTS: Record<UpdateEvent['type'], UpdateEvent> = {
  approve: { type: 'approve' },
  call: { type: 'call', at: NOW },
  not_left: { type: 'not_left' },
  read_later: { type: 'read_later', at: after(5_000), failure: null },
  confirmed: { type: 'confirmed' },
  refused: { type: 'refused', failure },
  failed_for_now: { type: 'failed_for_now', at: NOW, failure, retryAfterMs: null, jitter: 0 },
  given_up: { type: 'given_up', failure },
  again: { type: 'again' },
  cancel: { type: 'cancel' },
  superseded: { type: 'superseded' },
  undo_confirmed: { type: 'undo_confirmed' },
};

/** Every legal transition; all others have to be refused. */
const LEGAL: [
  name: string,
  from: Progress,
  moves: Partial<Record<UpdateEvent['type'], UpdateState>>,
][] = [
  ['pending', progress(), { approve: 'sent', cancel: 'canceled', superseded: 'canceled' }],
  ['queued', QUEUED, { call: 'sent', superseded: 'canceled' }],
  [
    'calling',
    CALLING,
    {
      not_left: 'sent',
      read_later: 'sent',
      confirmed: 'applied',
      refused: 'rejected',
      failed_for_now: 'retry',
      given_up: 'error',
      again: 'sent',
    },
  ],
  [
    'unseen',
    UNSEEN,
    {
      not_left: 'sent',
      read_later: 'sent',
      confirmed: 'applied',
      refused: 'rejected',
      failed_for_now: 'retry',
      given_up: 'error',
      again: 'sent',
    },
  ],
  ['retry', RETRY, { again: 'sent', cancel: 'canceled', superseded: 'canceled' }],
  ['applied', progress({ state: 'applied', attempts: 1 }), { undo_confirmed: 'undone' }],
  ['rejected', progress({ state: 'rejected' }), {}],
  ['error', progress({ state: 'error' }), {}],
  ['canceled', progress({ state: 'canceled' }), {}],
  ['undone', progress({ state: 'undone' }), {}],
];

const moved = (from: Progress, event: UpdateEvent): Progress => {
  const result = move(from, event);
  assert.ok(result.ok, `${event.type} is refused`);
  return result.value;
};

describe('the life of a price update', () => {
  for (const [name, from, moves] of LEGAL) {
    it(`${name}: exactly its own moves are legal`, () => {
      for (const event of Object.values(EVENTS)) {
        const result = move(from, event);
        const expected = moves[event.type];
        if (expected === undefined) {
          assert.deepEqual(result, { ok: false, error: { state: from.state, event: event.type } });
        } else {
          assert.ok(result.ok, `${event.type} is refused`);
          assert.equal(result.value.state, expected, event.type);
        }
      }
    });
  }

  it('does not count a call that was not sent', () => {
    assert.deepEqual(moved(CALLING, EVENTS.not_left), QUEUED);
  });

  it('records a call before it is sent, and clears it when its outcome is known', () => {
    const called = moved(QUEUED, EVENTS.call);
    assert.deepEqual([called.attempts, called.callingSince, phaseOf(called)], [1, NOW, 'calling']);
    for (const type of ['confirmed', 'refused', 'failed_for_now', 'given_up', 'again'] as const) {
      assert.equal(moved(called, EVENTS[type]).callingSince, null, type);
    }
  });

  it('keeps the call while the price is still to be seen', () => {
    const unseen = moved(CALLING, { type: 'read_later', at: after(4_000), failure });
    assert.deepEqual(
      [unseen.callingSince, unseen.nextAttemptAt, unseen.failure, phaseOf(unseen)],
      [NOW, after(4_000), failure, 'unseen'],
    );
    assert.equal(moved(unseen, EVENTS.confirmed).failure, null);
  });

  it('becomes an error when the last attempt fails', () => {
    const last = { ...CALLING, attempts: MAX_ATTEMPTS };
    assert.equal(moved(last, EVENTS.failed_for_now).state, 'error');
    const lost = moved(last, EVENTS.again);
    assert.deepEqual([lost.state, lost.failure], ['error', NO_ANSWER]);
    assert.equal(moved({ ...last, failure }, EVENTS.again).failure, failure);
    assert.equal(
      moved({ ...last, attempts: MAX_ATTEMPTS - 1 }, EVENTS.failed_for_now).state,
      'retry',
    );
  });

  it('is no error for having been held back, however often', () => {
    const held = { ...EVENTS.failed_for_now, isHeldBack: true } as UpdateEvent;
    const last = moved({ ...CALLING, attempts: MAX_ATTEMPTS }, held);
    assert.deepEqual([last.state, last.attempts], ['retry', MAX_ATTEMPTS - 1]);
    assert.equal(moved(moved(last, EVENTS.again), EVENTS.call).attempts, MAX_ATTEMPTS);
  });

  it('waits before it is sent again, at least as long as the marketplace requires', () => {
    const limited = moved(CALLING, {
      type: 'failed_for_now',
      at: NOW,
      failure,
      retryAfterMs: 90_000,
      jitter: 0,
    });
    assert.deepEqual(limited.nextAttemptAt, after(90_000));
    assert.deepEqual(moved(CALLING, EVENTS.failed_for_now).nextAttemptAt, after(10_000));
  });

  it('has growing pauses, with a jitter of up to a half', () => {
    let before = 0;
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
      const delay = retryDelay(attempts, 0, null);
      assert.ok(delay > before, `attempt ${attempts}`);
      assert.equal(retryDelay(attempts, 0.5, null), delay * 1.25);
      before = delay;
    }
  });

  it('classifies each state as waiting, in flight or final', () => {
    const reported = UpdateState.options.map((state) => [
      state,
      [isWaiting(state), isInFlight(state), isFinal(state)].indexOf(true),
    ]);
    assert.deepEqual(Object.fromEntries(reported), {
      pending: 0,
      retry: 0,
      sent: 1,
      rejected: 2,
      error: 2,
      canceled: 2,
      undone: 2,
      applied: -1,
    });
  });
});

describe('any sequence of events', () => {
  const events = fc.array(fc.constantFrom(...Object.values(EVENTS)), { maxLength: 60 });

  it('does not leave a final state, and never counts more calls than allowed', () => {
    fc.assert(
      fc.property(fc.constantFrom(progress(), QUEUED), events, (start, sequence) => {
        let now = start;
        for (const event of sequence) {
          const result = move(now, event);
          if (isFinal(now.state)) assert.ok(!result.ok, `${now.state} moved by ${event.type}`);
          if (!result.ok) continue;
          // Only `applied` is reached by seeing the price, and only through a recorded call.
          if (result.value.state === 'applied') assert.ok(now.callingSince !== null);
          // An update that is canceled has nothing on its way.
          if (result.value.state === 'canceled') assert.equal(now.callingSince, null);
          now = result.value;
          assert.ok(now.attempts <= MAX_ATTEMPTS);
          assert.equal(now.callingSince === null || now.state === 'sent', true);
          if (now.state === 'retry') assert.ok(now.nextAttemptAt !== null);
        }
      }),
    );
  });

  it('ends however often the marketplace fails', () => {
    let now = QUEUED;
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      if (now.state === 'retry') now = moved(now, EVENTS.again);
      now = moved(moved(now, EVENTS.call), EVENTS.failed_for_now);
    }
    assert.equal(now.state, 'error');
    assert.ok(FINAL_STATES.some((state) => state === now.state));
  });
});

describe('a price that was read back', () => {
  const prices = { old: 10_000, new: 9_499 };
  const readBack = (at: Progress, shown: number, now: Date) =>
    afterReadBack(at, prices, shown, now, 0);

  it('confirms the new price in any case', () => {
    for (const at of [CALLING, UNSEEN, QUEUED]) {
      assert.deepEqual(readBack(at, 9_499, NOW), { type: 'confirmed' });
    }
  });

  it('distinguishes a third price from ours', () => {
    assert.deepEqual(readBack(CALLING, 9_000, NOW), { type: 'refused', failure: OUTSIDE_CHANGE });
  });

  it('does not count the previous price as someone else’s while the accepted one may still appear', () => {
    const early = readBack(UNSEEN, 9_000, after(10_000));
    assert.equal(early.type, 'read_later');
    assert.deepEqual(readBack(UNSEEN, 9_000, after(SHOWN_WITHIN_MS)), {
      type: 'refused',
      failure: OUTSIDE_CHANGE,
    });
    assert.deepEqual(readBack({ ...UNSEEN, failure }, 9_000, after(10_000)), {
      type: 'refused',
      failure: OUTSIDE_CHANGE,
    });
  });

  it('keeps in mind that a price was taken, when it cannot be seen for once', () => {
    const blind = afterUnreadable(UNSEEN, failure, after(5_000));
    assert.equal(blind.type === 'read_later' && blind.failure, null);
    const unsure = afterUnreadable(CALLING, failure, after(15_000));
    assert.deepEqual(unsure.type === 'read_later' && unsure.failure, failure);
  });

  it('sends again at once where the answer was lost and the old price is still shown', () => {
    assert.deepEqual(readBack(CALLING, 10_000, after(15_000)), { type: 'again' });
  });

  it('is patient with a price that was taken, up to a limit', () => {
    const soon = readBack(UNSEEN, 10_000, after(8_000));
    assert.deepEqual(soon, { type: 'read_later', at: after(12_000), failure: null });
    const late = readBack(UNSEEN, 10_000, after(SHOWN_WITHIN_MS));
    assert.equal(late.type, 'failed_for_now');
    assert.equal(late.type === 'failed_for_now' && late.failure, NOT_SHOWN);
  });

  it('gives up a price whose fate cannot be read for hours', () => {
    assert.equal(afterUnreadable(UNSEEN, failure, after(60_000)).type, 'read_later');
    assert.deepEqual(afterUnreadable(UNSEEN, failure, after(KNOWN_WITHIN_MS)), {
      type: 'given_up',
      failure,
    });
  });

  it('polls less and less often, between two seconds and ten minutes', () => {
    assert.equal(readBackDelay(NOW, NOW), 2_000);
    assert.equal(readBackDelay(NOW, after(60_000)), 30_000);
    assert.equal(readBackDelay(NOW, after(3_600_000)), 600_000);
  });

  it('polls again soon after a poll without an answer, and less often over time', () => {
    assert.equal(unreadableDelay(NOW, NOW), 2_000);
    assert.equal(unreadableDelay(NOW, after(20_000)), 10_000);
    assert.equal(unreadableDelay(NOW, after(299_999)), 15_000);
    assert.equal(unreadableDelay(NOW, after(300_000)), 150_000);
    assert.equal(unreadableDelay(NOW, after(3_600_000)), 600_000);
  });

  it('counts a call as dead only after its time limit', () => {
    assert.deepEqual(callEndsAt(NOW), after(12_000));
  });
});
