import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { followsOf, medianOf, type Sighting } from './follow.ts';

const HOUR = 3_600_000;

/** Observations: hours, own price, theirs. */
const seen = (...rows: [hours: number, ownPrice: number, price: number | null][]): Sighting[] =>
  rows.map(([hours, ownPrice, price]) => ({ at: hours * HOUR, ownPrice, price }));
const follows = (until: number, ...rows: Parameters<typeof seen>) => {
  const { delays, changes } = followsOf(seen(...rows), until * HOUR);
  return { hours: delays.map((delay) => delay / HOUR), changes };
};

describe('whether a competitor follows', () => {
  it('counts a change in the same direction within 24 hours, with its delay', () => {
    assert.deepEqual(follows(100, [0, 100, 100], [1, 90, 100], [4, 90, 89]), {
      hours: [3],
      changes: 1,
    });
    assert.deepEqual(follows(100, [0, 100, 100], [1, 110, 100], [25, 110, 108]), {
      hours: [24],
      changes: 1,
    });
  });

  it('counts a change without a reaction within 24 hours as not followed', () => {
    assert.deepEqual(follows(100, [0, 100, 100], [1, 90, 100], [26, 90, 89]), {
      hours: [],
      changes: 1,
    });
    assert.deepEqual(follows(25.5, [0, 100, 100], [1, 90, 100]), { hours: [], changes: 1 });
  });

  it('does not count a change whose hours are not over', () => {
    assert.deepEqual(follows(20, [0, 100, 100], [1, 90, 100]), { hours: [], changes: 0 });
  });

  it('does not take a change in the other direction, or of the same instant, for an answer', () => {
    assert.deepEqual(follows(100, [0, 100, 100], [1, 90, 100], [2, 90, 105]), {
      hours: [],
      changes: 1,
    });
    assert.deepEqual(follows(100, [0, 100, 100], [1, 90, 90]), { hours: [], changes: 1 });
  });

  it('lets each change of theirs answer one of ours, the latest', () => {
    assert.deepEqual(
      follows(100, [0, 100, 100], [1, 95, 100], [2, 90, 100], [3, 90, 89], [4, 90, 88]),
      { hours: [1], changes: 1 },
    );
  });

  it('counts nothing of a competitor that left, or was not there', () => {
    assert.deepEqual(follows(100, [0, 100, 100], [1, 90, 100], [2, 90, null], [3, 90, 89]), {
      hours: [],
      changes: 0,
    });
    assert.deepEqual(follows(100, [0, 100, null], [1, 90, 95], [2, 90, 89]), {
      hours: [],
      changes: 0,
    });
  });

  it('takes the middle of the delays', () => {
    assert.equal(medianOf([]), null);
    assert.equal(medianOf([9, 1, 2]), 2);
    assert.equal(medianOf([4, 1, 2, 9]), 3);
  });
});
