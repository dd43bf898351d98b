import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { completeCosts, differ, type Known, merge, wantsFee } from './merge.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const BEFORE = new Date('2026-05-01T12:00:00Z');
const known = (more: Partial<Known> = {}): Known => ({
  cost: 4_000,
  taxPercent: 8,
  feePercent: 12,
  feeFixed: 500,
  feeSource: 'marketplace',
  feeAt: BEFORE,
  feeAskedAt: BEFORE,
  feeFailure: null,
  floor: null,
  ...more,
});
const unknown = known({
  cost: null,
  taxPercent: null,
  feePercent: null,
  feeFixed: null,
  feeSource: null,
  feeAt: null,
  feeAskedAt: null,
});

describe('entered costs', () => {
  it('changes what is entered, and nothing else', () => {
    assert.deepEqual(merge(known(), { cost: 4_500 }, NOW), known({ cost: 4_500 }));
    assert.deepEqual(merge(known(), { taxPercent: null }, NOW), known({ taxPercent: null }));
    assert.deepEqual(merge(known(), {}, NOW), known());
    assert.equal(differ(known(), merge(known(), {}, NOW)), false);
  });

  it("keep a fee as the marketplace's if it is entered unchanged", () => {
    assert.deepEqual(merge(known(), { feePercent: 12, feeFixed: 500 }, NOW), known());
  });

  it("makes a fee a person's where it is entered otherwise, also in part", () => {
    const persons = { feeSource: 'person', feeAt: NOW } as const;
    assert.deepEqual(
      merge(known(), { feePercent: 11 }, NOW),
      known({ feePercent: 11, ...persons }),
    );
    const failed = known({ feeFailure: 'InvalidInput' });
    assert.deepEqual(merge(failed, { feeFixed: null }, NOW), known({ feeFixed: null, ...persons }));
  });

  it('remove a fee, which is then requested again', () => {
    const after = merge(known({ feeSource: 'person' }), { feePercent: null, feeFixed: null }, NOW);
    assert.deepEqual(after, { ...unknown, cost: 4_000, taxPercent: 8 });
    assert.equal(wantsFee(after), true);
    assert.equal(wantsFee({ ...after, cost: null }), false);
    assert.equal(wantsFee(known()), false);
    assert.equal(wantsFee({ ...after, feeAskedAt: BEFORE }), false);
  });
});

describe('costs for a reckoning', () => {
  it('need the cost and the fee, and take a missing tax for none', () => {
    assert.deepEqual(completeCosts(known({ taxPercent: null, feeFixed: null })), {
      cost: 4_000,
      taxPercent: 0,
      feePercent: 12,
      feeFixed: 0,
      floor: 'not_requested',
    });
    assert.equal(completeCosts(known({ cost: null })), null);
    assert.equal(completeCosts(unknown), null);
    assert.equal(completeCosts({ ...unknown, cost: 4_000 }), null);
  });

  it('report the fee at a minimum with the marketplace’s, and none with a person’s', () => {
    const point = { price: 7_000, feePercent: 12, feeFixed: 675 };
    const floor = { base: 7_000, price: 7_000, fees: [point], requestedAt: NOW };
    assert.deepEqual(completeCosts(known({ floor }))?.floor, floor);
    assert.equal(completeCosts(known({ floor: null, feeSource: 'person' }))?.floor, undefined);
    const own = merge(known({ floor }), { feePercent: 9 }, NOW);
    assert.equal(own.floor, null);
    const taken = merge(known({ floor }), { feePercent: null, feeFixed: null }, NOW);
    assert.equal(taken.floor, null);
    assert.equal(merge(known({ floor }), { cost: 5_000 }, NOW).floor, floor);
  });

  it('distinguish a fee of zero from an unknown one', () => {
    const free = known({ feePercent: 0, feeFixed: null, feeSource: 'person' });
    assert.equal(completeCosts(free)?.feePercent, 0);
  });
});
