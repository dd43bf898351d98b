import { fault } from './problems.ts';
import { refuseFaults } from './validation.ts';

const DAY_MS = 24 * 3_600_000;
/** The days up to now, where a query says nothing else. */
const USUAL_DAYS = 30;

/** A part of time; `to` is not part of it. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/**
 * The range of time that a query asks for, up to now at most; 30 days where it has no beginning.
 * @param mostDays a day more is let through: whole days in a zone that changes its clocks are longer
 * @throws Problem 422 with the fault `end_before_start` or `range_too_long`
 */
export function askedRange(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
  mostDays: number,
): TimeRange {
  const asked = query.to === undefined ? now : new Date(query.to);
  const to = asked > now ? now : asked;
  const from =
    query.from === undefined ? new Date(to.getTime() - USUAL_DAYS * DAY_MS) : new Date(query.from);
  if (from >= to)
    refuseFaults([
      { path: 'to', code: 'end_before_start', message: 'The range ends before it starts' },
    ]);
  if (to.getTime() - from.getTime() > (mostDays + 1) * DAY_MS)
    refuseFaults([fault('from', 'range_too_long', `The range is longer than ${mostDays} days`)]);
  return { from, to };
}
