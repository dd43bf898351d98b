import { type GrantForm, missingField, readGrantForm } from '../grant-form.ts';
import { type Room, refuse, type Wire } from './room.ts';

/** The code of an authorization without a browser: for each demo seller it may be exchanged any number of times. */
const DEMO_CODE = /^TG-demo-(\d+)$/;

export const INVALID_GRANT = {
  error_description:
    'Error validating grant. Your authorization code or refresh token may be expired or it was already used',
  error: 'invalid_grant',
  status: 400,
  cause: [],
} as const;

/** The owner of a grant; null: the grant is invalid. */
function sellerOf(form: GrantForm, room: Room): number | null {
  if (form.grant_type === 'authorization_code') {
    const code = form.code ?? '';
    const shown = { redirectUri: form.redirect_uri, verifier: form.code_verifier };
    const id = Number(DEMO_CODE.exec(code)?.[1] ?? room.codes.take(code, shown) ?? undefined);
    room.welcome(id);
    return room.world().sellers.get(id)?.own ? id : null;
  }
  // The seller is at the end of his tokens, so that a used one can be recognized.
  const id = Number(form.refresh_token?.split('-').at(-1));
  return form.refresh_token && room.refreshTokenOf(id) === form.refresh_token ? id : null;
}

const REQUIRED: Record<string, string> = {
  authorization_code: 'code',
  refresh_token: 'refresh_token',
};

/**
 * `POST /oauth/token`. A refresh token is single-use, and only the last issued one is valid: the grant that replaces it is
 * recorded before the answer is sent.
 */
export function mountOauth(wire: Wire, room: Room): void {
  wire.post('/oauth/token', async (call) => {
    const form = await readGrantForm(call.req);
    const needed = REQUIRED[form.grant_type ?? ''];
    if (needed === undefined)
      return refuse(call, 400, 'unsupported_grant_type', 'grant_type is not supported');
    const missing = missingField(form, needed);
    if (missing !== null)
      return refuse(call, 400, 'invalid_request', `${missing} is a required parameter`);
    const { client } = room;
    if (client && (form.client_id !== client.id || form.client_secret !== client.secret))
      return refuse(call, 400, 'invalid_client', 'invalid client_id or client_secret.');
    const sellerId = sellerOf(form, room);
    if (sellerId === null) return call.json(INVALID_GRANT, 400);

    const day = new Date(room.now()).toISOString().slice(5, 13).replace(/[-T]/g, '');
    const grant = {
      sellerId,
      accessToken: `APP_USR-${room.applicationId}-${day}-${room.hex(32)}-${sellerId}`,
      refreshToken: `TG-${room.hex(24)}-${sellerId}`,
      endsAt: room.now() + room.tokenSeconds * 1000,
    };
    room.grant(grant);
    return call.json({
      access_token: grant.accessToken,
      token_type: 'bearer',
      expires_in: room.tokenSeconds,
      scope: 'offline_access read write',
      user_id: sellerId,
      refresh_token: grant.refreshToken,
    });
  });
}
