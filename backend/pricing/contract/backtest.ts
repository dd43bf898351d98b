// A draft rule backtested over recorded markets, compared with the actual prices and with an unchanged price.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { RuleAnswer, RuleBody, RuleName } from './rules.ts';
import { Competitor, ExplanationLine } from './updates.ts';
import { AnyEventType, AnyPriceTag } from './words.ts';

export const MAX_BACKTEST_LISTINGS = 1_000;
export const MAX_BACKTEST_DAYS = 90;

export const BacktestState = z.enum(['queued', 'running', 'done', 'canceled', 'failed']);
export type BacktestState = z.infer<typeof BacktestState>;

export const BacktestBody = z.object({
  rule: RuleBody.superRefine((rule, ctx) => {
    // The recorded markets do not say what the listing's advertising cost on a day.
    if (rule.competition === 'ACOS' || rule.competition === 'ROAS') {
      ctx.addIssue({ code: 'custom', path: ['competition'], message: 'not_replayable' });
    }
  }),
  /** The draft's name, by which people recognize the backtest; left out: it has none. */
  ruleName: RuleName.optional(),
  listingIds: z.array(Id).min(1, { error: 'required' }).max(MAX_BACKTEST_LISTINGS),
  days: z.int().min(1).max(MAX_BACKTEST_DAYS).default(30),
  /** Units that a listing is assumed to sell on a day on which it wins all the time. */
  unitsPerDay: z
    .number()
    .min(0.001, { error: 'greater_than_zero' })
    .max(100_000, { error: 'too_large' })
    .default(1),
});
export type BacktestBody = z.infer<typeof BacktestBody>;

/** What a report assumes; the page has a text for each. */
export const BacktestAssumption = z.enum([
  /** Competitors do what they did, whatever price is asked. */
  'rivals_as_seen',
  /** A market is unchanged until the next poll that shows a change. */
  'market_stands_until_next_look',
  /** Who would win at a price that was not asked follows from what was seen at the price that was. */
  'winner_estimated',
  /** A first place that is shared counts as half of one. */
  'shared_counts_half',
  /** Where no buybox was seen, and for a rule that compares by price, the lowest price counts as winning. */
  'lowest_price_wins',
  /** The listing is on sale and in stock all the time, without a promotion. */
  'always_on_sale',
  /** Changes that would wait for a person are approved at once. */
  'approved_at_once',
  /** After a change the listing is polled once more a quarter of an hour later. */
  'looked_at_after_change',
  /** Sales follow from the time of winning alone: `unitsPerDay`. */
  'units_per_winning_day',
  /** The cost, tax and fee of today held all the time. */
  'costs_of_today',
  /** Some listings have no known cost: the margin is that of the others. */
  'margin_of_ads_with_cost',
  /** Some listings were not seen in this time: they are left out. */
  'ads_without_history',
  /** More changes than are kept: all are counted, the first ones are listed. */
  'changes_cut',
]);
export type BacktestAssumption = z.infer<typeof BacktestAssumption>;

/** What makes a moment the worst one. */
export const WorstReason = z.enum([
  /** The most money lost on one unit: `value` is that amount. */
  'sold_at_loss',
  /** The price farthest below the one that it began with: `value` is how many percent. */
  'deepest_price',
  /** The longest time without winning: `value` is how many hours, `at` its beginning. */
  'longest_loss',
]);
export type WorstReason = z.infer<typeof WorstReason>;

export const WorstMoment = z.object({
  at: Instant,
  listingId: Id,
  title: z.string(),
  price: Amount,
  reason: WorstReason,
  value: z.number(),
});
export type WorstMoment = z.infer<typeof WorstMoment>;

/** What came of one way to price. Averages are over time and listings; null where no market was seen. */
export const BacktestFigures = z.object({
  changes: z.int(),
  /** From 0 to 1. */
  winningShare: z.number().nullable(),
  averagePrice: Amount.nullable(),
  /** Estimated: see `units_per_winning_day`. */
  revenue: z.number().nullable(),
  /** Estimated profit in money, after cost, tax and fee; null where no cost is known. It may be below zero. */
  margin: z.number().nullable(),
  worst: WorstMoment.nullable(),
});
export type BacktestFigures = z.infer<typeof BacktestFigures>;

