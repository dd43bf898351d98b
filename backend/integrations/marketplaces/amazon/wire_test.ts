import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { ok } from '../../../kernel/result.ts';
import type { CallFailure } from '../../marketplace.ts';
import { Batch, decode, Participations, Report, refine } from './wire.ts';

const plain = (kind: CallFailure['kind'], status: number): CallFailure => ({
  kind,
  code: String(status),
  message: `HTTP ${status}`,
  retryAfterMs: null,
});
const errors = (code: string, message = '', details = '') => ({
  errors: [{ code, message, details }],
});

describe('an error of Amazon', () => {
  const cases: [string, CallFailure, unknown, CallFailure['kind'], string, string][] = [
    [
      'a quota, whatever the status',
      plain('invalid', 400),
      errors('QuotaExceeded', 'You exceeded your quota'),
      'rate_limited',
      'QuotaExceeded',
      'You exceeded your quota',
    ],
    [
      'its own trouble',
      plain('invalid', 400),
      errors('InternalFailure', 'Oops'),
      'unavailable',
      'InternalFailure',
      'Oops',
    ],
    [
      'an expired token, by its message',
      plain('forbidden', 403),
      errors('Unauthorized', 'Access is denied.', 'The access token you provided has expired.'),
      'unauthorized',
      'Unauthorized',
      'Access is denied.: The access token you provided has expired.',
    ],
    [
      'a token that is malformed',
      plain('forbidden', 403),
      errors('Unauthorized', 'The access token you provided is revoked, malformed or invalid.'),
      'unauthorized',
      'Unauthorized',
      'The access token you provided is revoked, malformed or invalid.',
    ],
    [
      'a missing permission',
      plain('forbidden', 403),
      errors('Unauthorized', 'Access to requested resource is denied.'),
      'forbidden',
      'Unauthorized',
      'Access to requested resource is denied.',
    ],
    [
      'a repeated message',
      plain('invalid', 400),
      errors('InvalidInput', 'Invalid input', 'Invalid input'),
      'invalid',
      'InvalidInput',
      'Invalid input',
    ],
    ['nothing that is said', plain('not_found', 404), undefined, 'not_found', '404', 'HTTP 404'],
    ['an empty list', plain('invalid', 400), { errors: [] }, 'invalid', '400', 'HTTP 400'],
    [
      'parts of another kind',
      plain('invalid', 400),
      { errors: [7, { code: 400 }] },
      'invalid',
      '400',
      'HTTP 400',
    ],
  ];
  for (const [name, failure, body, kind, code, message] of cases)
    it(`is ${name}`, () =>
      assert.deepEqual(refine(failure, body), { kind, code, message, retryAfterMs: null }));
});

describe('an answer of Amazon', () => {
  const answered = (body: unknown) => ok({ status: 200, body, failure: null });

  it('is the error that it reports, also under a 2xx', () => {
    const read = decode(answered(errors('QuotaExceeded', 'Slowly')), Report, 'the report');
    assert.ok(!read.ok);
    assert.deepEqual([read.error.kind, read.error.code], ['rate_limited', 'QuotaExceeded']);
    const silent = decode(answered({}), Report, 'the report');
    assert.equal(!silent.ok && silent.error.code, 'unreadable');
  });

  it('keeps its valid entries, in their positions, next to an invalid one', () => {
    const good = { status: { statusCode: 200 }, request: { sku: 'A' }, body: { a: 1 } };
    const none = { status: null, request: null, body: null };
    assert.deepEqual(Batch.parse({ responses: [null, good] }).responses, [none, good]);
    const store = { marketplace: { id: 'A2Q3Y263D00KWC' }, storeName: '' };
    assert.deepEqual(Participations.parse({ payload: [null, {}, store] }), [
      {
        marketplace: { id: 'A2Q3Y263D00KWC', countryCode: null },
        storeName: null,
        participation: null,
      },
    ]);
  });
});
