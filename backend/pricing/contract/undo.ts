// Undoing many price updates at once: preview, start and progress; and deciding many that wait.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { MassEditState } from './bulk.ts';

/** Updates that are named one by one, at most. */
export const MAX_UNDO = 1_000;
/** Listings of one undo at most, where a rule and a time name them. */
export const MAX_UNDO_LISTINGS = 10_000;
/** Price updates that are read for one undo at most: all of its listings from the oldest chosen one on. */
export const MAX_UNDO_UPDATES = 200_000;
/** How far back the time of an undo of a rule may begin, in days. */
export const UNDO_DAYS = 90;
/** So long after a preview it may be confirmed, in minutes. */
export const UNDO_CONFIRM_MINUTES = 60;
/** Up to so many listings are done while the caller waits. */
export const UNDO_AT_ONCE = 200;
/** An answer lists this many listings one by one; the others are requested page by page. */
export const UNDO_SHOWN = 200;

/** Which updates: some, or all that a rule applied from an instant on, up to another one where there is one. */
export const UndoScope = z
  .object({
    updateIds: z.array(Id).min(1, { error: 'required' }).max(MAX_UNDO).optional(),
    ruleId: Id.optional(),
    since: Instant.optional(),
    until: Instant.optional(),
  })
  .refine(
    ({ updateIds, ruleId, since, until }) =>
      updateIds === undefined
        ? ruleId !== undefined && since !== undefined
        : [ruleId, since, until].every((each) => each === undefined),
    { error: 'required', path: ['updateIds'] },
  )
  .refine(({ since, until }) => !since || !until || Date.parse(since) < Date.parse(until), {
    error: 'end_before_start',
    path: ['until'],
  });
export type UndoScope = z.infer<typeof UndoScope>;

/**
 * What becomes of the rules: `keep` leaves each listing at its restored price until the market or the rule changes;
 * `disable` stops the rules of the listings first.
 */
export const UndoRule = z.enum(['keep', 'disable']);
export type UndoRule = z.infer<typeof UndoRule>;

/**
 * Why a listing's price is left as it is: the update is not there, is not applied, is an undo itself or was taken back
 * already; another one was applied after it (`not_latest`); one is on its way; somebody changed the price elsewhere;
 * the listing has that price already; something of it changed since the preview; somebody stopped all price changes meanwhile.
 */
export const UndoCode = z.enum([
  'update_not_found',
  'not_applied',
  'not_undoable',
  'already_undone',
  'not_latest',
  'update_in_flight',
  'changed_outside',
  'price_unchanged',
  'changed_since_preview',
  'price_changes_stopped',
]);
export type UndoCode = z.infer<typeof UndoCode>;

/**
 * What came of a listing: its price is on its way, is back, was refused by the marketplace or given up, or was cancelled on
 * its way; or the listing was left as it is.
 */
export const UndoOutcome = z.enum(['restoring', 'restored', 'failed', 'canceled', 'refused']);
export type UndoOutcome = z.infer<typeof UndoOutcome>;

export const UndoItem = z.object({
  /** Null: there is no such update. */
  listingId: Id.nullable(),
  title: z.string().nullable(),
  skuMarketplace: z.string().nullable(),
  currencyCode: CurrencyCode.nullable(),
  ruleName: z.string().nullable(),
  /** How many of the chosen updates are taken back, and how many of them stay since something came after them. */
  updates: z.int(),
  olderKept: z.int(),
  /** Now. */
  price: Amount.nullable(),
  restorePrice: Amount.nullable(),
  /** The restored price lies below the minimum of the rule, or below what a sale of the listing costs. */
  belowMinimum: z.boolean(),
  belowCost: z.boolean(),
  /** Null: not done yet. */
  outcome: UndoOutcome.nullable(),
  code: UndoCode.nullable(),
});
export type UndoItem = z.infer<typeof UndoItem>;

export const UndoEffect = z.object({
  currencyCode: CurrencyCode,
  raises: z.int(),
  raisedBy: Amount,
  lowers: z.int(),
  loweredBy: Amount,
});
export type UndoEffect = z.infer<typeof UndoEffect>;

export const UndoBody = UndoScope.safeExtend({ rule: UndoRule, seenAt: Instant });
export type UndoBody = z.infer<typeof UndoBody>;

export const Undo = z.object({
  /** Null: a preview. */
  id: Id.nullable(),
  state: MassEditState,
  rule: UndoRule,
  /** The caller sends it to confirm: listings that changed since then are left as they are. */
  seenAt: Instant,
  /** In listings. */
  progress: z.object({ done: z.int(), total: z.int() }),
  counts: z.object({
    /** Can be restored, and not done yet. */
    open: z.int(),
    restoring: z.int(),
    restored: z.int(),
    failed: z.int(),
    canceled: z.int(),
    refused: z.int(),
    belowMinimum: z.int(),
    belowCost: z.int(),
    /** Restorations by a drop that counts for the breaker, and how many such drops may leave within its window. */
    largeDrops: z.int(),
    largeDropLimit: z.int(),
  }),
  refused: z.array(z.object({ code: UndoCode, count: z.int() })),
  effects: z.array(UndoEffect),
  /** The rules of the listings that can be restored, by their names; at most 20. */
  rules: z.array(z.object({ id: Id, name: z.string() })),
  /** Listings that are left as they are come first. */
  items: z.array(UndoItem).max(UNDO_SHOWN),
  createdAt: Instant,
});
export type Undo = z.infer<typeof Undo>;

const params = z.object({ id: Id });

export const previewUndo = endpoint({
  method: 'post',
  path: '/v2/rules/undo/preview',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Previews the undo of many price updates: what it restores, and what it cannot',
  body: UndoScope,
  answer: Undo,
});

export const startUndo = endpoint({
  method: 'post',
  path: '/v2/rules/undo',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Undoes many price updates; prices that changed since the preview are left unchanged',
  body: UndoBody,
  answer: Undo,
});
export const getUndo = endpoint({
  method: 'get',
  path: '/v2/rules/undo/{id}',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the progress and result of an undo of many price updates',
  params,
  answer: Undo,
});

export const queryUndoItems = endpoint({
  method: 'post',
  path: '/v2/rules/undo/{id}/items/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Lists the listings of an undo, unchanged ones first',
  params,
  query: PageQuery,
  answer: pageOf(UndoItem),
});

export const cancelUndo = endpoint({
  method: 'put',
  path: '/v2/rules/undo/{id}/cancel',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary: 'Stops an undo of many price updates; prices already sent are not recalled',
  params,
  answer: Undo,
});

/** What a person may do with many updates at once. */
export const UpdateAct = z.enum(['approve', 'cancel', 'retry']);
export type UpdateAct = z.infer<typeof UpdateAct>;

/** Updates of one call at most. */
export const MAX_ACTED = 200;

export const ActResult = z.object({
  updateId: Id,
  /** Null: done; else the code of the problem that the call for this one alone answers with, and its values. */
  code: z.string().nullable(),
  /** What the code says, in the language of the request. */
  text: z.string().nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ActResult = z.infer<typeof ActResult>;

export const actOnUpdates = endpoint({
  method: 'post',
  path: '/v2/rules/updates/act',
  access: 'company',
  needs: 'write',
  tag: 'pricing',
  summary:
    'Approves, cancels or retries many price updates; gives the reason for each that is rejected',
  body: z.object({
    act: UpdateAct,
    updateIds: z.array(Id).min(1, { error: 'required' }).max(MAX_ACTED),
  }),
  answer: z.object({ results: z.array(ActResult) }),
});
