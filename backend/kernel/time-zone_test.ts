import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { addDays, dayOf, startOfDay, startWithOffset } from './time-zone.ts';

describe('a day of a time zone', () => {
  it('begins at its own midnight', () => {
    assert.equal(dayOf(new Date('2026-03-02T02:59:59Z'), 'America/Sao_Paulo'), '2026-03-01');
    assert.equal(dayOf(new Date('2026-03-02T03:00:00Z'), 'America/Sao_Paulo'), '2026-03-02');
    assert.equal(startWithOffset('2026-03-02', 'America/Sao_Paulo'), '2026-03-02T00:00:00-03:00');
  });

  it('lasts 23 or 25 hours where the clocks change', () => {
    const hours = (day: string) =>
      (startOfDay(addDays(day, 1), 'America/Los_Angeles').getTime() -
        startOfDay(day, 'America/Los_Angeles').getTime()) /
      3_600_000;
    assert.deepEqual(['2026-03-08', '2026-03-09', '2026-11-01'].map(hours), [23, 24, 25]);
  });

  it('begins an hour late where midnight was left out', () => {
    // São Paulo began summer time at midnight.
    assert.equal(
      startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString(),
      '2018-11-04T03:00:00.000Z',
    );
    assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  });
});
