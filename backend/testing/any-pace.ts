/**
 * Columns of a company that changes prices at any pace and by any amount: for tests and benches of what else decides
 * about a price, in which competitors move more often than they do anywhere.
 */
export const ANY_PACE = {
  smallest_rise_percent: 0,
  minutes_between_updates: 0,
  updates_per_hour: 1_000_000,
  updates_per_day: 1_000_000,
} as const;
