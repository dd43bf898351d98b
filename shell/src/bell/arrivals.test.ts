import type { Notification } from '@primazia/backend/notifications/contract';
import { describe, expect, it } from '@rstest/core';
import { arrivals, comingUp } from './arrivals.ts';

const one = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  level: 'error',
  code: 'price_update_error',
  values: {},
  createdAt: '2026-03-01T12:00:00Z',
  read: false,
  waits: false,
  ...more,
});
const ids = (fresh: Notification[]) => fresh.map(({ id }) => id);

describe('what comes up from the bell', () => {
  it('nothing at the first look: it is history', () => {
    expect(arrivals(null, [one(9), one(8)])).toEqual({ known: 9, fresh: [] });
  });

  it('what came since then, newest first', () => {
    const { known, fresh } = arrivals(7, [one(9), one(8), one(7), one(6)]);
    expect(ids(fresh)).toEqual([9, 8]);
    expect(known).toBe(9);
  });

  it('not what succeeded, and not what was read elsewhere; both are known from then on', () => {
    const content = [one(9, { level: 'success' }), one(8, { read: true }), one(7)];
    expect(arrivals(6, content)).toEqual({ known: 9, fresh: [one(7)] });
  });

  it.each(['info', 'warn', 'error'] as const)('%s comes up', (level) => {
    expect(ids(arrivals(0, [one(1, { level })]).fresh)).toEqual([1]);
  });

  it.each(['prices_stopped', 'prices_stopped_by_breaker'] as const)(
    'not %s: a banner says it',
    (code) => {
      expect(arrivals(0, [one(1, { code })])).toEqual({ known: 1, fresh: [] });
    },
  );

  it('an empty bell that fills', () => {
    const { known } = arrivals(null, []);
    expect(ids(arrivals(known, [one(1)]).fresh)).toEqual([1]);
  });

  it('an older page of the list does not make anything new again', () => {
    expect(arrivals(9, [one(5)])).toEqual({ known: 9, fresh: [] });
  });
});

describe('a kind that goes on coming', () => {
  const failed = (id: number) => one(id);
  const waits = (id: number) => one(id, { level: 'info', code: 'price_update_pending' });

  it('comes up three times, and again when a minute has passed', () => {
    const first = comingUp([failed(2), failed(1)], [], 1_000);
    expect(ids(first.up)).toEqual([2, 1]);
    const second = comingUp([failed(4), failed(3)], first.cameUp, 30_000);
    expect(ids(second.up)).toEqual([4]);
    expect(comingUp([failed(5)], second.cameUp, 60_999).up).toEqual([]);
    expect(ids(comingUp([failed(5)], second.cameUp, 61_000).up)).toEqual([5]);
  });

  it('keeps no other kind back', () => {
    const { cameUp } = comingUp([failed(3), failed(2), failed(1)], [], 1_000);
    expect(ids(comingUp([waits(5), failed(4)], cameUp, 2_000).up)).toEqual([5]);
  });
});
