// The facts of a bid for the engine, from what is stored of its target, its group and its account.
import { AdsCapabilities, type TargetKind } from '../../kernel/ads.ts';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import type { Trx } from '../../platform/db.ts';
import { CampaignStrategy, MatchType } from '../contract.ts';
import { knownShareAt, maturedEvidence, USUAL_KNOWN_SHARES, weightAt } from '../engine/evidence.ts';
import { fitPrior } from '../engine/fit.ts';
import { type Margin, marginOf } from '../engine/margin.ts';
import type { BidFacts } from '../engine/types.ts';
import * as store from './facts-store.ts';
import type { CampaignRow } from './query.ts';

/** The days that a decision looks back; older ones would count for less than half. */
const EVIDENCE_DAYS = 90;
/** The most targets that an account's conversion is learned from. */
const FITTED = 2_000;
/** Orders for each click, while nothing is known. */
const USUAL_CONVERSION = 0.08;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const daysBetween = (earlier: string, later: string) =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);

const MATCH_TYPES: Readonly<Record<Exclude<TargetKind, 'KEYWORD'>, MatchType>> = {
  AUTO: 'AUTO',
  PRODUCT: 'PRODUCT',
  CATEGORY: 'CATEGORY',
};

const matchTypeOf = ({ kind, match_type }: store.TargetRow): MatchType | null =>
  MATCH_TYPES[kind as keyof typeof MATCH_TYPES] ?? MatchType.safeParse(match_type).data ?? null;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A listing with what its margin is computed from. */
export type PricedListing = Pick<
  store.AdRow,
  'cost' | 'tax_percent' | 'fee_percent' | 'fee_fixed'
> & { price: number };
type Listed = store.AdRow & { price: number };

/** The margin of a unit before advertising; null: cost or fees are not known. */
export function marginOfListing(ad: PricedListing): Margin | null {
  const { cost, tax_percent, fee_percent, fee_fixed, price } = ad;
  if (cost === null || fee_percent === null) return null;
  return marginOf(price, {
    cost,
    shipping: 0,
    feeFixed: fee_fixed ?? 0,
    feePercent: fee_percent,
    taxPercent: tax_percent ?? 0,
  });
}

/** The margin of several listings as one: their mean; null: one of them is not known. */
function marginOfAds(ads: readonly PricedListing[], price: number): Margin | null {
  const margins = ads.map(marginOfListing);
  if (margins.some((margin) => margin === null)) return null;
  const share = mean(margins.map((margin) => margin!.share));
  return { share, perUnit: share * price };
}

/** The buybox of a single listing; null for several. */
function buyboxOf(ads: readonly Listed[], now: Date): BidFacts['listing']['buybox'] {
  const [only] = ads;
  if (ads.length !== 1 || !only?.buybox_status) return null;
  const isHeld = ['WINNING', 'CO_WINNING'].includes(only.buybox_status);
  if (!isHeld && only.buybox_status !== 'LOSING') return null;
  const since = only.buybox_since ?? now;
  return {
    isHeld,
    sinceHours: Math.max(0, Math.floor((now.getTime() - since.getTime()) / HOUR_MS)),
    isPriceAtMinimum: false,
  };
}

export interface GroupFacts {
  group: store.GroupRow;
  ads: readonly store.AdRow[];
}

/** What is the same for all targets of a campaign. */
interface Shared {
  campaign: CampaignRow;
  limits: BidFacts['limits'];
  accountConversion: number;
  strength: number;
  unitsPerOrder: number;
  today: string;
  now: Date;
}

/** Days since the target was last shown; null: nothing is reported of it. */
function daysUnseen(days: readonly store.DayRow[], today: string): number | null {
  const last = days.findLast(({ impressions }) => impressions > 0);
  return last === undefined ? null : daysBetween(last.day, today);
}

function factsOf(
  shared: Shared,
  { group, ads }: GroupFacts,
  target: store.TargetRow,
  days: readonly store.DayRow[],
  level: { clicks: number; orders: number },
  change: { at: Date; before: number | null } | undefined,
  zone: string,
): BidFacts | null {
  const listed = ads.filter((ad): ad is Listed => ad.price !== null && ad.status === 'ENABLED');
  if (listed.length === 0) return null;
  const { campaign, today, now } = shared;
  const price = Math.round(mean(listed.map((ad) => ad.price)));
  return {
    strategy: CampaignStrategy.catch('none').parse(campaign.strategy),
    goal: campaign.goal_acos === null ? null : campaign.goal_acos / 100,
    matchType: matchTypeOf(target),
    price,
    margin: marginOfAds(listed, price),
    unitsPerOrder: shared.unitsPerOrder,
    elasticity: null,
    days: days.map((day) => ({
      age: daysBetween(day.day, today),
      clicks: day.clicks,
      orders: day.orders,
      sales: day.sales,
      cost: day.cost,
      isFeatured: null,
      isInStock: null,
      price: null,
    })),
    knownShares: USUAL_KNOWN_SHARES,
    accountConversion: shared.accountConversion,
    levels: [{ strength: shared.strength, ...level }],
    strength: shared.strength,
    multipliers: { ros: campaign.ros_multiplier ?? 1, budget: 1 },
    limits: shared.limits,
    bid: target.bid ?? group.default_bid,
    lastChange:
      change === undefined
        ? null
        : {
            age: daysBetween(dayOf(change.at, zone), today),
            bidBefore: change.before,
            price: null,
          },
    pace: 'cautious',
    suggested: null,
    daysWithoutImpressions: daysUnseen(days, today),
    isExplored: false,
    listing: {
      buybox: buyboxOf(listed, now),
      chargesWithoutBuybox: false,
      isInStock: listed.some(({ stock }) => (stock ?? 0) > 0),
      daysOfCover: null,
    },
    hasSpendingAlarm: false,
    loss: null,
  };
}

