// Which bid the engine would set. The query has all facts, and nothing is changed.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day } from '../../kernel/id.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../../kernel/money.ts';
import { EXAMPLES } from './examples.ts';
import { Conversion, Costs, Count, Limits, Strength, Weighted } from './facts.ts';
import { AnyBidBound, AnyBidOutcome, BidPace, CampaignStrategy, MatchType } from './words.ts';

/** More days than any marketplace reports. */
const MAX_DAYS = 400;
const MAX_KEYWORDS = 2_000;

/** One day of a keyword or target, by the day of the click. */
const EvidenceBody = z.strictObject({
  day: Day.describe('Calendar day of the clicks, not after `today`'),
  clicks: Count,
  orders: Count.default(0).describe(
    'Orders known so far that followed from the clicks of this day',
  ),
  sales: Amount.nullable()
    .default(null)
    .describe('What those orders brought; only shown in the answer, no bid follows from it'),
  cost: Amount.default(0).describe('What the clicks cost'),
  featured: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      'Whether the listing held the buybox; a day without is left out; null: not known, it counts',
    ),
  inStock: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether it was in stock; a day without is left out; null: not known, it counts'),
  price: PositiveAmount.nullable()
    .default(null)
    .describe(
      'Its price then; a day more than 15 % away from `price` is left out; null: not known',
    ),
});

const LevelBody = z
  .strictObject({
    strength: Strength.describe('For how many orders the level above counts'),
    orders: Weighted.default(0).describe('Orders of this level, weighted by age'),
    clicks: Weighted.default(0).describe('Matured clicks of this level'),
  })
  .nullable()
  .default(null);

const AtPrice = z.strictObject({ price: PositiveAmount, clicks: Weighted, orders: Weighted });

const Sibling = z.strictObject({
  orders: Weighted.describe('Weighted by age'),
  clicks: Weighted.describe('Matured clicks'),
});

const Priors = z
  .strictObject({
    keywords: z
      .array(Sibling)
      .max(MAX_KEYWORDS)
      .default([])
      .describe(
        'The keywords of the account: its conversion, and the strength of a keyword, are fitted to them where one has an order',
      ),
    account: z
      .strictObject({ conversion: Conversion.default(0.08) })
      .default({ conversion: 0.08 })
      .describe('Orders for each click of the whole account; 0.08 while nothing is known'),
    adGroup: LevelBody.describe(
      'The ad group or product below it; null: the account stands for it',
    ),
    matchType: LevelBody.describe('The keywords of this match type in it; null: left out'),
    keyword: z
      .strictObject({ strength: Strength })
      .default({ strength: 1 })
      .describe('For how many orders the level above the keyword counts'),
  })
  .default({
    keywords: [],
    account: { conversion: 0.08 },
    adGroup: null,
    matchType: null,
    keyword: { strength: 1 },
  });

const Multiplier = z.number().min(0.1).max(4).default(1);

