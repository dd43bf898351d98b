// Figures of a range of days, by period and group.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { CurrencyCode } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery } from '../../kernel/page.ts';
import { EXAMPLES } from './examples.ts';
import { NULL_REASONS } from './formula.ts';
import { METRIC_GROUPS, METRIC_NAMES, UNITS } from './metrics.ts';

/** The most days of one query. */
export const MAX_INDICATOR_DAYS = 400;
/** Rows of one answer at most: groups of the page times periods. */
export const MAX_INDICATOR_ROWS = 2_000;
/** Listings that are named at once at most. */
export const MAX_INDICATOR_LISTINGS = 200;
const MAX_ACCOUNTS = 200;

export const GRANULARITIES = ['day', 'week', 'month', 'total'] as const;
/** Weeks begin on Monday. */
export const Granularity = z.enum(GRANULARITIES);
export type Granularity = z.infer<typeof Granularity>;

export const GROUPINGS = ['none', 'marketplace', 'account', 'listing', 'campaign'] as const;
export const Grouping = z.enum(GROUPINGS);
export type Grouping = z.infer<typeof Grouping>;

/** The names of lists whose texts `GET /v1/words` has. */
export const METRIC_WORDS = 'indicators.metric';
export const REASON_WORDS = 'indicators.reason';
export const GROUP_WORDS = 'indicators.group';

const MetricWord = openEnum(METRIC_WORDS, z.enum(METRIC_NAMES));
const ReasonWord = openEnum(REASON_WORDS, z.enum(NULL_REASONS));

/** An absent list does not filter. Ids that the company does not have are ignored. */
export const IndicatorFilters = z.object({
  marketplaceIds: z.array(MarketplaceId).min(1).max(MAX_ACCOUNTS).optional(),
  accountIds: z.array(Id).min(1).max(MAX_ACCOUNTS).optional(),
  campaignIds: z.array(Id).min(1).max(MAX_ACCOUNTS).optional(),
  listingIds: z.array(Id).min(1).max(MAX_INDICATOR_LISTINGS).optional(),
});
export type IndicatorFilters = z.infer<typeof IndicatorFilters>;

export const IndicatorQuery = z
  .object({
    /** Both included; a range that ends in the future is cut at the present day. */
    from: Day,
    to: Day,
    granularity: Granularity.default('day'),
    groupBy: Grouping.default('none'),
    filters: IndicatorFilters.default({}),
    metrics: z.array(z.enum(METRIC_NAMES)).min(1).max(METRIC_NAMES.length),
    /** `previous`: as many days before, moved by whole weeks, so that weekdays meet. */
    compare: z.enum(['none', 'previous']).default('none'),
  })
  .meta({ examples: [...EXAMPLES] });
export type IndicatorQuery = z.infer<typeof IndicatorQuery>;

/** How much of the data of a figure is known. */
export const Completeness = z.object({
  /**
   * Days of accounts, as their orders are read: `settling` ones may change, `open` ones are not over, of `unknown` ones nothing
   * counts. Days that have not begun are none.
   */
  days: z.object({ settled: z.int(), settling: z.int(), open: z.int(), unknown: z.int() }),
  /** Accounts with all days known, of all accounts. */
  accounts: z.object({ known: z.int(), all: z.int() }),
  /** Accounts whose campaigns' figures of each day are read, of all; null: no figure of ads was requested. */
  ads: z.object({ known: z.int(), all: z.int() }).nullable(),
  /** The revenue with all costs known, of all; empty: no figure of sales was requested. */
  costs: z.array(z.object({ currencyCode: CurrencyCode, known: z.number(), revenue: z.number() })),
});
export type Completeness = z.infer<typeof Completeness>;

/** Numerators and denominators are money, seconds or counts; a value is in its metric's unit. */
const Figures = z.object({
  numerator: z.number().nullable(),
  /** Null for a sum, and where the numerator is null. */
  denominator: z.number().nullable(),
  value: z.number().nullable(),
  reason: ReasonWord.nullable(),
});

export const Cell = Figures.extend({
  metric: MetricWord,
  /** Null: the metric is of no currency, or nothing was sold in any. */
  currencyCode: CurrencyCode.nullable(),
  /** The revenue that it is known of, of all; null: it needs nothing that may be unknown. */
  coverage: z.object({ known: z.number(), revenue: z.number() }).nullable(),
  /** A ratio of so few orders or clicks that it says little. */
  isSmall: z.boolean(),
  /** Of a share: where it lies with 80 %, in percent. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Null: no comparison was requested. */
  compared: Figures.extend({
    /** This value less that one; null where one of them is, or a day of either is open or unknown. */
    difference: z.number().nullable(),
    /** The same in percent of that one; null for metrics in percent, too. */
    percent: z.number().nullable(),
  }).nullable(),
});
export type Cell = z.infer<typeof Cell>;

export const IndicatorRow = z.object({
  /** Null: all. */
  group: z.object({ id: z.int(), name: z.string(), marketplaceId: MarketplaceId }).nullable(),
  from: Day,
  to: Day,
  completeness: Completeness,
  /** Every change of the orders until then is read, of all its accounts; null: of one of them none are. */
  readUntil: Instant.nullable(),
  compared: z.object({ from: Day, to: Day, completeness: Completeness }).nullable(),
  /** One for each metric; a metric of money has one for each currency. */
  cells: z.array(Cell),
});
export type IndicatorRow = z.infer<typeof IndicatorRow>;

export const Indicators = z.object({
  /** When it was put together. */
  asOf: Instant,
  from: Day,
  to: Day,
  /** Where the days of its accounts begin and end. */
  timeZones: z.array(z.string()),
  /** Groups of all pages. */
  totalGroups: z.int(),
  /** By group, then by period. */
  rows: z.array(IndicatorRow),
});
export type Indicators = z.infer<typeof Indicators>;

export const queryIndicators = endpoint({
  method: 'post',
  path: '/v1/indicators/query',
  access: 'company',
  needs: 'read',
  tag: 'insights',
  summary: 'Gets figures of a range of days, by period and group, with how much of them is known',
  query: PageQuery,
  body: IndicatorQuery,
  answer: Indicators,
});

export const MetricInfo = z.object({
  metric: MetricWord,
  label: z.string(),
  /** What it counts. */
  text: z.string(),
  group: openEnum(GROUP_WORDS, z.enum(METRIC_GROUPS)),
  unit: z.enum(UNITS),
  better: z.enum(['higher', 'lower', 'neither']),
  /** In names of what is added up: a ratio is one of sums. */
  formula: z.string(),
  isRatio: z.boolean(),
  /** Whether it has one currency. */
  isOfMoney: z.boolean(),
  nullReasons: z.array(ReasonWord),
});
export type MetricInfo = z.infer<typeof MetricInfo>;

export const listMetrics = endpoint({
  method: 'get',
  path: '/v1/indicators/metrics',
  access: 'company',
  needs: 'read',
  tag: 'insights',
  summary:
    'Gets what every figure is: its formula, its unit, what it counts, and when it has no value',
  answer: z.array(MetricInfo),
});
