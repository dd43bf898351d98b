/** Time is an argument: a function that needs it takes a clock. All processes of an installation show the time of their database. */
export type Clock = () => Date;

/** Clocks of machines differ by less than this, in milliseconds. */
export const SKEW_MS = 60_000;

/** Whether an instant lies further ahead than clocks differ: the clock that told it is wrong, or was. */
export const isAhead = (instant: Date, now: Date): boolean =>
  instant.getTime() > now.getTime() + SKEW_MS;
