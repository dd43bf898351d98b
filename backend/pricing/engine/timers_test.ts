import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { questions, REQUESTED_AT } from '../../testing/engine-cases.ts';
import { Story } from '../../testing/engine-story.ts';
import { decide } from './decide.ts';
import { NOTHING } from './memory.ts';
import { newTimers } from './timers.ts';
import type { Memory, Rule } from './types.ts';

const at = (iso: string) => new Date(`2026-11-${iso}:00Z`);
const guard = { rounds: 4, hours: 6, dropPercent: 3, restHours: 2 };
const rule = (warGuard: Rule['warGuard']) => ({ warGuard }) as Rule;

describe('the moments at which a listing is decided again', () => {
  it('follow from the stored memory', () => {
    const lost: Memory = { ...NOTHING, lowestLost: 105_00, lowestLostAt: at('20T12:00') };
    assert.deepEqual(newTimers(null, lost, rule(null)), [at('21T12:00')]);
    const war = { by: 'R1', restsFrom: at('20T13:00'), wayUp: null };
    assert.deepEqual(newTimers(lost, { ...lost, war }, rule(guard)), [at('20T15:00')]);
    assert.deepEqual(newTimers(lost, { ...lost, war }, rule(null)), []);
    const wayUp = { at: at('20T15:00'), rivalPrice: 95_00, isOver: false };
    const offered = { ...lost, war: { ...war, wayUp } };
    assert.deepEqual(newTimers({ ...lost, war }, offered, rule(guard)), [at('20T17:00')]);
    const over = { ...lost, war: { ...war, wayUp: { ...wayUp, isOver: true } } };
    assert.deepEqual(newTimers(offered, over, rule(guard)), []);
    const adsMove = { at: at('20T14:00'), from: 100_00, to: 104_00 };
    const ads = { ...NOTHING, adsMove, insideSince: at('20T14:30') };
    assert.deepEqual(newTimers(null, ads, rule(null)), [at('21T14:00'), at('21T14:30')]);
    assert.deepEqual(newTimers(ads, ads, rule(null)), []);
    assert.deepEqual(newTimers(ads, null, rule(null)), []);
  });

  it('are when a rest ends: then the way up is offered, and not before', () => {
    const terms = { strategy: 'WIN', warGuard: guard } as const;
    const story = new Story(100_00, { ...terms, adjustment: { type: 'PERCENTAGE', percent: 1 } });
    story.see('WINNING', [101_00]);
    for (const competitor of [98_00, 96_00]) story.see('LOSING', [competitor]);
    const before = story.memory;
    assert.equal(story.see('LOSING', [94_00]).code, 'price_war');
    const [rested] = newTimers(before, story.memory, rule(guard));
    const minutes = ((rested?.getTime() ?? 0) - story.now.getTime()) / 60_000;
    assert.equal(story.see('LOSING', [94_00], minutes - 1).code, 'price_war');
    assert.equal(story.see('LOSING', [94_00], 1).price, 150_00);
  });

  it('are none if the memory does not change', () =>
    fc.assert(
      fc.property(questions, ({ listing, rule: sampled, market, memory, circumstances }) => {
        const first = decide(listing, sampled, market, memory, REQUESTED_AT, circumstances).memory;
        const again = decide(listing, sampled, market, first, REQUESTED_AT, circumstances).memory;
        assert.deepEqual(newTimers(first, again, sampled), []);
      }),
      { numRuns: 1_000 },
    ));
});
