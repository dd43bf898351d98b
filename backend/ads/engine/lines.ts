// The lines of an explanation: the numbers of each sentence. Amounts travel as decimals. Pure.

import type { Minor } from '../../kernel/money.ts';
import { CAMPAIGN_STRATEGIES } from '../contract/strategies.ts';
import type { BidPace } from '../contract/words.ts';
import { CLICKS_OF_BUDGET, DAILY_STEP, highestBid } from './bid.ts';
import { OTHER_PRICE_PERCENT } from './evidence.ts';
import type { Wanted } from './figures.ts';
import type { Hold } from './interlocks.ts';
import type { BidFacts, Figures, Line, Values } from './types.ts';

const line = (step: string, code: string, values: Values = {}): Line => ({ step, code, values });

/** Amounts as decimals: to the cent, or to a hundredth of it where they are no price. */
export const amount = (minor: number): number => Math.round(minor + 1e-9) / 100;
export const fineAmount = (minor: number): number => Math.round(minor * 100 + 1e-9) / 10_000;
const percent = (share: number): number => Math.round(share * 1_000) / 10;
/** Conversions are small: two decimals of a percent. */
const finePercent = (share: number): number => Math.round(share * 10_000) / 100;
const one = (value: number): number => Math.round(value * 10) / 10;
const two = (value: number): number => Math.round(value * 100) / 100;

function evidenceLines({ evidence }: Figures): Line[] {
  const { leftOut } = evidence;
  const out = (['not_featured', 'out_of_stock', 'other_price'] as const).flatMap((reason) =>
    leftOut[reason] > 0
      ? [
          line('evidence', `left_out_${reason}`, {
            days: leftOut[reason],
            percent: OTHER_PRICE_PERCENT,
          }),
        ]
      : [],
  );
  const said =
    evidence.rawClicks === 0
      ? line('evidence', 'none')
      : line('evidence', 'matured', {
          days: evidence.daysCounted,
          clicks: evidence.rawClicks,
          matured: one(evidence.clicks),
          orders: evidence.rawOrders,
          aged: one(evidence.orders),
        });
  return [...out, said];
}

function conversionLine({ conversion }: Figures, { strength }: BidFacts): Line {
  return line('conversion', 'estimate', {
    prior: finePercent(conversion.prior),
    strength,
    estimate: finePercent(conversion.estimate),
    low: finePercent(conversion.low),
    high: finePercent(conversion.high),
  });
}

function valueLines({ evidence, priceFactor, value }: Figures, facts: BidFacts): Line[] {
  const corrected = line('value', 'price_factor', {
    priceThen: amount(evidence.priceThen ?? facts.price),
    price: amount(facts.price),
    elasticity: facts.elasticity,
    factor: Math.round(priceFactor * 1_000) / 1_000,
  });
  const click = line('value', 'click', {
    price: amount(facts.price),
    units: facts.unitsPerOrder,
    value: fineAmount(value),
  });
  return priceFactor === 1 ? [click] : [corrected, click];
}

function marginLine({ margin }: BidFacts, { breakEvenCpc }: Figures): Line {
  return margin === null || breakEvenCpc === null
    ? line('margin', 'unknown')
    : line('margin', 'known', {
        perUnit: amount(margin.perUnit),
        percent: percent(margin.share),
        breakEven: fineAmount(breakEvenCpc),
      });
}

function targetLines({ target }: Figures, { strategy, margin, goal }: BidFacts): Line[] {
  if (target === null) return [];
  const acos = percent(target.acos);
  if (goal === null) {
    const share = Math.round((target.marginShare ?? 0) * 100);
    return [line('target', strategy, { acos, share })];
  }
  const { initialValue, finalValue } = CAMPAIGN_STRATEGIES[strategy].goal;
  const isAbove = margin !== null && goal > margin.share;
  const isOutside = goal * 100 > finalValue || goal * 100 < initialValue;
  return [
    line('target', 'goal', { acos }),
    ...(isAbove
      ? [line('warning', 'goal_above_margin', { acos, percent: percent(margin.share) })]
      : []),
    ...(isOutside
      ? [line('warning', 'goal_outside_range', { acos, from: initialValue, upTo: finalValue })]
      : []),
  ];
}

