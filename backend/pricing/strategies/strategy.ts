import type { Locale } from '../../kernel/id.ts';
import type { Offer } from '../../kernel/market.ts';
import { type Minor, toAmount } from '../../kernel/money.ts';

/** An offer with the price by which it is compared: with shipping where the rule considers it. */
export interface Compared {
  offer: Offer;
  comparable: Minor;
}

/** How the listing does now: winning alone, sharing the first place, or behind a competitor. */
export type Rank = 'alone' | 'shared' | 'behind';

/** An amount off or on the base, or a percentage of it (0 to 100, up to four decimal places). */
export type Adjustment = { type: 'VALUE'; amount: Minor } | { type: 'PERCENTAGE'; percent: number };

/** The prices known to win and to lose against the present market; kept for strategies that learn. */
export interface Learned {
  highestWon: Minor | null;
  lowestLost: Minor | null;
  /** The lowest lost although the marketplace had announced it as winning. */
  toldWrong: boolean;
}

/** Comparable prices that follow from what won and lost against the same sellers in other markets. */
export interface KnownPrices {
  /** The highest that is known to win. */
  wins: Minor;
  /** The highest that is not known to lose; Infinity: none is. */
  belowLost: number;
  /** The same, and below those competitors to whom nothing was lost. */
  ceiling: Minor;
  /** What to try while not winning: a tick below each competitor where that is not known to lose, else what wins. */
  worthTrying: Minor;
}

/** All that a strategy may use. */
export interface Situation {
  rank: Rank;
  /** What the rule is based on; the best competitor for a strategy without `baseOn`. */
  base: Compared;
  /** The lowest comparable price among the competitors; a tie goes to the better position. */
  best: Compared;
  /** The offer that holds the buybox, where it is a competitor; null too where the listing wins alone. */
  holder: Compared | null;
  adjustment: Adjustment;
  /** Percent. */
  safeMargin: number;
  /** The item's own price from which the strategy reasons, and what is added to it to compare. */
  price: Minor;
  shipping: Minor;
  /** The item's own price that would win, where the marketplace announces one and it is asked for. */
  priceToWin: Minor | null;
  /** Null: nothing is known of this listing. */
  memory: Learned | null;
  /** Null: too little is known of the sellers, or it does not count here. */
  known: KnownPrices | null;
}

/** A line of the explanation; amounts of money are decimal. */
interface TargetLine {
  step: 'target';
  code: string;
  values: Record<string, number>;
}

/** A price to aim at, the competitor it was set against, and the line that explains it. */
export interface Target {
  price: Minor;
  /** Whether `price` is the item's own; else it is a comparable one, and shipping is taken off. */
  isOwnPrice: boolean;
  /** The present price wins alone and nothing better is known: it stays. */
  stays: boolean;
  against: Compared;
  line: TargetLine;
}

/** Fields of a rule that mean something under some strategies only; the table of rule fields has their schemas. */
export type StrategyField = 'baseOn' | 'adjustment' | 'safeMargin' | 'warGuard';

/** What a price change is for, as far as strategies differ. A rise while winning alone is always for the margin. */
type Purpose = 'to_win' | 'increase_margin' | 'adjusting_rule';

/** A strategy in one language. `{name}` is replaced by a value. */
export interface StrategyWords {
  label: string;
  /** What it does, in one sentence. */
  text: string;
  help: string;
  /** How the sentence of a rule begins, with `{base}` and `{by}`; `outside` where it differs outside the buybox. */
  sentence: string;
  outside?: string;
  /** The explanation of its targets, by the code of the line; those of several strategies are in the engine. */
  lines: Readonly<Record<string, string>>;
}

/** A strategy: one file in this folder and a line in the registry. */
export interface Strategy<Key extends string = string> {
  /** As it travels and is stored. */
  key: Key;
  fields: readonly StrategyField[];
  /** Which prices win and which lose is remembered. */
  learns: boolean;
  /** Whether it goes on by the marketplace's price to win where who else sells the product is not reported. */
  goesByPriceToWin: boolean;
  events: { rise: Purpose; fall: Purpose };
  words: Readonly<Record<Locale, StrategyWords>>;
  /** Further words that spreadsheets may say. */
  spreadsheetWords: readonly string[];
  compute(situation: Situation): Target;
}

/** Keeps the type of the key. */
export const strategy = <Key extends string>(value: Strategy<Key>): Strategy<Key> => value;

/** Percentages count to four decimal places. */
const PARTS = 1_000_000;

/** `percent` (0 to 100, four decimal places count) of an amount, rounded up to a tick. */
export function percentUp(amount: Minor, percent: number): Minor {
  const parts = Math.round(percent * 10_000);
  const product = amount * parts;
  if (Number.isSafeInteger(product)) return Math.ceil(product / PARTS);
  const scaled = BigInt(amount) * BigInt(parts);
  const whole = scaled / BigInt(PARTS);
  return Number(scaled % BigInt(PARTS) === 0n ? whole : whole + 1n);
}

/**
 * The adjustment as an amount, rounded up to a tick. Taken off, that rounds the target down (WIN);
 * put on, it rounds the target up (LOSE).
 */
export const adjustmentUp = (adjustment: Adjustment, of: Minor): Minor =>
  adjustment.type === 'VALUE' ? adjustment.amount : percentUp(of, adjustment.percent);

/** A comparable price that differs by `by` from that of `against`. */
export const targetAt = (code: string, against: Compared, by: Minor, price: Minor): Target => ({
  price,
  isOwnPrice: false,
  stays: false,
  against,
  line: {
    step: 'target',
    code,
    values: { base: toAmount(against.comparable), by: toAmount(by), target: toAmount(price) },
  },
});

/** As `targetAt`, for a listing that wins: its price is never lowered. */
export function targetOfWinner(
  code: string,
  against: Compared,
  by: Minor,
  price: Minor,
  situation: Pick<Situation, 'price' | 'shipping'>,
): Target {
  const present = situation.price + situation.shipping;
  if (price >= present) return targetAt(code, against, by, price);
  return {
    price,
    isOwnPrice: false,
    stays: true,
    against,
    line: {
      step: 'target',
      code: 'wins_already',
      values: { target: toAmount(price), present: toAmount(present) },
    },
  };
}
