import { problem as identity } from '@primazia/backend/identity/problems';
import type { Problem } from '@primazia/backend/kernel/problem';
import { PROBLEMS } from '@primazia/backend/kernel/problems';
import { problem as platform } from '@primazia/backend/platform/problems';
import { problem as pricing } from '@primazia/backend/pricing/problems';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { languageOf, refusal } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { readProblem } from '../api/problem.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import pt from '../i18n/pt.json' with { type: 'json' };
import { ToastQueue } from '../spectrum.ts';
import {
  CODES,
  COMPETITORS,
  FAILURES,
  RESTRICTIONS,
  SERVER_WORDS,
  STATUSES,
  SUCCESSES,
  UNKNOWN,
} from './catalogue.ts';
import { errorText, failureText, mayRetry, showError, situationOf } from './error-text.ts';
import { healthFailureText, isEmptyPage, selectFailure } from './screens.ts';

const { t } = languageOf('en').i18n;
const offline = new ApiError('offline');
const canceled = new ApiError('canceled');
const problem = (status: number, code: string, detail?: string) =>
  new ApiError('problem', { status, code, ...(detail === undefined ? {} : { detail }) });
/** As our API answers. */
const answered = (thrown: Problem) => refusal(thrown, 'en');
/** As another service of the suite answers. */
const foreign = (status: number, body: object) =>
  readProblem(new Response(JSON.stringify(body), { status }));

