import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { isDismissed, isOver, proposalMark, staying, unwanted } from './dismissals.ts';

const mark = proposalMark('abc', 7, 3);
const others = [
  proposalMark('abd', 7, 3),
  proposalMark(null, 7, 3),
  proposalMark('abc', 8, 3),
  proposalMark('abc', 7, 4),
];

describe('a price that is not wanted', () => {
  const dismissal = unwanted(8_999, mark);

  it('is not proposed in those circumstances; another one is', () => {
    assert.equal(isDismissed(dismissal, 10_000, 8_999, mark), true);
    assert.equal(isDismissed(dismissal, 9_500, 8_999, mark), true);
    assert.equal(isDismissed(dismissal, 10_000, 8_998, mark), false);
    assert.equal(isDismissed(null, 10_000, 8_999, mark), false);
  });

  it('is proposed again with another market, another rule, or after a change of the rule', () => {
    assert.equal(isOver(dismissal, mark), false);
    for (const other of others) {
      assert.equal(isDismissed(dismissal, 10_000, 8_999, other), false, other);
      assert.equal(isOver(dismissal, other), true, other);
    }
  });
});

describe('a price to keep', () => {
  const dismissal = staying(10_000, mark);

  it('is kept in those circumstances, whatever is proposed', () => {
    assert.equal(isDismissed(dismissal, 10_000, 8_999, mark), true);
    assert.equal(isDismissed(dismissal, 10_000, 11_000, mark), true);
  });

  it('is not defended once it was changed elsewhere', () => {
    assert.equal(isDismissed(dismissal, 10_500, 10_000, mark), false);
    assert.equal(isOver(dismissal, mark), false);
  });

  it('moves again with another market, another rule, or the same rule changed', () => {
    for (const other of others) {
      assert.equal(isDismissed(dismissal, 10_000, 8_999, other), false, other);
      assert.equal(isOver(dismissal, other), true, other);
    }
  });
});
