import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type {
  AuthorizedSeller,
  CallFailure,
  Credentials,
  Fetcher,
  Grant,
} from '../../marketplace.ts';
import { countryOf } from './sites.ts';
import { bearer, decode, Token, User } from './wire.ts';

/** How the product is registered at Mercado Livre. */
export interface MercadoLivreApp {
  clientId: string;
  clientSecret: string;
  /** The address to which Mercado Livre sends a seller back; it has to be the registered one. */
  redirectUri: string;
  /** Other pages of consent than its own, by country: a sandbox's. */
  consentPages?: Readonly<Record<string, string>>;
}

type Renewed = Result<{ sellerId: string | null; credentials: Credentials }, CallFailure>;

/** Both grants of `POST /oauth/token`. Never tried again here: a refresh token works once. */
async function grant(
  app: MercadoLivreApp,
  fetcher: Fetcher,
  clock: Clock,
  form: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Renewed> {
  // From before the call, so that the token is never thought to live longer than it does.
  const requestedAt = clock().getTime();
  const answer = await fetcher({
    method: 'POST',
    operation: 'token',
    path: '/oauth/token',
    form: { ...form, client_id: app.clientId, client_secret: app.clientSecret },
    pace: 'oauth',
    signal,
  });
  const token = decode(answer, Token, 'the token');
  if (!token.ok) return token;
  return ok({
    sellerId: token.value.user_id,
    credentials: {
      accessToken: token.value.access_token,
      refreshToken: token.value.refresh_token,
      // The documentation's prose speaks of six hours and its samples of three: only the answer counts.
      expiresAt: new Date(requestedAt + token.value.expires_in * 1000),
    },
  });
}

/**
 * Exchanges an authorisation code for credentials and asks for their seller.
 * @see https://developers.mercadolivre.com.br/pt_br/autenticacao-e-autorizacao
 */
export async function authorize(
  app: MercadoLivreApp,
  fetcher: Fetcher,
  clock: Clock,
  { code, codeVerifier }: Grant,
  signal: AbortSignal | undefined,
): Promise<Result<readonly AuthorizedSeller[], CallFailure>> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
  };
  const granted = await grant(app, fetcher, clock, form, signal);
  if (!granted.ok) return granted;
  const { credentials } = granted.value;
  const me = decode(
    await fetcher({
      method: 'GET',
      operation: 'me',
      path: '/users/me',
      headers: bearer(credentials.accessToken),
      pace: granted.value.sellerId ?? 'oauth',
      signal,
    }),
    User,
    'the seller',
  );
  const sellerId = granted.value.sellerId ?? (me.ok ? me.value.id : null);
  // Without the seller's id the credentials belong to no account; without the name they are still usable.
  if (sellerId === null) return me.ok ? fail(unreadable('the seller')) : me;
  const nickname = (me.ok ? me.value.nickname : null) ?? sellerId;
  // Whichever page the seller signed in on: he sells where his account was opened.
  const countryCode = countryOf(me.ok ? me.value.site_id : null);
  return ok([{ sellerId, nickname, credentials, ...(countryCode !== null && { countryCode }) }]);
}

/** Renews credentials. The token that was given is dead as soon as the marketplace has answered. */
export async function refresh(
  app: MercadoLivreApp,
  fetcher: Fetcher,
  clock: Clock,
  credentials: Credentials,
  signal: AbortSignal | undefined,
): Promise<Result<Credentials, CallFailure>> {
  const form = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
  const granted = await grant(app, fetcher, clock, form, signal);
  return granted.ok ? ok(granted.value.credentials) : granted;
}
