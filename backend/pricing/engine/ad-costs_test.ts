import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { PreviewBody } from '../contract.ts';
import { decide } from './decide.ts';
import { NOTHING } from './memory.ts';
import { toFacts } from './preview-input.ts';
import { toRule } from './rule.ts';
import type { Memory } from './types.ts';

const HOUR = 3_600_000;

describe('ACOS, day by day', () => {
  it('rises once a day, waits for a day within the limit, and falls back to its start', () => {
    const rule = toRule(
      PreviewBody.shape.rule.parse({
        strategy: 'WIN',
        competition: 'ACOS',
        acosLimit: 10,
        minPrice: 80,
        adjustment: { type: 'VALUE', amount: 4 },
      }),
    );
    let now = new Date('2026-11-01T00:00:00Z');
    const known: { memory: Memory | null } = { memory: null };
    let price = 100_00;
    const after = (hours: number, acos: number | null): [number, string | null] => {
      now = new Date(now.getTime() + hours * HOUR);
      const facts = {
        ...toFacts(PreviewBody.shape.listing.unwrap().parse({ price: 1 })),
        price,
        acos,
      };
      const decision = decide({ ...facts, lastSetPrice: price }, rule, null, known.memory, now);
      known.memory = decision.memory;
      price = decision.price ?? price;
      return [price, decision.code];
    };
    assert.deepEqual(after(0, 15), [104_00, null]);
    assert.deepEqual(after(23, 15), [104_00, 'moved_today']);
    assert.deepEqual(after(1, 15), [108_00, null]);
    assert.deepEqual(after(24, 9.5), [108_00, 'within_limit']);
    assert.deepEqual(after(24, 9), [108_00, 'within_limit']);
    assert.deepEqual(after(23, 9), [108_00, 'within_limit']);
    assert.deepEqual(after(1, 8.8), [104_00, null]);
    assert.deepEqual(after(1, 8.8), [104_00, 'moved_today']);
    assert.deepEqual(after(23, null), [104_00, 'no_ad_data']);
    assert.deepEqual(after(1, 8), [104_00, 'within_limit']);
    assert.deepEqual(after(24, 8), [100_00, null]);
    assert.deepEqual(after(24, 8), [100_00, 'within_limit']);
    assert.equal(known.memory?.priceBeforeAds, null);
  });

  it('moves to the price of the day at once, even if that started below the minimum', () => {
    const rule = toRule(
      PreviewBody.shape.rule.parse({
        strategy: 'WIN',
        competition: 'ACOS',
        acosLimit: 10,
        minPrice: 100,
        adjustment: { type: 'VALUE', amount: 4 },
      }),
    );
    const now = new Date('2026-11-01T12:00:00Z');
    const listing = {
      ...toFacts(PreviewBody.shape.listing.unwrap().parse({ price: 90 })),
      acos: 15,
    };
    const moved = { at: new Date(now.getTime() - HOUR), from: 100_00, to: 104_00 };
    const memory: Memory = { ...NOTHING, priceBeforeAds: 100_00, adsMove: moved };
    const first = decide(listing, rule, null, memory, now);
    assert.equal(first.price, 104_00);
    const there = { ...listing, price: 104_00, lastSetPrice: 104_00 };
    assert.equal(decide(there, rule, null, first.memory, now).code, 'moved_today');
  });
});
