/** How loud it is told. */
export type Level = 'info' | 'positive' | 'notice' | 'negative';

/** What the person can do about it; the text says it in words. */
export type Remedy =
  | 'none'
  /** Do the same once more. */
  | 'retry'
  /** Nothing but wait: it passes by itself. */
  | 'wait'
  /** See how things stand now, and decide anew. */
  | 'refresh'
  /** Change what was typed or chosen. */
  | 'correct'
  | 'sign-in'
  | 'change-password'
  /** Choose a company. */
  | 'choose'
  /** Ask whoever manages the company. */
  | 'ask'
  /** Connect the marketplace account again. */
  | 'connect'
  /** Go back: here is nothing. */
  | 'back'
  | 'support';

export interface Situation {
  /** Of the text, in the kit's namespace. */
  key: string;
  level: Level;
  remedy: Remedy;
  /** For how long it is shown, in ms, where that differs from what is usual. */
  ms?: number;
}

// A marketplace's codes have dots (`item.price.invalid`), which i18next would take for levels.
export const textName = (code: string): string => code.replaceAll(/\W/g, '_');

const all = (level: Level, remedy: Remedy, codes: readonly string[]): Record<string, Situation> =>
  Object.fromEntries(
    codes.map((code) => [code, { key: `errors.${textName(code)}`, level, remedy }]),
  );

/** Numbers that other services of the suite answer with, and our codes for the same. */
export const NUMBERS: Readonly<Record<string, string>> = {
  '30': 'form_error',
  '100': 'no_permission',
  '101': 'invalid_credentials',
};

const NAME_TAKEN_MS = 8_000;

/** What each code says: of our API, of a marketplace, of what stands between. */
export const CODES: Readonly<Record<string, Situation>> = {
  ...all('negative', 'retry', [
    'offline',
    'form_error',
    'gateway_timeout',
    'timeout',
    'unreachable',
    'internal_error',
    'request_aborted',
    'request_timeout',
    'refresh_conflict',
    'social_refused',
    'social_ended',
    'social_not_fresh',
  ]),
  ...all('negative', 'wait', [
    'service_not_available',
    'maintenance',
    'rate_limited',
    'too_many_attempts',
    'too_many_requests',
    'marketplace_unavailable',
    'circuit_open',
    'internal_server_error',
    'idempotency_key_in_use',
    'update_in_flight',
    'too_many_backtests',
    'backtest_not_done',
    'too_many_batches',
    'too_many_exports',
    'social_unavailable',
    'export_running',
    'item.price.invalidinput',
    'item.price.unauthorized',
  ]),
  ...all('negative', 'refresh', [
    'conflict',
    'rule_changed',
    'listing_has_rule',
    'listing_not_found',
    'selection_not_found',
    'decision_changed',
    'not_waiting',
    'not_pending',
    'not_applied',
    'not_latest',
    'not_undoable',
    'not_previewed',
    'not_retryable',
    'newer_update',
    'nothing_to_send',
    'preview_expired',
    'nothing_to_write',
    'outside_change',
    'idempotency_answer_lost',
    'no_answer',
    'not_shown',
  ]),
  ...all('negative', 'correct', [
    'invalid_credentials',
    'invalid_request',
    'body_too_large',
    'too_many_rows',
    'rows_wrong',
    'selection_too_large',
    'too_many_updates',
    'undo_too_far_back',
    'not_a_sheet',
    'too_many_matches',
    'too_many_views',
    'fees_not_told',
    'health_not_told',
    'variations_not_told',
    'address_too_long',
    'different_countries',
    'link_ended',
    'already_member',
    'last_owner',
    'social_email_unverified',
    'social_other_account',
    'identity_taken',
    'confirmation_over',
    'last_way',
    'validation_error',
    'field_not_updatable',
    'outside_limits',
    'country_not_offered',
    'account_unfinished',
    'deploy_refused',
    'price_below_seller_minimum',
    'price_above_seller_maximum',
    'currency_mismatch',
    'unknown_field',
    'item.price.invalid',
  ]),
  ...all('negative', 'sign-in', [
    'unauthorized',
    'token_expired',
    'session_ended',
    'token_refused',
    'social_link_needed',
  ]),
  ...all('info', 'retry', ['social_denied']),
  ...all('notice', 'change-password', ['password_change_required']),
  ...all('notice', 'choose', ['company_required']),
  ...all('negative', 'ask', [
    'no_permission',
    'forbidden',
    'foreign_origin',
    'mail_not_set_up',
    'marketplace_not_offered',
    'account_elsewhere',
    'account_in_your_company',
    'social_unknown',
  ]),
  ...all('negative', 'connect', [
    'account_inactive',
    'authorization_refused',
    'consent_unknown',
    'consent_expired',
    'consent_used',
    'another_seller',
    'unauthorized_request_error',
    'forbidden_error',
  ]),
  ...all('negative', 'back', [
    'not_found',
    'rule_not_found',
    'update_not_found',
    'backtest_not_found',
    'batch_not_found',
    'unknown_marketplace',
    'account_not_found',
    'address_invalid',
    'item.price.not_found',
    'rule_archived',
    'invalid_status_for_action',
  ]),
  ...all('negative', 'support', [
    'unknown_error',
    'invalid_json',
    'unsupported_media_type',
    'websocket_expected',
    'idempotency_key_reused',
    'idempotency_key_invalid',
    'headers_too_large',
    'unreadable',
  ]),
  ...all('notice', 'ask', ['price_changes_stopped']),
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

/** What a status says whose code nobody knows; any other is told in the server's own words. */
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

/** The situation of a code; undefined where nobody knows it. */
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

/** What a person wanted to do and could not: what is said first, with the reason behind it. */
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

/** What was done. */
export const SUCCESSES = texts('successes', 'positive', 'none', [
  'saved',
  'ads_updated',
  'update_approved',
  'update_canceled',
  'update_undone',
]);

/** Why the list of an ad's competitors shows nothing. */
export const COMPETITORS = {
  ...texts('competitors', 'info', 'wait', ['not_monitored']),
  ...texts('competitors', 'notice', 'none', ['paused', 'below_twentieth']),
  ...texts('competitors', 'negative', 'retry', ['unavailable']),
};

/** What the marketplaces do not allow, said before it is tried. */
export const RESTRICTIONS = texts('restrictions', 'notice', 'none', ['price_in_campaign']);