export const BacktestPoint = z.object({ averagePrice: Amount, winningShare: z.number() });
export type BacktestPoint = z.infer<typeof BacktestPoint>;

export const BacktestReport = z.object({
  /** How many polls were backtested, and at how many listings. */
  snapshots: z.int(),
  listings: z.int(),
  listingsWithCost: z.int(),
  currencyCode: CurrencyCode,
  from: Instant,
  to: Instant,
  unitsPerDay: z.number(),
  assumptions: z.array(BacktestAssumption),
  draft: BacktestFigures,
  done: BacktestFigures,
  nothing: BacktestFigures,
  /** Days in UTC, in order; those on which no market was seen are missing. */
  days: z.array(
    z.object({ day: Day, draft: BacktestPoint, done: BacktestPoint, nothing: BacktestPoint }),
  ),
});
export type BacktestReport = z.infer<typeof BacktestReport>;

export const Backtest = z.object({
  id: Id,
  state: BacktestState,
  /** In snapshots that were backtested; `total` is counted before it begins, and 0 until then. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** The draft; null: another version of the engine wrote it, and this one cannot read it. */
  rule: RuleAnswer.nullable(),
  /** Its name when it was tried; null: it had none. */
  ruleName: z.string().nullable(),
  listingIds: z.array(Id),
  /** How many days back it looks. */
  days: z.int(),
  unitsPerDay: z.number(),
  createdAt: Instant,
  report: BacktestReport.nullable(),
});
export type Backtest = z.infer<typeof Backtest>;

const RowFigures = BacktestFigures.pick({ changes: true, winningShare: true, averagePrice: true });

/** A backtest in a list: how many listings it has but not which, and only those figures of its report that the list shows. */
export const BacktestRow = Backtest.omit({ listingIds: true, report: true }).extend({
  ads: z.int(),
  /** Of its first listing; null: that is gone. */
  title: z.string().nullable(),
  currencyCode: CurrencyCode.nullable(),
  /** Who started it; null: no longer known. */
  startedBy: z.string().nullable(),
  figures: z.object({ draft: RowFigures, done: RowFigures }).nullable(),
});
export type BacktestRow = z.infer<typeof BacktestRow>;

/** A price that the draft would have changed. */
export const BacktestChange = z.object({
  seq: z.int(),
  listingId: Id,
  title: z.string(),
  at: Instant,
  from: Amount,
  to: Amount,
  eventType: AnyEventType,
  priceTag: AnyPriceTag,
  rival: Competitor.nullable(),
  explanation: z.array(ExplanationLine),
});
export type BacktestChange = z.infer<typeof BacktestChange>;

const params = z.object({ id: Id });

export const startBacktest = endpoint({
  method: 'post',
  path: '/v2/rules/backtest',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Backtests a draft rule on stored market snapshots; changes no price',
  body: BacktestBody,
  answer: Backtest,
});

export const getBacktest = endpoint({
  method: 'get',
  path: '/v2/rules/backtest/{id}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the progress of a backtest, and its report once done',
  params,
  answer: Backtest,
});

/** Only the newest backtests are kept. */
export const queryBacktests = endpoint({
  method: 'post',
  path: '/v2/rules/backtest/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists backtests, newest first',
  query: PageQuery,
  answer: pageOf(BacktestRow),
});

export const cancelBacktest = endpoint({
  method: 'put',
  path: '/v2/rules/backtest/{id}/cancel',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Stops a backtest; no effect on a finished one',
  params,
  answer: Backtest,
});

export const queryBacktestChanges = endpoint({
  method: 'post',
  path: '/v2/rules/backtest/{id}/changes/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the price changes that the draft rule would have made, by listing and time',
  params,
  query: PageQuery,
  body: z.object({ listingId: Id.nullable().default(null) }),
  answer: pageOf(BacktestChange),
});

export const exportBacktest = download({
  method: 'get',
  path: '/v2/rules/backtest/{id}/export',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Exports all price changes of a backtest (CSV)',
  params,
  type: 'text/csv',
});
