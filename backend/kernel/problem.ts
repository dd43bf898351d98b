import * as z from 'zod';
import type { Locale } from './id.ts';
import type { Unknown } from './open-enum.ts';

/** One fault of a request: its path, its code, and an English message. */
export const Fault = z.object({
  /** Dotted path into the body, the query or the params: `rule.minPrice`. Empty: the whole. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
  /** The text to show if the page does not know the code, in the language of the request. */
  text: z.string().optional(),
});
export type Fault = z.infer<typeof Fault>;

/** The texts of the contracts' own fault codes: the fault and the cure. */
export const FAULT_MESSAGES: Readonly<Record<string, string>> = {
  after_today: 'has to be `today` at the latest',
  cep: 'has to be a CEP of 8 digits',
  cnpj: 'has to be a CNPJ of 14 characters with its check digits',
  cpf_or_cnpj: 'has to be a CPF or CNPJ with its check digits',
  currency_code: 'has to be an ISO 4217 code: BRL, USD',
  day_below_step: 'has to be at least the largest single step',
  end_not_after_start: 'has to be after the start',
  goal_outside_strategy: 'has to be within the range of the strategy',
  greater_than_zero: 'has to be greater than zero',
  invalid_date: 'has to be a date of the calendar',
  listing_or_listing_id: 'give either `listing` with `market`, or `listingId`',
  margin_or_costs: 'give either `marginPercent` or `costs`',
  max_below_min: 'has to be at least the minimum',
  max_not_above_min: 'has to be greater than the minimum',
  not_falling: 'has to be at least the one before',
  not_negative: 'has to be zero or more',
  not_replayable: 'cannot be backtested: its figures of the past are not kept',
  not_with_this_minimum: 'does not fit how the minimum is given',
  own_rule_one_ad: 'a rule of its own prices one listing: make it a group rule',
  orders_without_clicks: 'has to be zero on a day without clicks',
  origin_invalid: 'has to be an origin as browsers send it, without a path: https://erp.example',
  over_100: 'has to be 100 at most',
  password_needs_digit: 'has to contain a digit',
  password_needs_lowercase: 'has to contain a lowercase letter',
  password_needs_special: 'has to contain a character that is neither a letter nor a digit',
  password_needs_uppercase: 'has to contain an uppercase letter',
  password_too_short: 'has to have at least 8 characters',
  phone: 'has to be a phone of Brazil with its area code',
  required: 'is required',
  given_twice: 'is given twice',
  strategy_missing: 'takes a strategy other than `none`',
  too_large: 'is too large',
  too_long: 'is too long',
  top_up_too_small: 'has to be at least 1.00',
  two_decimals: 'has to have two decimal places at most',
  unknown_time_zone: 'has to be a zone of the IANA, such as America/Sao_Paulo',
  unknown_order: 'has to be `field:asc` or `field:desc`, with a field that can be ordered by',
  web_address: 'has to be an address of the web with its protocol: https://example.com',
};

/** How prominently a page shows it. */
export const Level = z.enum(['info', 'positive', 'notice', 'negative']);
export type Level = z.infer<typeof Level>;

/** What the user can do; the text describes it. */
export const Remedy = z.enum([
  'none',
  /** Retry. */
  'retry',
  /** Wait: it is temporary. */
  'wait',
  /** Check the current state, and decide again. */
  'refresh',
  /** Change what was typed or chosen. */
  'correct',
  'sign-in',
  'change-password',
  /** Choose a company. */
  'choose',
  /** Ask a manager of the company. */
  'ask',
  /** Connect the marketplace account again. */
  'connect',
  /** Go back: there is nothing here. */
  'back',
  'support',
]);
export type Remedy = z.infer<typeof Remedy>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Value = z.infer<typeof Value>;

/** RFC 9457 problem details. A page shows `text`, and acts on `code`. */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** What a page shows, in the language of the request. */
  text: z.string().optional(),
  level: z.union([Level, z.string() as z.ZodType<Unknown>]).optional(),
  remedy: z.union([Remedy, z.string() as z.ZodType<Unknown>]).optional(),
  /** In English, what is special about this occurrence. */
  detail: z.string().optional(),
  requestId: z.string().optional(),
  faults: z.array(Fault).optional(),
  values: z.record(z.string(), Value).optional(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;

export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 413
  | 414
  | 415
  | 422
  | 429
  | 431
  | 500
  | 503
  | 504;

/** What an error code means, and its text in each language, with values in double braces. */
export interface ProblemEntry extends Readonly<Record<Locale, string>> {
  readonly status: ProblemStatus;
  /** Negative by default. */
  readonly level?: Level;
  readonly remedy: Remedy;
}

/** The error codes of a domain. */
export type ProblemTable = Readonly<Record<string, ProblemEntry>>;

/** What is special about one occurrence. */
interface Occurrence {
  /** Where it is not the status of the code. */
  status?: ProblemStatus | undefined;
  /** Further details in English. */
  detail?: string | undefined;
  faults?: Fault[] | undefined;
  values?: ProblemBody['values'] | undefined;
}

/** A caller's fault. Made by the domain's `problem`, thrown anywhere, answered in one place (`app.ts`). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  constructor(
    readonly code: string,
    readonly entry: ProblemEntry,
    readonly more: Occurrence = {},
  ) {
    super(more.detail ?? code);
    this.status = more.status ?? entry.status;
  }

  /** The text for people, with its values. */
  textIn(locale: Locale): string {
    return this.entry[locale].replaceAll(/{{(\w+)}}/g, (_, name: string) =>
      String(this.more.values?.[name] ?? ''),
    );
  }
}

type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type OccurrenceOf<Name extends string> = [Name] extends [never]
  ? [occurrence?: Occurrence]
  : [occurrence: Occurrence & { values: Readonly<Record<Name, Value>> }];

/**
 * Makes what a domain throws its errors with. A code that is not in the table does not compile, nor does an occurrence
 * without the values that the code's text has in double braces.
 */
export const problemsOf =
  <const Table extends ProblemTable>(table: Table) =>
  <Code extends string & keyof Table>(
    code: Code,
    ...[occurrence]: OccurrenceOf<NamesIn<Table[Code]['en']>>
  ): Problem =>
    new Problem(code, table[code]!, occurrence);

/** What only the server finds wrong with a field, by code. */
export type FaultTable = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** Makes what a domain finds wrong with a field; a code that is not in the table does not compile. */
export const faultsOf =
  <const Table extends FaultTable>(table: Table) =>
  (path: string, code: string & keyof Table, message?: string): Fault => ({
    path,
    code,
    message: message ?? table[code]!.en,
  });
