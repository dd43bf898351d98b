import type { Refusals } from '../faults.ts';
import { missingField, readGrantForm } from '../grant-form.ts';
import { findAmazonSeller } from '../world.ts';
import { entryOf, FOR_ADS } from './memory.ts';
import type { AmazonRoom, AmazonWire } from './room.ts';

/** The code of an authorization without a browser: for each demo seller it may be exchanged any number of times. */
const DEMO_CODE = /^demo-amazon-(ads-)?(\w+)$/;
/** The known operations without a seller. */
const SCOPES = new Set(['sellingpartnerapi::notifications', 'sellingpartnerapi::migration']);

const fault = (error: string, error_description: string) => ({ error, error_description });

const INVALID_GRANT = fault(
  'invalid_grant',
  "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission.",
);

const failed = (status: number, headers: Record<string, string>, body: object) =>
  Response.json(body, { status, headers });

/** Login with Amazon's messages of temporary refusals. */
export const LOGIN_REFUSALS: Refusals = {
  rateLimited: (headers) =>
    failed(429, headers, fault('rate_exceeded', 'The request rate is too high')),
  failed: (status, headers) =>
    status === 500
      ? failed(500, headers, fault('server_error', 'The server encountered a runtime error'))
      : failed(503, headers, fault('temporarily_unavailable', 'The server is unavailable')),
  tokenRefused: () => failed(400, {}, INVALID_GRANT),
};

const REQUIRED: Record<string, string> = {
  authorization_code: 'code',
  refresh_token: 'refresh_token',
  client_credentials: 'scope',
};

/**
 * Login with Amazon. A refresh token stays valid however often it is used, and an access token does not contain its
 * owner.
 * @see https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export function mountLwa(wire: AmazonWire, room: AmazonRoom): void {
  wire.post('/auth/o2/token', async (call) => {
    const form = await readGrantForm(call.req);
    const needed = REQUIRED[form.grant_type ?? ''];
    if (needed === undefined)
      return call.json(
        fault(
          'unsupported_grant_type',
          'The authorization grant type is not supported by the authorization server',
        ),
        400,
      );
    const missing = missingField(form, needed);
    if (missing !== null)
      return call.json(
        fault('invalid_request', `The request is missing a required parameter : ${missing}`),
        400,
      );
    const { client } = room;
    if (client && (form.client_id !== client.id || form.client_secret !== client.secret))
      return call.json(fault('invalid_client', 'Client authentication failed'), 401);

    const issue = (sellerId: string | null, refreshToken: string | null, isForAds = false) => {
      const accessToken = `Atza|${room.hex(64)}`;
      const endsAt = room.now() + room.tokenSeconds * 1_000;
      const access = { sellerId, endsAt, ...(isForAds && { isForAds }) };
      room.run({ kind: 'amazon_grant', now: room.now(), accessToken, access, refreshToken });
      return { access_token: accessToken, token_type: 'bearer', expires_in: room.tokenSeconds };
    };

    if (form.grant_type === 'client_credentials') {
      const scope = form.scope ?? '';
      if (!SCOPES.has(scope))
        return call.json(fault('invalid_scope', 'The requested scope is invalid'), 400);
      return call.json({ ...issue(null, null), scope });
    }
    if (form.grant_type === 'authorization_code') {
      const code = form.code ?? '';
      // It has no PKCE verifier: a challenge is never sent.
      const shown = { redirectUri: form.redirect_uri, verifier: undefined };
      const [isDemo, isForAds, demo] = DEMO_CODE.exec(code) ?? [];
      const sellerId = isDemo ? demo! : (room.codes.take(code, shown) ?? '');
      if (!findAmazonSeller(room.world(), sellerId))
        return call.json(
          fault('invalid_grant', 'The request has an invalid grant parameter : code'),
          400,
        );
      const refreshToken = `Atzr|${room.hex(64)}`;
      return call.json({
        ...issue(sellerId, refreshToken, isForAds !== undefined),
        refresh_token: refreshToken,
      });
    }
    const refreshToken = form.refresh_token ?? '';
    const known = entryOf(room.memory().refresh, refreshToken);
    if (known === null) return call.json(INVALID_GRANT, 400);
    const isForAds = known.endsWith(FOR_ADS);
    const sellerId = isForAds ? known.slice(0, -FOR_ADS.length) : known;
    return call.json({ ...issue(sellerId, null, isForAds), refresh_token: refreshToken });
  });
}
