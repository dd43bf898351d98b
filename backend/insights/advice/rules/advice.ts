// What advice is made of. Pure; amounts are in minor units of the currency of what it is about.
import type { AdviceAct, AdviceKind, Assumed } from '../../contract.ts';
import type { Spread } from './draws.ts';

/** How a number is written: money, percent, score, or as it is. */
type Unit = 'money' | 'percent' | 'count' | 'hours' | 'days';

/** The numbers that advice follows from. */
export const FACTS = {
  price: 'money',
  priceToWin: 'money',
  losingShare: 'percent',
  minPrice: 'money',
  maxPrice: 'money',
  newPrice: 'money',
  units: 'count',
  contribution: 'money',
  contributionToWin: 'money',
  winChance: 'percent',
  healthScore: 'count',
  healthGoal: 'count',
  stock: 'count',
  impressions: 'count',
  clicks: 'count',
  orders: 'count',
  spend: 'money',
  adSales: 'money',
  acos: 'percent',
  goal: 'percent',
  breakEven: 'percent',
  probability: 'percent',
  ctr: 'percent',
  usualCtr: 'percent',
  cpc: 'money',
  clickValue: 'money',
  usualCpc: 'money',
  conversion: 'percent',
  usualConversion: 'percent',
  budget: 'money',
  newBudget: 'money',
  fullDays: 'days',
  spendWeek: 'money',
  usualWeek: 'money',
  bidChange: 'percent',
  bids: 'count',
  bandFrom: 'percent',
  bandTo: 'percent',
  afterAds: 'money',
  keptShare: 'percent',
} as const satisfies Readonly<Record<string, Unit>>;
export type FactName = keyof typeof FACTS;
export type Facts = Partial<Record<FactName, number>>;

/** What an act changes; each is done through the action of the domain that it belongs to. */
export type AdviceChange =
  | { act: 'create_rule'; listingId: number; minPrice: number; maxPrice: number }
  | { act: 'enable_rule'; ruleId: number; version: number }
  | { act: 'lower_minimum'; ruleId: number; version: number; minPrice: number }
  | { act: 'approve_update'; ruleId: number; updateId: number }
  | { act: 'set_budget'; campaignId: number; before: number; after: number }
  | {
      act: 'set_bids';
      campaignId: number;
      bids: { targetId: number; before: number; after: number }[];
    }
  | { act: 'pause_target'; campaignId: number; targetId: number };

/** What it is about; of a target also its campaign. */
export interface Subject {
  listingId: number | null;
  campaignId: number | null;
  targetId: number | null;
}

export interface Advice {
  kind: AdviceKind;
  /** Which case of the kind it is. */
  reason: string;
  subject: Subject;
  act: AdviceAct;
  /** What accepting it does; null: a person does it elsewhere, or there is nothing to do. */
  change: AdviceChange | null;
  /** Change of the contribution in 30 days; null: no figure. */
  effect: Spread | null;
  /** The order of advice: its effect, or an estimate of its weight where there is no figure. */
  score: number;
  assumed: readonly Assumed[];
  confidence: 'high' | 'low';
  facts: Facts;
  /** Changes when the advice changes enough to be another one, and with nothing less. */
  fingerprint: string;
}

/** What a rule knows beside the facts. */
export interface Setting {
  now: Date;
  /** Whether the advice is open already: its threshold to close differs from that to open. */
  isOpen: boolean;
  /** The share of the kind's estimates that comes true, as far as it was measured. */
  realized: number;
}

/** `stays`: it neither opens nor closes, and what it says stays. Null: there is no reason for it. */
export type Ruling = Advice | 'stays' | null;

/** The probability from which advice opens, and that below which it closes. */
const OPENS_AT = 0.9;
const CLOSES_BELOW = 0.7;

export const isLikely = (probability: number, { isOpen }: Setting, opensAt = OPENS_AT): boolean =>
  probability >= (isOpen ? CLOSES_BELOW : opensAt);

/** The assumed share of attributed sales that advertising caused. */
export const INCREMENTALITY = 0.6;

/** A number on a logarithmic scale with steps of `percent`: values that nearly agree share a step. */
export const bucketOf = (value: number, percent: number): number =>
  value <= 0 ? 0 : Math.round(Math.log(value) / Math.log(1 + percent / 100));

export const roundSpread = ({ mean, low, high }: Spread): Spread => ({
  mean: Math.round(mean),
  low: Math.round(low),
  high: Math.round(high),
});

const DAY_MS = 24 * 3_600_000;

/** The seed of a subject on a day: the same facts of one day give the same range. */
export const seedOf = (id: number, now: Date): number =>
  Math.imul(id, 2_654_435_761) + Math.floor(now.getTime() / DAY_MS);
