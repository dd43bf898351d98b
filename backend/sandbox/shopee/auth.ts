import { opens } from './memory.ts';
import {
  bareAnswer,
  REGION,
  readJson,
  refuse,
  type ShopeeCall,
  type ShopeeRoom,
  type ShopeeWire,
  seconds,
  wrongParameter,
} from './room.ts';
import { mainAccountNamed, nameOfMainAccount, shopOf, shopsUnder } from './shops.ts';

/** The code of an authorization without a browser: for each demo shop it may be exchanged any number of times. */
const DEMO_CODE = /^demo-shopee-(\d+)$/;

const DAY_MS = 86_400_000;
const REFRESH_MS = 30 * DAY_MS;
/** The usual choice of sellers. */
const CONSENT_MS = 365 * DAY_MS;

export const TOKEN_PATH = '/api/v2/auth/token/get';
export const RENEWAL_PATH = '/api/v2/auth/access_token/get';

type Body = Record<string, unknown>;

function issue(room: ShopeeRoom, shops: readonly number[], used: string | null) {
  const now = room.now();
  const accessToken = room.hex(32);
  const refreshToken = room.hex(32);
  const consent = used === null ? { since: now, endsAt: now + CONSENT_MS } : null;
  const accessEndsAt = now + room.tokenSeconds * 1000;
  const tokens = { accessToken, refreshToken, accessEndsAt, refreshEndsAt: now + REFRESH_MS };
  room.run({ kind: 'shopee_grant', now, shops, ...tokens, consent, used });
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expire_in: room.tokenSeconds,
  };
}

/** Exchanges a code for the shop returned with it, or for all shops of a main account. */
function exchange(call: ShopeeCall, room: ShopeeRoom, body: Body): Response {
  const code = String(body.code ?? '');
  const { shop_id: shopId, main_account_id: mainId } = body;
  if (shopId === undefined && mainId === undefined)
    return wrongParameter(call, 'shop_id or main_account_id is required');
  const shown = { redirectUri: null, verifier: undefined };
  const agreed = DEMO_CODE.exec(code)?.[1] ?? room.codes.take(code, shown);
  if (agreed === null)
    return refuse(call, 'invalid_code', 'The code is expired or used or invalid.', 403);
  const main = mainAccountNamed(agreed);
  if (mainId !== undefined && agreed !== nameOfMainAccount(Number(mainId)))
    return refuse(call, 'invalid_main_acount_id', 'The code or main_account_id is wrong.', 403);
  if (mainId === undefined && agreed !== String(shopId))
    return refuse(call, 'invalid_shop_id', 'The code or shop_id is wrong.', 403);
  const shops = main === null ? [Number(agreed)] : shopsUnder(room.world(), main);
  if (shops.some((shop) => shopOf(room.world(), shop) === null))
    return refuse(call, 'invalid_shop_id', 'The code or shop_id is wrong.', 403);
  const tokens = issue(room, shops, null);
  room.onAuthorized(shops);
  return bareAnswer(call, {
    ...tokens,
    ...(main !== null && { shop_id_list: shops, merchant_id_list: [] }),
  });
}

/** Renews a shop's tokens: the refresh token works once, and only for this shop from then on. */
function renew(call: ShopeeCall, room: ShopeeRoom, body: Body): Response {
  const shopId = Number(body.shop_id);
  const token = String(body.refresh_token ?? '');
  if (!Number.isSafeInteger(shopId)) return wrongParameter(call, 'shop_id is required');
  const { refresh, consents } = room.memory();
  const consent = consents[String(shopId)];
  if (consent === undefined || consent.endsAt <= room.now())
    return refuse(call, 'shop_access_expired', 'The authorization of the shop has ended.', 403);
  if (!opens(refresh, shopId, token, room.now()))
    return refuse(call, 'error_shop_refresh_token', 'Invalid refresh_token.', 403);
  const tokens = issue(room, [shopId], token);
  return bareAnswer(call, { ...tokens, partner_id: Number(room.partner.id), shop_id: shopId });
}

/** Tokens: calls in the application's own name. */
export function mountAuth(wire: ShopeeWire, room: ShopeeRoom): void {
  const mount = (path: string, go: (call: ShopeeCall, room: ShopeeRoom, body: Body) => Response) =>
    wire.post(path, async (call) => {
      const body = await readJson(call);
      if (body === null) return wrongParameter(call, 'the body is no JSON object');
      if (String(body.partner_id) !== room.partner.id)
        return refuse(call, 'error_auth', 'Invalid partner_id or shopid.', 403);
      return go(call, room, body);
    });
  mount(TOKEN_PATH, exchange);
  mount(RENEWAL_PATH, renew);
}

/** `get_shop_info`, whose fields are at the top level of the envelope. */
export function mountShop(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.get('/api/v2/shop/get_shop_info', (call) => {
    const shopId = call.get('shopId');
    const consent = room.memory().consents[String(shopId)];
    return bareAnswer(call, {
      shop_name: shopOf(room.world(), shopId)?.shopee?.name ?? '',
      region: REGION,
      status: 'NORMAL',
      is_cb: false,
      is_sip: false,
      sip_affi_shops: [],
      auth_time: seconds(consent?.since ?? 0),
      expire_time: seconds(consent?.endsAt ?? 0),
    });
  });
}
