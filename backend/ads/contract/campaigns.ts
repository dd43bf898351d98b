// What the engine would do with a campaign, a search, a ROAS target or a listing. The query has all facts, and nothing is changed.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Amount, CurrencyCode, PositiveAmount } from '../../kernel/money.ts';
import {
  CAMPAIGN_EXAMPLE,
  PRICE_OR_ADS_EXAMPLE,
  ROAS_EXAMPLE,
  SEARCH_TERM_EXAMPLE,
} from './examples.ts';
import { Conversion, Costs, Count, Limits, Strength, Weighted } from './facts.ts';
import { AnyBudgetKind, AnyRoasAction, AnySearchTermAction, AnyWay } from './words.ts';

const ask = { method: 'post', access: 'user', needs: 'read', tag: 'ads' } as const;
const Share = z.number().min(0).max(1);
const Text = z.string().describe('Why, in the language of the request');
const Fine = z.number().describe('An amount that is not rounded to the cent');
const TargetAcos = z.number().min(0).max(1_000).describe('In percent');
const Multiplier = z.number().min(0.1).max(4);
const DaysSince = z.int().min(0).max(10_000).nullable().default(null);
const Currency = CurrencyCode.default('BRL');

/** Rejects a value below the one that it has to reach. */
const refuseBelow = (
  ctx: { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void },
  least: number | undefined,
  value: number | undefined,
  path: (string | number)[],
) => {
  if (least !== undefined && value !== undefined && value < least)
    ctx.addIssue({ code: 'custom', path, message: 'max_below_min' });
};

export const CampaignPreviewBody = z
  .strictObject({
    currencyCode: Currency,
    targetAcos: TargetAcos,
    multipliers: z
      .strictObject({ ros: Multiplier, budget: Multiplier })
      .nullable()
      .default(null)
      .describe(
        'Those of yesterday; null: the campaign begins, by what its keywords cost of their bids',
      ),
    keywords: z
      .array(
        z.strictObject({
          clicks: Count.describe('Of the last 14 days'),
          bid: PositiveAmount,
          cost: Amount,
          value: PositiveAmount.nullable()
            .default(null)
            .describe(
              'What a click is expected to bring; where it is given, multipliers stay near the present bids',
            ),
        }),
      )
      .max(2_000)
      .default([]),
    settled: z
      .strictObject({
        cost: Amount,
        expectedRevenue: Amount.describe('Clicks by what each is expected to bring'),
        maturedRevenue: Amount.describe('What they brought, over the share that is known'),
      })
      .nullable()
      .default(null)
      .describe('The last 14 days'),
    month: z
      .strictObject({
        budgetLeft: Amount,
        daysLeft: z.int().min(1).max(31),
        weekdayFactor: z.number().min(0.1).max(10).default(1),
      })
      .nullable()
      .default(null),
    budget: z.strictObject({
      amount: PositiveAmount,
      minimum: PositiveAmount.default(1.32),
      maximum: PositiveAmount.default(5_300_000),
    }),
    lastDay: z
      .strictObject({ spend: Amount, timeInBudget: Share.nullable().default(null) })
      .nullable()
      .default(null),
    daysOfCover: z.number().min(0).max(10_000).nullable().default(null),
    placements: z
      .strictObject({
        bid: PositiveAmount,
        breakEvenCpc: PositiveAmount,
        daysSinceChange: DaysSince,
        list: z
          .array(
            z.strictObject({
              placement: z.string().min(1).max(60),
              clicks: Weighted,
              orders: Weighted,
              sales: Amount,
            }),
          )
          .min(1)
          .max(10),
      })
      .nullable()
      .default(null),
    explorable: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(100),
          low: Conversion,
          high: Conversion,
          costOfDay: PositiveAmount,
        }),
      )
      .max(2_000)
      .default([]),
  })
  .superRefine((body, ctx) => {
    const { budget, explorable } = body;
    refuseBelow(ctx, budget.minimum, budget.amount, ['budget', 'amount']);
    refuseBelow(ctx, budget.amount, budget.maximum, ['budget', 'maximum']);
    explorable.forEach(({ low, high }, at) => {
      refuseBelow(ctx, low, high, ['explorable', at, 'high']);
    });
  })
  .meta({ examples: [CAMPAIGN_EXAMPLE] });
