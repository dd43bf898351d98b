import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Minor } from '../../kernel/money.ts';
import { Story } from '../../testing/engine-story.ts';

const SETTINGS = { smallestRisePercent: 0.3 };
/** The highest winning ratio to R1's price. */
const WINS = 0.97;
const RIVAL = 110_00;

const see = (story: Story, rival: Minor, minutes = 5) =>
  story.see(story.price <= rival * WINS ? 'WINNING' : 'LOSING', [rival], minutes);

/** A listing with a completed search against R1. */
function searched(): Story {
  const story = new Story(100_00, {}, SETTINGS);
  for (let poll = 0; poll < 30; poll++) see(story, RIVAL);
  const left = RIVAL * WINS - story.price;
  assert.ok(left >= 0 && left < RIVAL * 0.006, `${left}`);
  return story;
}

describe('what wins against a seller', () => {
  it('is known in a market at another level: one change wins there, and none loses', () =>
    fc.assert(
      fc.property(fc.integer({ min: 90_00, max: 140_00 }), (rival) => {
        const story = searched();
        const before = story.price;
        see(story, rival);
        if (rival < RIVAL) assert.ok(story.price <= rival * WINS, `${story.price} of ${rival}`);
        for (let poll = 0; poll < 10; poll++) {
          see(story, rival);
          assert.ok(story.price <= rival * WINS, `${story.price} of ${rival}`);
        }
        const share = story.price / rival;
        const isMoved = Math.abs(story.price - before) > 1;
        if (isMoved) assert.ok(share > WINS - 0.01, `${share}`);
      }),
      { numRuns: 300 },
    ));

  it('is kept for a seller who left and returned', () => {
    const story = searched();
    story.see('WINNING', [140_00]);
    const { ratios } = story.memory!;
    assert.deepEqual(
      ratios!.map(({ sellerId }) => sellerId),
      ['R1'],
    );
    story.see('NO_COMPETITOR', []);
    see(story, 120_00);
    assert.ok(story.price <= 120_00 * WINS && story.price > 120_00 * (WINS - 0.01));
  });

  it('is dropped if it loses, and a losing ratio if it wins', () => {
    const story = searched();
    const { won, lost } = story.memory!.ratios![0]!;
    assert.ok(won && lost && won.ours * lost.theirs < lost.ours * won.theirs);
    const present = story.price;
    story.see('LOSING', [RIVAL]);
    assert.equal(story.memory!.ratios![0]!.won, null);
    assert.equal(story.memory!.ratios![0]!.lost!.ours, present);
    story.price = present;
    story.see('WINNING', [RIVAL]);
    assert.equal(story.memory!.ratios![0]!.lost, null);
  });

  it('is reported with the price to win', () => {
    const story = new Story(100_00);
    story.see('LOSING', [99_00], 5, 97_00);
    const [known] = story.memory!.ratios!;
    assert.deepEqual(known!.won, { ours: 97_00, theirs: 99_00 });
    assert.equal(known!.lost!.ours, 97_01);
  });

  it('is kept for twenty sellers, first of all for those on the page', () => {
    const story = new Story(80_00);
    const rivals = Array.from({ length: 19 }, (_, n) => 90_00 + n * 100);
    story.see('WINNING', rivals);
    story.memory = {
      ...story.memory!,
      ratios: story.memory!.ratios!.map((each) => ({ ...each, sellerId: `old ${each.sellerId}` })),
    };
    story.see('WINNING', rivals);
    const ids = story.memory!.ratios!.map(({ sellerId }) => sellerId);
    assert.equal(ids.length, 20);
    assert.deepEqual(
      ids.slice(0, 19),
      rivals.map((_, n) => `R${n + 1}`),
    );
  });
});
