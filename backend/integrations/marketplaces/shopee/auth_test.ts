import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { authorize, refresh } from './auth.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const TOKEN = 'POST /api/v2/auth/token/get';
const RENEWAL = 'POST /api/v2/auth/access_token/get';
const INFO = 'GET /api/v2/shop/get_shop_info';
const partner = { partnerId: '2004001', partnerKey: 'a key of twenty bytes' };
const tokens = { access_token: 'a1', refresh_token: 'r1', expire_in: 14_400, error: '' };
const shop = (more: object = {}) => ({
  body: { shop_name: 'Loja', region: 'BR', error: '', expire_time: 1_780_000_000, ...more },
});

const over = (script: Record<string, Scripted | Scripted[]>) => {
  const stubbed = stub(script);
  return { ...stubbed, shopee: { partner, fetcher: stubbed.fetcher, clock: () => NOW } };
};

describe('authorize', () => {
  it('exchanges the code of a shop, and reads its name and the end of its consent', async () => {
    const { shopee, calls } = over({ [TOKEN]: { body: tokens }, [INFO]: shop() });
    const granted = await authorize(shopee, { code: 'c', params: { shop_id: '310' } }, undefined);
    assert.deepEqual(granted, {
      ok: true,
      value: [
        {
          sellerId: '310',
          nickname: 'Loja',
          countryCode: 'BR',
          credentials: {
            accessToken: 'a1',
            refreshToken: 'r1',
            expiresAt: new Date('2026-03-02T19:00:00Z'),
            refreshEndsAt: new Date('2026-04-01T15:00:00Z'),
            authorizationEndsAt: new Date(1_780_000_000_000),
          },
        },
      ],
    });
    assert.deepEqual(calls[0]?.json, { code: 'c', shop_id: 310, partner_id: 2_004_001 });
  });

  it('opens all shops of a main account with one pair, but those across borders', async () => {
    const { shopee, calls } = over({
      [TOKEN]: { body: { ...tokens, shop_id_list: [311, '312', 313] } },
      [INFO]: [shop(), shop({ is_cb: true }), { status: 503, body: null }],
    });
    const main = { code: 'c', params: { main_account_id: '410' } };
    const granted = await authorize(shopee, main, undefined);
    assert.ok(granted.ok);
    assert.deepEqual(
      granted.value.map(({ sellerId, nickname }) => [sellerId, nickname]),
      [
        ['311', 'Loja'],
        ['313', '313'],
      ],
    );
    assert.deepEqual(calls[0]?.json, { code: 'c', main_account_id: 410, partner_id: 2_004_001 });
    const abroad = over({ [TOKEN]: { body: tokens }, [INFO]: shop({ is_sip: 'true' }) });
    const refused = await authorize(
      abroad.shopee,
      { code: 'c', params: { shop_id: '310' } },
      undefined,
    );
    assert.equal(!refused.ok && refused.error.code, 'cross_border_shop');
  });

  it('takes the end of a token as seconds or as an instant', async () => {
    const at = NOW.getTime() / 1000 + 7_200;
    for (const expire_in of [7_200, at, String(at)]) {
      const { shopee } = over({ [TOKEN]: { body: { ...tokens, expire_in } }, [INFO]: shop() });
      const granted = await authorize(shopee, { code: 'c', params: { shop_id: '1' } }, undefined);
      assert.ok(granted.ok);
      assert.equal(
        granted.value[0]?.credentials.expiresAt.toISOString(),
        '2026-03-02T17:00:00.000Z',
      );
    }
  });

  it('makes no request for a grant without a shop', async () => {
    const { shopee, calls } = over({});
    for (const params of [{}, { shop_id: '31a' }, { shop_id: '' }]) {
      const refused = await authorize(shopee, { code: 'c', params }, undefined);
      assert.equal(!refused.ok && refused.error.code, 'shop_missing');
    }
    assert.equal(calls.length, 0);
  });
});

describe('refresh', () => {
  const credentials = { accessToken: 'a0', refreshToken: 'r0', expiresAt: NOW };

  it('renews the tokens of one shop, whether or not its consent is reported', async () => {
    for (const info of [shop(), { status: 500, body: null }]) {
      const { shopee, calls } = over({ [RENEWAL]: { body: tokens }, [INFO]: info });
      const renewed = await refresh(shopee, credentials, { sellerId: '310' });
      assert.ok(renewed.ok);
      assert.equal(renewed.value.refreshToken, 'r1');
      assert.equal(calls[0]?.json && 'shop_id' in (calls[0].json as object), true);
      assert.equal(
        renewed.value.authorizationEndsAt?.getTime(),
        'status' in info ? undefined : 1_780_000_000_000,
      );
    }
  });

  it('distinguishes a dead token from a call that failed', async () => {
    const dead = ['error_auth', 'error_shop_refresh_token', 'shop_access_expired'];
    for (const error of dead) {
      const body = { error, message: 'No' };
      const { shopee } = over({ [RENEWAL]: { status: 403, body } });
      const refused = await refresh(shopee, credentials, { sellerId: '310' });
      assert.deepEqual(!refused.ok && [refused.error.code, refused.error.kind], [
        'invalid_grant',
        'invalid',
      ]);
    }
    const { shopee } = over({ [RENEWAL]: { body: { error: 'error_inner', message: 'No' } } });
    const failed = await refresh(shopee, credentials, { sellerId: '310' });
    assert.equal(!failed.ok && failed.error.kind, 'unavailable');
  });
});
