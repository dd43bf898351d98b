import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { callSignatureOf, signed } from './sign.ts';

const partner = { partnerId: '2004001', partnerKey: 'a key of twenty bytes' };
const PATH = '/api/v2/product/get_item_list';
const AT = 1_772_463_600;

describe('the signature of a call', () => {
  it('is the HMAC of partner, path and time, of a shop with its token and id', () => {
    assert.equal(
      callSignatureOf(partner, '/api/v2/auth/token/get', AT, null),
      '974cef07cef695976121b5929d523103bd863f0919508f642a4ece82051c6a43',
    );
    assert.equal(
      callSignatureOf(partner, PATH, AT, { accessToken: 'opens', shopId: '310' }),
      'f4bf1d0e4beb26309a610200ac7386423cb29198adeaf3dab3a52a20da4304c4',
    );
  });

  it('is made again for each attempt, over its time in whole seconds', () => {
    const sign = signed(partner, PATH, { accessToken: 'opens', shopId: '310' });
    const first = sign({ now: new Date(AT * 1000 + 999) }).query ?? {};
    const second = sign({ now: new Date(AT * 1000 + 1_000) }).query ?? {};
    assert.deepEqual([first.timestamp, second.timestamp], [String(AT), String(AT + 1)]);
    assert.notEqual(first.sign, second.sign);
    assert.deepEqual(Object.keys(first).sort(), [
      'access_token',
      'partner_id',
      'shop_id',
      'sign',
      'timestamp',
    ]);
    const bare = signed(partner, PATH, null)({ now: new Date(AT * 1000) }).query ?? {};
    assert.deepEqual(Object.keys(bare).sort(), ['partner_id', 'sign', 'timestamp']);
  });
});
