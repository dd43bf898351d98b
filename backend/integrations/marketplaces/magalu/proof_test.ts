import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { signed } from '../../../testing/conformance/magalu.ts';
import { incoming } from '../../../testing/incoming.ts';
import type { Proof } from '../../marketplace.ts';
import { proofOf } from './proof.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const BODY = { topic: 'portfolios_price', tenant_id: 't', data: { params: { sku: 'ação' } } };
const SECRETS = ['whsec_new', 'whsec_old'];

const sentBy = (secret: string, at = NOW) => signed(BODY, secret, at).headers;
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('the proof of a notification', () => {
  const cases: [string, Record<string, string>, Proof][] = [
    ['a signature with the secret', sentBy('whsec_new'), 'proven'],
    ['one with the secret before it', sentBy('whsec_old'), 'proven'],
    ['one with another secret', sentBy('whsec_other'), 'wrong_signature'],
    ['none', {}, 'no_time'],
    ['no time', { 'x-signature-256': sentBy('whsec_new')['x-signature-256'] }, 'no_time'],
    ['no signature', { 'x-timestamp': sentBy('whsec_new')['x-timestamp'] }, 'no_signature'],
    [
      'another time than the signed one',
      { ...sentBy('whsec_new'), 'x-timestamp': String(NOW.getTime() / 1000 + 1) },
      'wrong_signature',
    ],
    ['a time that is no number', { ...sentBy('whsec_new'), 'x-timestamp': '1e9' }, 'no_time'],
    ['one of five minutes ago', sentBy('whsec_new', later(-300_000)), 'proven'],
    ['an older one', sentBy('whsec_new', later(-301_000)), 'wrong_time'],
    ['one of the future', sentBy('whsec_new', later(301_000)), 'wrong_time'],
    [
      'one in another form',
      { ...sentBy('whsec_new'), 'x-signature-256': 'sha256=zz' },
      'no_signature',
    ],
    [
      'two while a secret is rotated, one of which matches',
      {
        ...sentBy('whsec_new'),
        'x-signature-256': `sha256=${'0'.repeat(64)}, ${sentBy('whsec_new')['x-signature-256']}`,
      },
      'proven',
    ],
  ];
  for (const [name, headers, expected] of cases)
    it(`of ${name} comes to ${expected}`, () => {
      assert.equal(proofOf(incoming(BODY, headers), SECRETS, NOW), expected);
    });

  it('is computed over the received bytes, and refused without a secret', () => {
    const headers = sentBy('whsec_new');
    const changed = incoming({ ...BODY, tenant_id: 'u' }, headers);
    assert.equal(proofOf(changed, SECRETS, NOW), 'wrong_signature');
    const spaced = { ...incoming(BODY, headers), raw: new TextEncoder().encode('{ }') };
    assert.equal(proofOf(spaced, SECRETS, NOW), 'wrong_signature');
    assert.equal(proofOf(incoming(BODY, headers), [], NOW), 'no_secret');
  });
});
