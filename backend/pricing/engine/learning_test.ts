import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Minor } from '../../kernel/money.ts';
import { Story } from '../../testing/engine-story.ts';
import { fromStoredMemory, toStoredMemory } from './memory.ts';
import type { Memory } from './types.ts';

const SETTINGS = { smallestRisePercent: 0.3 };
const START = 100_00;
const RIVAL = 110_00;

/** A listing with a completed search: it wins at a price, and one slightly above is known to lose. */
function searched(): Story {
  const story = new Story(START, {}, SETTINGS);
  for (let poll = 0; poll < 30; poll++) {
    story.see(story.price <= 106_00 ? 'WINNING' : 'LOSING', [RIVAL]);
  }
  assert.equal(story.see('WINNING', [RIVAL]).code, 'not_worth_it');
  return story;
}

/** Moves of a competitor by up to one percent each, up and down. */
const steps = fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 40 });
const after = (price: Minor, step: number): Minor => Math.round(price * (1 + step / 10_000));

describe('what is learned of a competitor', () => {
  it('keeps its ratio to the price however far small moves add up, and what lost is not tried again', () =>
    fc.assert(
      fc.property(steps, (moves) => {
        const story = searched();
        const lost = story.memory!.lowestLost!;
        let rival = RIVAL;
        for (const [n, move] of moves.entries()) {
          const { price } = story;
          rival = after(rival, move);
          story.see('WINNING', [rival], 1);
          const known = story.memory!.lowestLost!;
          // Rounded to a tick at each move.
          assert.ok(Math.abs(known - (lost * rival) / RIVAL) <= n + 1, `${known} of ${lost}`);
          assert.ok(story.price === price || story.price < known, `${story.price} of ${known}`);
        }
      }),
      { numRuns: 300 },
    ));

  it('moves the price once at most while a competitor moves by ticks', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 }), (ticks) => {
        const story = searched();
        const made = ticks.filter(
          (tick) => story.see('WINNING', [RIVAL + tick], 1).outcome === 'CHANGE',
        );
        assert.ok(made.length <= 1, `${made.length} changes`);
      }),
      { numRuns: 300 },
    ));

  it('is searched for again where a competitor moves by more than one percent, or after a day', () => {
    const moved = searched();
    assert.equal(moved.see('WINNING', [RIVAL + 1_11]).outcome, 'CHANGE');
    const old = searched();
    assert.equal(old.see('WINNING', [RIVAL], 24 * 60).outcome, 'CHANGE');
  });

  it('continues from a memory stored by an earlier release', () => {
    const story = searched();
    const { lostTo: _, ...earlier } = toStoredMemory(story.memory!) as Memory;
    story.memory = fromStoredMemory(JSON.parse(JSON.stringify(earlier)));
    assert.equal(story.memory!.lostTo, null);
    assert.equal(story.see('WINNING', [RIVAL - 10]).code, 'not_worth_it');
    const { against, lowestLost } = story.memory!;
    assert.equal(against![0]!.price, RIVAL - 10);
    assert.ok(lowestLost! < earlier.lowestLost!);
  });

  it('keeps the ratio to the competitor to whom the buybox was lost', () => {
    const story = new Story(104_00);
    story.see('WINNING', [110_00, 112_00]);
    const lost = story.price;
    story.see('LOSING', [110_00, 112_00]);
    assert.equal(story.memory!.lostTo, 'R1');
    const { lowestLost } = story.memory!;
    assert.equal(lowestLost, lost);
    story.see('WINNING', [110_00, 111_50]);
    assert.equal(story.memory!.lowestLost, lost, 'another competitor moved');
    story.see('WINNING', [109_45, 111_50]);
    assert.equal(story.memory!.lowestLost, Math.round((lost * 109_45) / 110_00));
  });
});
