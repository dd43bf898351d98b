/** The ways to price that a backtest compares. */
export const WAYS = ['draft', 'done', 'nothing'] as const;
