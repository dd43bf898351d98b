// A decision as it travels: amounts as decimals, lines in words.

import type { Locale } from '../../kernel/id.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import type { BidPreviewAnswer } from '../contract.ts';
import { explain, whyNot } from './explain.ts';
import { amount, fineAmount } from './lines.ts';
import { breakEvenRoas } from './margin.ts';
import type { BidDecision, BidFacts } from './types.ts';

/** Rates and factors are rounded to this many places. */
const digits = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places;

function expectedOf({ expected }: BidDecision, { margin }: BidFacts) {
  if (expected === null) return null;
  const { clicks, cost, revenue } = expected;
  return {
    clicks: digits(clicks, 2),
    cost: fineAmount(cost),
    revenue: fineAmount(revenue),
    contribution: margin && fineAmount(revenue * margin.share - cost),
  };
}

/** @param currencyCode ISO 4217, of all amounts */
export function toPreviewAnswer(
  decision: BidDecision,
  facts: BidFacts,
  locale: Locale,
  currencyCode: string,
): BidPreviewAnswer {
  const { figures, outcome, code, bound } = decision;
  const { evidence, conversion, target, multiplier, breakEvenCpc } = figures;
  const { margin } = facts;
  return {
    outcome,
    code,
    bid: toAmountOrNull(decision.bid),
    wouldBe: toAmountOrNull(decision.wouldBe),
    bound,
    evidence: {
      clicks: evidence.rawClicks,
      maturedClicks: digits(evidence.clicks, 4),
      orders: evidence.rawOrders,
      weightedOrders: digits(evidence.orders, 4),
      daysCounted: evidence.daysCounted,
      daysLeftOut: {
        notFeatured: evidence.leftOut.not_featured,
        outOfStock: evidence.leftOut.out_of_stock,
        otherPrice: evidence.leftOut.other_price,
      },
      provingClicks: digits(figures.provingClicks, 2),
    },
    conversion: {
      prior: digits(conversion.prior, 6),
      estimate: digits(conversion.estimate, 6),
      standardDeviation: digits(conversion.sd, 6),
      low: digits(conversion.low, 6),
      high: digits(conversion.high, 6),
    },
    clickValue: fineAmount(figures.value),
    margin: margin && {
      perUnit: amount(margin.perUnit),
      percent: digits(margin.share * 100, 2),
      breakEvenRoas: mapOrNull(breakEvenRoas(margin), (roas) => digits(roas, 2)),
      breakEvenCpc: fineAmount(breakEvenCpc ?? 0),
    },
    targetAcos: mapOrNull(target, ({ acos }) => digits(acos * 100, 2)),
    multiplier: { ros: multiplier.ros, budget: multiplier.budget, used: multiplier.used },
    expected: expectedOf(decision, facts),
    alternatives: decision.alternatives.map(({ code, bid }) => ({
      code,
      bid: toAmount(bid),
      text: whyNot(code, locale),
    })),
    explanation: decision.explanation.map((line) => explain(line, locale, currencyCode)),
  };
}

const mapOrNull = <T, U>(value: T | null, map: (value: T) => U): U | null =>
  value === null ? null : map(value);
