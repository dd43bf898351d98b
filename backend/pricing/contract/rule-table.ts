// The fields of a rule. The contract, the stored rule, the engine, spreadsheets and bulk actions are derived from these
// entries, and so are the pages: a separate control is only for what no standard control can enter.
import * as z from 'zod';
import { Day, Instant, type Locale } from '../../kernel/id.ts';
import { Comparison } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';
import { knownOf } from '../../kernel/open-enum.ts';
import { STRATEGIES } from '../strategies/registry.ts';
import type { StrategyField } from '../strategies/strategy.ts';
import {
  AnyStrategy,
  BaseOn,
  Competition,
  Control,
  MinimumBy,
  RuleStatus,
  Strategy,
} from './words.ts';

export type Words = Readonly<Record<Locale, string>>;

/** A value of a spreadsheet: how our own files say it in each language, and what else is understood. */
export type ValueWords = Words & { others: readonly string[] };

/** What decides which fields of a rule mean something. */
interface Chosen {
  competition: Competition;
  strategy: string;
  minimumBy: MinimumBy;
}

export interface Options<Value> {
  /** Of a number, and of a date. Money travels as a decimal amount and is stored in minor units. */
  unit?: 'money' | 'percent' | 'date';
  /** Stored in a separate column; all other fields are in `rule.settings`. */
  column?: 'min_price' | 'max_price' | 'status';
  /** The schema of answers, where they may hold values that requests may not. */
  answer?: z.ZodType<Value>;
  /** When it means something; left out: always. */
  when?: (rule: Chosen) => boolean;
  /** It is required where it means something. */
  needed?: true;
  /** The word of the glossary that explains it. */
  help?: string;
  /** Its values in the order in which a form offers them, where it is not that of the schema. */
  options?: readonly Value[];
  /** Whether a bulk action may set it; a schema where it may only set some values. */
  bulk?: true | z.ZodType;
  spreadsheet?: {
    /** What the template shows. */
    example: Value;
    /** The words of values, where they are elsewhere. */
    values?: Readonly<Record<string, ValueWords>>;
    /** The fault of a cell that has none of the words of the values. */
    unknown?: string;
  };
}

/** @param byDefault what the rule says where the field is left out */
const field = <
  Schema extends z.ZodType,
  const More extends Options<z.output<Schema>> = Record<never, never>,
>(
  schema: Schema,
  byDefault: z.output<Schema>,
  more?: More,
) => ({ schema, byDefault, ...more }) as { schema: Schema; byDefault: z.output<Schema> } & More;

export const Percent = z
  .number()
  .min(0, { error: 'not_negative' })
  .max(100, { error: 'too_large' });

export const Adjustment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('VALUE'), amount: Amount }),
  z.object({ type: z.literal('PERCENTAGE'), amount: Percent }),
]);

const AboveZero = z.number().positive({ error: 'greater_than_zero' });
const Moment = z.union([Instant, Day]);
const SellerIds = z.array(z.string().min(1).max(100)).max(200);

const strategyValues = Object.fromEntries(
  Object.values(STRATEGIES).map(({ key, words, spreadsheetWords }) => [
    key,
    { pt: words.pt.label, en: words.en.label, es: words.es.label, others: spreadsheetWords },
  ]),
);

/** Rules that follow the advertising of a listing instead of competitors. */
const isAds = ({ competition }: Chosen) => competition === 'ACOS' || competition === 'ROAS';
const hasCompetitors = (rule: Chosen) => !isAds(rule);
const isOutside = ({ competition }: Chosen) => competition === 'EXTERNAL';
/** A page of the last release shows all fields for a strategy that it does not know. */
const ofStrategy = (one: StrategyField) => (rule: Chosen) =>
  hasCompetitors(rule) && (knownOf(STRATEGIES, rule.strategy)?.fields.includes(one) ?? true);

