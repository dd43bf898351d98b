import { fault } from './problems.ts';
import { refuseFaults } from './validation.ts';

const DAY_MS = 24 * 3_600_000;
/** The default range: the days up to now. */
const USUAL_DAYS = 30;

/** A part of time; `to` is not part of it. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/**
 * The requested range of time, up to now at most; 30 days without a start.
 * @param mostDays one day more is accepted: whole days are longer where clocks change
 * @throws Problem 422 with the fault `end_before_start` or `range_too_long`
 */
export function requestedRange(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
  mostDays: number,
): TimeRange {
  const requestedTo = query.to === undefined ? now : new Date(query.to);
  const to = requestedTo > now ? now : requestedTo;
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
