import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import {
  CLIENT,
  callWire,
  hasFields,
  isError,
  type Json,
  openWire,
} from '../../testing/sandbox/wire.ts';
import { OWN_SELLERS } from '../world.ts';

const TOKEN = 'access_token token_type expires_in scope user_id refresh_token';

describe('oauth', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());
  const grant = (form: Record<string, string>) =>
    callWire(wire.sandbox.url, 'POST', '/oauth/token', { form: { ...CLIENT, ...form } });

  it('exchanges a code, and a refresh token once', async () => {
    const first = await grant({
      grant_type: 'authorization_code',
      code: `TG-demo-${OWN_SELLERS.HOME}`,
    });
    assert.equal(first.status, 200);
    hasFields(first.body, TOKEN);
    const granted = first.body as Json;
    assert.equal(granted.user_id, OWN_SELLERS.HOME);
    assert.equal(granted.expires_in, 10_800);
    const form = {
      grant_type: 'refresh_token',
      refresh_token: String(granted.refresh_token),
    };
    const renewed = await grant(form);
    assert.equal(renewed.status, 200);
    hasFields(renewed.body, TOKEN);

    const again = await grant(form);
    assert.equal(again.status, 400);
    hasFields(again.body, 'error_description error status cause');
    assert.equal((again.body as Json).error, 'invalid_grant');
    // The one that replaced it is still valid.
    const next = await grant({
      ...form,
      refresh_token: String((renewed.body as Json).refresh_token),
    });
    assert.equal(next.status, 200);
  });

  it('takes a JSON body too', async () => {
    const json = {
      ...CLIENT,
      grant_type: 'authorization_code',
      code: `TG-demo-${OWN_SELLERS.HOME}`,
    };
    assert.equal((await callWire(wire.sandbox.url, 'POST', '/oauth/token', { json })).status, 200);
  });

  it('refuses invalid codes, sellers, grants and clients', async () => {
    const code = { grant_type: 'authorization_code' };
    for (const text of ['TG-demo-820004011', 'TG-demo-1', 'TG-123-810000001', 'x'])
      assert.equal(
        ((await grant({ ...code, code: text })).body as Json).error,
        'invalid_grant',
        text,
      );
    isError((await grant(code)).body, 400, 'invalid_request');
    isError((await grant({ grant_type: 'password' })).body, 400, 'unsupported_grant_type');
    const anonymous = { form: { grant_type: 'refresh_token', refresh_token: 'TG-1' } };
    const answer = await callWire(wire.sandbox.url, 'POST', '/oauth/token', anonymous);
    isError(answer.body, 400, 'invalid_request');
  });

  it('lets no one in without a living token', async () => {
    for (const bad of ['', 'APP_USR-1-2-3', 'x'.repeat(500)]) {
      const answer = await callWire(wire.sandbox.url, 'GET', '/users/me', { token: bad });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.body, { code: 'unauthorized', message: 'invalid access token' });
    }
  });
});
