// Advice: what to do next with listings and campaigns, what it would bring, and what became of it.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { CurrencyCode } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

/** The kinds of advice, in the order of the gates that a listing passes on its way to profit. */
export const ADVICE_KINDS = [
  'improve_health',
  'losing_buybox',
  'ready_to_invest',
  'ads_without_ads',
  'not_attractive',
  'high_cpc',
  'low_conversion',
  'high_consumption',
  'acos_above_goal',
  'change_strategy',
  'doing_well',
] as const;
export const AdviceKind = z.enum(ADVICE_KINDS);
export type AdviceKind = z.infer<typeof AdviceKind>;

/** What accepting does at once, through the actions of pricing and advertising. */
export const DONE_ACTS = [
  'create_rule',
  'enable_rule',
  'lower_minimum',
  'approve_update',
  'set_budget',
  'set_bids',
  'pause_target',
] as const;
/** These, and what a person does on another page; `none`: there is nothing to do. */
export const ADVICE_ACTS = [
  ...DONE_ACTS,
  'enter_cost',
  'improve_listing',
  'open_rule',
  'advertise',
  'open_campaign',
  'none',
] as const;
export type AdviceAct = (typeof ADVICE_ACTS)[number];

/**
 * What a figure assumes without knowing it: how often a rule holds the buybox, how much of what is estimated comes true, that
 * as much is bought at another price, which part of the sales of advertising it caused, how clicks and costs follow bids and
 * budgets, and that all listings of a campaign sell alike.
 */
export const ASSUMED = [
  'win_chance',
  'kept_share',
  'same_demand',
  'incrementality',
  'click_response',
  'even_sales',
  'account_rates',
] as const;
export type Assumed = (typeof ASSUMED)[number];

/**
 * `accepted`: it is being done. `applied`: it is done. `resolved`: the reason is gone.
 */
export const ADVICE_STATES = [
  'open',
  'snoozed',
  'dismissed',
  'accepted',
  'applied',
  'undone',
  'resolved',
] as const;
export type AdviceState = (typeof ADVICE_STATES)[number];

export const Dismissal = z.enum(['not_my_goal', 'not_possible', 'data_wrong', 'other']);
export type Dismissal = z.infer<typeof Dismissal>;
export const SNOOZE_DAYS = [7, 14, 30] as const;

/** The names of lists whose texts `GET /v1/words` has. */
export const KIND_WORDS = 'advice.kind';
export const ACT_WORDS = 'advice.act';
export const STATE_WORDS = 'advice.state';
export const STAGE_WORDS = 'advice.stage';
export const ASSUMED_WORDS = 'advice.assumed';
export const DISMISSAL_WORDS = 'advice.dismissal';

/** A company's listings and campaigns were evaluated, and the result is worth an entry in the bell; at most once a day. */
export const ADVICE_DUE = domainEvent(
  'insights.advice-due',
  z.object({
    companyId: Id,
    /** YYYY-MM-DD */
    day: z.iso.date(),
    due: z.discriminatedUnion('about', [
      z.object({
        about: z.literal('listings'),
        count: z.int(),
        currencyCode: CurrencyCode,
        /** A decimal amount, in 30 days. */
        recoverable: z.number(),
      }),
      z.object({ about: z.literal('campaigns'), count: z.int() }),
    ]),
  }),
);

const StateWord = openEnum(STATE_WORDS, z.enum(ADVICE_STATES));

/** Decimal amounts; `low` to `high` is the 80 % interval. */
const Effect = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const Recommendation = z.object({
  id: Id,
  kind: openEnum(KIND_WORDS, AdviceKind),
  state: StateWord,
  act: openEnum(ACT_WORDS, z.enum(ADVICE_ACTS)),
  /** Whether accepting it does the act here; false: a person does it at `page`. */
  isDoneHere: z.boolean(),
  /** Where a person does it or sees it: a path below `/app`, with its query; null: nowhere. */
  page: z.string().nullable(),
  /** The one to begin with of several about the same thing; the others are in no total. */
  isPrimary: z.boolean(),
  /** What it is about: a listing, a campaign, or one of a campaign's targets. */
  listingId: Id.nullable(),
  campaignId: Id.nullable(),
  targetId: Id.nullable(),
  title: z.string(),
  /** The listing's code or the target's text. */
  code: z.string().nullable(),
  imageUrl: z.string().nullable(),
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  currencyCode: CurrencyCode,
  /** Why it is advised, in a sentence with its numbers. */
  why: z.string(),
  /** Change of the contribution in 30 days; null: no figure. */
  effect: Effect.nullable(),
  confidence: z.enum(['high', 'low']),
  openedAt: Instant,
  changedAt: Instant,
  snoozedUntil: Instant.nullable(),
  dismissal: openEnum(DISMISSAL_WORDS, Dismissal).nullable(),
  /** Whether what was done can be undone. */
  canUndo: z.boolean(),
});
export type Recommendation = z.infer<typeof Recommendation>;

