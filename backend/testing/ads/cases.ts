// Worked cases of bids, to the cent: the request on the wire and the expected answer. Each number was computed by hand
// from the formulas of docs/ads-engine.md, which shows this table.
import type * as z from 'zod';
import type { BidPreviewBody } from '../../ads/contract.ts';

export type BidBody = z.input<typeof BidPreviewBody>;

export interface BidCase {
  name: string;
  body: BidBody;
  expected: {
    outcome: 'CHANGE' | 'KEEP' | 'PAUSE' | 'ADVISE' | 'BLOCKED';
    code: string | null;
    bid: number | null;
    wouldBe: number | null;
    bound: string | null;
  };
}

const TODAY = '2026-11-27';
/** The day so many days before the one of the cases. */
export const daysAgo = (days: number): string =>
  new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Price 100.00, margin 20 %: profitability aims at an ACOS of 18 %. The account converts 10 %, which counts for one order; 90
 * clicks of today brought 9 orders, all known: conversion (1 + 9) / (10 + 90) = 10 %, a click is worth 10.00, the bid 1.80.
 */
export const bidBody = (changes: Partial<BidBody> = {}): BidBody => ({
  today: TODAY,
  strategy: 'profitability',
  price: 100,
  marginPercent: 20,
  days: [{ day: TODAY, clicks: 90, orders: 9 }],
  knownShares: [1],
  priors: { account: { conversion: 0.1 } },
  bid: 1,
  pace: 'launch',
  ...changes,
});

type Expected = BidCase['expected'];
const change = (bid: number, bound: string, wouldBe = bid): Expected => ({
  outcome: 'CHANGE',
  code: null,
  bid,
  wouldBe,
  bound,
});
const keep = (code: string, wouldBe: number, bound: string): Expected => ({
  outcome: 'KEEP',
  code,
  bid: null,
  wouldBe,
  bound,
});
const paused = (code: string, wouldBe: number, bound = 'LISTING'): Expected => ({
  outcome: 'PAUSE',
  code,
  bid: null,
  wouldBe,
  bound,
});
const blocked = (code: string): Expected => ({
  outcome: 'BLOCKED',
  code,
  bid: null,
  wouldBe: null,
  bound: null,
});

const of = (clicks: number, orders = 0, age = 0, more: object = {}) => [
  { day: daysAgo(age), clicks, orders, ...more },
];
const changed = (age: number, more: object = {}) => ({ daysAgo: age, ...more });