export type CampaignPreviewBody = z.infer<typeof CampaignPreviewBody>;

export const CampaignPreviewAnswer = z.object({
  acos: z.number().nullable().describe('Of the last 14 days, late orders added, in percent'),
  multipliers: z.object({ ros: z.number(), budget: z.number() }).describe('Those of today'),
  dayBudget: Fine.nullable().describe('What a day may spend of the rest of the month'),
  demand: Fine.nullable().describe('What a whole day would spend'),
  budget: z.object({ kind: AnyBudgetKind, code: z.string(), amount: Amount, text: Text }),
  placements: z
    .object({
      baseFactor: z.number().describe('What base bids are multiplied with'),
      percentages: z.record(z.string(), z.int()),
    })
    .nullable()
    .describe('Null: they rest, or nothing is known of them'),
  explored: z.array(z.string()).describe('The keywords that the exploration budget goes to'),
});
export type CampaignPreviewAnswer = z.infer<typeof CampaignPreviewAnswer>;

export const previewCampaign = endpoint({
  ...ask,
  path: '/v1/ads/campaigns/preview',
  summary: 'Previews multipliers, budget, placements and exploration of a campaign; writes nothing',
  body: CampaignPreviewBody,
  answer: CampaignPreviewAnswer,
});

export const SearchTermPreviewBody = z
  .strictObject({
    currencyCode: Currency,
    price: PositiveAmount,
    unitsPerOrder: z.number().min(0.01).max(10_000).default(1),
    targetAcos: TargetAcos,
    prior: Conversion.describe('Of the keyword or group that the search came by'),
    strength: Strength,
    clicks: Weighted.describe('Matured clicks that are seven days old or more'),
    orders: Weighted,
    cpc: PositiveAmount,
    lowestBid: PositiveAmount.describe('The lowest bid that is shown'),
    limits: Limits,
    keywordShownDays: DaysSince.describe(
      'For how long its own keyword is shown; null: it has none',
    ),
  })
  .superRefine((body, ctx) => {
    refuseBelow(ctx, body.limits.minimum, body.limits.maximum, ['limits', 'maximum']);
  })
  .meta({ examples: [SEARCH_TERM_EXAMPLE] });
export type SearchTermPreviewBody = z.infer<typeof SearchTermPreviewBody>;

export const SearchTermPreviewAnswer = z.object({
  action: AnySearchTermAction,
  code: z.string(),
  bid: Amount.nullable().describe('Where its own keyword would begin'),
  probabilityNotViable: z.number(),
  probabilityWithinTarget: z.number(),
  text: Text,
});
export type SearchTermPreviewAnswer = z.infer<typeof SearchTermPreviewAnswer>;

export const previewSearchTerm = endpoint({
  ...ask,
  path: '/v1/ads/search-terms/preview',
  summary: 'Previews whether a search becomes a keyword or a negative; writes nothing',
  body: SearchTermPreviewBody,
  answer: SearchTermPreviewAnswer,
});

