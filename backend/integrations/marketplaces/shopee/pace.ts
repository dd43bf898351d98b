/** The share of the application's quota that the product uses. */
export interface ShopeePace {
  /** Calls a second of all shops together; 0: any number, as for a sandbox without a limit. */
  callsPerSecond: number;
}

/** The calls of so many seconds may come at once. */
const AT_ONCE_SECONDS = 2;

/**
 * The limits of Shopee's client. Shopee counts the calls of the application, whichever shop they are for, and
 * publishes no numbers; an answer with `error_rate_limit` or `error_limit` makes all of them rest.
 */
export function shopeePace({ callsPerSecond }: ShopeePace) {
  const urgent = ['token', 'updatePrice'];
  if (callsPerSecond === 0) return { urgent };
  const limit = { perSecond: callsPerSecond, burst: callsPerSecond * AT_ONCE_SECONDS };
  return { urgent, limits: { '*': limit } };
}