/** The weights of clicks and orders by age, as the engine computes them. */
const WEIGHTS = {
  clicks: Array.from({ length: EVIDENCE_DAYS }, (_, age) => knownShareAt(age) * weightAt(age)),
  orders: Array.from({ length: EVIDENCE_DAYS }, (_, age) => weightAt(age)),
};

/** The conversion of an account's targets; null: too little is known. */
export const accountPrior = async (
  trx: Trx,
  account: { companyId: number; accountId: number; today: string },
) => fitPrior(await store.accountEvidence(trx, account, WEIGHTS, FITTED));

interface NewBid {
  strategy: CampaignStrategy;
  /** As a share of revenue. */
  goal: number | null;
  listings: readonly PricedListing[];
  prior: Awaited<ReturnType<typeof accountPrior>>;
  limits: BidFacts['limits'];
}

/** The facts of a bid for a new target: only of the account and the listings. */
export function newBidFacts({ strategy, goal, listings, prior, limits }: NewBid): BidFacts {
  const price = Math.round(mean(listings.map((one) => one.price)));
  return {
    ...NOTHING_KNOWN,
    strategy,
    goal,
    matchType: null,
    price,
    margin: marginOfAds(listings, price),
    unitsPerOrder: 1,
    accountConversion: prior?.conversion ?? USUAL_CONVERSION,
    strength: prior?.strength ?? 1,
    limits,
    bid: null,
  };
}

/** Of a target that was never shown. */
const NOTHING_KNOWN = {
  elasticity: null,
  days: [],
  knownShares: USUAL_KNOWN_SHARES,
  levels: [],
  multipliers: { ros: 1, budget: 1 },
  lastChange: null,
  pace: 'launch',
  suggested: null,
  daysWithoutImpressions: null,
  isExplored: false,
  listing: { buybox: null, chargesWithoutBuybox: false, isInStock: true, daysOfCover: null },
  hasSpendingAlarm: false,
  loss: null,
} as const;

interface Campaign {
  row: CampaignRow;
  groups: readonly GroupFacts[];
  targets: readonly store.TargetRow[];
  /** All targets of the groups concerned, by which their level above is known. */
  capabilities: unknown;
  zone: string;
  now: Date;
}

/** The facts of each target that has a bid, by its id; without those whose group has no known listing. */
export async function bidFacts(
  trx: Trx,
  companyId: number,
  { row, groups, targets, capabilities, zone, now }: Campaign,
): Promise<Map<number, BidFacts>> {
  const bidding = targets.filter((one) => !one.is_negative && one.status !== 'ARCHIVED');
  const ids = bidding.map(({ id }) => id);
  const today = dayOf(now, zone);
  const [days, fitted, changes] = await Promise.all([
    store.daysOf(trx, companyId, ids, addDays(today, 1 - EVIDENCE_DAYS)),
    accountPrior(trx, { companyId, accountId: row.account_id, today }),
    store.lastBidChanges(trx, companyId, ids),
  ]);
  const range = AdsCapabilities.parse(capabilities).bid;
  const shared: Shared = {
    campaign: row,
    limits: {
      minimum: range?.minimum ?? 1,
      maximum: range?.maximum ?? Number.MAX_SAFE_INTEGER,
      campaignBudget: row.daily_budget,
      cap: null,
    },
    accountConversion: fitted?.conversion ?? USUAL_CONVERSION,
    strength: fitted?.strength ?? 1,
    unitsPerOrder: row.orders ? Math.max(1, (row.units ?? 0) / row.orders) : 1,
    today,
    now,
  };
  const byTarget = Map.groupBy(days, (day) => day.target_id);
  const facts = new Map<number, BidFacts>();
  for (const one of groups) {
    const own = bidding.filter((target) => target.group_id === one.group.id);
    const known = own.map((target) => byTarget.get(target.id) ?? []);
    const level = groupLevel(known.flat(), today);
    for (const [index, target] of own.entries()) {
      const change = changes.get(target.id);
      const made = factsOf(shared, one, target, known[index]!, level, change, zone);
      if (made !== null) facts.set(target.id, made);
    }
  }
  return facts;
}

/** Matured clicks and orders of a whole group. */
function groupLevel(days: readonly store.DayRow[], today: string) {
  const { clicks, orders } = maturedEvidence(
    days.map((day) => ({
      age: daysBetween(day.day, today),
      clicks: day.clicks,
      orders: day.orders,
      sales: null,
      cost: 0,
      isFeatured: null,
      isInStock: null,
      price: null,
    })),
    1,
  );
  return { clicks, orders };
}
