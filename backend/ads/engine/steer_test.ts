import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { bidBody } from '../../testing/ads/cases.ts';
import { BidPreviewBody } from '../contract.ts';
import { figuresOf } from './figures.ts';
import { toBidFacts } from './preview-input.ts';
import { type Steered, steerRos } from './steer.ts';

/** A keyword of today's 90 clicks, 9 orders and a conversion of 10 %: a click is worth 10.00 and aims at 15 % of it, 1.50. */
function keyword(changes: {
  cost: number;
  sales?: number | null;
  bid?: number;
  marginPercent?: number | null;
  daysAgo?: number;
}): Steered {
  const { cost, sales = 900, bid = 1.5, marginPercent = 20, daysAgo = 0 } = changes;
  const body = BidPreviewBody.parse(bidBody({ strategy: 'growth', marginPercent, bid }));
  const facts = toBidFacts(body);
  const days = facts.days.map((day) => ({
    ...day,
    age: daysAgo,
    cost: cost * 100,
    sales: sales === null ? null : sales * 100,
  }));
  const its = { ...facts, days };
  return { facts: its, figures: figuresOf(its) };
}
const near = (ros: number | null, expected: number) =>
  assert.ok(ros !== null && Math.abs(ros - expected) < 1e-9, `${ros} instead of ${expected}`);

describe('the multiplier towards the target', () => {
  it('begins at what bids are above the cost of a click, once something was spent', () => {
    assert.equal(steerRos(null, []), null);
    assert.equal(steerRos(null, [keyword({ cost: 0 })]), null);
    near(steerRos(null, [keyword({ cost: 100 })]), 135 / 100);
  });

  it('rises by the gain where the ACOS is below the target, and falls where it is above', () => {
    near(steerRos(1, [keyword({ cost: 135 })]), 1);
    near(steerRos(1, [keyword({ cost: 108 })]), Math.exp(0.3 * Math.log(135 / 108)));
    near(steerRos(1, [keyword({ cost: 162 })]), Math.exp(0.3 * Math.log(135 / 162)));
    near(steerRos(1, [keyword({ cost: 1 })]), Math.exp(0.3 * 0.5));
  });

  it('starts from where the present bids stand, if it is a tenth or more from there', () => {
    near(steerRos(2, [keyword({ cost: 135 })]), Math.exp(0.1));
    near(steerRos(2, [keyword({ cost: 135, bid: 3 })]), 2);
  });

  it('counts each keyword by its own target, and none without a target', () => {
    const both = [keyword({ cost: 135 }), keyword({ cost: 270, marginPercent: 40, bid: 3 })];
    near(steerRos(1, both), 1);
    const unknown = keyword({ cost: 9_999, marginPercent: null });
    near(steerRos(1, [keyword({ cost: 135 }), unknown]), 1);
    near(steerRos(1.2, [unknown]), 1.2);
  });

  it('takes what is expected of clicks whose revenue is not known, and leaves out what is old', () => {
    near(steerRos(1, [keyword({ cost: 135, sales: null })]), 1);
    near(steerRos(1, [keyword({ cost: 135, sales: 0 })]), Math.exp(-0.3 * 0.5));
    near(steerRos(1.1, [keyword({ cost: 135, daysAgo: 15 })]), 1.1);
  });
});