/** A line of what advice follows from. */
export const AdviceLine = z.object({ label: z.string(), text: z.string() });

export const RecommendationDetails = Recommendation.extend({
  /** The numbers that it follows from. */
  lines: z.array(AdviceLine),
  /** How the effect follows from them; null: there is no figure. */
  formula: z.string().nullable(),
  assumed: z.array(openEnum(ASSUMED_WORDS, z.enum(ASSUMED))),
  /** What accepting it changes, before and after; empty: nothing is done here. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
});
export type RecommendationDetails = z.infer<typeof RecommendationDetails>;

/** By what advice is filtered and ordered. */
export const ADVICE_FIELDS = listFields({
  title: { type: 'text' },
  code: { type: 'text' },
  kind: { type: 'select', options: ADVICE_KINDS },
  act: { type: 'select', options: ADVICE_ACTS },
  effect: { type: 'monetary' },
  openedAt: { type: 'date' },
  listingId: { type: 'numeric', values: 'whole' },
  campaignId: { type: 'numeric', values: 'whole' },
  currencyCode: { type: 'text' },
  marketplaceId: { type: 'select', values: 'whole' },
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: { type: 'text' },
});
export type AdviceField = keyof typeof ADVICE_FIELDS;

/** `done`: what was accepted, and what was undone. */
export const AdviceTab = z.enum(['open', 'snoozed', 'done', 'dismissed']);
export type AdviceTab = z.infer<typeof AdviceTab>;

/** Absent: of every kind. */
const kind = AdviceKind.optional();

/** Amounts of one currency. */
const Total = z.object({ currencyCode: CurrencyCode, value: z.number() });

const common = { access: 'company', tag: 'insights' } as const;

export const queryRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/query',
  needs: 'read',
  summary:
    'Lists advice, what brings most first, with a count for each tab and the sums of what matches',
  query: z.object({ kind, tab: AdviceTab.default('open') }).extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(Recommendation).extend({
    counts: z.record(AdviceTab, z.int()),
    /** What the primary ones bring together, by currency. */
    totals: z.array(Total),
    /** When listings and campaigns were last evaluated; null: not yet. */
    evaluatedAt: Instant.nullable(),
  }),
});

/** The most advice that the dashboard shows, of each currency. */
export const NEXT_COUNT = 5;

export const nextRecommendations = endpoint({
  ...common,
  method: 'get',
  path: '/v1/recommendations/next',
  needs: 'read',
  summary: 'Lists what to do next: of each currency the primary advice that brings most',
  answer: z.object({
    content: z.array(Recommendation),
    /** Open advice in all. */
    open: z.int(),
    totals: z.array(Total),
    /** What listings that lose the buybox now did not earn in 30 days, by currency; decimal amounts. */
    notEarned: z.array(
      z.object({
        currencyCode: CurrencyCode,
        lost: z.number(),
        /** What the price to win would bring back; the rest would cost more than it brings. */
        recoverable: z.number(),
        notWorth: z.number(),
        listings: z.int(),
        /** Other listings that lose it, whose costs or price to win are not known. */
        unknown: z.int(),
      }),
    ),
    evaluatedAt: Instant.nullable(),
  }),
});

/** Where a listing stands: the first gate that it does not pass; `observing`: too little is known of what follows. */
export const STAGES = ['not_on_sale', ...ADVICE_KINDS, 'observing'] as const;
export type Stage = (typeof STAGES)[number];

