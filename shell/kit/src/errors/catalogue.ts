import type { Level, Remedy } from '@primazia/backend/kernel/problem';
import { PROBLEMS } from '@primazia/backend/kernel/problems';

export interface Situation {
  /** Of the text, in the kit's namespace. */
  key: string;
  level: Level;
  remedy: Remedy;
  /** How long it is shown, in ms, where that differs from the default. */
  ms?: number;
}

// A marketplace's codes have dots (`item.price.invalid`), which i18next would take for levels.
export const textName = (code: string): string => code.replaceAll(/\W/g, '_');

export const keyOf = (code: string): string => `errors.${textName(code)}`;

const all = (level: Level, remedy: Remedy, codes: readonly string[]): Record<string, Situation> =>
  Object.fromEntries(codes.map((code) => [code, { key: keyOf(code), level, remedy }]));

/** The codes of other services of the suite that are numbers, and our codes for the same. */
export const NUMBERS: Readonly<Record<string, string>> = {
  '30': 'form_error',
  '100': 'no_permission',
  '101': 'invalid_credentials',
};

const NAME_TAKEN_MS = 8_000;

/** The texts of codes that come without one: from a marketplace, a proxy or another service of the suite. */
export const CODES: Readonly<Record<string, Situation>> = {
  ...Object.fromEntries(
    Object.entries(PROBLEMS).map(([code, { remedy }]) => [
      code,
      { key: keyOf(code), level: 'negative' as const, remedy },
    ]),
  ),
  ...all('negative', 'retry', ['offline', 'form_error', 'timeout', 'unreachable']),
  ...all('negative', 'wait', [
    'rate_limited',
    'too_many_requests',
    'circuit_open',
    'internal_server_error',
    'item.price.invalidinput',
    'item.price.unauthorized',
  ]),
  ...all('negative', 'refresh', ['outside_change', 'no_answer', 'not_shown']),
  ...all('negative', 'correct', [
    'validation_error',
    'field_not_updatable',
    'outside_limits',
    'price_below_seller_minimum',
    'price_above_seller_maximum',
    'currency_mismatch',
    'item.price.invalid',
  ]),
  ...all('negative', 'connect', ['unauthorized_request_error', 'forbidden_error']),
  ...all('negative', 'back', ['item.price.not_found', 'invalid_status_for_action']),
  ...all('negative', 'support', ['unknown_error', 'unreadable']),
  ...all('notice', 'none', [
    'item.price.not_modifiable',
    'price_automated',
    'in_promotion',
    'price_unchanged',
  ]),
  ...all('info', 'correct', ['campaign_name_taken']),
  ad_group_name_taken: {
    key: 'errors.ad_group_name_taken',
    level: 'info',
    remedy: 'correct',
    ms: NAME_TAKEN_MS,
  },
};

/** The texts of statuses with an unknown code; others are shown with the server's text. */
export const STATUSES: Readonly<Record<number, Situation>> = {
  401: { key: 'errors.unauthorized', level: 'negative', remedy: 'sign-in' },
  403: { key: 'errors.unauthorized_operation', level: 'negative', remedy: 'ask' },
  404: { key: 'errors.feature_not_available', level: 'negative', remedy: 'back' },
  412: { key: 'errors.operation_not_completed', level: 'negative', remedy: 'retry' },
  422: { key: 'errors.operation_not_completed', level: 'negative', remedy: 'retry' },
};

export const SERVER_WORDS: Situation = {
  key: 'errors.server_message',
  level: 'negative',
  remedy: 'retry',
};
export const UNKNOWN: Situation = {
  key: 'errors.unknown_error',
  level: 'negative',
  remedy: 'support',
};

/** The situation of a code; undefined where it is unknown. */
export const situationOfCode = (code: string): Situation | undefined =>
  Object.hasOwn(CODES, code) ? CODES[code] : undefined;

const failures = <Name extends string>(
  remedy: Remedy,
  names: readonly Name[],
  level: Level = 'negative',
) =>
  Object.fromEntries(
    names.map((name) => [name, { key: `failures.${name}`, level, remedy }]),
  ) as Record<Name, Situation>;

/** Actions that failed: the first part of a message, before its reason. */
export const FAILURES = {
  ...failures('retry', [
    'rule_change',
    'rule_create',
    'price_send',
    'history_load',
    'ads_load',
    'variations_load',
    'content_load',
    'options_load',
    'select_response',
    'select_offline',
    'print',
    'csv_download',
    'csv_export',
    'upload',
    'language_change',
    'links_add',
    'links_remove',
    'campaign_create',
    'campaign_load',
    'companies_search',
    'operation',
  ]),
  ...failures('correct', ['invalid_values']),
  ...failures('back', ['integration']),
};
export type Failure = keyof typeof FAILURES;

const texts = <Name extends string>(
  group: string,
  level: Level,
  remedy: Remedy,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.map((name) => [name, { key: `${group}.${name}`, level, remedy }]),
  ) as Record<Name, Situation>;

/** Actions that succeeded. */
export const SUCCESSES = texts('successes', 'positive', 'none', [
  'saved',
  'ads_updated',
  'update_approved',
  'update_canceled',
  'update_undone',
]);

/** Why the list of a listing's competitors shows nothing. */
export const COMPETITORS = {
  ...texts('competitors', 'info', 'wait', ['not_monitored']),
  ...texts('competitors', 'notice', 'none', ['paused', 'below_twentieth']),
  ...texts('competitors', 'negative', 'retry', ['unavailable']),
};

/** Restrictions of the marketplaces, shown before a person tries. */
export const RESTRICTIONS = texts('restrictions', 'notice', 'none', ['price_in_campaign']);
