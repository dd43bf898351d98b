// Everything that the worlds of the ads arena assume. Money is in minor units. The numbers are guesses of the right order; none is
// fitted to an account. How high rivals bid, goals and budgets were set once, by the seeds 1000 to 1002, so that simple rules score as in
// earlier simulations; nothing was changed since.

/** How much is played. */
export interface Size {
  products: number;
  keywords: number;
  /** Days that are played before those that count, and those that count. */
  warmUpDays: number;
  scoredDays: number;
}
export const USUAL_SIZE: Size = { products: 8, keywords: 160, warmUpDays: 30, scoredDays: 60 };

/** A lognormal distribution, by its median. */
export interface LogNormal {
  median: number;
  sigma: number;
}

export const PRODUCT = {
  price: { median: 90_00, sigma: 0.5 },
  /** Of the usual price, before advertising. */
  margin: { low: 0.25, high: 0.45 },
  /** Fees and taxes, as a share of the price. */
  shareOfPrice: 0.24,
  /** Orders for each click. */
  conversion: { median: 0.07, sigma: 0.3 },
  /** Chances of a day that the buybox is lost, and that it is won back. */
  losesBuybox: 0.02,
  regainsBuybox: 0.3,
  /** The chance of a day that the price changes, and to which share of the usual one. */
  changesPrice: 0.02,
  newPrice: { low: 0.85, high: 1.15 },
  elasticity: 1.8,
} as const;

export const KEYWORD = {
  /** Its conversion, beside its product's. */
  conversion: { median: 1, sigma: 0.75 },
  /** Clicks of a day that an ad at the top would have. */
  volume: { median: 1.5, sigma: 1.4 },
  clicksPerImpression: { median: 0.01, sigma: 0.5 },
  /** How far the marketplace's suggestion is from the median of the rivals, and its lower end. */
  suggestion: { median: 1, sigma: 0.3 },
  lowSuggestion: 0.6,
} as const;

export const RIVAL = {
  /** What the strongest rival bids for a keyword, as a share of the product's revenue of an average click. */
  bid: { median: 0.3, sigma: 0.5 },
  /** By how much of its logarithm a keyword's conversion raises that bid: rivals know part of it. */
  knowsConversion: 0.4,
  /** From one auction to the next. */
  sigma: 0.6,
  /** The daily steps of its median: of each keyword, and of all. */
  drift: 0.02,
  commonDrift: 0.01,
} as const;

/** The place below the top: what it costs, and how often it is clicked, beside the top. */
export const REST = { price: 0.45, clicks: 0.35 } as const;

/** The clicks of a weekday beside the mean, from the first day of the world on. */
export const WEEKDAYS = [1.08, 1.06, 1.04, 1.02, 0.96, 0.88, 0.96] as const;

/** The share of the orders of a click that is known after so many days. */
export const KNOWN_ORDERS: readonly number[] = [
  0.78, 0.84, 0.88, 0.9, 0.915, 0.93, 0.945, 0.96, 0.9657, 0.9714, 0.9771, 0.9829, 0.9886, 0.9943,
  1,
];
/** The same where buyers take three weeks. */
export const SLOW_ORDERS: readonly number[] = Array.from(
  { length: 22 },
  (_, day) => 0.55 + 0.45 * (1 - (1 - day / 21) ** 1.5),
);

/** The lowest and the highest bid of the marketplace. */
export const BIDS = { minimum: 7, maximum: 3_700_00 } as const;