export const Funnel = z.object({
  evaluatedAt: Instant.nullable(),
  /** Every listing is in one of them. */
  stages: z.array(
    z.object({
      stage: openEnum(STAGE_WORDS, z.enum(STAGES)),
      listings: z.int(),
      /** Open advice of the kind, and what its primary ones bring. */
      open: z.int(),
      totals: z.array(Total),
    }),
  ),
  /** What became of advice. */
  outcomes: z.array(z.object({ state: StateWord, count: z.int() })),
});
export type Funnel = z.infer<typeof Funnel>;

export const recommendationFunnel = endpoint({
  ...common,
  method: 'get',
  path: '/v1/recommendations/funnel',
  needs: 'read',
  summary: 'Gets how many listings stand at which gate, and what became of advice',
  answer: Funnel,
});

/** What acts of a kind were shown to bring in 30 days, and what they brought; decimal amounts of one currency. */
export const MeasuredKind = z.object({
  kind: openEnum(KIND_WORDS, AdviceKind),
  currencyCode: CurrencyCode,
  /** Acts that were measured. */
  count: z.int(),
  /** Those that brought at least the lower end of the range they were shown with. */
  kept: z.int(),
  promised: z.number(),
  came: z.number(),
  /** The 80 % interval of `came`; null: of fewer than three acts it is not known. */
  range: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type MeasuredKind = z.infer<typeof MeasuredKind>;

export const Promises = z.object({
  /** Measurements of this many days count. */
  days: z.int(),
  kinds: z.array(MeasuredKind),
  /** Of each kind that was measured, the percentage of its estimates that is shown. */
  shares: z.array(z.object({ kind: openEnum(KIND_WORDS, AdviceKind), percent: z.number() })),
  /** Acts whose sales are still awaited, and the day from which the first of them is measured. */
  measuring: z.int(),
  nextDay: z.iso.date().nullable(),
  /** Acts that cannot be measured: margins are not known, or there is too little to compare with. */
  unmeasured: z.int(),
});
export type Promises = z.infer<typeof Promises>;

export const recommendationPromises = endpoint({
  ...common,
  method: 'get',
  path: '/v1/recommendations/promises',
  needs: 'read',
  summary: 'Gets what followed advice was shown to bring, and what it brought',
  answer: Promises,
});

const params = z.object({ id: Id });

export const getRecommendation = endpoint({
  ...common,
  method: 'get',
  path: '/v1/recommendations/{id}',
  needs: 'read',
  summary: 'Gets advice with the numbers and the formula that it follows from',
  params,
  answer: RecommendationDetails,
});

export const MAX_DECIDED = 100;
const ids = z.array(Id).min(1).max(MAX_DECIDED);

/**
 * `applied`: the act is done. `changed`: the numbers differ from those that the person saw, and nothing was done. `gone`: there is
 * nothing to do any more. `refused`: `code` and `text` say why.
 */
export const Accepted = z.object({
  id: Id,
  outcome: z.enum(['applied', 'changed', 'gone', 'refused']),
  code: z.string().nullable(),
  text: z.string().nullable(),
});
export type Accepted = z.infer<typeof Accepted>;

export const acceptRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/accept',
  needs: 'write',
  summary: 'Does what is advised, after evaluating each once more',
  body: z.object({ ids }),
  answer: z.array(Accepted),
});

export const undoRecommendation = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/{id}/undo',
  needs: 'write',
  summary: 'Takes back what was done as advised, unless it was changed since',
  params,
  answer: Recommendation,
});

const Decided = z.object({ count: z.int() });

export const snoozeRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/snooze',
  needs: 'write',
  summary: 'Puts advice off for some days',
  body: z.object({ ids, days: z.literal([...SNOOZE_DAYS]) }),
  answer: Decided,
});

export const dismissRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/dismiss',
  needs: 'write',
  summary:
    'Dismisses advice with a reason; it returns once it is another and worth much more, or after 90 days, and never where it is not the goal',
  body: z.object({ ids, reason: Dismissal }),
  answer: Decided,
});

export const reopenRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/reopen',
  needs: 'write',
  summary: 'Opens advice again that was snoozed or dismissed',
  body: z.object({ ids }),
  answer: Decided,
});

export const refreshRecommendations = endpoint({
  ...common,
  method: 'post',
  path: '/v1/recommendations/refresh',
  needs: 'write',
  summary: 'Has all listings and campaigns gone through again, which takes up to some minutes',
  answer: z.object({ evaluatedAt: Instant.nullable() }),
});
