// The worlds that are played: six by which entrants are scored, and six that differ in what no engine was tuned on.
import { KNOWN_ORDERS, SLOW_ORDERS } from './assumptions.ts';

export interface Scenario {
  /** Beside the usual numbers of clicks. */
  volume: number;
  /** The first bids, as a share of the marketplace's suggestion. */
  start: number;
  /** The ACOS goal of the campaign. */
  goal: number;
  /** The budget of a day, as a share of what bidding the worth of a click would cost. */
  budget: number;
  knownOrders: readonly number[];
  /** Days on which there are three times as many clicks; null: none. */
  spike: { from: number; days: number; factor: number } | null;
  /** From a day on the rivals bid so much more; null: they do not. */
  entry: { from: number; factor: number } | null;
  /** The share of the keywords that never bring an order. */
  worthless: number;
  isFirstPrice: boolean;
  /** Ads are shown and charged without the buybox, and convert so much less; null: they are not shown. */
  withoutBuybox: number | null;
}

const base: Scenario = {
  volume: 1,
  start: 1,
  goal: 0.15,
  budget: 5,
  knownOrders: KNOWN_ORDERS,
  spike: null,
  entry: null,
  worthless: 0,
  isFirstPrice: false,
  withoutBuybox: null,
};

export const USUAL_SCENARIOS = {
  base,
  sparse: { ...base, volume: 0.12 },
  'dear-start': { ...base, start: 2.5 },
  'timid-start': { ...base, start: 0.3 },
  'low-target': { ...base, goal: 0.08 },
  'tight-budget': { ...base, budget: 0.8 },
} satisfies Record<string, Scenario>;

/** Written down before anything was measured in them; no engine is tuned on them. */
export const HELD_OUT_SCENARIOS = {
  spike: { ...base, spike: { from: 55, days: 5, factor: 3 } },
  entry: { ...base, entry: { from: 60, factor: 1.5 } },
  worthless: { ...base, worthless: 0.5 },
  'slow-orders': { ...base, knownOrders: SLOW_ORDERS },
  'first-price': { ...base, isFirstPrice: true },
  'charged-without-buybox': { ...base, withoutBuybox: 0.3 },
} satisfies Record<string, Scenario>;

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  ...USUAL_SCENARIOS,
  ...HELD_OUT_SCENARIOS,
};
export type UsualScenario = keyof typeof USUAL_SCENARIOS;
export type HeldOutScenario = keyof typeof HELD_OUT_SCENARIOS;
export type ScenarioName = UsualScenario | HeldOutScenario;
export const USUAL_NAMES = Object.keys(USUAL_SCENARIOS) as UsualScenario[];
export const HELD_OUT_NAMES = Object.keys(HELD_OUT_SCENARIOS) as HeldOutScenario[];
export const SCENARIO_NAMES: readonly ScenarioName[] = [...USUAL_NAMES, ...HELD_OUT_NAMES];
