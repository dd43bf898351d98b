import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { TENANT } from '../../../testing/conformance/magalu.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { authorize, refresh } from './auth.ts';
import { createChannels } from './channels.ts';
import { consentOf } from './consent.ts';
import { SCOPES } from './scopes.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const clock = () => NOW;
const APP = {
  clientId: 'client',
  clientSecret: 'quiet',
  redirectUri: 'https://primazia.test/app/integration/magalu',
  consentPage: 'https://id.magalu.com/login',
};
const TOKEN = 'POST /oauth/token';
const ME = 'GET /seller/v1/portfolios/me';
const token = (more: Record<string, unknown> = {}) => ({
  body: {
    access_token: 'access',
    refresh_token: 'next',
    expires_in: 7_200,
    token_type: 'Bearer',
    ...more,
  },
});
const me = { body: { tenant: { id: TENANT }, channel: { id: 'c' }, seller: { name: 'Loja Um' } } };

const exchange = async (script: Record<string, Scripted>) => {
  const stubbed = stub(script);
  const channels = createChannels(stubbed.fetcher);
  const grant = { code: 'code', params: {} };
  const granted = await authorize(APP, stubbed.fetcher, channels, clock, grant, undefined);
  return { granted, ...stubbed };
};

describe('a grant of ID Magalu', () => {
  it('is exchanged as JSON, and names the organisation', async () => {
    const { granted, calls } = await exchange({ [TOKEN]: token(), [ME]: me });
    assert.deepEqual(granted, {
      ok: true,
      value: [
        {
          sellerId: TENANT,
          nickname: 'Loja Um',
          credentials: {
            accessToken: 'access',
            refreshToken: 'next',
            expiresAt: new Date('2026-05-04T14:00:00Z'),
          },
        },
      ],
    });
    assert.deepEqual(calls[0]?.json, {
      client_id: 'client',
      client_secret: 'quiet',
      redirect_uri: APP.redirectUri,
      code: 'code',
      grant_type: 'authorization_code',
    });
    assert.equal(calls[0]?.form, undefined);
  });

  it('is renewed by a form', async () => {
    const { fetcher, calls } = stub({ [TOKEN]: token() });
    const used = { accessToken: 'old', refreshToken: 'once', expiresAt: NOW };
    const renewed = await refresh(APP, fetcher, clock, used, undefined);
    assert.equal(renewed.ok && renewed.value.refreshToken, 'next');
    assert.deepEqual(calls[0]?.form, {
      grant_type: 'refresh_token',
      refresh_token: 'once',
      client_id: 'client',
      client_secret: 'quiet',
    });
    assert.equal(calls[0]?.json, undefined);
  });

  it('is refused without a needed permission, with its name', async () => {
    const scope = SCOPES.filter((one) => one !== 'open:portfolio-prices-seller:write').join(' ');
    const { granted, calls } = await exchange({ [TOKEN]: token({ scope }), [ME]: me });
    assert.ok(!granted.ok);
    assert.equal(granted.error.code, 'scope_missing');
    assert.match(granted.error.message, /open:portfolio-prices-seller:write$/);
    assert.equal(calls.length, 1);
  });

  it('names who has to agree if the user does not administer the organisation', async () => {
    const { granted } = await exchange({ [TOKEN]: token(), [ME]: { status: 403, body: {} } });
    assert.ok(!granted.ok);
    assert.equal(granted.error.kind, 'forbidden');
    assert.match(granted.error.message, /does not administer the organisation/);
  });
});

describe('the page of consent', () => {
  it('requests the choice of an organisation', () => {
    const page = new URL(
      consentOf(APP).pageOf({ state: 's', codeChallenge: 'c', countryCode: 'BR' }),
    );
    assert.equal(page.origin + page.pathname, 'https://id.magalu.com/login');
    assert.deepEqual(Object.fromEntries(page.searchParams), {
      client_id: 'client',
      redirect_uri: APP.redirectUri,
      scope: SCOPES.join(' '),
      response_type: 'code',
      choose_tenants: 'true',
      state: 's',
    });
    const elsewhere = { state: 's', codeChallenge: 'c', countryCode: 'MX' };
    assert.throws(() => consentOf(APP).pageOf(elsewhere), RangeError);
  });
});
