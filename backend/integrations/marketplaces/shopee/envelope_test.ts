import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { errorOf, faultsBy } from './envelope.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const faultOf = faultsBy(() => NOW);
const fault = (error: string, status = 200) =>
  faultOf(status, { request_id: 'r', error, message: 'In their own words' });

describe('the envelope', () => {
  it('distinguishes a failure from a success, whatever the status', () => {
    for (const error of ['', '-', null, undefined])
      assert.equal(faultOf(200, { error, message: '', response: {} }), null);
    for (const body of ['ok', null, [], 7]) assert.equal(faultOf(200, body), null);
    assert.deepEqual(fault('product.error_param'), {
      kind: 'invalid',
      code: 'error_param',
      message: 'In their own words',
      retryAfterMs: null,
    });
  });

  const kinds: [string, number, string][] = [
    ['invalid_acceess_token', 403, 'unauthorized'],
    ['error_auth', 403, 'unauthorized'],
    ['error_sign', 403, 'forbidden'],
    ['common.error_permission', 200, 'forbidden'],
    ['error_system_busy', 200, 'unavailable'],
    ['product.error_item_not_found', 200, 'not_found'],
    ['something_new', 200, 'invalid'],
    ['something_new', 503, 'unavailable'],
  ];
  for (const [error, status, kind] of kinds)
    it(`takes ${error} with a ${status} for ${kind}`, () => {
      assert.equal(fault(error, status)?.kind, kind);
    });

  it('waits a moment after a burst, and until midnight in Singapore once the day is used up', () => {
    const { kind, retryAfterMs } = fault('error_rate_limit') ?? {};
    assert.deepEqual([kind, retryAfterMs], ['rate_limited', 2_000]);
    // 15:00 UTC is 23:00 there.
    assert.equal(fault('error_limit')?.retryAfterMs, 3_600_000);
  });

  it('takes what is no code for none', () => {
    assert.equal(errorOf({ error: 'Sorry, an error!' })?.code, 'error');
  });
});