/** The fields of a rule. Their words are in `RULE_WORDS`, by the same keys. */
export const RULE_TABLE = {
  status: field(RuleStatus, 'enabled', {
    column: 'status',
    help: 'rule',
    spreadsheet: { example: 'enabled', unknown: 'status_unknown' },
  }),
  competition: field(Competition, 'BUYBOX', {
    help: 'competition_buybox',
    // ACOS and ROAS need a limit of their own.
    bulk: Competition.extract(['BUYBOX', 'EXTERNAL']),
    spreadsheet: { example: 'BUYBOX', unknown: 'competition_unknown' },
  }),
  strategy: field(Strategy, 'WIN', {
    // The page shows one that it does not know by the words of the API.
    answer: AnyStrategy as z.ZodType<Strategy>,
    when: hasCompetitors,
    help: 'strategy',
    bulk: true,
    spreadsheet: { example: 'WIN', values: strategyValues, unknown: 'strategy_unknown' },
  }),
  baseOn: field(BaseOn, 'LOWEST_PRICE', {
    when: ofStrategy('baseOn'),
    help: 'base_on',
    options: ['LOWEST_PRICE', 'WINNER'],
    bulk: true,
  }),
  adjustment: field(
    Adjustment,
    { type: 'VALUE', amount: 0.01 },
    {
      when: (rule: Chosen) => isAds(rule) || ofStrategy('adjustment')(rule),
      help: 'adjustment',
      bulk: true,
    },
  ),
  acosLimit: field(AboveZero.nullable(), null, {
    unit: 'percent',
    when: ({ competition }: Chosen) => competition === 'ACOS',
    needed: true,
    help: 'acos',
  }),
  /** A ratio. */
  roasLimit: field(AboveZero.nullable(), null, {
    when: ({ competition }: Chosen) => competition === 'ROAS',
    needed: true,
    help: 'roas',
  }),
  /** Where it is not an amount, the minimum follows from the listing's costs, and `minPrice` is null. */
  minimumBy: field(MinimumBy, 'AMOUNT'),
  minPrice: field(PositiveAmount.nullable(), null, {
    unit: 'money',
    column: 'min_price',
    when: ({ minimumBy }: Chosen) => minimumBy === 'AMOUNT',
    help: 'minimum',
    bulk: true,
    spreadsheet: { example: 84.9 },
  }),
  /** What the minimum leaves at least: of MARGIN percent of the price, of RETURN percent of the cost. */
  minimumPercent: field(
    z.number().min(0, { error: 'not_negative' }).max(1_000, { error: 'too_large' }).nullable(),
    null,
    { unit: 'percent', when: ({ minimumBy }: Chosen) => minimumBy !== 'AMOUNT', needed: true },
  ),
  maxPrice: field(PositiveAmount.nullable(), null, {
    unit: 'money',
    column: 'max_price',
    help: 'maximum',
    bulk: true,
    spreadsheet: { example: 129.9 },
  }),
  applyMinPriceWhenLosing: field(z.boolean(), true, {
    when: hasCompetitors,
    help: 'apply_minimum',
    bulk: true,
  }),
  /** Percent of the best competitor's comparable price that a strategy keeps below it while winning alone. */
  safeMargin: field(Percent, 0, {
    unit: 'percent',
    when: ofStrategy('safeMargin'),
    help: 'safe_margin',
    bulk: true,
    spreadsheet: { example: 0 },
  }),
  requiresApproval: field(z.boolean(), false, {
    help: 'approval',
    bulk: true,
    spreadsheet: { example: false },
  }),
  control: field(Control, 'REGAIN', {
    help: 'regain_control',
    bulk: true,
    spreadsheet: { example: 'REGAIN', unknown: 'control_unknown' },
  }),
  considerShippingPrice: field(z.boolean(), false, {
    when: hasCompetitors,
    help: 'total_price',
    bulk: true,
  }),
  comparison: field(Comparison, 'IDENTICAL', { when: isOutside, help: 'comparison' }),
  allMarketplaces: field(z.boolean(), true),
  marketplaceId: field(MarketplaceId.nullable(), null, { when: isOutside }),
  buyboxExceptions: field(SellerIds, [], { when: hasCompetitors, help: 'exceptions' }),
  outsideBuyboxExceptions: field(SellerIds, []),
  warGuard: field(
    z
      .object({
        /** Alternating undercuts, ours and the competitor's together. */
        rounds: z.int().min(2).max(100).default(4),
        hours: z.number().positive().max(168).default(6),
        dropPercent: z.number().min(0).max(100).default(3),
        restHours: z.number().positive().max(168).default(2),
      })
      .nullable(),
    null,
    { when: ofStrategy('warGuard'), help: 'price_war' },
  ),
  /** An instant, or a day as the person wrote it. */
  startDate: field(Moment.nullable(), null, { unit: 'date' }),
  endDate: field(Moment.nullable(), null, { unit: 'date' }),
};
