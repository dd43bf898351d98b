/** The ways to price that a backtest puts beside each other. */
export const WAYS = ['draft', 'done', 'nothing'] as const;
