import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { healthBandOf } from './listing.ts';

describe('the band of a health score', () => {
  const cases: [number | null, string][] = [
    [null, 'UNPROCESSED'],
    [0, 'LOW'],
    [50, 'LOW'],
    [51, 'AVERAGE'],
    [79, 'AVERAGE'],
    [80, 'HIGH'],
    [100, 'HIGH'],
  ];
  for (const [score, band] of cases)
    it(`of ${score} is ${band}`, () => assert.equal(healthBandOf(score), band));
});