describe('the general handler', () => {
  it.each([
    ['no answer', offline, 'offline', 'negative', 'retry'],
    [
      'names a campaign twice',
      problem(409, 'campaign_name_taken'),
      'campaign_name_taken',
      'info',
      'correct',
    ],
    [
      'names an ad group twice',
      problem(409, 'ad_group_name_taken'),
      'ad_group_name_taken',
      'info',
      'correct',
    ],
    ['an unknown 412', problem(412, 'x', 'Moon'), 'operation_not_completed', 'negative', 'retry'],
    ['an unknown 422', problem(422, 'x', 'Moon'), 'operation_not_completed', 'negative', 'retry'],
    ['an unknown 403', problem(403, 'x', 'Moon'), 'unauthorized_operation', 'negative', 'ask'],
    ['an unknown 404', problem(404, 'x', 'Moon'), 'feature_not_available', 'negative', 'back'],
    ['an unknown 401', problem(401, 'x'), 'unauthorized', 'negative', 'sign-in'],
    [
      'what only the server knows',
      problem(409, 'x', 'Moon'),
      'server_message',
      'negative',
      'retry',
    ],
    ['what nobody can say', problem(409, 'x'), 'unknown_error', 'negative', 'support'],
    ['a bug of ours', new TypeError('x is undefined'), 'unknown_error', 'negative', 'support'],
    ['an ended session', problem(401, 'session_ended'), 'session_ended', 'negative', 'sign-in'],
    ['an ended token', answered(identity('token_expired')), 'token_expired', 'negative', 'sign-in'],
    [
      'a password to change',
      answered(identity('password_change_required')),
      'password_change_required',
      'notice',
      'change-password',
    ],
    ['a role that may not', problem(403, 'no_permission'), 'no_permission', 'negative', 'ask'],
    ['maintenance', answered(platform('maintenance')), 'maintenance', 'negative', 'wait'],
    [
      'a heavy load',
      problem(503, 'service_not_available'),
      'service_not_available',
      'negative',
      'wait',
    ],
    ['a time-out', problem(504, 'gateway_timeout'), 'gateway_timeout', 'negative', 'retry'],
    [
      'stopped price changes',
      answered(pricing('price_changes_stopped')),
      'price_changes_stopped',
      'notice',
      'ask',
    ],
    ['a rule that moved', answered(pricing('rule_changed')), 'rule_changed', 'negative', 'refresh'],
    [
      'no unit in stock',
      problem(422, 'validation_error'),
      'validation_error',
      'negative',
      'correct',
    ],
    [
      'a field that is not ours',
      problem(422, 'field_not_updatable'),
      'field_not_updatable',
      'negative',
      'correct',
    ],
    [
      'a state that does not allow it',
      problem(409, 'invalid_status_for_action'),
      'invalid_status_for_action',
      'negative',
      'back',
    ],
    [
      'a price that is locked',
      problem(422, 'item.price.not_modifiable'),
      'item_price_not_modifiable',
      'notice',
      'none',
    ],
    [
      'a price too low',
      problem(422, 'item.price.invalid'),
      'item_price_invalid',
      'negative',
      'correct',
    ],
    [
      'an item that is gone',
      problem(422, 'item.price.not_found'),
      'item_price_not_found',
      'negative',
      'back',
    ],
    [
      'a price not understood',
      problem(422, 'item.price.invalidinput'),
      'item_price_invalidinput',
      'negative',
      'wait',
    ],
    [
      'a price not allowed',
      problem(422, 'item.price.unauthorized'),
      'item_price_unauthorized',
      'negative',
      'wait',
    ],
    [
      'a marketplace without us',
      problem(422, 'unauthorized_request_error'),
      'unauthorized_request_error',
      'negative',
      'connect',
    ],
    [
      'a marketplace that forbids',
      problem(422, 'forbidden_error'),
      'forbidden_error',
      'negative',
      'connect',
    ],
    [
      'a marketplace that fails',
      problem(422, 'internal_server_error'),
      'internal_server_error',
      'negative',
      'wait',
    ],
  ])('%s', (_, error, text, level, remedy) => {
    expect(situationOf(error)).toMatchObject({ key: `errors.${text}`, level, remedy });
  });

  it('ignores a cancelled call', () => {
    expect(situationOf(canceled)).toBeNull();
  });

  it.each([
    [30, 'form_error', 'retry'],
    [100, 'no_permission', 'ask'],
    [101, 'invalid_credentials', 'correct'],
  ])('knows the number %i', async (code, text, remedy) => {
    const error = await foreign(400, { code, message: 'x' });
    expect(situationOf(error)).toMatchObject({ key: `errors.${text}`, remedy });
  });

  it('shows a code that is newer than the page by the server’s text', () => {
    const newer = { status: 409, code: 'moon_full', text: 'A lua está cheia.', detail: 'Moon' };
    const error = new ApiError('problem', { ...newer, level: 'notice', remedy: 'wait' });
    expect(situationOf(error)).toMatchObject({ level: 'notice', remedy: 'wait' });
    expect(errorText(t, error)).toBe('A lua está cheia.');
    expect(mayRetry(error)).toBe(true);
    const newest = new ApiError('problem', { ...newer, level: 'deafening', remedy: 'howl' });
    expect(situationOf(newest)).toMatchObject({ level: 'negative', remedy: 'none' });
  });

  it('uses the server’s text for what only the server knows', () => {
    expect(errorText(t, problem(409, 'x', 'The moon is full.'))).toBe('The moon is full.');
  });

  it('fills in what belongs to the case', () => {
    const error = answered(platform('too_many_attempts', { values: { retryAfterSeconds: 42 } }));
    expect(errorText(t, error)).toBe('Too many attempts. Try again in 42 s.');
  });

  it('offers another try only where one may help', () => {
    const may = [
      offline,
      answered(platform('maintenance')),
      answered(pricing('rule_changed')),
      new Error('x'),
    ];
    const not = [problem(403, 'no_permission'), answered(pricing('rule_not_found')), canceled];
    expect(may.map(mayRetry)).toEqual(may.map(() => true));
    expect(not.map(mayRetry)).toEqual(not.map(() => false));
  });
});

describe('a list of failures', () => {
  it('is reported by its codes, each once, and by the server’s texts for new codes', async () => {
    const error = await foreign(400, {
      causeCode: 'batch',
      details: [
        { code: 'validation_error', details: 'stock' },
        { code: 'validation_error', details: 'stock' },
        { code: 'item.moon', details: 'Luna llena.' },
        { code: 'item.sun' },
      ],
    });
    expect(errorText(t, error)).toBe(
      'The listing needs at least one unit in stock. Luna llena. Something went wrong. Try again; if the problem persists, contact support.',
    );
  });

  it('is an unknown error without a cause', async () => {
    const error = await foreign(400, { causeCode: '', message: 'boom' });
    expect(situationOf(error)).toEqual(UNKNOWN);
    expect(errorText(t, error)).toContain('contact support');
  });
});

