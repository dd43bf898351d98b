import * as z from 'zod';

/** One thing that is wrong with a request: where it stands, what is wrong, and in English why. */
export const Fault = z.object({
  /** Dotted path into the body, the query or the params: `rule.minPrice`. Empty: the whole. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
});
export type Fault = z.infer<typeof Fault>;

/** What the contracts' own fault codes say to whoever reads an answer of the API: what is wrong, and the cure. */
export const FAULT_MESSAGES: Readonly<Record<string, string>> = {
  currency_code: 'has to be an ISO 4217 code: BRL, USD',
  day_below_step: 'has to be at least the largest single step',
  end_not_after_start: 'has to be after the start',
  greater_than_zero: 'has to be greater than zero',
  invalid_date: 'has to be a date of the calendar',
  key_not_valid: 'is not a public key',
  key_too_short: 'has to have 2048 bits or more',
  listing_or_listing_id: 'give either `listing` with `market`, or `listingId`',
  max_not_above_min: 'has to be greater than the minimum',
  not_negative: 'has to be zero or more',
  not_replayable: 'cannot be replayed: its figures of the past are not kept',
  not_with_this_minimum: 'does not go with how the minimum is said',
  own_rule_one_ad: 'a rule of its own prices one ad: make it a group rule',
  origin_invalid: 'has to be an origin as browsers send it, without a path: https://erp.example',
  origin_local: 'is of this machine, which is not for production',
  over_100: 'has to be 100 at most',
  password_common: 'is one of those that everybody tries first',
  password_known: 'has to differ from the e-mail and from the old password',
  password_needs_digit: 'has to contain a digit',
  password_needs_lowercase: 'has to contain a lowercase letter',
  password_needs_special: 'has to contain a character that is neither a letter nor a digit',
  password_needs_uppercase: 'has to contain an uppercase letter',
  password_too_short: 'has to have at least 8 characters',
  password_wrong: 'is not the password',
  required: 'is required',
  too_large: 'is too large',
  too_long: 'is too long',
  two_decimals: 'has to have two decimal places at most',
  unknown_time_zone: 'has to be a zone of the IANA, such as America/Sao_Paulo',
  unknown_order: 'has to be `field:asc` or `field:desc`, with a field that can be ordered by',
};

/** RFC 9457 problem details; `code` is what a page translates. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  faults: z.array(Fault).optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 412
  | 413
  | 414
  | 415
  | 422
  | 429
  | 431
  | 503
  | 504;

/** A caller's fault. Thrown anywhere, answered in one place (`app.ts`), translated by the page through `code`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly status: ProblemStatus,
    readonly code: string,
    detail?: string,
    readonly more: { faults?: Fault[]; values?: ProblemBody['values'] } = {},
  ) {
    super(detail ?? code);
  }
}
