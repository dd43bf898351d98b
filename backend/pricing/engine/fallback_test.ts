import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { Story } from '../../testing/engine-story.ts';

const DAY = 24 * 60;
const codes = (story: { explanation: { code: string }[] }) =>
  story.explanation.map(({ code }) => code);

describe('a price that held the buybox', () => {
  /** It wins at 95.00 for so long; then a competitor answers each reduction from 100.00 on. */
  const answered = (hours: number) => {
    const story = new Story(95_00);
    story.see('WINNING', [95_01]);
    story.see('WINNING', [95_01], hours * 60);
    story.price = 100_00;
    return story;
  };
  const prices = (story: Story, rivals: readonly number[]) =>
    rivals.map((rival) => {
      story.see('LOSING', [rival]);
      return story.price;
    });

  it('is gone back to at once after two reductions that did not win', () => {
    const story = answered(6);
    assert.deepEqual(prices(story, [99_50, 99_00]), [99_49, 95_00]);
    const { held, reductions } = story.memory!.holding!;
    assert.deepEqual([held, reductions], [95_00, 2]);
  });

  it('is dropped from memory if it does not win again', () => {
    const story = answered(6);
    prices(story, [99_50, 99_00]);
    assert.deepEqual(prices(story, [94_00]), [93_99]);
    assert.equal(story.memory?.holding?.held, null);
  });

  it('is searched for in larger steps after six reductions where none is known', () => {
    const story = answered(0);
    const rivals = [99_00, 98_00, 97_00, 96_00, 95_00, 94_00, 93_00, 92_00];
    // The sixth reduction is the one with which 94.99 lost.
    assert.deepEqual(
      prices(story, rivals),
      [98_99, 97_99, 96_99, 95_99, 94_99, 94_04, 92_15, 88_46],
    );
    story.see('WINNING', [92_00]);
    assert.equal(story.memory?.holding?.reductions, 0);
  });

  it('has to have held it for six hours', () => {
    assert.deepEqual(prices(answered(5), [99_50, 99_00, 98_50]), [99_49, 98_99, 98_49]);
  });

  it('is not gone back to from a price that it is far below', () => {
    const story = answered(6);
    story.price = 140_00;
    assert.deepEqual(prices(story, [135_00, 133_00, 131_00]), [134_99, 132_99, 130_99]);
  });
});

describe('a minimum that does not win', () => {
  /** The minimum is 80.00, and the best competitor's price is 90.00. */
  const lostAtMinimum = () => {
    const story = new Story(80_80);
    story.see('LOSING', [90_00]);
    assert.equal(story.price, 80_00);
    assert.equal(story.see('LOSING', [90_00]).code, 'already_there');
    return story;
  };

  it('is replaced by a price close to the best competitor, which then follows only relevant changes', () => {
    const story = lostAtMinimum();
    const decision = story.see('LOSING', [90_00]);
    assert.deepEqual([story.price, decision.eventType], [90_00, 'to_win']);
    assert.ok(codes(decision).includes('beside_best'));
    assert.equal(story.see('LOSING', [89_10]).code, 'already_there');
    story.see('LOSING', [88_00]);
    assert.equal(story.price, 88_00);
    story.see('LOSING', [70_00]);
    assert.equal(story.price, 80_00);
  });

  it('is searched below again after twelve hours, and after a day where that lost too', () => {
    const story = lostAtMinimum();
    for (let n = 0; n < 3; n++) story.see('LOSING', [90_00], 3.5 * 60);
    assert.equal(story.price, 90_00);
    story.see('LOSING', [90_00], 2 * 60);
    assert.equal(story.price, 89_99);
    for (let n = 0; n < 20; n++) story.see('LOSING', [90_00]);
    assert.deepEqual([story.price, story.memory?.unwinnable?.times], [90_00, 2]);
    story.see('LOSING', [90_00], DAY / 2);
    assert.equal(story.price, 90_00);
    story.see('LOSING', [90_00], DAY / 2);
    assert.equal(story.price, 89_99);
  });

  it('leaves a winning price to the search, which climbs', () => {
    const story = lostAtMinimum();
    story.see('LOSING', [90_00]);
    story.see('WINNING', [100_00]);
    assert.equal(story.price, 94_99);
  });

  it('is kept without memory of it', () => {
    const story = new Story(80_00);
    assert.equal(story.see('LOSING', [90_00]).code, 'already_there');
    assert.equal(story.again('LOSING', [90_00]).code, 'already_there');
  });
});

describe('a price that is worth little to win', () => {
  /** It is 9:00 in São Paulo; the limits are 80.00 and 150.00, and everybody is near the minimum. */
  const atFloor = () => {
    const story = new Story(80_00);
    story.see('LOSING', [79_00]);
    assert.equal(story.memory?.nightRise?.nextAt.toISOString(), '2026-11-21T03:00:00.000Z');
    return story;
  };
  const night = (story: Story) => {
    story.see('LOSING', [79_00], 14 * 60 + 55);
    assert.equal(story.now.toISOString(), '2026-11-21T03:00:00.000Z');
    return story;
  };

  it('rises by a quarter at midnight, and falls back in the morning if no competitor follows', () => {
    const story = night(atFloor());
    assert.equal(story.price, 100_00);
    story.see('LOSING', [80_00], 5 * 60);
    assert.equal(story.price, 100_00);
    story.see('LOSING', [80_00], 60);
    assert.equal(story.price, 80_00);
    const { nightRise } = story.memory!;
    assert.deepEqual([nightRise?.failures, nightRise?.latest], [1, { from: 79_00, to: 80_00 }]);
    // The next night, and then two days later.
    assert.equal(nightRise?.nextAt.toISOString(), '2026-11-22T03:00:00.000Z');
    const again = story.see('LOSING', [80_00], DAY - 6 * 60);
    assert.deepEqual([story.price, again.eventType], [100_00, 'increase_margin']);
    assert.ok(codes(again).includes('night_rise_ignored'));
    story.see('LOSING', [80_00], 6 * 60);
    assert.equal(story.memory?.nightRise?.nextAt.toISOString(), '2026-11-24T03:00:00.000Z');
  });

  it('continues from the price that competitors followed, and rises again in the next night with a low price', () => {
    const story = night(atFloor());
    story.see('LOSING', [110_00], 30);
    assert.equal(story.price, 100_00);
    story.see('LOSING', [110_00], 5.5 * 60);
    assert.equal(story.memory?.nightRise?.underway, null);
    assert.equal(story.memory?.nightRise?.nextAt.toISOString(), '2026-11-22T03:00:00.000Z');
    // Above 101.00 it is worth something.
    story.price = 109_00;
    story.see('LOSING', [110_00], DAY - 5.5 * 60);
    assert.equal(story.price, 107_91);
    story.see('LOSING', [82_00]);
    assert.equal(story.price, 81_99);
    const up = story.see('LOSING', [82_00]);
    assert.equal(story.price, 102_49);
    assert.ok(codes(up).includes('night_rise_followed'));
  });

  it('does not rise if it wins, or without a maximum', () => {
    const winning = new Story(80_00);
    winning.see('WINNING', [79_00]);
    assert.equal(winning.memory?.nightRise ?? null, null);
    const open = new Story(80_00, { maxPrice: null });
    open.see('LOSING', [79_00]);
    assert.equal(open.memory?.nightRise ?? null, null);
  });
});
