import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { authorize, refresh } from './auth.ts';

const NOW = new Date('2026-02-03T04:05:06Z');
const app = { clientId: '44', clientSecret: 'hush', redirectUri: 'https://p.test/back' };
const token = (more: Record<string, unknown> = {}) => ({
  body: {
    access_token: 'APP_USR-new',
    token_type: 'bearer',
    expires_in: 10_800,
    user_id: 770_011_223,
    refresh_token: 'TG-new',
    ...more,
  },
});
const me = { body: { id: 770_011_223, nickname: 'LOJA.NOVA' } };
const credentials = {
  accessToken: 'APP_USR-new',
  refreshToken: 'TG-new',
  expiresAt: new Date('2026-02-03T07:05:06Z'),
};

describe('authorize', () => {
  const run = async (script: Record<string, Scripted>) => {
    const stubbed = stub(script);
    const answer = await authorize(
      app,
      stubbed.fetcher,
      () => NOW,
      { code: 'TG-code', params: {} },
      undefined,
    );
    return { answer, calls: stubbed.calls };
  };

  it('exchanges the code by a form and reads its owner', async () => {
    const { answer, calls } = await run({ 'POST /oauth/token': token(), 'GET /users/me': me });
    assert.deepEqual(answer, {
      ok: true,
      value: [{ sellerId: '770011223', nickname: 'LOJA.NOVA', credentials }],
    });
    assert.deepEqual(calls[0]?.form, {
      grant_type: 'authorization_code',
      code: 'TG-code',
      redirect_uri: 'https://p.test/back',
      client_id: '44',
      client_secret: 'hush',
    });
    assert.equal(calls[0]?.query, undefined);
    assert.deepEqual(calls[1]?.headers, { authorization: 'Bearer APP_USR-new' });
  });

  it('gives the seller’s country, whatever the page of the authorization', async () => {
    const of = async (site_id: string) => {
      const mexican = { body: { ...me.body, site_id } };
      const { answer } = await run({ 'POST /oauth/token': token(), 'GET /users/me': mexican });
      return answer.ok ? answer.value[0]?.countryCode : answer;
    };
    assert.deepEqual([await of('MLM'), await of('MLB'), await of('XXX')], ['MX', 'BR', undefined]);
  });

  it('does without the name, but not without the seller', async () => {
    const down = { status: 500, body: null };
    const nameless = await run({ 'POST /oauth/token': token(), 'GET /users/me': down });
    assert.equal(nameless.answer.ok && nameless.answer.value[0]?.nickname, '770011223');
    const anonymous = token({ user_id: undefined });
    const reported = await run({ 'POST /oauth/token': anonymous, 'GET /users/me': me });
    assert.equal(reported.answer.ok && reported.answer.value[0]?.sellerId, '770011223');
    const lost = await run({ 'POST /oauth/token': anonymous, 'GET /users/me': down });
    assert.equal(!lost.answer.ok && lost.answer.error.kind, 'unavailable');
  });

  it('reports a used code by its own error code', async () => {
    const body = { error_description: 'expired', error: 'invalid_grant', status: 400, cause: [] };
    const { answer } = await run({ 'POST /oauth/token': { status: 400, body } });
    assert.deepEqual(answer, {
      ok: false,
      error: { kind: 'invalid', code: 'invalid_grant', message: 'expired', retryAfterMs: null },
    });
  });
});

describe('refresh', () => {
  const given = { accessToken: 'old', refreshToken: 'TG-old', expiresAt: NOW };
  const run = (answer: Scripted) => {
    const { fetcher, calls } = stub({ 'POST /oauth/token': answer });
    return { renewed: refresh(app, fetcher, () => NOW, given, undefined), calls };
  };

  it('trades the refresh token for new credentials', async () => {
    const { renewed, calls } = run(token());
    assert.deepEqual(await renewed, { ok: true, value: credentials });
    assert.equal(calls[0]?.form?.grant_type, 'refresh_token');
    assert.equal(calls[0]?.form?.refresh_token, 'TG-old');
  });

  it('uses the lifetime of the answer, also as text', async () => {
    const renewed = await run(token({ expires_in: '60' })).renewed;
    assert.equal(renewed.ok && renewed.value.expiresAt.getTime(), NOW.getTime() + 60_000);
  });

  it('limits the lifetime to a day, and loses no token with an absurd one', async () => {
    for (const [reported, seconds] of [
      [1e300, 86_400],
      [604_800, 86_400],
      [-5, 0],
    ] as const) {
      const renewed = await run(token({ expires_in: reported })).renewed;
      assert.equal(
        renewed.ok && renewed.value.expiresAt.getTime(),
        NOW.getTime() + seconds * 1_000,
      );
    }
  });

  it('never takes half a token', async () => {
    for (const more of [{ refresh_token: undefined }, { access_token: '' }, { expires_in: null }]) {
      const renewed = await run(token(more)).renewed;
      assert.equal(!renewed.ok && renewed.error.kind, 'invalid');
    }
  });
});
