import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { Progress } from './updates.ts';
import {
  afterAnswer,
  afterUnanswered,
  beforeAgain,
  type FailedCall,
  lookDue,
  readyToCall,
} from './walk.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const moment = { now: NOW, jitter: 0 };
const calling: Progress = {
  state: 'sent',
  attempts: 1,
  nextAttemptAt: null,
  callingSince: NOW,
  failure: null,
};
const failed = (kind: string): FailedCall => ({
  kind,
  code: kind,
  message: '',
  retryAfterMs: null,
});

describe('before a call', () => {
  it('waits for a retry to be due, and looks after a call that is out', () => {
    const due = new Date(NOW.getTime() + 1_000);
    const retry: Progress = { ...calling, state: 'retry', callingSince: null, nextAttemptAt: due };
    assert.equal(readyToCall(retry, NOW), 'nothing');
    const ready = readyToCall(retry, due);
    assert.equal(typeof ready === 'object' && ready.state, 'sent');
    assert.equal(readyToCall(calling, NOW), 'look');
    assert.deepEqual(lookDue(calling), new Date(NOW.getTime() + 12_000));
    assert.equal(lookDue(retry), null);
  });

  it('sends again only what is as it was', () => {
    const prices = { old: 10_000, new: 9_499 };
    assert.equal(beforeAgain(calling, prices, 10_000, moment), null);
    assert.equal(beforeAgain(calling, prices, 9_499, moment)?.event.type, 'confirmed');
    assert.equal(beforeAgain(calling, prices, 9_000, moment)?.event.type, 'refused');
    const blind = beforeAgain(calling, prices, failed('unavailable'), moment);
    assert.equal(blind?.event.type, 'failed_for_now');
  });

  it('has nothing to send where the price stands there already', () => {
    const same = { old: 9_000, new: 9_000 };
    assert.equal(beforeAgain(calling, same, 9_000, moment)?.event.type, 'confirmed');
    const ending = afterUnanswered(calling, same, failed('unavailable'), 9_000, moment);
    assert.equal(ending.event.type, 'confirmed');
  });
});

describe('after a call', () => {
  const after = (answer: Parameters<typeof afterAnswer>[1]) => {
    const ending = afterAnswer(calling, answer, 9_499, moment);
    return ending === 'unanswered' ? ending : ending.event.type;
  };

  it('reads each answer closely', () => {
    assert.equal(after({ kind: 'confirmed', price: 9_499 }), 'confirmed');
    assert.equal(after({ kind: 'confirmed', price: 9_500 }), 'refused');
    assert.equal(after({ kind: 'accepted' }), 'look_later');
    assert.equal(after({ kind: 'rejected', code: 'x', message: '' }), 'refused');
    assert.equal(after({ kind: 'ignored', price: 1, code: 'x', message: '' }), 'refused');
    for (const [kind, event] of [
      ['unavailable', 'unanswered'],
      ['rate_limited', 'failed_for_now'],
      ['unauthorized', 'failed_for_now'],
      ['forbidden', 'refused'],
      ['not_found', 'refused'],
      ['invalid', 'refused'],
    ] as const) {
      assert.equal(after({ kind: 'failed', failure: failed(kind) }), event, kind);
    }
    const unheard = failed('unavailable');
    assert.equal(after({ kind: 'never_left', failure: unheard }), 'failed_for_now');
  });
});
