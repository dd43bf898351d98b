import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  afterAnswer,
  afterFailedReadBack,
  afterUnanswered,
  beforeAgain,
  type FailedCall,
  readBackDue,
  readyToCall,
} from './push-policy.ts';
import { KNOWN_WITHIN_MS, type Progress, SHOWN_WITHIN_MS } from './state-machine.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const moment = { now: NOW, jitter: 0 };
const calling: Progress = {
  state: 'sent',
  attempts: 1,
  nextAttemptAt: null,
  callingSince: NOW,
  trace: null,
  failure: null,
};
const failed = (kind: string): FailedCall => ({
  kind,
  code: kind,
  message: '',
  retryAfterMs: null,
});

describe('before a call', () => {
  it('waits for a retry to be due, and reads back after a call that is out', () => {
    const due = new Date(NOW.getTime() + 1_000);
    const retry: Progress = { ...calling, state: 'retry', callingSince: null, nextAttemptAt: due };
    assert.equal(readyToCall(retry, NOW), 'nothing');
    const ready = readyToCall(retry, due);
    assert.equal(typeof ready === 'object' && ready.state, 'sent');
    assert.equal(readyToCall(calling, NOW), 'read_back');
    assert.deepEqual(readBackDue(calling), new Date(NOW.getTime() + 12_000));
    assert.equal(readBackDue(retry), null);
  });

  it('sends again only what is as it was', () => {
    const prices = { old: 10_000, new: 9_499 };
    assert.equal(beforeAgain(calling, prices, 10_000, moment), null);
    assert.equal(beforeAgain(calling, prices, 9_499, moment)?.event.type, 'confirmed');
    assert.equal(beforeAgain(calling, prices, 9_000, moment)?.event.type, 'refused');
    const blind = beforeAgain(calling, prices, failed('unavailable'), moment);
    assert.equal(blind?.event.type, 'failed_for_now');
  });

  it('sends again a listing that is off sale because of the price before', () => {
    const prices = { old: 10_000, new: 9_499 };
    const offSale = { ...failed('invalid'), code: 'price_below_seller_minimum' };
    assert.equal(beforeAgain(calling, prices, offSale, moment), null);
    for (const code of ['unreadable', '400']) {
      const garbled = beforeAgain(calling, prices, { ...failed('invalid'), code }, moment);
      assert.equal(garbled?.event.type, 'failed_for_now', code);
    }
  });

  it('has nothing to send where the price is set there already', () => {
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
    assert.equal(after({ kind: 'accepted' }), 'read_later');
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
    const unavailable = failed('unavailable');
    assert.equal(after({ kind: 'never_left', failure: unavailable }), 'failed_for_now');
  });

  it('distinguishes a price stopped by our own limits from an attempted one', () => {
    for (const [kind, isHeldBack] of [
      ['rate_limited', true],
      ['unavailable', false],
    ] as const) {
      const ends = [
        afterAnswer(calling, { kind: 'never_left', failure: failed(kind) }, 9_499, moment),
        beforeAgain(calling, { old: 10_000, new: 9_499 }, failed(kind), moment),
      ];
      for (const end of ends) {
        assert.ok(end !== null && end !== 'unanswered' && end.event.type === 'failed_for_now');
        assert.equal(end.event.isHeldBack, isHeldBack, kind);
      }
    }
  });
});

describe('a poll that fails', () => {
  const readBack = (code: string, kind: string, afterMs: number) =>
    afterFailedReadBack(
      { ...calling, nextAttemptAt: NOW },
      { ...failed(kind), code },
      new Date(NOW.getTime() + afterMs),
    );

  it('distinguishes the refusal of a price that the marketplace has something against, once it could show', () => {
    assert.equal(readBack('18155', 'invalid', SHOWN_WITHIN_MS - 1).type, 'read_later');
    const over = readBack('price_below_seller_minimum', 'invalid', SHOWN_WITHIN_MS);
    const failure = { code: 'price_below_seller_minimum', message: '' };
    assert.deepEqual(over, { type: 'refused', failure });
  });

  it('concludes nothing where the answer was garbled, or there was none', () => {
    for (const [code, kind] of [
      ['unreadable', 'invalid'],
      ['400', 'invalid'],
      ['503', 'unavailable'],
      ['404', 'not_found'],
    ] as const) {
      assert.equal(readBack(code, kind, SHOWN_WITHIN_MS).type, 'read_later', code);
      assert.equal(readBack(code, kind, KNOWN_WITHIN_MS).type, 'given_up', code);
    }
  });
});
