// What a rule would do with many listings at once, asked without changing anything.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';
import { Outcome } from './preview.ts';
import { RuleBody } from './rules.ts';
import { AnyUpdateState } from './words.ts';

/** What a person should check before the rule begins: a possible typing error, not a hindrance. */
export const SelectionWarning = z.enum([
  /** The minimum is under 30 % of the listing's price: it needs a confirmation. */
  'minimum_far_below',
  /** The listing costs less than the minimum: its price goes up as soon as the rule is active. */
  'minimum_above_price',
  /** The listing costs more than the maximum: its price goes down as soon as the rule is active. */
  'maximum_below_price',
  /** The new price would not cover what a sale of the listing costs. */
  'under_cost',
]);
export type SelectionWarning = z.infer<typeof SelectionWarning>;

export const SelectionItem = z.object({
  listingId: Id,
  title: z.string(),
  currencyCode: CurrencyCode,
  price: Amount,
  /** Null where the price stays. */
  newPrice: Amount.nullable(),
  /** The minimum that follows for this listing; null: none is set, or its cost is not known. */
  minPrice: Amount.nullable(),
  outcome: Outcome,
  /** Of KEEP and BLOCKED, as in a preview. */
  code: z.string().nullable(),
  /** What the update would become: `sent`, or `pending` where it waits for a person. */
  state: AnyUpdateState.nullable(),
  /**
   * What stands in the way: `listing_has_rule` (another rule prices the listing), a code of the engine such as
   * `below_minimum`, `no_cost`, `fee_awaited`, `stale_market`, `in_promotion`, `price_automated` or `kill_switch`;
   * `control_lost` (somebody changed the price elsewhere, and the rule would be paused); or, with a new price that
   * waits, `large_step`, `large_day_move`, `no_minimum` or `cheaper_elsewhere`. Null: nothing does.
   */
  stoppedBy: z.string().nullable(),
  warnings: z.array(SelectionWarning),
});
export type SelectionItem = z.infer<typeof SelectionItem>;

/** The answer lists this many listings one by one: what stands in the way first, then the largest moves. */
export const SELECTION_SHOWN = 200;

export const SelectionPreview = z.object({
  /** Listings that were asked about and exist. */
  total: z.int(),
  /** Prices that would change now, with or without an approval that the rule itself asks for. */
  changes: z.int(),
  raises: z.int(),
  lowers: z.int(),
  /** Mean of the changes, in percent of the present price, lower ones negative; null: none would change. */
  averageChangePercent: z.number().nullable(),
  outcomes: z.array(z.object({ outcome: Outcome, code: z.string().nullable(), count: z.int() })),
  /** What stands in the way, and of how many listings; the most frequent first. */
  stopped: z.array(z.object({ code: z.string(), count: z.int() })),
  warnings: z.array(z.object({ code: SelectionWarning, count: z.int() })),
  items: z.array(SelectionItem).max(SELECTION_SHOWN),
});
export type SelectionPreview = z.infer<typeof SelectionPreview>;

export const previewSelection = endpoint({
  method: 'post',
  path: '/v2/rules/preview/selection',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Previews a rule on many listings, with what would prevent it; writes nothing',
  body: z.object({
    rule: RuleBody,
    /** The rule that is edited, where it is one: its own listings do not count as another rule's. */
    ruleId: Id.nullable().optional(),
    listingIds: z.array(Id).min(1, { error: 'required' }).max(1_000),
  }),
  answer: SelectionPreview,
});
