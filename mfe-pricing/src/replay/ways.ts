/** The ways to price that a replay puts beside each other. */
export const WAYS = ['draft', 'done', 'nothing'] as const;
