// Bulk actions: one change to the rules of many listings, with its preview, progress, outcome for each listing, and undo.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { bulkShape, glanceShape } from './rule-shapes.ts';
import { RuleBody, RuleName } from './rules.ts';

/**
 * The state of a bulk action or an import. `queued`: waits for a worker; `reading`: a file is being read; `previewed`: a file
 * that was read waits for a person; `canceled`: stopped by a person, what was written until then stays and can be
 * undone; `undone`: undone, except rules that were changed since.
 */
export const MassEditState = z.enum([
  'queued',
  'reading',
  'previewed',
  'writing',
  'done',
  'canceled',
  'failed',
  'undoing',
  'undone',
]);
export type MassEditState = z.infer<typeof MassEditState>;

export const BulkAction = z.enum(['enable', 'disable', 'archive', 'edit', 'limits']);
export type BulkAction = z.infer<typeof BulkAction>;

/** The limits of listings of one bulk action: by ids, in a selection, and if it is done synchronously. */
export const MAX_BULK = 1_000;
export const MAX_BULK_SELECTION = 50_000;
export const BULK_AT_ONCE = 200;
/** An answer lists this many listings one by one; the others are requested page by page. */
export const BULK_SHOWN = 200;

/** What an edit sets; whatever is left out stays as it is. */
export const BulkFields = z.object(bulkShape);
export type BulkFields = z.infer<typeof BulkFields>;

/** Percentages below and above; negative ones go the other way. */
const Below = z
  .number()
  .min(-1_000, { error: 'too_large' })
  .max(99.99, { error: 'too_large' })
  .nullable()
  .default(null);
const Above = z
  .number()
  .min(-99.99, { error: 'too_large' })
  .max(1_000, { error: 'too_large' })
  .nullable()
  .default(null);

/** The change itself, without the listings to which it applies. */
export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('enable') }),
  z.object({ action: z.literal('disable') }),
  z.object({ action: z.literal('archive') }),
  /** The rule of one listing is changed; many listings without a rule each get one of their own, which needs a strategy. */
  z.object({
    action: z.literal('edit'),
    fields: BulkFields.refine((fields) => Object.keys(fields).length > 0, { error: 'required' }),
  }),
  /** The minimum so many percent below and the maximum so many above the listing's price, or each limit moved by it. */
  z
    .object({
      action: z.literal('limits'),
      of: z.enum(['price', 'limits']),
      minBelowPercent: Below,
      maxAbovePercent: Above,
    })
    .refine(
      ({ minBelowPercent, maxAbovePercent }) => (minBelowPercent ?? maxAbovePercent) !== null,
      {
        error: 'required',
        path: ['minBelowPercent'],
      },
    ),
]);
export type BulkChange = z.infer<typeof BulkChange>;

/** Makes rules for listings that have none. */
export const RuleCreation = z
  .object({
    action: z.literal('create'),
    rule: RuleBody.refine(({ status }) => status !== 'archived', {
      error: 'rule_archived',
      path: ['status'],
    }),
    /** `own`: one rule for each, named after the listing; `group`: one for all, at most `MAX_RULE_LISTINGS`. */
    as: z.enum(['own', 'group']),
    /** Of a group rule. */
    name: RuleName.nullable().default(null),
  })
  .refine((creation) => creation.as === 'own' || creation.name !== null, {
    error: 'required',
    path: ['name'],
  });
export type RuleCreation = z.infer<typeof RuleCreation>;

const target = z
  .object({
    listingIds: z.array(Id).min(1, { error: 'required' }).max(MAX_BULK).optional(),
    /** All listings of a selection of the caller's own, instead of `listingIds`. */
    selectionId: Id.optional(),
    /** Returns what would happen and writes nothing. */
    dryRun: z.boolean().default(false),
  })
  .refine(
    ({ listingIds, selectionId }) => (listingIds === undefined) !== (selectionId === undefined),
    {
      error: 'required',
      path: ['listingIds'],
    },
  );
export const BulkBody = z.intersection(
  z.discriminatedUnion('action', [...BulkChange.options, RuleCreation]),
  target,
);
export type BulkBody = z.infer<typeof BulkBody>;

/**
 * Why a listing's rule is left as it is: it has none; it has one, and only one rule at a time is edited; the rule prices
 * other listings too (`group_rule_beyond`: some that were not chosen; `group_rule`: each of them would need limits of its
 * own); the others are in another country; the rule has no such limit, or says its minimum in another way; the
 * limits would cross; a new rule needs a strategy; somebody changed it meanwhile (`rule_changed`).
 */
