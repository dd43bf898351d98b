// Codes, tokens and their rotation.
// https://open.shopee.com/developer-guide/20
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AuthorizedSeller, CallFailure, Credentials, Grant } from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { callAsApplication, callAsShop, type Shopee } from './requests.ts';
import { ShopInfo, Token } from './wire.ts';

/** The port's code for a dead refresh token (RFC 6749 5.2). */
const INVALID_GRANT = 'invalid_grant';

/**
 * Codes for a dead code or refresh token: used, older than ten minutes or thirty days, of another shop, or of a seller
 * who revoked the consent.
 */
const DEAD = new Set([
  'error_auth',
  'invalid_code',
  'invalid_shop_id',
  // The wire has this spelling.
  'invalid_main_acount_id',
  'error_shop_refresh_token',
  'refresh_token_expired',
  'shop_access_expired',
]);

/** How long an access token is valid where its answer does not report it. */
const ACCESS_SECONDS = 4 * 3_600;
/** A larger `expire_in` is no number of seconds, but an instant. */
const INSTANT_FROM = 1_000_000_000;
const REFRESH_MS = 30 * 24 * 3_600_000;

/** Time limit of the further question beside a renewal, in milliseconds. */
const ASIDE_MS = 4_000;

const ID = /^\d{1,19}$/;
/** Shopee's regions are countries. */
const COUNTRY = /^[A-Z]{2}$/;

const toGrantFailure = (error: CallFailure): CallFailure =>
  DEAD.has(error.code)
    ? failure('invalid', INVALID_GRANT, `${error.code}: ${error.message}`)
    : error;

/** The credentials of an answer. `requestedAt`: before the call, so that no token is considered valid for too long. */
function credentialsOf(
  { access_token, refresh_token, expire_in }: Token,
  requestedAt: number,
): Credentials {
  const reported = expire_in ?? ACCESS_SECONDS;
  const endsAt = reported > INSTANT_FROM ? reported * 1000 : requestedAt + reported * 1000;
  const longest = requestedAt + 24 * 3_600_000;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: new Date(Math.min(endsAt, longest)),
    refreshEndsAt: new Date(requestedAt + REFRESH_MS),
  };
}

/** Both ways to a token; never tried again here, as a code and a refresh token work once. */
async function requestToken(
  shopee: Shopee,
  path: string,
  json: Record<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<Result<{ token: Token; credentials: Credentials }, CallFailure>> {
  const requestedAt = shopee.clock().getTime();
  const { partnerId } = shopee.partner;
  const answer = await callAsApplication(
    shopee,
    { method: 'POST', operation: 'token', path, json: { ...json, partner_id: Number(partnerId) } },
    signal,
  );
  const token = decode(answer, Token, 'the token');
  if (!token.ok) return fail(toGrantFailure(token.error));
  return ok({ token: token.value, credentials: credentialsOf(token.value, requestedAt) });
}

/** What Shopee reports of a shop; null where the call failed: its credentials are valid all the same. */
async function shopOf(
  shopee: Shopee,
  sellerId: string,
  accessToken: string,
  signal: AbortSignal | undefined,
): Promise<ShopInfo | null> {
  const session = { sellerId, accessToken, ...(signal && { signal }) };
  const request = {
    method: 'GET',
    operation: 'getShopInfo',
    path: '/api/v2/shop/get_shop_info',
  } as const;
  const answer = decode(await callAsShop(shopee, session, request), ShopInfo, 'the shop');
  return answer.ok ? answer.value : null;
}

/** When the seller's consent ends; nothing where it was not reported, or has no end. */
const endOf = (info: ShopInfo | null): Pick<Credentials, 'authorizationEndsAt'> =>
  info?.expire_time ? { authorizationEndsAt: new Date(info.expire_time * 1000) } : {};

/** Prices of cross-border shops are set in another currency or by other calls, which the product does not make. */
const isCrossBorder = ({ is_cb, is_sip }: ShopInfo) => is_cb === true || is_sip === true;

/** Which shops a grant opens: the one that came back beside the code, or all of a main account. */
function grantRequest({
  params,
}: Grant): { name: 'shop_id' | 'main_account_id'; id: string } | null {
  for (const name of ['shop_id', 'main_account_id'] as const) {
    const id = params[name];
    if (id !== undefined && ID.test(id)) return { name, id };
  }
  return null;
}

/**
 * Exchanges an authorisation code. One pair of tokens comes for all shops of a main account; from then on each shop is
 * renewed by itself, and so gets a pair of its own.
 */
export async function authorize(
  shopee: Shopee,
  grant: Grant,
  signal: AbortSignal | undefined,
): Promise<Result<readonly AuthorizedSeller[], CallFailure>> {
  const request = grantRequest(grant);
  if (request === null)
    return fail(
      failure('invalid', 'shop_missing', 'Neither shop_id nor main_account_id came back'),
    );
  const granted = await requestToken(
    shopee,
    '/api/v2/auth/token/get',
    { code: grant.code, [request.name]: Number(request.id) },
    signal,
  );
  if (!granted.ok) return granted;
  const { token, credentials } = granted.value;
  const ids = request.name === 'shop_id' ? [request.id] : [...new Set(token.shop_id_list)];
  if (ids.length === 0) return fail(unreadable('the shops of the main account'));
  const shops = await Promise.all(
    ids.map(async (id) => ({
      id,
      info: await shopOf(shopee, id, credentials.accessToken, signal),
    })),
  );
  const own = shops.filter(({ info }) => info === null || !isCrossBorder(info));
  if (own.length === 0)
    return fail(
      failure('forbidden', 'cross_border_shop', 'Cross-border shops set their prices elsewhere'),
    );
  return ok(
    own.map(({ id, info }) => ({
      sellerId: id,
      nickname: info?.shop_name ?? id,
      ...(COUNTRY.test(info?.region ?? '') && { countryCode: info!.region! }),
      credentials: {
        ...credentials,
        ...endOf(info),
      },
    })),
  );
}

/**
 * Renews the credentials of a shop. The old refresh token is dead as soon as Shopee has answered, the old access token
 * five minutes later. The end of the consent is asked for with the new token, as the seller may have prolonged it; with
 * a short time limit, as the new pair waits to be stored.
 */
export async function refresh(
  shopee: Shopee,
  { refreshToken }: Credentials,
  { sellerId, signal }: { sellerId: string; signal?: AbortSignal },
): Promise<Result<Credentials, CallFailure>> {
  const granted = await requestToken(
    shopee,
    '/api/v2/auth/access_token/get',
    { refresh_token: refreshToken, shop_id: Number(sellerId) },
    signal,
  );
  if (!granted.ok) return granted;
  const { credentials } = granted.value;
  const soon = AbortSignal.timeout(ASIDE_MS);
  const info = await shopOf(
    shopee,
    sellerId,
    credentials.accessToken,
    signal ? AbortSignal.any([signal, soon]) : soon,
  );
  return ok({ ...credentials, ...endOf(info) });
}