/** Value, target and multipliers. */
const FORMULA_CASES: BidCase[] = [
  {
    name: 'profitability: 0.9 × 20 % × 10.00',
    body: bidBody({ bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'growth: 0.75 × 20 % × 10.00',
    body: bidBody({ strategy: 'growth' }),
    expected: change(1.5, 'ROS'),
  },
  {
    name: 'growth with a multiplier of 1.4',
    body: bidBody({ strategy: 'growth', multipliers: { ros: 1.4, budget: 2 }, bid: 1.5 }),
    expected: change(2.1, 'ROS'),
  },
  {
    name: 'growth, the budget binds: the lower multiplier counts',
    body: bidBody({ strategy: 'growth', multipliers: { ros: 1.4, budget: 0.5 } }),
    expected: change(0.75, 'BUDGET'),
  },
  {
    name: 'profitability knows no multiplier towards the target',
    body: bidBody({ multipliers: { ros: 3, budget: 3 }, bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'visibility without a loss: the whole margin',
    body: bidBody({ strategy: 'visibility', bid: 1.4 }),
    expected: change(2, 'ROS'),
  },
  {
    name: 'visibility, half of its loss left: 1.1 × margin',
    body: bidBody({ strategy: 'visibility', loss: { limit: 200, lost: 100 }, bid: 1.5 }),
    expected: change(2.2, 'ROS'),
  },
  {
    name: 'an ACOS goal of 12 % replaces the part of the margin',
    body: bidBody({ goalAcos: 12, bid: 0.9 }),
    expected: change(1.2, 'VALUE'),
  },
  {
    name: 'an ACOS goal without a margin',
    body: bidBody({ goalAcos: 12, marginPercent: null, bid: 0.9 }),
    expected: change(1.2, 'VALUE'),
  },
  {
    name: 'the margin by costs: 100 × (1 − 0.25) − 35 = 40 %',
    body: bidBody({
      marginPercent: null,
      costs: { cost: 30, shipping: 4, feeFixed: 1, feePercent: 16, taxPercent: 9 },
      bid: 2.6,
    }),
    expected: change(3.6, 'VALUE'),
  },
  {
    name: 'one and a half units an order',
    body: bidBody({ unitsPerOrder: 1.5, bid: 2 }),
    expected: change(2.7, 'VALUE'),
  },
  {
    name: 'no strategy: advice',
    body: bidBody({ strategy: 'none' }),
    expected: { outcome: 'ADVISE', code: 'no_strategy', bid: null, wouldBe: 1.8, bound: 'STEP' },
  },
  {
    name: 'neither margin nor goal',
    body: bidBody({ marginPercent: null }),
    expected: blocked('margin_unknown'),
  },
  {
    name: 'a unit loses money',
    body: bidBody({ marginPercent: -5 }),
    expected: paused('no_margin', 0.07),
  },
];

/** Which days count, and for how much. */
const EVIDENCE_CASES: BidCase[] = [
  {
    name: '100 clicks of today count for 78: (1 + 9) / (10 + 78)',
    body: bidBody({ knownShares: undefined, days: of(100, 9), bid: 1.4 }),
    expected: change(2.05, 'VALUE'),
  },
  {
    name: '100 clicks a week old count for 96 · 2^(−7/90)',
    body: bidBody({ knownShares: undefined, days: of(100, 9, 7), bid: 1.2 }),
    // 2^(−7/90) = 0.947515: (1 + 8.527635) / (10 + 90.961440) = 0.094369
    expected: change(1.7, 'VALUE'),
  },
  {
    name: 'clicks and orders 90 days old count for half',
    body: bidBody({ days: of(180, 18, 90), bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a day without the buybox is left out',
    body: bidBody({ days: [...of(90, 9), ...of(900, 0, 1, { featured: false })], bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a day without stock is left out',
    body: bidBody({ days: [...of(90, 9), ...of(900, 0, 1, { inStock: false })], bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a day at a price 15.01 % away is left out',
    body: bidBody({ days: [...of(90, 9), ...of(900, 0, 1, { price: 115.01 })], bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a day at a price 15 % away counts: (1 + 9) / (10 + 90 + 100)',
    body: bidBody({ days: [...of(90, 9), ...of(100, 0, 0, { day: daysAgo(1), price: 115 })] }),
    // A day later 2^(−1/90) = 0.992328: 10 / 199.232787 = 0.050193
    expected: keep('dead_band', 0.9, 'DEAD_BAND'),
  },
  {
    name: 'elasticity 2, clicks at 105, price 100: the value times 1.1025',
    body: bidBody({ elasticity: 2, days: of(90, 9, 0, { price: 105 }), bid: 1.4 }),
    // 0.18 × 10.00 × (100 / 105)^−2
    expected: change(1.98, 'VALUE'),
  },
  {
    name: 'no elasticity known: the price then corrects nothing',
    body: bidBody({ days: of(90, 9, 0, { price: 105 }), bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'the ad group is one level: (2 + 18) / (2/0.1 + 380) = 5 %',
    body: bidBody({
      priors: { account: { conversion: 0.1 }, adGroup: { strength: 2, orders: 18, clicks: 380 } },
      days: [],
      bid: 0.5,
    }),
    // No own clicks: 0.18 × 5.00; 0.90 is 80 % above 0.50, inside the band of a factor of two
    expected: keep('dead_band', 0.9, 'DEAD_BAND'),
  },
  {
    name: 'the match type is one level more: (1 + 3) / (1/0.05 + 20) = 10 %',
    body: bidBody({
      priors: {
        account: { conversion: 0.1 },
        adGroup: { strength: 2, orders: 18, clicks: 380 },
        matchType: { strength: 1, orders: 3, clicks: 20 },
      },
      bid: 1.3,
    }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a keyword of weight 4: (4 + 9) / (4/0.1 + 90)',
    body: bidBody({ priors: { account: { conversion: 0.1 }, keyword: { strength: 4 } }, bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
];

/** Few clicks, no impressions, and new keywords. */
const THIN_CASES: BidCase[] = [
  {
    name: '16 clicks without an order prove nothing at 10 %: the level above holds',
    body: bidBody({ days: of(16), bid: 1.8 }),
    expected: keep('already_there', 1.8, 'PRIOR'),
  },
  {
    name: '17 clicks without an order prove something: 1 / (10 + 17)',
    body: bidBody({ days: of(17), bid: 1.8 }),
    expected: change(0.9, 'STEP', 0.67),
  },
  {
    name: 'no impressions for a week: back to the suggestion',
    body: bidBody({
      days: of(40, 2),
      bid: 0.5,
      daysWithoutImpressions: 7,
      suggestedBids: { low: 0.6, middle: 0.9 },
      multipliers: { ros: 1, budget: 0.5 },
    }),
    // 3 / 50 = 6 %: worth 1.08, by the budget 0.54; up to the middle, by half a step a day
    expected: change(0.75, 'STEP', 0.9),
  },
  {
    name: 'no impressions for six days: the budget rules',
    body: bidBody({
      days: of(40, 2),
      bid: 0.5,
      daysWithoutImpressions: 6,
      suggestedBids: { low: 0.6, middle: 0.9 },
      multipliers: { ros: 1, budget: 0.5 },
    }),
    expected: keep('dead_band', 0.54, 'DEAD_BAND'),
  },
  {
    name: 'no impressions, and a click is worth less than the lowest suggestion: its value',
    body: bidBody({
      days: of(40, 2),
      bid: 1,
      daysWithoutImpressions: 9,
      suggestedBids: { low: 1.09, middle: 1.5 },
    }),
    expected: change(1.08, 'VALUE'),
  },
  {
    name: 'exploration bids by the upper end, as far as the suggestion',
    body: bidBody({
      days: [],
      bid: 2,
      explore: true,
      suggestedBids: { low: 1, middle: 2.4 },
    }),
    expected: change(2.4, 'EXPLORATION'),
  },
  {
    name: 'a new keyword begins at the suggestion',
    body: bidBody({ days: [], bid: null, suggestedBids: { low: 0.6, middle: 0.95 } }),
    expected: change(0.95, 'SUGGESTED'),
  },
  {
    name: 'a new broad keyword begins at 85 % of the suggestion',
    body: bidBody({
      days: [],
      bid: null,
      matchType: 'BROAD',
      suggestedBids: { low: 0.6, middle: 1 },
    }),
    expected: change(0.85, 'SUGGESTED'),
  },
  {
    name: 'a new keyword whose value is below the suggestion begins at its value',
    body: bidBody({ days: [], bid: null, suggestedBids: { low: 0.6, middle: 3 } }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a keyword that cannot pay for the lowest bid',
    // 1 / (10 + 400): worth 0.04 of a bid; P(conversion < 0.07 / 18) = 1 − e^(−410 × 0.0038889) = 0.797
    body: bidBody({ days: of(400), bid: 0.07 }),
    expected: keep('already_there', 0.07, 'MIN'),
  },
  {
    name: 'a keyword that surely cannot pay for the lowest bid',
    // 1 − e^(−610 × 0.0038889) = 0.907
    body: bidBody({ days: of(600), bid: 0.07 }),
    expected: paused('not_viable', 0.07, 'VALUE'),
  },
];

/** Limits, steps and waits. */
const LIMIT_CASES: BidCase[] = [
  {
    name: 'a step of 25 % a day',
    body: bidBody({ pace: 'cautious', bid: 1.2 }),
    expected: change(1.5, 'STEP', 1.8),
  },
  {
    name: 'a step down of 25 % a day, rounded towards the present bid',
    body: bidBody({ pace: 'cautious', bid: 3.33 }),
    expected: change(2.5, 'STEP', 1.8),
  },
  {
    name: 'the smallest bids move by a cent',
    body: bidBody({ limits: { minimum: 0.02 }, pace: 'cautious', bid: 0.03 }),
    expected: change(0.04, 'STEP', 1.8),
  },
  {
    name: 'a fifth of the budget at most',
    body: bidBody({ limits: { campaignBudget: 7.5 }, bid: 1.1 }),
    expected: change(1.5, 'CAP'),
  },
  {
    name: 'the limit of the company',
    body: bidBody({ limits: { companyMaximum: 1.6 }, bid: 1.2 }),
    expected: change(1.6, 'CAP'),
  },
  {
    name: 'a bid above the limit comes down at once, whatever waits',
    body: bidBody({ limits: { companyMaximum: 1 }, bid: 5, lastChange: changed(0) }),
    expected: change(1, 'CAP'),
  },
  {
    name: 'a bid below the minimum goes up to it at once, even out of stock',
    body: bidBody({ limits: { minimum: 1 }, bid: 0.2, stock: { isAvailable: false } }),
    expected: change(1, 'MIN', 1.8),
  },
  {
    name: 'no bid fits the limits',
    body: bidBody({ limits: { campaignBudget: 0.3 } }),
    expected: blocked('limits_conflict'),
  },
  {
    name: 'inside the dead band: ¼ · ln(14.206 / 6.221) = 0.206',
    body: bidBody({ bid: 1.5 }),
    expected: keep('dead_band', 1.8, 'DEAD_BAND'),
  },
  {
    name: 'changed two days ago',
    body: bidBody({ lastChange: changed(2), days: of(90, 9, 2) }),
    // Clicks of the day of the change are not new ones; (1 + 9w) / (10 + 90w) = 10 %
    expected: keep('cooldown', 1.8, 'COOLDOWN'),
  },
  {
    name: 'changed two days ago, five clicks since',
    body: bidBody({ lastChange: changed(2), days: [...of(85, 9, 2), ...of(5, 0, 1)], bid: 1.3 }),
    // w1 = 0.992328, w2 = 0.984716: (1 + 8.862441) / (10 + 83.700833 + 4.961639) = 0.099961
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'changed three days ago',
    body: bidBody({ lastChange: changed(3), days: of(90, 9, 3), bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'the price moved by 5 % since the change: it waits',
    body: bidBody({ lastChange: changed(0, { price: 95.24 }), bid: 1.3 }),
    expected: keep('cooldown', 1.8, 'COOLDOWN'),
  },
  {
    name: 'the price moved by more than 5 % on the day of the change: it follows, a step in all',
    body: bidBody({
      lastChange: changed(0, { price: 90, bidBefore: 1 }),
      bid: 1.2,
      pace: 'cautious',
    }),
    expected: change(1.25, 'STEP', 1.8),
  },
  {
    name: 'the same, and the step of the day is taken',
    body: bidBody({
      lastChange: changed(0, { price: 90, bidBefore: 1 }),
      bid: 1.25,
      pace: 'cautious',
    }),
    expected: keep('step', 1.8, 'STEP'),
  },
  {
    name: 'a spending alarm lowers without waiting',
    body: bidBody({ lastChange: changed(1), bid: 2, spendingAlarm: true }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'a spending alarm raises nothing',
    body: bidBody({ lastChange: changed(0), bid: 1.2, spendingAlarm: true }),
    expected: keep('cooldown', 1.8, 'COOLDOWN'),
  },
];

const buybox = (isHeld: boolean, sinceHours: number, more: object = {}) => ({
  buybox: { isHeld, sinceHours, ...more },
});
const atMinimum = { isPriceAtMinimum: true };

/** What the listing's buybox and stock allow. */
const LISTING_CASES: BidCase[] = [
  {
    name: 'without the buybox no bid rises',
    body: bidBody(buybox(false, 2)),
    expected: keep('without_buybox', 1.8, 'LISTING'),
  },
  {
    name: 'without the buybox a bid may fall',
    body: bidBody({ ...buybox(false, 30), bid: 3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'without it for a day, at the minimum price: the bid stays',
    body: bidBody({ ...buybox(false, 24, atMinimum), bid: 3 }),
    expected: keep('buybox_lost', 1.8, 'LISTING'),
  },
  {
    name: 'without it for three days, at the minimum price: pause',
    body: bidBody(buybox(false, 72, atMinimum)),
    expected: paused('buybox_out_of_reach', 1.8),
  },
  {
    name: 'the same after a day, where clicks are charged all the same',
    body: bidBody(buybox(false, 24, { ...atMinimum, chargesWithout: true })),
    expected: paused('buybox_out_of_reach', 1.8),
  },
  {
    name: 'the buybox came back five hours ago',
    body: bidBody(buybox(true, 5)),
    expected: keep('buybox_regained', 1.8, 'LISTING'),
  },
  {
    name: 'the buybox came back six hours ago',
    body: bidBody({ ...buybox(true, 6), bid: 1.3 }),
    expected: change(1.8, 'VALUE'),
  },
  {
    name: 'stock for six days: no bid rises',
    body: bidBody({ stock: { isAvailable: true, daysOfCover: 6 } }),
    expected: keep('low_stock', 1.8, 'LISTING'),
  },
  {
    name: 'stock for a day: pause',
    body: bidBody({ stock: { isAvailable: true, daysOfCover: 1 } }),
    expected: paused('stock_ending', 1.8),
  },
  {
    name: 'out of stock: the bid stays',
    body: bidBody({ stock: { isAvailable: false }, bid: 3 }),
    expected: keep('out_of_stock', 1.8, 'LISTING'),
  },
];

export const BID_CASES: readonly BidCase[] = [
  ...FORMULA_CASES,
  ...EVIDENCE_CASES,
  ...THIN_CASES,
  ...LIMIT_CASES,
  ...LISTING_CASES,
];
