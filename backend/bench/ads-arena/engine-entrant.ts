// The product's engine as an entrant: its facts are made of what the marketplace reports, and its decisions carried out.

import { bidByValue, effectiveMultiplier, type Multipliers } from '../../ads/engine/bid.ts';
import { exploredKeywords } from '../../ads/engine/budgets.ts';
import { decideBid } from '../../ads/engine/decide.ts';
import { type AtPrice, elasticityOf } from '../../ads/engine/elasticity.ts';
import { knownShareAt, maturedEvidence, USUAL_KNOWN_SHARES } from '../../ads/engine/evidence.ts';
import { allowedBid, figuresOf } from '../../ads/engine/figures.ts';
import { type Fit, fitPrior } from '../../ads/engine/fit.ts';
import { gammaQuantile } from '../../ads/engine/gamma.ts';
import { demandOf, nextBudget, presentMultiplier } from '../../ads/engine/multipliers.ts';
import { SETTLED_DAYS, steerRos } from '../../ads/engine/steer.ts';
import type { BidFacts, Figures, LastChange } from '../../ads/engine/types.ts';
import type { Minor } from '../../kernel/money.ts';
import { BIDS } from './assumptions.ts';
import { diceOf } from './random.ts';
import type { Entrant, KeywordView, ProductView, View } from './view.ts';

const FIT_EVERY_DAYS = 7;
/** Orders for each click, while nothing is known. */
const USUAL_FIT = { conversion: 0.08, strength: 1 };
const HOURS = 24;

/** What an entrant with the engine remembers from one day to the next. */
interface Memory {
  /** Null: nothing was spent so far. */
  multipliers: Multipliers | null;
  fit: Pick<Fit, 'conversion' | 'strength'>;
  elasticities: (number | null)[];
  /** The latest bid of each keyword, also while it is paused. */
  bids: Map<string, Minor>;
  changes: Map<string, { day: number; bidBefore: Minor | null; price: Minor }>;
}

/** The days of a keyword as evidence, the latest last. */
const evidenceOf = ({ days }: KeywordView, { past }: ProductView): BidFacts['days'] =>
  days.map(({ clicks, cost, orders, sales }, day) => ({
    age: days.length - day,
    clicks,
    orders,
    sales,
    cost,
    isFeatured: past[day]!.isFeatured,
    isInStock: true,
    price: past[day]!.price,
  }));

/** Days since it was last shown; null: it never was. */
function daysUnseen({ days }: KeywordView): number | null {
  const last = days.findLastIndex(({ impressions }) => impressions > 0);
  return last === -1 ? null : days.length - last;
}

function buyboxOf({ isFeatured, past }: ProductView): BidFacts['listing']['buybox'] {
  const other = past.findLastIndex((day) => day.isFeatured !== isFeatured);
  return {
    isHeld: isFeatured,
    sinceHours: (past.length - 1 - other) * HOURS,
    isPriceAtMinimum: false,
  };
}

