import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  type AuthorizedSeller,
  type CallFailure,
  type Credentials,
  type Fetcher,
  type Grant,
  NOT_IN_COUNTRY,
} from '../../marketplace.ts';
import * as requests from './requests.ts';
import { type Accounts, storeIn } from './stores.ts';
import { decode, Participations, Search, Token } from './wire.ts';

/** How the product is registered at Amazon. */
export interface AmazonApp {
  clientId: string;
  clientSecret: string;
  /** The address to which Amazon sends a seller back; it has to be the registered one. */
  redirectUri: string;
  /** The application's id, by which its page of consent is found; null or absent: no seller can be sent there. */
  applicationId?: string | null;
  /** Another page of consent than Seller Central's: a sandbox's. */
  consentPage?: string | null;
}

export interface Granted {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
}

/** Any grant of Login with Amazon: `login` reaches its host, which is not that of the other calls. */
export async function grant(
  app: AmazonApp,
  login: Fetcher,
  clock: Clock,
  form: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Result<Granted, CallFailure>> {
  // From before the call, so that the token is never thought to live longer than it does.
  const requestedAt = clock().getTime();
  const call = requests.token(
    { ...form, client_id: app.clientId, client_secret: app.clientSecret },
    signal,
  );
  const token = decode(await login(call), Token, 'the token');
  if (!token.ok) return token;
  return ok({
    accessToken: token.value.access_token,
    refreshToken: token.value.refresh_token,
    expiresAt: new Date(requestedAt + token.value.expires_in * 1000),
  });
}

const noSeller: CallFailure = {
  kind: 'invalid',
  code: 'seller_unknown',
  message: 'Amazon sends the seller with the code (selling_partner_id), and it is missing',
  retryAfterMs: null,
};
const noStore = (countryCode: string): CallFailure => ({
  kind: 'invalid',
  code: 'no_store',
  message: `Amazon has no store in ${countryCode}`,
  retryAfterMs: null,
});
/** The seller agreed, and does not sell where the account is to sell. */
const notSelling = (where: string, stores: readonly string[]): CallFailure => ({
  kind: 'forbidden',
  code: NOT_IN_COUNTRY,
  message: `The seller does not sell in ${where}; stores of the seller: ${stores.join(', ') || 'none'}`,
  retryAfterMs: null,
});
const noRefreshToken: CallFailure = {
  kind: 'invalid',
  code: 'no_refresh_token',
  message: 'The grant brought no refresh token',
  retryAfterMs: null,
};

/**
 * Exchanges an authorisation code for credentials.
 *
 * Amazon names the seller in the address that it sends the seller back to, where a seller could write any other id, and no
 * call reports whose a token is. Therefore a call that only that seller may make is made with the token: Amazon refuses it
 * for another's id. Amazon is also asked in which stores the seller sells, since a consent may cover several, and not the
 * chosen one.
 * @see https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow
 */
export async function authorize(
  app: AmazonApp,
  { login, api }: { login: Fetcher; api: Fetcher },
  accounts: Accounts,
  clock: Clock,
  { code, countryCode, params: { selling_partner_id: sellerId } }: Grant,
  signal: AbortSignal | undefined,
): Promise<Result<readonly AuthorizedSeller[], CallFailure>> {
  if (sellerId === undefined) return fail(noSeller);
  const store = countryCode === undefined ? accounts.stores[0]! : storeIn(countryCode);
  if (store === null) return fail(noStore(countryCode!));
  const form = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  const granted = await grant(app, login, clock, form, signal);
  if (!granted.ok) return granted;
  const { accessToken, refreshToken, expiresAt } = granted.value;
  if (refreshToken === null) return fail(noRefreshToken);

  const session = { sellerId, accessToken, ...(signal && { signal }) };
  const [owned, participations] = await Promise.all([
    api(requests.countListingsItems(session, store.id)),
    api(requests.getMarketplaceParticipations(session)),
  ]);
  const reported = decode(participations, Participations, 'the stores');
  if (!reported.ok) return reported;
  const sold = reported.value.filter(
    ({ participation }) => participation?.isParticipating !== false,
  );
  const here = sold.find(({ marketplace }) => marketplace.id === store.id);
  if (here === undefined)
    return fail(
      notSelling(
        store.countryCode,
        sold.map(({ marketplace }) => marketplace.countryCode ?? marketplace.id),
      ),
    );
  const proof = decode(owned, Search, "the seller's listings");
  if (!proof.ok) return proof;
  return ok([
    {
      sellerId: accounts.in(store, sellerId),
      nickname: here.storeName ?? sellerId,
      credentials: { accessToken, refreshToken, expiresAt },
    },
  ]);
}

/** Renews credentials. The refresh token stays the same, unless the answer brings another. */
export async function refresh(
  app: AmazonApp,
  login: Fetcher,
  clock: Clock,
  credentials: Credentials,
  signal: AbortSignal | undefined,
): Promise<Result<Credentials, CallFailure>> {
  const form = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
  const granted = await grant(app, login, clock, form, signal);
  if (!granted.ok) return granted;
  const { accessToken, refreshToken, expiresAt } = granted.value;
  return ok({
    accessToken,
    refreshToken: refreshToken ?? credentials.refreshToken,
    expiresAt,
  });
}