describe('how it is reported', () => {
  afterEach(() => {
    rs.restoreAllMocks();
  });

  it('at the level of its kind and for its duration', () => {
    const info = rs.spyOn(ToastQueue, 'info').mockReturnValue(() => {});
    showError(t, problem(409, 'ad_group_name_taken'));
    expect(info.mock.calls[0]).toMatchObject([/ad group/, { timeout: 8_000 }]);
  });

  it('not at all if the user cancelled', () => {
    const all = (['info', 'positive', 'negative', 'neutral'] as const).map((kind) =>
      rs.spyOn(ToastQueue, kind).mockReturnValue(() => {}),
    );
    showError(t, canceled, 'rule_change');
    expect(all.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('with what was wanted before why it failed', () => {
    expect(failureText(t, 'rule_change', answered(pricing('rule_archived')))).toBe(
      'The rule was not changed. The rule is archived and can no longer be changed.',
    );
  });
});

describe('what a screen makes of a failure', () => {
  it.each([
    ['404', problem(404, 'not_found'), null],
    ['a stumbling server', problem(500, 'internal_error'), FAILURES.select_response],
    ['a refusal', problem(422, 'invalid_request'), FAILURES.select_response],
    ['no answer', offline, FAILURES.select_offline],
    ['given up', canceled, null],
    ['a bug', new Error('x'), FAILURES.select_response],
  ])('a searchable choice: %s', (_, error, situation) => {
    expect(selectFailure(error)).toEqual(situation);
  });

  it.each([
    [answered(pricing('rule_not_found')), true],
    [problem(403, 'no_permission'), false],
    [offline, false],
    [new Error('x'), false],
  ])('a list, of %s', (error, isEmpty) => expect(isEmptyPage(error)).toBe(isEmpty));

  const withFault = (code: string) =>
    new ApiError('problem', {
      status: 400,
      code: 'invalid_request',
      faults: [{ path: 'a', code, message: '' }],
    });
  it.each([
    ['400 with its detail', problem(400, 'x', 'No health for kits.'), 'No health for kits.'],
    ['404 with its detail', problem(404, 'x', 'No such SKU.'), 'No such SKU.'],
    ['400 with its first fault', withFault('too_long'), 'The text is too long.'],
    ['404 without a word', problem(404, 'not_found'), 'This no longer exists, or never did.'],
    ['an ended session', problem(401, 'unauthorized'), 'Your session has ended. Sign in again.'],
    ['any other', problem(500, 'internal_error', 'x'), en.errors.unknown_error],
    ['no answer', offline, en.errors.offline],
    ['a bug', new Error('x'), en.errors.unknown_error],
  ])('the health dialog: %s', (_, error, text) => {
    expect(healthFailureText(t, error)).toBe(text);
  });
});

describe.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
])('the catalogue in %s', (_, texts) => {
  const groups: Record<string, object> = texts;
  const textOf = (key: string): unknown => {
    const [group = '', name = ''] = key.split('.');
    return Object.entries(groups[group] ?? {}).find(([one]) => one === name)?.[1];
  };
  const own = Object.entries(CODES).flatMap(([code, situation]) =>
    Object.hasOwn(PROBLEMS, code) ? [] : [situation],
  );
  const situations = [own, STATUSES, FAILURES, SUCCESSES, COMPETITORS, RESTRICTIONS]
    .flatMap((table) => Object.values(table))
    .filter(({ key }) => !Object.hasOwn(PROBLEMS, key.slice('errors.'.length)));

  it('has a text for each situation', () => {
    const silent = [...situations, SERVER_WORDS].filter(({ key }) => !textOf(key));
    expect(silent).toEqual([]);
  });

  it('has no text that no situation uses', () => {
    const used = new Set([...situations, SERVER_WORDS].map(({ key }) => key));
    const written = ['errors', 'failures', 'successes', 'competitors', 'restrictions'].flatMap(
      (group) => Object.keys(groups[group] ?? {}).map((name) => `${group}.${name}`),
    );
    expect(written.filter((key) => !used.has(key) && key !== 'errors.canceled')).toEqual([]);
  });
});
