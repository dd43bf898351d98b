import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Minor } from '../../kernel/money.ts';
import { questions, REQUESTED_AT } from '../../testing/engine-cases.ts';
import { decide } from '../engine/decide.ts';
import { mayLeave } from '../safety/engine/guard.ts';
import {
  afterAnswer,
  boundsOf,
  readyToCall,
  replacedPrice,
  stillHolds,
  type UpdateTerms,
} from '../updates/engine/push-policy.ts';
import type { Progress } from '../updates/engine/state-machine.ts';
import { advance } from '../updates/engine/state-machine.ts';

const SENT: Progress = {
  state: 'sent',
  attempts: 0,
  nextAttemptAt: null,
  callingSince: null,
  trace: null,
  failure: null,
};
const moment = { now: REQUESTED_AT, jitter: 0 };

/** Sends an update to a marketplace that accepts it; gives the price that buyers see then. */
function send(update: UpdateTerms): { shown: Minor | null; progress: Progress } {
  const ready = readyToCall(SENT, REQUESTED_AT);
  if (typeof ready === 'string') throw new Error(`It may not be called: ${ready}`);
  const calling = advance(ready, { type: 'call', at: REQUESTED_AT });
  const answer = { kind: 'confirmed', price: update.new_price } as const;
  const ending = afterAnswer(calling, answer, update.new_price, moment);
  if (ending === 'unanswered') throw new Error('The marketplace answered');
  return { shown: ending.shown, progress: advance(calling, ending.event) };
}

describe('undo after apply', () => {
  it('restores the price, whatever the limits of the rule', () =>
    fc.assert(
      fc.property(questions, ({ listing, rule, market, memory, circumstances }) => {
        const { price } = decide(listing, rule, market, memory, REQUESTED_AT, circumstances);
        if (price === null) return;
        const update: UpdateTerms = {
          rule_id: 1,
          rule_version: 1,
          old_price: listing.price,
          new_price: price,
          attempts: 0,
          reverts: null,
          decided_by: null,
        };
        const applied = send({ ...update, old_price: replacedPrice(update, listing.price) });
        assert.deepEqual([applied.progress.state, applied.shown], ['applied', price]);

        const present = applied.shown ?? 0;
        const undo: UpdateTerms = {
          ...update,
          old_price: present,
          new_price: update.old_price,
          reverts: 7,
          decided_by: 1,
        };
        const bounds = boundsOf(undo, {
          minPrice: rule.minPrice,
          maxPrice: rule.maxPrice,
          recent: { present, lowest: present, highest: present },
          limits: { maxStepPercent: 0, maxDayPercent: 0 },
        });
        assert.equal(mayLeave(undo.new_price, bounds), null);
        assert.ok(stillHolds(undo, null, null, present, bounds));
        const undone = send(undo);
        assert.deepEqual([undone.progress.state, undone.shown], ['applied', listing.price]);
        assert.equal(advance(applied.progress, { type: 'undo_confirmed' }).state, 'undone');
      }),
      { numRuns: 10_000 },
    ));
});
