import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import {
  callAmazon,
  connectAmazon,
  HOME,
  isAmazonError,
  requestToken,
  SCOPE,
} from '../../testing/sandbox/amazon.ts';
import { hasFields, type Json } from '../../testing/sandbox/wire.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

const ME = '/sellers/v1/marketplaceParticipations';

describe('Login with Amazon', () => {
  let sandbox: Sandbox;
  let now = Date.UTC(2026, 10, 21, 12);
  beforeAll(async () => {
    sandbox = await startSandbox({
      tickMs: 0,
      limited: false,
      clock: () => new Date(now),
      amazon: { client: { id: 'client', secret: 'secret' } },
    });
  });
  afterAll(() => sandbox.stop());
  const ask = (form: Record<string, string>) => requestToken(sandbox.url, form);
  const me = (token?: string) =>
    callAmazon(sandbox.url, 'GET', ME, token === undefined ? {} : { token });

  it('exchanges a code for tokens without the seller, any number of times', async () => {
    for (let i = 0; i < 2; i++) {
      const form = { grant_type: 'authorization_code', code: `demo-amazon-${HOME}` };
      const { status, body } = await ask(form);
      assert.equal(status, 200);
      hasFields(body, 'access_token token_type expires_in refresh_token');
      assert.equal((body as Json).expires_in, 3_600);
      assert.ok(!JSON.stringify(body).includes(HOME));
    }
  });

  it('renews with a refresh token that stays valid', async () => {
    const { refresh } = await connectAmazon(sandbox.url);
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    for (let i = 0; i < 3; i++) {
      const { status, body } = await ask(form);
      assert.equal(status, 200);
      assert.equal((body as Json).refresh_token, refresh);
      assert.equal((await me((body as { access_token: string }).access_token)).status, 200);
    }
  });

  it('refuses invalid grants with its own messages', async () => {
    const cases: [Record<string, string>, number, string][] = [
      [{ grant_type: 'refresh_token', refresh_token: 'Atzr|none' }, 400, 'invalid_grant'],
      [{ grant_type: 'refresh_token', refresh_token: 'constructor' }, 400, 'invalid_grant'],
      [{ grant_type: 'authorization_code', code: 'demo-amazon-A1NOBODY' }, 400, 'invalid_grant'],
      [{ grant_type: 'authorization_code' }, 400, 'invalid_request'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials', scope: 'profile' }, 400, 'invalid_scope'],
      [{ grant_type: 'client_credentials', scope: SCOPE, client_id: 'x' }, 401, 'invalid_client'],
    ];
    for (const [form, status, error] of cases) {
      const answer = await ask(form);
      assert.equal(answer.status, status, error);
      hasFields(answer.body, 'error error_description');
      assert.equal((answer.body as Json).error, error);
    }
  });

  it('opens the door for an hour, and to what the token is for', async () => {
    const { access } = await connectAmazon(sandbox.url);
    assert.equal((await me(access)).status, 200);
    isAmazonError(await me(), 403, 'Unauthorized');
    isAmazonError(await me('Atza|wrong'), 403, 'Unauthorized');
    isAmazonError(await me('constructor'), 403, 'Unauthorized');
    const form = { grant_type: 'client_credentials', scope: SCOPE };
    const grantless = (await ask(form)).body as { access_token: string };
    isAmazonError(await me(grantless.access_token), 403, 'Unauthorized');
    const path = '/notifications/v1/destinations';
    const asSeller = await callAmazon(sandbox.url, 'GET', path, { token: access });
    isAmazonError(asSeller, 403, 'Unauthorized');
    now += 3_600_000;
    const late = await me(access);
    isAmazonError(late, 403, 'Unauthorized');
    assert.match(JSON.stringify(late.body), /expired/);
  });

  it('returns which stores a seller sells in', async () => {
    const { access } = await connectAmazon(sandbox.url);
    const { payload } = (await me(access)).body as { payload: Json[] };
    assert.deepEqual(payload[0], {
      marketplace: {
        id: 'A2Q3Y263D00KWC',
        name: 'Amazon.com.br',
        countryCode: 'BR',
        defaultCurrencyCode: 'BRL',
        defaultLanguageCode: 'pt_BR',
        domainName: 'www.amazon.com.br',
      },
      storeName: 'Casa Aurora',
      participation: { isParticipating: true, hasSuspendedListings: false },
    });
    const countriesOf = (stores: Json[]) =>
      stores.map(({ marketplace }) => (marketplace as Json).countryCode);
    assert.deepEqual(countriesOf(payload), ['BR', 'US', 'MX', 'CA']);
    const other = await connectAmazon(sandbox.url, 'A1NORTEELETRO2');
    const stores = (await me(other.access)).body as { payload: Json[] };
    assert.deepEqual(countriesOf(stores.payload), ['BR']);
  });
});