export const BulkCode = z.enum([
  'listing_not_found',
  'no_rule',
  'one_at_a_time',
  'group_rule',
  'group_rule_beyond',
  'different_countries',
  'no_minimum',
  'no_maximum',
  'not_with_this_minimum',
  'max_not_above_min',
  'too_small',
  'too_large',
  'strategy_missing',
  'acos_or_roas',
  'listing_has_rule',
  'rule_changed',
]);
export type BulkCode = z.infer<typeof BulkCode>;

/** `BulkCode`, all that pages of 0.1.0 know, and later codes. `no_buybox`: the marketplace has no buybox for a rule to win. */
export const BulkReason = z.enum([...BulkCode.options, 'no_buybox']);
export type BulkReason = z.infer<typeof BulkReason>;
const AnyBulkReason = openEnum('bulk.code', BulkReason);

export const BulkOutcome = z.enum(['changed', 'made', 'unchanged', 'refused']);
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/** A summary of a rule; fields that were added later are absent in older bulk actions. */
export const RuleGlance = z.object(glanceShape);
export type RuleGlance = z.infer<typeof RuleGlance>;

export const BulkItem = z.object({
  listingId: Id,
  /** Null: there is no such listing. */
  title: z.string().nullable(),
  currencyCode: CurrencyCode.nullable(),
  price: Amount.nullable(),
  ruleId: Id.nullable(),
  /** Null: not done yet. */
  outcome: BulkOutcome.nullable(),
  /** For pages that do not know `reason`: the nearest of the codes that they know. */
  code: BulkCode.nullable(),
  /** Absent: `code` says it. */
  reason: AnyBulkReason.optional(),
  before: RuleGlance.nullable(),
  after: RuleGlance.nullable(),
  /** Of an undo: whether the rule is as it was before; false: `undoCode` tells why not. */
  restored: z.boolean().nullable(),
  undoCode: BulkCode.nullable(),
});
export type BulkItem = z.infer<typeof BulkItem>;

/** By how much the prices outside the new limits have to go up and down, at least and in all. */
export const BulkEffect = z.object({
  currencyCode: CurrencyCode,
  raises: z.int(),
  raisedBy: Amount,
  lowers: z.int(),
  loweredBy: Amount,
});
export type BulkEffect = z.infer<typeof BulkEffect>;

const counts = z.object({
  changed: z.int(),
  made: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Of an undo. */
  restored: z.int(),
  notRestored: z.int(),
});

export const Bulk = z.object({
  /** Null: a dry run. */
  id: Id.nullable(),
  /** Of a creation `edit`, which older pages know: it makes rules too. */
  action: BulkAction,
  /** How rules are created; absent: the action is no creation. */
  creates: RuleCreation.shape.as.optional(),
  state: MassEditState,
  /** In listings. */
  progress: z.object({ done: z.int(), total: z.int() }),
  counts,
  refused: z.array(z.object({ code: BulkCode, reason: AnyBulkReason.optional(), count: z.int() })),
  effects: z.array(BulkEffect),
  /** Listings that are refused come first. */
  items: z.array(BulkItem).max(BULK_SHOWN),
  createdAt: Instant,
});
export type Bulk = z.infer<typeof Bulk>;

const params = z.object({ id: Id });

export const startBulk = endpoint({
  method: 'post',
  path: '/v2/rules/bulk',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary:
    'Enables, disables, archives, edits, limits or creates the rules of many listings; gives the reason for each that is rejected',
  body: BulkBody,
  answer: Bulk,
});

export const getBulk = endpoint({
  method: 'get',
  path: '/v2/rules/bulk/{id}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the progress and result of a bulk action',
  params,
  answer: Bulk,
});

export const queryBulkItems = endpoint({
  method: 'post',
  path: '/v2/rules/bulk/{id}/items/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the listings of a bulk action, rejected ones first',
  params,
  query: PageQuery,
  answer: pageOf(BulkItem),
});

export const cancelBulk = endpoint({
  method: 'put',
  path: '/v2/rules/bulk/{id}/cancel',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Stops a bulk action; what was changed stays and can be undone',
  params,
  answer: Bulk,
});

export const undoBulk = endpoint({
  method: 'post',
  path: '/v2/rules/bulk/{id}/undo',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Undoes a bulk action for every rule that was not changed since',
  params,
  answer: Bulk,
});
