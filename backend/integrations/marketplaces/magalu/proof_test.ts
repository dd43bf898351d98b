import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { signed } from '../../../testing/conformance/magalu.ts';
import { incoming } from '../../../testing/incoming.ts';
import { isProven } from './proof.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const BODY = { topic: 'portfolios_price', tenant_id: 't', data: { params: { sku: 'ação' } } };
const SECRETS = ['whsec_new', 'whsec_old'];

const sentBy = (secret: string, at = NOW) => signed(BODY, secret, at).headers;
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('the proof of a notification', () => {
  const cases: [string, Record<string, string>, boolean][] = [
    ['a signature with the secret', sentBy('whsec_new'), true],
    ['one with the secret before it', sentBy('whsec_old'), true],
    ['one with another secret', sentBy('whsec_other'), false],
    ['none', {}, false],
    ['no time', { 'x-signature-256': sentBy('whsec_new')['x-signature-256'] }, false],
    [
      'another time than the signed one',
      { ...sentBy('whsec_new'), 'x-timestamp': String(NOW.getTime() / 1000 + 1) },
      false,
    ],
    ['a time that is no number', { ...sentBy('whsec_new'), 'x-timestamp': '1e9' }, false],
    ['one of five minutes ago', sentBy('whsec_new', later(-300_000)), true],
    ['an older one', sentBy('whsec_new', later(-301_000)), false],
    ['one of the future', sentBy('whsec_new', later(301_000)), false],
    ['one in another form', { ...sentBy('whsec_new'), 'x-signature-256': 'sha256=zz' }, false],
    [
      'two while a secret is rotated, one of which matches',
      {
        ...sentBy('whsec_new'),
        'x-signature-256': `sha256=${'0'.repeat(64)}, ${sentBy('whsec_new')['x-signature-256']}`,
      },
      true,
    ],
  ];
  for (const [name, headers, expected] of cases)
    it(`${expected ? 'accepts' : 'rejects'} ${name}`, () => {
      assert.equal(isProven(incoming(BODY, headers), SECRETS, NOW), expected);
    });

  it('is computed over the received bytes, and refused without a secret', () => {
    const headers = sentBy('whsec_new');
    const changed = incoming({ ...BODY, tenant_id: 'u' }, headers);
    assert.equal(isProven(changed, SECRETS, NOW), false);
    const spaced = { ...incoming(BODY, headers), raw: new TextEncoder().encode('{ }') };
    assert.equal(isProven(spaced, SECRETS, NOW), false);
    assert.equal(isProven(incoming(BODY, headers), [], NOW), false);
  });
});
