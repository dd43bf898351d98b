import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { SELLER, STORE, settings } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { authorize, refresh } from './auth.ts';
import { accountsOver, storeOf } from './stores.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const clock = () => NOW;
const TOKEN = 'POST /auth/o2/token';
const OWNED = `GET /listings/2021-08-01/items/${SELLER}`;
const STORES = 'GET /sellers/v1/marketplaceParticipations';
const token = (more: object = {}): Scripted => ({
  body: {
    access_token: 'Atza|new',
    refresh_token: 'Atzr|new',
    token_type: 'bearer',
    expires_in: 3_600,
    ...more,
  },
});
const participation = (id: string, storeName?: string, isParticipating = true) => ({
  marketplace: { id, countryCode: id === STORE ? 'BR' : 'US' },
  storeName,
  participation: { isParticipating, hasSuspendedListings: false },
});
const granted = {
  [TOKEN]: token(),
  [OWNED]: { body: { numberOfResults: 0, items: [] } },
  [STORES]: {
    body: { payload: [participation('ATVPDKIKX0DER', 'Other'), participation(STORE, 'Loja')] },
  },
};

async function connect(
  script: Record<string, Scripted>,
  params: Record<string, string> = { selling_partner_id: SELLER },
  countryCode?: string,
) {
  const stubbed = stub(script);
  const means = { login: stubbed.fetcher, api: stubbed.fetcher };
  const done = await authorize(
    settings,
    means,
    accountsOver(storeOf(STORE)),
    clock,
    { code: 'c', params, ...(countryCode !== undefined && { countryCode }) },
    undefined,
  );
  return { done, ...stubbed };
}

describe('authorize', () => {
  it('exchanges the code, verifies the seller, and reads the name', async () => {
    const { done, calls } = await connect(granted);
    assert.deepEqual(done, {
      ok: true,
      value: [
        {
          sellerId: SELLER,
          nickname: 'Loja',
          credentials: {
            accessToken: 'Atza|new',
            refreshToken: 'Atzr|new',
            expiresAt: new Date('2026-03-02T16:00:00Z'),
          },
        },
      ],
    });
    assert.deepEqual(calls[0]?.form, {
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'https://example.test/back',
      client_id: settings.clientId,
      client_secret: 'quiet',
    });
    assert.equal(calls[1]?.headers?.['x-amz-access-token'], 'Atza|new');
  });

  it('does without a name', async () => {
    const { done } = await connect({ ...granted, [STORES]: { body: [participation(STORE)] } });
    assert.equal(done.ok && done.value[0]?.nickname, SELLER);
  });

  it('opens the chosen store as a separate account', async () => {
    const { done, calls } = await connect(granted, undefined, 'US');
    assert.equal(done.ok && done.value[0]?.sellerId, `${SELLER}@US`);
    assert.equal(done.ok && done.value[0]?.nickname, 'Other');
    assert.equal(calls[1]?.query?.marketplaceIds, 'ATVPDKIKX0DER');
    const usual = await connect(granted, undefined, 'BR');
    assert.equal(usual.done.ok && usual.done.value[0]?.sellerId, SELLER);
  });

  it('refuses a store in which the seller does not sell, with those in which it does', async () => {
    const [abroad, here] = granted[STORES].body.payload;
    const left = { ...abroad, participation: { isParticipating: false } };
    for (const payload of [[here], [left, here]]) {
      const { done } = await connect(
        { ...granted, [STORES]: { body: { payload } } },
        undefined,
        'US',
      );
      assert.equal(!done.ok && done.error.code, 'not_in_country');
      assert.match(done.ok ? '' : done.error.message, /does not sell in US; .*: BR$/);
    }
    const unknown = await connect(granted, undefined, 'DE');
    assert.equal(!unknown.done.ok && unknown.done.error.code, 'no_store');
    assert.equal(unknown.calls.length, 0);
    const unavailable = await connect({ ...granted, [STORES]: { status: 503, body: {} } });
    assert.equal(!unavailable.done.ok && unavailable.done.error.kind, 'unavailable');
  });

  it('refuses a seller who is not named, or is another one', async () => {
    const unnamed = await connect(granted, {});
    assert.equal(!unnamed.done.ok && unnamed.done.error.code, 'seller_unknown');
    assert.equal(unnamed.calls.length, 0);
    const body = { errors: [{ code: 'Unauthorized', message: 'Access is denied.' }] };
    const foreign = await connect({ ...granted, [OWNED]: { status: 403, body } });
    assert.equal(!foreign.done.ok && foreign.done.error.kind, 'forbidden');
  });

  it('needs a refresh token', async () => {
    const { done } = await connect({ ...granted, [TOKEN]: token({ refresh_token: undefined }) });
    assert.equal(!done.ok && done.error.code, 'no_refresh_token');
  });
});

describe('refresh', () => {
  const old = { accessToken: 'Atza|old', refreshToken: 'Atzr|old', expiresAt: NOW };
  const renew = (answer: Scripted) =>
    refresh(settings, stub({ [TOKEN]: answer }).fetcher, clock, old, undefined);

  it('keeps the refresh token where the answer brings none', async () => {
    const renewed = await renew(token({ refresh_token: undefined }));
    assert.deepEqual(renewed.ok && [renewed.value.accessToken, renewed.value.refreshToken], [
      'Atza|new',
      'Atzr|old',
    ]);
    const other = await renew(token());
    assert.equal(other.ok && other.value.refreshToken, 'Atzr|new');
  });

  it('fails with OAuth’s error code', async () => {
    const body = { error: 'invalid_grant', error_description: 'Revoked by the seller' };
    const dead = await renew({ status: 400, body });
    assert.deepEqual(!dead.ok && [dead.error.code, dead.error.message], [
      'invalid_grant',
      'Revoked by the seller',
    ]);
  });
});
