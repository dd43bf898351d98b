import type { Notification } from '@primazia/backend/notifications/contract';
import { describe, expect, it } from '@rstest/core';
import { arrivals, limitRate } from './popup-policy.ts';

const one = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  level: 'error',
  code: 'price_update_error',
  values: {},
  link: '/app',
  createdAt: '2026-03-01T12:00:00Z',
  read: false,
  waits: false,
  popup: true,
  ...more,
});
const ids = (fresh: Notification[]) => fresh.map(({ id }) => id);

describe('pop-ups', () => {
  it('show nothing at the first reading: it is history', () => {
    expect(arrivals(null, [one(9), one(8)])).toEqual({ known: 9, fresh: [] });
  });

  it('show what was added since then, newest first', () => {
    const { known, fresh } = arrivals(7, [one(9), one(8), one(7), one(6)]);
    expect(ids(fresh)).toEqual([9, 8]);
    expect(known).toBe(9);
  });

  it('leave out disabled kinds and what was read elsewhere; both count as shown from then on', () => {
    const content = [one(9, { popup: false }), one(8, { read: true }), one(7)];
    expect(arrivals(6, content)).toEqual({ known: 9, fresh: [one(7)] });
  });

  it.each(['prices_stopped', 'prices_stopped_by_breaker'] as const)(
    'leave out %s: a banner shows it',
    (code) => {
      expect(arrivals(0, [one(1, { code })])).toEqual({ known: 1, fresh: [] });
    },
  );

  it('show what is added to an empty bell', () => {
    const { known } = arrivals(null, []);
    expect(ids(arrivals(known, [one(1)]).fresh)).toEqual([1]);
  });

  it('show nothing again after an older page of the list', () => {
    expect(arrivals(9, [one(5)])).toEqual({ known: 9, fresh: [] });
  });
});

describe('pop-ups of one kind', () => {
  const failed = (id: number) => one(id);
  const waits = (id: number) => one(id, { level: 'info', code: 'price_update_pending' });

  it('are limited to three a minute', () => {
    const first = limitRate([failed(2), failed(1)], [], 1_000);
    expect(ids(first.popups)).toEqual([2, 1]);
    const second = limitRate([failed(4), failed(3)], first.recent, 30_000);
    expect(ids(second.popups)).toEqual([4]);
    expect(limitRate([failed(5)], second.recent, 60_999).popups).toEqual([]);
    expect(ids(limitRate([failed(5)], second.recent, 61_000).popups)).toEqual([5]);
  });

  it('do not count against another kind', () => {
    const { recent } = limitRate([failed(3), failed(2), failed(1)], [], 1_000);
    expect(ids(limitRate([waits(5), failed(4)], recent, 2_000).popups)).toEqual([5]);
  });
});
