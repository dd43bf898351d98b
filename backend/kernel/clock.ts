/** Time is an argument: a function that needs it takes a clock. All processes of an installation show the time of their database. */
export type Clock = () => Date;

/** Clocks of machines differ by less than this, in milliseconds. */
export const SKEW_MS = 60_000;

/** Whether an instant is further in the future than clocks may differ: the clock that reported it is or was wrong. */
export const isInFuture = (instant: Date, now: Date): boolean =>
  instant.getTime() > now.getTime() + SKEW_MS;