/** A product's elasticity, from the days with the buybox before and after each change of its price. */
function elasticityOfProduct(product: ProductView, evidence: readonly BidFacts['days'][]) {
  const periods: AtPrice[] = [];
  let before: Minor | null = null;
  product.past.forEach(({ price, isFeatured }, day) => {
    if (price !== before) periods.push({ price, clicks: 0, orders: 0 });
    before = price;
    if (!isFeatured) return;
    const period = periods.at(-1)!;
    for (const days of evidence) {
      const { clicks, orders, age } = days[day]!;
      period.clicks += clicks * knownShareAt(age);
      period.orders += orders;
    }
  });
  return elasticityOf(periods.slice(1).map((after, n) => ({ before: periods[n]!, after })));
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** The multipliers of today; null as long as nothing was spent. */
function multipliersOf(view: View, known: readonly Known[], memory: Memory): Multipliers | null {
  const ros = steerRos(memory.multipliers?.ros ?? null, known);
  if (ros === null || memory.multipliers === null) return ros === null ? null : { ros, budget: 1 };
  const { budget } = memory.multipliers;
  const yesterday = view.spent.at(-1);
  const demand = yesterday ? demandOf(yesterday.spend, yesterday.timeInBudget) : null;
  if (demand === null) return { ros, budget };
  const valued = known.map(({ facts: { bid, days }, figures: { value } }) => ({
    clicks: sum(days.slice(-SETTLED_DAYS).map(({ clicks }) => clicks)),
    bid: bid ?? 0,
    value,
  }));
  const present = presentMultiplier(valued, view.goal);
  return { ros, budget: nextBudget(budget, view.budget, demand, present) };
}

interface Known {
  id: string;
  facts: BidFacts;
  figures: Figures;
}

function lastChangeOf(memory: Memory, id: string, day: number): LastChange | null {
  const change = memory.changes.get(id);
  return change === undefined
    ? null
    : { age: day - change.day, bidBefore: change.bidBefore, price: change.price };
}

/** The facts of all keywords, with the multipliers of yesterday and nothing explored. */
function knownOf(view: View, memory: Memory): Known[] {
  const evidence = view.keywords.map((one) => evidenceOf(one, view.products[one.product]!));
  const matured = view.keywords.map((one, n) =>
    maturedEvidence(evidence[n]!, view.products[one.product]!.price),
  );
  const ofProduct = <T>(list: readonly T[], product: number) =>
    list.filter((_, n) => view.keywords[n]!.product === product);
  if (view.day % FIT_EVERY_DAYS === 0) {
    memory.fit = fitPrior(matured) ?? memory.fit;
    memory.elasticities = view.products.map((product, n) =>
      elasticityOfProduct(product, ofProduct(evidence, n)),
    );
  }
  const { conversion, strength } = memory.fit;
  const levels = view.products.map((_, n) => {
    const own = ofProduct(matured, n);
    return {
      strength,
      clicks: sum(own.map(({ clicks }) => clicks)),
      orders: sum(own.map(({ orders }) => orders)),
    };
  });
  return view.keywords.map((keyword, n) => {
    const product = view.products[keyword.product]!;
    const facts: BidFacts = {
      strategy: 'growth',
      goal: view.goal,
      matchType: 'EXACT',
      price: product.price,
      margin: { share: product.margin, perUnit: product.margin * product.price },
      unitsPerOrder: 1,
      elasticity: memory.elasticities[keyword.product] ?? null,
      days: evidence[n]!,
      knownShares: USUAL_KNOWN_SHARES,
      accountConversion: conversion,
      levels: [levels[keyword.product]!],
      strength,
      multipliers: memory.multipliers ?? { ros: 1, budget: 1 },
      limits: { ...BIDS, campaignBudget: view.budget, cap: null },
      bid: keyword.bid ?? memory.bids.get(keyword.id) ?? null,
      lastChange: lastChangeOf(memory, keyword.id, view.day),
      pace: 'cautious',
      suggested: keyword.suggested,
      daysWithoutImpressions: daysUnseen(keyword),
      isExplored: false,
      listing: {
        buybox: buyboxOf(product),
        chargesWithoutBuybox: view.chargesWithoutBuybox,
        isInStock: true,
        daysOfCover: null,
      },
      hasSpendingAlarm: false,
      loss: null,
    };
    return { id: keyword.id, facts, figures: figuresOf(facts) };
  });
}

/** The keywords that the exploration budget goes to. What one costs in a day is that of its latest days, or of one click. */
function exploredOf(view: View, known: readonly Known[]): Set<string> {
  const explorable = known.map(({ id, facts: { days, bid }, figures: { conversion } }) => {
    const latest = days.slice(-SETTLED_DAYS);
    const costOfDay = sum(latest.map(({ cost }) => cost)) / Math.max(latest.length, 1);
    return { id, conversion, costOfDay: Math.max(costOfDay, bid ?? 0) };
  });
  return new Set(exploredKeywords(explorable, view.budget));
}

/** The bid of a keyword on a day; null: it is paused. */
type Choice = (facts: BidFacts, known: Known, day: number) => Minor | null;

/** As the product decides; what it proposes to pause is paused, for as long as it would. */
const decided: Choice = (facts) => {
  const { outcome, bid } = decideBid(facts);
  if (outcome === 'PAUSE') return null;
  return bid ?? facts.bid;
};

/** Thompson sampling: each day by a draw from the distribution of the conversion in place of its mean, without waits. */
const sampled: Choice = (facts, { id, figures }, day) => {
  const { conversion, value } = figures;
  const chance = Math.max(diceOf('thompson', id, day).roll(), 1e-9);
  const rate = gammaQuantile(chance, conversion.shape, conversion.rate);
  const worth = (value * rate) / conversion.estimate;
  const { used } = effectiveMultiplier(facts.strategy, facts.multipliers);
  return allowedBid(bidByValue(used, facts.goal ?? 0, worth), facts).bid;
};

function entrantBy(choose: Choice): Entrant {
  const memory: Memory = {
    multipliers: null,
    fit: USUAL_FIT,
    elasticities: [],
    bids: new Map(),
    changes: new Map(),
  };
  return {
    decide: (view) => {
      const known = knownOf(view, memory);
      memory.multipliers = multipliersOf(view, known, memory);
      const explored = exploredOf(view, known);
      return known.map((one) => {
        const facts: BidFacts = {
          ...one.facts,
          multipliers: memory.multipliers ?? one.facts.multipliers,
          isExplored: explored.has(one.id),
        };
        const bid = choose(facts, one, view.day);
        if (bid === null || bid === facts.bid) return bid;
        memory.changes.set(one.id, { day: view.day, bidBefore: facts.bid, price: facts.price });
        memory.bids.set(one.id, bid);
        return bid;
      });
    },
  };
}

export const primazia = (): Entrant => entrantBy(decided);
export const thompson = (): Entrant => entrantBy(sampled);