function multiplierLine({ multiplier }: Figures): Line | null {
  const { used, binding, ros, budget } = multiplier;
  if (used === 1) return null;
  const values = { factor: two(used), ros: two(ros), budget: two(budget) };
  return line('multiplier', binding === 'BUDGET' ? 'budget' : 'ros', values);
}

/** What is known before a bid is computed. */
export function knownLines(facts: BidFacts, figures: Figures): Line[] {
  const multiplier = multiplierLine(figures);
  return [
    ...evidenceLines(figures),
    conversionLine(figures, facts),
    ...valueLines(figures, facts),
    marginLine(facts, figures),
    ...targetLines(figures, facts),
    ...(multiplier === null ? [] : [multiplier]),
  ];
}

/** How the bid came about, and which limit it met. */
export function bidLines(
  facts: BidFacts,
  figures: Figures,
  target: number,
  wanted: Wanted,
  allowed: { bid: Minor; bound: 'CAP' | 'MIN' | null },
): Line[] {
  const { multiplier, value, evidence, provingClicks } = figures;
  const said = [
    line('bid', 'formula', {
      factor: two(multiplier.used),
      acos: percent(target),
      value: fineAmount(value),
      bid: fineAmount(multiplier.used * target * value),
    }),
  ];
  const raisedTo = { bid: fineAmount(wanted.amount) };
  if (wanted.bound === 'PRIOR') {
    const values = { ...raisedTo, clicks: one(evidence.clicks), needed: Math.ceil(provingClicks) };
    said.push(line('bid', 'prior', values));
  }
  if (wanted.bound === 'STARVED')
    said.push(line('bid', 'starved', { ...raisedTo, days: facts.daysWithoutImpressions }));
  if (wanted.bound === 'EXPLORATION') said.push(line('bid', 'explored', raisedTo));
  if (wanted.bound === 'SUGGESTED') said.push(line('bid', 'suggested', raisedTo));
  if (allowed.bound === 'CAP') {
    const { campaignBudget, cap } = facts.limits;
    const highest = highestBid(facts.limits);
    const isBudget =
      campaignBudget !== null && Math.floor(campaignBudget / CLICKS_OF_BUDGET) === highest;
    const code = isBudget ? 'budget' : cap === highest ? 'company' : 'maximum';
    said.push(line('limits', code, { highest: amount(highest), parts: CLICKS_OF_BUDGET }));
  }
  if (allowed.bound === 'MIN')
    said.push(line('limits', 'minimum', { lowest: amount(facts.limits.minimum) }));
  return said;
}

export const noMargin = ({ price, margin }: BidFacts): Line =>
  line('outcome', 'no_margin', { price: amount(price), perUnit: amount(margin?.perUnit ?? 0) });

export const held = ({ code, values }: Hold): Line => line('hold', code, values);

export const notViable = (facts: BidFacts, { value, target }: Figures, probability: number): Line =>
  line('outcome', 'not_viable', {
    lowest: amount(facts.suggested?.low ?? facts.limits.minimum),
    worth: fineAmount(value * (target?.acos ?? 0)),
    percent: Math.floor(probability * 100),
  });

export const coolDown = (rest: { days: number; clicks: number }, wanted: Minor): Line =>
  line('hold', 'cooldown', { ...rest, bid: amount(wanted) });

export const deadBand = (present: Minor, wanted: Minor, band: number): Line =>
  line('hold', 'dead_band', {
    present: amount(present),
    bid: amount(wanted),
    percent: Math.round((Math.exp(band) - 1) * 100),
  });

export const alreadyThere = (present: Minor): Line =>
  line('outcome', 'already_there', { present: amount(present) });

export const stepped = (from: Minor, to: Minor, wanted: Minor, pace: BidPace): Line =>
  line('step', 'bounded', {
    from: amount(from),
    to: amount(to),
    bid: amount(wanted),
    percent: DAILY_STEP[pace] * 100,
  });

export const stepTaken = (from: Minor, wanted: Minor, pace: BidPace): Line =>
  line('step', 'taken', {
    from: amount(from),
    bid: amount(wanted),
    percent: DAILY_STEP[pace] * 100,
  });

export const changed = (from: Minor | null, to: Minor): Line =>
  from === null
    ? line('outcome', 'start', { to: amount(to) })
    : line('outcome', 'change', { from: amount(from), to: amount(to) });

export const adviceOnly = (): Line => line('outcome', 'no_strategy');
