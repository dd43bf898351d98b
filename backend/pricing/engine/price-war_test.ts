import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { Story } from '../../testing/engine-story.ts';
import { competitor, decideBody, previewBody } from '../../testing/worked-cases.ts';
import { toMemoryAnswer } from './memory.ts';
import type { Memory, Rule } from './types.ts';

describe('a price war over time', () => {
  const guard = { rounds: 4, hours: 6, dropPercent: 3, restHours: 2 };
  /** We undercut by two percent, and so does the competitor, until the guard steps in. */
  const fight = (more: Partial<Rule> = {}) => {
    const war = { strategy: 'WIN', warGuard: guard, ...more } as const;
    const story = new Story(100_00, { adjustment: { type: 'PERCENTAGE', percent: 1 }, ...war });
    story.see('WINNING', [101_00]);
    return story;
  };
  const COMPETITOR = 94_00;

  function untilRest(more: Partial<Rule> = {}): Story {
    const story = fight(more);
    const observation: string[] = [];
    for (const rivalPrice of [98_00, 96_00, COMPETITOR]) {
      const { outcome, code, price } = story.see('LOSING', [rivalPrice]);
      observation.push(outcome === 'CHANGE' ? String(price) : String(code));
    }
    // Ours at 97.02 and 95.04 follow 98.00 and 96.00; 94.00 makes the fifth undercut, and the drop is there.
    assert.deepEqual(observation, ['9702', '9504', 'price_war']);
    return story;
  }

  it('rests, offers the way up once, and ends with a competitor who follows', () => {
    const story = untilRest();
    assert.equal(story.see('LOSING', [COMPETITOR], 60).code, 'price_war');
    const up = story.see('LOSING', [COMPETITOR], 60);
    assert.deepEqual(
      [up.price, up.eventType, up.priceTag],
      [150_00, 'increase_margin', 'max_margin'],
    );
    assert.equal(story.see('LOSING', [COMPETITOR], 30).code, 'price_war');
    const followed = story.see('LOSING', [140_00], 30);
    assert.equal(followed.price, 138_60);
    assert.deepEqual([story.memory?.war, story.memory?.undercuts], [null, []]);
  });

  it('continues with a competitor who goes further down, without another rise', () => {
    const story = untilRest();
    story.see('LOSING', [COMPETITOR], 120);
    assert.equal(story.price, 150_00);
    assert.equal(story.see('LOSING', [93_00], 30).price, 92_07);
    for (const rivalPrice of [92_00, 91_00, 90_00, 89_00, 88_00, 87_00]) {
      assert.equal(story.see('LOSING', [rivalPrice], 60).outcome, 'CHANGE');
    }
  });

  it('continues with a competitor who does not follow, after another pause', () => {
    const story = untilRest();
    story.see('LOSING', [COMPETITOR], 120);
    assert.equal(story.see('LOSING', [COMPETITOR], 119).code, 'price_war');
    assert.equal(story.see('LOSING', [COMPETITOR], 1).price, 93_06);
  });

  it('rises to the price before the war if there is no maximum', () => {
    const story = untilRest({ maxPrice: null });
    assert.equal(story.see('LOSING', [COMPETITOR], 120).price, 100_00);
  });

  it('rises to the price before the war even if its start is too old to count', () => {
    const short = { ...guard, hours: 1 };
    const story = untilRest({ maxPrice: null, warGuard: short });
    assert.equal(story.see('LOSING', [COMPETITOR], 120).price, 100_00);
    assert.equal(story.see('LOSING', [COMPETITOR], 30).code, 'price_war');
    const slow = untilRest({ maxPrice: null, warGuard: short });
    assert.equal(slow.see('LOSING', [93_00], 90).code, 'price_war');
    assert.equal(slow.see('LOSING', [93_00], 30).price, 100_00);
  });

  it('tries the rise once, even if it takes longer than undercuts count', () => {
    const story = untilRest({ maxPrice: null, warGuard: { ...guard, hours: 2.1 } });
    assert.equal(story.see('LOSING', [COMPETITOR], 120).price, 100_00);
    assert.equal(story.see('LOSING', [COMPETITOR], 8).code, 'price_war');
    assert.equal(story.see('LOSING', [COMPETITOR], 60).code, 'price_war');
    assert.equal(story.see('LOSING', [COMPETITOR], 52).price, 93_06);
    assert.equal(story.again('LOSING', [COMPETITOR]).code, 'already_there');
  });

  it('ends with a competitor who leaves', () => {
    const story = untilRest();
    story.see('WINNING', [], 10);
    assert.deepEqual([story.memory?.war, story.price], [null, 150_00]);
  });

  it('has a bounded memory, however long two sellers undercut without a war', () => {
    const story = fight({ warGuard: { ...guard, hours: 168, dropPercent: 100 } });
    for (let round = 0; round < 300; round++) {
      story.see('LOSING', [98_00], 1);
      story.see('WINNING', [101_00], 1);
    }
    assert.equal(story.memory?.undercuts.length, 500);
    assert.ok(
      (story.memory?.undercuts[0]?.at.getTime() ?? 0) > story.now.getTime() - 10 * 3_600_000,
    );
  });

  it('is not detected if another seller is cheaper all the time', () => {
    const story = new Story(100_00, { strategy: 'LOSE', warGuard: guard });
    for (const rivalPrice of [98_00, 96_00, 94_00, 92_00, 90_00, 88_00]) {
      assert.equal(story.see('LOSING', [rivalPrice]).outcome, 'CHANGE');
    }
    assert.deepEqual(story.memory?.undercuts, []);
  });

  it('is not detected if each step waits for approval', () => {
    const story = fight();
    for (const rivalPrice of [98_00, 96_00, 94_00, 92_00, 90_00]) {
      const before = story.price;
      assert.equal(story.see('LOSING', [rivalPrice]).outcome, 'CHANGE');
      story.price = before;
    }
  });

  it('drops undercuts outside of its time window', () => {
    const story = fight();
    for (const rivalPrice of [98_00, 96_00, 94_00, 92_00, 90_00]) {
      assert.equal(story.see('LOSING', [rivalPrice], 7 * 60).outcome, 'CHANGE');
    }
  });

  it('is detected by a caller who passes the memory on, although markets are observed before decisions', () => {
    const rule = { warGuard: guard, adjustment: { type: 'VALUE', amount: 1 } } as const;
    let price = 100;
    let memory: Memory | null = null;
    const codes = [101, 99, 97, 95, 93].map((rivalPrice, poll) => {
      const instant = (minute: number) => `2026-11-20T12:${10 + 10 * poll + minute}:00Z`;
      const body = previewBody({
        rule,
        listing: { price },
        offers: [competitor('R1', rivalPrice)],
      });
      const decision = decideBody({
        ...body,
        now: instant(1),
        market: { ...body.market!, observedAt: instant(0) },
        memory: memory && toMemoryAnswer(memory),
      });
      memory = decision.memory;
      if (decision.price !== null) price = decision.price / 100;
      return decision.code;
    });
    // 99, ours at 98, 97 and ours at 96: the fourth undercut is ours.
    assert.deepEqual([codes, price], [['already_there', null, null, 'price_war', 'price_war'], 96]);
  });
});
