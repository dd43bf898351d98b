import { entryOf } from '../amazon/memory.ts';
import { type GrantForm, missingField, readGrantForm } from '../grant-form.ts';
import { tenantIdOf } from '../world/tenants.ts';
import { type MagaluRoom, type MagaluWire, sellerOf } from './room.ts';

/** The code of an authorization without a browser: it may be exchanged any number of times. */
const DEMO_CODE = /^demo-magalu-(\d+)$/;

export const INVALID_GRANT = {
  error: 'invalid_grant',
  error_description:
    'The provided authorization grant or refresh token is invalid, expired, revoked or was already used',
} as const;

/** The scopes that a client can get here. */
export const SCOPES = [
  'open:portfolio-skus-seller:read',
  'open:portfolio-prices-seller:read',
  'open:portfolio-prices-seller:write',
  'open:portfolio-stocks-seller:read',
  'open:portfolio-scores-seller:read',
  'open:order-order-seller:read',
  'open:order-delivery-seller:read',
] as const;

interface Granted {
  tenantId: string;
  scopes: readonly string[];
}

/** The organisation and scopes of a grant; null: it is invalid. */
function grantedBy(form: GrantForm, room: MagaluRoom): Granted | null {
  if (form.grant_type === 'authorization_code') {
    const code = form.code ?? '';
    const demo = DEMO_CODE.exec(code)?.[1];
    // It has no PKCE verifier: a challenge is never sent.
    const shown = { redirectUri: form.redirect_uri, verifier: undefined };
    const tenantId = demo === undefined ? room.codes.take(code, shown) : tenantIdOf(Number(demo));
    if (tenantId === null || sellerOf(room.world(), tenantId) === undefined) return null;
    return { tenantId, scopes: SCOPES };
  }
  // The organisation is at the end of its tokens, so that a used one can be recognized.
  const tenantId = form.refresh_token?.split('.').at(-1) ?? '';
  const living = entryOf(room.memory().refresh, tenantId);
  return living !== null && living.token === form.refresh_token
    ? { tenantId, scopes: living.scopes }
    : null;
}

const REQUIRED: Record<string, string> = {
  authorization_code: 'code',
  refresh_token: 'refresh_token',
};

/**
 * `POST /oauth/token`. A code is sent as JSON and a refresh token as a form, not the other way round. A refresh token is
 * single-use: the grant that replaces it is recorded before the answer is sent.
 */
export function mountOauth(wire: MagaluWire, room: MagaluRoom): void {
  wire.post('/oauth/token', async (call) => {
    const isJson = call.req.header('content-type')?.includes('json') === true;
    const form = await readGrantForm(call.req);
    const refused = (error: string, error_description: string) =>
      call.json({ error, error_description }, 400);
    const needed = REQUIRED[form.grant_type ?? ''];
    if (needed === undefined || isJson !== (form.grant_type === 'authorization_code'))
      return refused('unsupported_grant_type', 'The grant type is not supported in this format');
    const missing = missingField(form, needed);
    if (missing !== null) return refused('invalid_request', `Missing parameter: ${missing}`);
    const { client } = room;
    if (client && (form.client_id !== client.id || form.client_secret !== client.secret))
      return call.json({ error: 'invalid_client', error_description: 'Unknown client' }, 401);
    const granted = grantedBy(form, room);
    if (granted === null) return call.json(INVALID_GRANT, 400);

    const { tenantId, scopes } = granted;
    const accessToken = `${room.hex(48)}.${room.hex(16)}`;
    const refreshToken = `${room.hex(40)}.${tenantId}`;
    const now = room.now();
    const access = { tenantId, scopes, endsAt: now + room.tokenSeconds * 1_000 };
    room.run({ kind: 'magalu_grant', now, accessToken, access, refreshToken });
    return call.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: room.tokenSeconds,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
      created_at: Math.floor(now / 1_000),
    });
  });
}