export const BidPreviewBody = z
  .strictObject({
    today: Day.describe('In the time zone of the account: the age of days counts from it'),
    currencyCode: CurrencyCode.default('BRL'),
    strategy: CampaignStrategy.describe('`none`: the answer is advice'),
    goalAcos: z
      .number()
      .min(0.01)
      .max(1_000)
      .nullable()
      .default(null)
      .describe('ACOS goal in percent, in place of the strategy’s part of the margin'),
    matchType: MatchType.nullable()
      .default(null)
      .describe('Where a new keyword begins follows from it'),
    price: PositiveAmount.describe('What buyers pay for the listing today'),
    marginPercent: z
      .number()
      .min(-1_000)
      .max(100)
      .nullable()
      .default(null)
      .describe('What is left of the price before advertising, in percent; or give `costs`'),
    costs: Costs.nullable()
      .default(null)
      .describe('What the margin follows from; or give `marginPercent`'),
    unitsPerOrder: z
      .number()
      .min(0.01)
      .max(10_000)
      .default(1)
      .describe('What an order brings in units of this listing, other products included'),
    elasticity: z
      .number()
      .min(0)
      .max(10)
      .nullable()
      .default(null)
      .describe(
        'Of the conversion by the price, learned from two changes at least; null: not learned',
      ),
    priceChanges: z
      .array(z.strictObject({ before: AtPrice, after: AtPrice }))
      .max(50)
      .default([])
      .describe('Of the listing: where `elasticity` is not given, it is learned from two at least'),
    days: z.array(EvidenceBody).max(MAX_DAYS).default([]),
    knownShares: z
      .array(z.number().min(0.01).max(1))
      .min(1)
      .max(60)
      .optional()
      .describe('Share of the orders that is known, by the age of the click in days; then 1'),
    priors: Priors,
    multipliers: z
      .strictObject({
        ros: Multiplier.describe('Steers the average ACOS; growth and visibility alone use it'),
        budget: Multiplier.describe('Steers the spend; the lower of the two counts'),
      })
      .default({ ros: 1, budget: 1 }),
    limits: Limits,
    bid: PositiveAmount.nullable()
      .default(null)
      .describe('The present bid; null: the keyword is new'),
    lastChange: z
      .strictObject({
        daysAgo: z.int().min(0).max(10_000).describe('0: today'),
        bidBefore: PositiveAmount.nullable()
          .default(null)
          .describe('The bid with which that day began: today’s step counts from it'),
        price: PositiveAmount.nullable().default(null).describe('Price of the listing then'),
      })
      .nullable()
      .default(null)
      .describe('The latest change of the bid; null: none'),
    pace: BidPace.default('cautious'),
    suggestedBids: z
      .strictObject({ low: PositiveAmount, middle: PositiveAmount })
      .nullable()
      .default(null)
      .describe('What the marketplace suggests'),
    daysWithoutImpressions: z.int().min(0).max(10_000).nullable().default(null),
    explore: z
      .boolean()
      .default(false)
      .describe('The exploration budget was given to this keyword'),
    buybox: z
      .strictObject({
        isHeld: z.boolean(),
        sinceHours: z.number().min(0).max(100_000),
        isPriceAtMinimum: z.boolean().default(false),
        chargesWithout: z
          .boolean()
          .default(false)
          .describe('The marketplace charges clicks also while another seller holds it'),
      })
      .nullable()
      .default(null),
    stock: z
      .strictObject({
        isAvailable: z.boolean(),
        daysOfCover: z.number().min(0).max(10_000).nullable().default(null),
      })
      .nullable()
      .default(null),
    spendingAlarm: z.boolean().default(false).describe('A lower bid does not wait'),
    loss: z
      .strictObject({
        limit: PositiveAmount.describe('What visibility may lose in a month'),
        lost: Amount.default(0).describe('What it lost this month'),
      })
      .nullable()
      .default(null),
  })
  .superRefine((body, ctx) => {
    const refuse = (message: string, path: (string | number)[]) =>
      ctx.addIssue({ code: 'custom', path, message });
    if (body.costs !== null && body.marginPercent !== null)
      refuse('margin_or_costs', ['marginPercent']);
    if (body.limits.maximum < body.limits.minimum) refuse('max_below_min', ['limits', 'maximum']);
    const { suggestedBids, knownShares, today } = body;
    if (suggestedBids !== null && suggestedBids.middle < suggestedBids.low)
      refuse('max_below_min', ['suggestedBids', 'middle']);
    knownShares?.forEach((share, age) => {
      if (share < (knownShares[age - 1] ?? 0)) refuse('not_falling', ['knownShares', age]);
    });
    const seen = new Set<string>();
    body.days.forEach(({ day, clicks, orders }, at) => {
      if (seen.has(day)) refuse('given_twice', ['days', at, 'day']);
      seen.add(day);
      if (day > today) refuse('after_today', ['days', at, 'day']);
      if (orders > 0 && clicks === 0) refuse('orders_without_clicks', ['days', at, 'orders']);
    });
  })
  .meta({ examples: [...EXAMPLES] });
export type BidPreviewBody = z.infer<typeof BidPreviewBody>;

const Rate = z.number().describe('Orders for each click');
const Fine = z.number().describe('An amount that is not rounded to the cent');

/** One line of why a bid is what it is. `text` is in the language of the request. */
export const BidLine = z.object({
  step: z.string(),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  text: z.string(),
});
export type BidLine = z.infer<typeof BidLine>;

export const BidPreviewAnswer = z.object({
  outcome: AnyBidOutcome,
  code: z.string().nullable().describe('Why the bid stays, or is to be paused; null: it changes'),
  bid: Amount.nullable().describe('The new bid; null: the present one stays'),
  wouldBe: Amount.nullable().describe('The bid inside its limits, before steps and waits'),
  bound: AnyBidBound.nullable().describe('What settled the bid last'),
  evidence: z.object({
    clicks: z.number(),
    maturedClicks: z.number().describe('Weighted by age and by the share of orders that is known'),
    orders: z.number(),
    weightedOrders: z.number(),
    daysCounted: z.int(),
    daysLeftOut: z.object({ notFeatured: z.int(), outOfStock: z.int(), otherPrice: z.int() }),
    provingClicks: z.number().describe('From so many matured clicks on, missing orders count'),
  }),
  conversion: z.object({
    prior: Rate,
    estimate: Rate,
    standardDeviation: z.number(),
    low: Rate.describe('The conversion is between `low` and `high` with a probability of 80 %'),
    high: Rate,
  }),
  clickValue: Fine.describe('Expected revenue of a click'),
  margin: z
    .object({
      perUnit: z.number().describe('An amount, which may be negative'),
      percent: z.number().describe('The break-even ACOS'),
      breakEvenRoas: z.number().nullable(),
      breakEvenCpc: Fine,
    })
    .nullable(),
  targetAcos: z.number().nullable().describe('In percent'),
  multiplier: z.object({ ros: z.number(), budget: z.number(), used: z.number() }),
  expected: z
    .object({ clicks: z.number(), cost: Fine, revenue: Fine, contribution: Fine.nullable() })
    .nullable()
    .describe(
      'A day with the clicks of the last 14 days, at the bid that holds after the decision',
    ),
  alternatives: z
    .array(z.object({ code: z.string(), bid: Amount, text: z.string() }))
    .describe('What other ways of computing would bid, and why they were not chosen'),
  explanation: z.array(BidLine),
});
export type BidPreviewAnswer = z.infer<typeof BidPreviewAnswer>;

export const previewBid = endpoint({
  method: 'post',
  path: '/v1/ads/bids/preview',
  access: 'user',
  needs: 'read',
  tag: 'ads',
  summary: 'Previews the bid that the engine would set, from the facts in the body; writes nothing',
  body: BidPreviewBody,
  answer: BidPreviewAnswer,
});
