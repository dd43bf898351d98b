import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type {
  AuthorizedSeller,
  CallFailure,
  Credentials,
  Fetcher,
  Grant,
  OutgoingCall,
} from '../../marketplace.ts';
import type { Channels } from './channels.ts';
import { missingScopes, scopesIn } from './scopes.ts';
import { decode, Token } from './wire.ts';

/** How the product is registered at Magalu. */
export interface MagaluApp {
  clientId: string;
  clientSecret: string;
  /** The address to which ID Magalu sends a seller back; it has to be the registered one. */
  redirectUri: string;
  /** The page on which sellers sign in and agree. */
  consentPage: string;
}

type Granted = Result<{ scope: string | null; credentials: Credentials }, CallFailure>;

/** A grant of `POST /oauth/token`. Never tried again here: codes and refresh tokens work once. */
async function grant(
  login: Fetcher,
  clock: Clock,
  body: Pick<OutgoingCall, 'json' | 'form'>,
  signal: AbortSignal | undefined,
): Promise<Granted> {
  // From before the call, so that the token is never thought to live longer than it does.
  const requestedAt = clock().getTime();
  const answer = await login({
    method: 'POST',
    operation: 'token',
    path: '/oauth/token',
    ...body,
    pace: 'oauth',
    signal,
  });
  const token = decode(answer, Token, 'the token');
  if (!token.ok) return token;
  const { access_token, refresh_token, expires_in, scope } = token.value;
  return ok({
    scope,
    credentials: {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: new Date(requestedAt + expires_in * 1000),
      ...(scope !== null && { scopes: scopesIn(scope) }),
    },
  });
}

/**
 * Exchanges an authorisation code for credentials, and asks for their seller. The exchange takes JSON, and the renewal a
 * form.
 */
export async function authorize(
  app: MagaluApp,
  login: Fetcher,
  channels: Channels,
  clock: Clock,
  { code }: Grant,
  signal: AbortSignal | undefined,
): Promise<Result<readonly AuthorizedSeller[], CallFailure>> {
  const json = {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: app.redirectUri,
    code,
    grant_type: 'authorization_code',
  };
  const granted = await grant(login, clock, { json }, signal);
  if (!granted.ok) return granted;
  const { scope, credentials } = granted.value;
  const missing = missingScopes(scope);
  if (missing.length > 0)
    return fail(
      failure('forbidden', 'scope_missing', `The consent leaves out ${missing.join(', ')}`),
    );
  const me = await channels.identify(credentials.accessToken, signal);
  if (!me.ok) return me;
  const { sellerId, name } = me.value;
  return ok([{ sellerId, nickname: name ?? sellerId, credentials }]);
}

/** Renews credentials. The refresh token that was given is dead as soon as ID Magalu has answered. */
export async function refresh(
  app: MagaluApp,
  login: Fetcher,
  clock: Clock,
  { refreshToken }: Credentials,
  signal: AbortSignal | undefined,
): Promise<Result<Credentials, CallFailure>> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
  const granted = await grant(login, clock, { form }, signal);
  return granted.ok ? ok(granted.value.credentials) : granted;
}
