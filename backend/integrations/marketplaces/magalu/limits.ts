/** Whether accounts are held to Magalu's limits. Only a sandbox knows none. */
export interface MagaluPace {
  isPaced: boolean;
}

const MINUTE_SECONDS = 60;
/** This share of a minute's calls may come at once; the rest is spread over the minute. */
const AT_ONCE = 0.5;

/** Keeps every span of a minute within the limit. */
const perMinute = (calls: number) => ({
  perSecond: (calls * (1 - AT_ONCE)) / MINUTE_SECONDS,
  burst: calls * AT_ONCE,
});

/**
 * Calls a minute that Magalu allows one seller: 550 that read the portfolio, 850 that read stocks, 800 on prices, which
 * pushes and syncs share evenly here, and 850 on orders and deliveries. Magalu does not publish the numbers; independently
 * written clients agree on them. Where they are lower, a 429 says so and the account rests.
 */
const LIMITS = {
  readProducts: perMinute(550),
  readStocks: perMinute(850),
  readPrices: perMinute(400),
  pushPrices: perMinute(400),
  readOrders: perMinute(850),
  // The limits of other operations are unknown: the strictest known one.
  '*': perMinute(550),
} as const;

/** The operation that a call counts as. Calls with one name share one limit. */
export type Operation =
  | Exclude<keyof typeof LIMITS, '*'>
  | 'token'
  | 'me'
  | 'rules'
  | 'scores'
  | 'traces'
  | 'signup';

/** The limits of Magalu's client: operations that set prices and read them back have priority over all others. */
export const magaluPace = ({ isPaced }: MagaluPace) => ({
  urgent: ['token', 'pushPrices', 'traces'] satisfies Operation[],
  ...(isPaced && { limits: LIMITS }),
});
