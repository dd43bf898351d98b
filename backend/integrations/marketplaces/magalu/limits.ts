/** Whether accounts are held to Magalu's limits. Only a sandbox knows none. */
export interface MagaluPace {
  isPaced: boolean;
}

const MINUTE_SECONDS = 60;
/** Of a minute's calls so many may come at once; the rest is spread over it. */
const AT_ONCE = 0.5;

/** No minute sees more calls than are allowed, whichever minute is counted. */
const perMinute = (calls: number) => ({
  perSecond: (calls * (1 - AT_ONCE)) / MINUTE_SECONDS,
  burst: calls * AT_ONCE,
});

/**
 * Calls a minute that Magalu allows one seller: 550 that read the portfolio, 850 that read stocks, 800 on prices, which
 * pushes and syncs share evenly here, and 850 on orders and deliveries. No official page tells the numbers; clients that
 * were written apart agree on them. Where they are lower, a 429 says so and the account rests.
 */
const LIMITS = {
  readProducts: perMinute(550),
  readStocks: perMinute(850),
  readPrices: perMinute(400),
  pushPrices: perMinute(400),
  readOrders: perMinute(850),
  // Nothing is known of the others: what the strictest allows.
  '*': perMinute(550),
} as const;

/** What a call is counted as. Calls with one name share one limit. */
export type Operation =
  | Exclude<keyof typeof LIMITS, '*'>
  | 'token'
  | 'me'
  | 'rules'
  | 'scores'
  | 'traces'
  | 'signup';

/** How the way out keeps to the limits: what sets prices and reads them back goes before all else. */
export const magaluPace = ({ isPaced }: MagaluPace) => ({
  urgent: ['token', 'pushPrices', 'traces'] satisfies Operation[],
  ...(isPaced && { limits: LIMITS }),
});
