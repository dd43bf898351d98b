import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { addDays, calendarOf, dayOf, startOfDay, startWithOffset } from './time-zone.ts';

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

  it('is the same in a calendar, in whatever order it is queried', () => {
    const hour = 3_600_000;
    for (const zone of ['America/Sao_Paulo', 'America/Los_Angeles', 'Asia/Kathmandu']) {
      const dayAt = calendarOf(zone);
      const from = Date.parse('2018-11-02T00:30:00Z');
      const instants = Array.from({ length: 200 }, (_, n) => from + ((n * 73) % 200) * hour);
      for (const instant of [...instants, ...instants]) {
        const { day, start, end } = dayAt(instant);
        assert.equal(day, dayOf(new Date(instant), zone));
        assert.equal(start, startOfDay(day, zone).getTime());
        assert.equal(end, startOfDay(addDays(day, 1), zone).getTime());
      }
    }
  });
});