export const RoasPreviewBody = z
  .strictObject({
    currencyCode: Currency,
    target: z
      .number()
      .min(0.1)
      .max(1_000)
      .nullable()
      .default(null)
      .describe('Null: none is set yet'),
    targetAcos: TargetAcos.describe(
      'What the strategy asks for, in percent: a first target follows',
    ),
    minimum: z.number().min(0.1).max(1_000).default(1),
    maximum: z.number().min(0.1).max(1_000).default(35),
    budget: PositiveAmount,
    maximumBudget: PositiveAmount,
    roas: z.number().min(0).max(100_000).nullable().default(null).describe('Of matured days'),
    orders: Weighted.default(0),
    cost: Amount.default(0),
    costPerOrder: PositiveAmount.nullable().default(null),
    lostByBudget: Share.nullable().default(null),
    lostByRank: Share.nullable().default(null),
    daysSinceTarget: DaysSince,
    daysSinceBudget: DaysSince,
  })
  .superRefine((body, ctx) => {
    refuseBelow(ctx, body.minimum, body.maximum, ['maximum']);
    refuseBelow(ctx, body.minimum, body.target ?? undefined, ['target']);
    refuseBelow(ctx, body.target ?? undefined, body.maximum, ['maximum']);
    refuseBelow(ctx, body.budget, body.maximumBudget, ['maximumBudget']);
  })
  .meta({ examples: [ROAS_EXAMPLE] });
export type RoasPreviewBody = z.infer<typeof RoasPreviewBody>;

export const RoasPreviewAnswer = z.object({
  action: AnyRoasAction,
  code: z.string(),
  target: z.number().nullable(),
  budget: Amount,
  text: Text,
});
export type RoasPreviewAnswer = z.infer<typeof RoasPreviewAnswer>;

export const previewRoas = endpoint({
  ...ask,
  path: '/v1/ads/roas-targets/preview',
  summary: 'Previews the ROAS target of a campaign without bids; writes nothing',
  body: RoasPreviewBody,
  answer: RoasPreviewAnswer,
});

export const PriceOrAdsBody = z
  .strictObject({
    currencyCode: Currency,
    price: PositiveAmount,
    costs: Costs,
    conversion: z.strictObject({ low: Conversion, estimate: Conversion, high: Conversion }),
    elasticity: z.number().min(0).max(10).default(1.8),
    unitsPerOrder: z.number().min(0.01).max(10_000).default(1),
    organicVisits: z.number().min(0).max(10_000_000).describe('A day, while the buybox is held'),
    adClicks: z.number().min(0).max(10_000_000).describe('A day, while the buybox is held'),
    adCost: Amount.describe('A day, while the buybox is held'),
    heldShare: Share.describe('For which share of the time the present price holds the buybox'),
    prices: z
      .array(z.strictObject({ price: PositiveAmount, heldShare: Share }))
      .max(50)
      .default([]),
    otherBids: z
      .strictObject({ clicks: z.number().min(0).max(10_000_000), cost: Amount })
      .nullable()
      .default(null)
      .describe('What other bids are forecast to bring in a day; null: no forecast'),
  })
  .superRefine((body, ctx) => {
    const { low, estimate, high } = body.conversion;
    refuseBelow(ctx, low, estimate, ['conversion', 'estimate']);
    refuseBelow(ctx, estimate, high, ['conversion', 'high']);
  })
  .meta({ examples: [PRICE_OR_ADS_EXAMPLE] });
export type PriceOrAdsBody = z.infer<typeof PriceOrAdsBody>;

export const PriceOrAdsAnswer = z.object({
  best: AnyWay,
  isClear: z
    .boolean()
    .describe('Its low end is above what keeping everything is expected to leave'),
  text: Text,
  ways: z.array(
    z.object({
      way: AnyWay,
      price: Amount,
      heldShare: z.number(),
      organic: Fine,
      ads: Fine,
      total: Fine.describe('Expected contribution of a day'),
      low: Fine.describe('By the lower end of the conversion'),
      high: Fine,
    }),
  ),
});
export type PriceOrAdsAnswer = z.infer<typeof PriceOrAdsAnswer>;

export const previewPriceOrAds = endpoint({
  ...ask,
  path: '/v1/ads/price-or-ads/preview',
  summary: 'Compares another price with other bids for a listing; writes nothing',
  body: PriceOrAdsBody,
  answer: PriceOrAdsAnswer,
});
