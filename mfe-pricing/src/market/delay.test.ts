import { describe, expect, it } from '@rstest/core';
import { delayOf, lengthText, minutesUntil } from './delay.ts';

const account = (ruledDelayMinutes: number | null, delayMinutes: number | null) => ({
  accountId: 1,
  looksPerHour: 100,
  waiting: 0,
  ruledDelayMinutes,
  delayMinutes,
});
const t = (key: string, values: Record<string, unknown>) =>
  [key, ...Object.values(values)].join(' ');

describe('the delay of polls', () => {
  it('is shown once it is longer than an hour', () => {
    expect(delayOf([])).toBeNull();
    expect(delayOf([account(10, 60)])).toBeNull();
    expect(delayOf([account(10, 61)])).toEqual({ all: 61, ruled: 10 });
  });

  it('is that of the slowest account', () => {
    expect(delayOf([account(10, 20), account(90, 300)])).toEqual({ all: 300, ruled: 90 });
    expect(delayOf([account(10, 20), account(40, null)])).toEqual({
      all: Number.POSITIVE_INFINITY,
      ruled: 40,
    });
  });

  it('is put roughly', () => {
    expect(lengthText(t, 0)).toBe('pricing.length.minutes 1');
    expect(lengthText(t, 61)).toBe('pricing.length.minutes 61');
    expect(lengthText(t, 200)).toBe('pricing.length.hours 3');
    expect(lengthText(t, Number.POSITIVE_INFINITY)).toBe('pricing.length.days');
  });

  it('counts the minutes until the next check, one at least', () => {
    const now = Date.parse('2026-05-04T12:00:00Z');
    expect(minutesUntil('2026-05-04T12:07:20Z', now)).toBe(7);
    expect(minutesUntil('2026-05-04T11:00:00Z', now)).toBe(1);
  });
});
