// The assumptions of the arena's market. They were chosen by what is known of real markets, never by an entrant's score,
// and they stay fixed: a better strategy has to be better under these assumptions.
import type { HabitShares } from '../../../sandbox/world/offers.ts';
import type { Habit } from '../../../sandbox/world/types.ts';

/** Midnight of a Monday in São Paulo. */
export const FIRST_DAY = Date.UTC(2026, 0, 5, 3);

/** As many competitors as a shop window's pages have (genesis), each count as likely; seldom none. */
export const COMPETITOR_COUNTS = [1, 2, 2, 3, 3, 4, 5, 6, 8] as const;
export const NO_COMPETITORS = 0.03;

/**
 * Of a hundred competitors. About half answer what others do, as among the sellers of much sold things, where those who
 * price by machine gather and mostly hold on to the lowest price (Chen, Mislove and Wilson, 'An Empirical Analysis of
 * Algorithmic Pricing on Amazon Marketplace', WWW 2016).
 */
export const ARENA_HABITS: HabitShares = {
  steady: 24,
  cutter: 16,
  matcher: 14,
  walker: 12,
  resetter: 8,
  scarce: 8,
  warrior: 6,
  undercutter: 6,
  climber: 3,
  promoter: 3,
};

/** Hours, least and most, after which a competitor checks its page without an event; null: never. */
export const POLL_HOURS: Record<Habit, readonly [number, number] | null> = {
  steady: null,
  cutter: [2, 6],
  matcher: [3, 9],
  walker: [6, 24],
  resetter: [0.5, 1.5],
  scarce: [24, 72],
  warrior: [12, 48],
  undercutter: [2, 6],
  climber: [2, 6],
  promoter: [24, 96],
  sleeper: [24, 72],
  weekender: [6, 12],
};

/** A small lot, and the hours until the next one comes. */
export const SCARCE_UNITS = [3, 12] as const;
export const SCARCE_HOURS = [24, 96] as const;

/**
 * What a thing costs its seller before the marketplace's fees (goods, tax, the shipping that he pays and the fixed fee),
 * as a share of its usual price. The same for us and for competitors.
 */
export const OUTLAY_SHARE = [0.55, 0.72] as const;
/** The marketplace's share by listing type, as Mercado Livre has it in Brazil: classic and premium. */
export const FEE_PERCENT = { gold_special: [10, 14], gold_pro: [15, 19] } as const;
/** The fixed fee on things under R$ 79. */
export const FIXED_FEE = { under: 7_900, amount: 650 } as const;
/** What a seller wants left of the price at least: we, and what competitors' own limits lie between. */
export const SAFETY_PERCENT = 5;
export const COMPETITOR_SAFETY_PERCENT = [5, 15] as const;
/** The list price, and so everybody's maximum with us, over the usual price. */
export const LIST_PRICE = 1.2;

/**
 * Buyers who would buy at the price at which all of them do, a day; spread evenly over its logarithm, as few things
 * sell much.
 */
export const BUYERS_A_DAY = [4, 40] as const;
/** The share of products on which our own stock is refilled once a week, and may run out before. */
export const LIMITED = 0.1;
/** The week's delivery fills up to this share of what the buybox would sell at the usual price. */
export const WEEKLY_SUPPLY = [0.6, 1.5] as const;

/**
 * The share of products whose marketplace reports the price to win to a seller who does not win, as Mercado Livre does
 * (https://developers.mercadolivre.com.br/en_us/catalog-competition); to the winner it reports only its own price. On the
 * others nothing is reported.
 */
export const REPORTED = 0.5;

/** Minutes, least and most, from a change on the page to our poll of it. */
export const NOTIFICATION_MINUTES = [5, 10] as const;
/**
 * Minutes until our next scheduled poll. After its own price change the product polls as soon as the marketplace may have
 * awarded the buybox again; otherwise this is the interval of its planner for a listing with a rule. A page is restless
 * if something changed on it within `RESTLESS_MINUTES`.
 */
export const POLL_MINUTES = { moved: 5, winning: 20, restless: 10, losing: 10 } as const;
export const RESTLESS_MINUTES = 30;
