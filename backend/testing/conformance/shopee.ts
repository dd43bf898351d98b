// Shopee's wire in miniature, for the conformance tests: values of our own in the published shapes.
import { createHmac } from 'node:crypto';
import type { Fetcher } from '../../integrations/marketplace.ts';
import { createShopee } from '../../integrations/marketplaces/shopee/connector.ts';
import { shopee } from '../../integrations/marketplaces/shopee/manifest.ts';
import type { Clock } from '../../kernel/clock.ts';

export const SHOP = 55_100_021;
const ITEM = 7_700_000_000;
/** An item with models, and items without; more than one batch of them. */
export const WITH_MODELS = ITEM + 1;
export const MODELS = [101, 102, 103].map((n) => ITEM + n);
const ITEMS = Array.from({ length: 60 }, (_, n) => ITEM + 1 + n);
const LISTINGS = ITEMS.flatMap((id) =>
  id === WITH_MODELS ? MODELS.map((model) => `${id}.${model}`) : [String(id)],
);
const OWN = `${WITH_MODELS}.${MODELS[0]}`;
const LOCKED = String(ITEM + 2);
const STUBBORN = String(ITEM + 3);
const START_PRICE = 149.9;
const KEY = 'key-of-the-fixture';

export const settings = {
  partnerId: '4400220',
  partnerKey: KEY,
  redirectUri: 'https://example.test/back',
  consentPage: 'https://example.test/consent',
  pushUrl: 'https://example.test/api/webhooks/shopee',
  itemPage: 'https://shopee.example/product/{shop}/{item}',
  callsPerSecond: 0,
};

const prices = new Map<string, number>();
let refreshTokens = new Set<string>();
let granted = 0;

const good = (response: object) =>
  Response.json({ request_id: 'f1', error: '', message: '', warning: '', response });
const bare = (fields: object) =>
  Response.json({ request_id: 'f1', error: '', message: '', ...fields });
/** Refusals of an operation come with a 200, those of the gate with a 403. */
const refused = (error: string, message = 'In their own words', status = 200) =>
  Response.json({ request_id: 'f1', error, message }, { status });

const priceOf = (code: string) => prices.get(code) ?? START_PRICE;
const priceInfo = (code: string) => [
  { currency: 'BRL', original_price: priceOf(code), current_price: priceOf(code) },
];
const stock = (total_available_stock: number) => ({
  summary_info: { total_reserved_stock: 0, total_available_stock },
});

/** An item as `get_item_base_info` gives it. */
export const itemOf = (id: number, more: Record<string, unknown> = {}) => ({
  item_id: id,
  category_id: 100_182,
  item_name: 'Luminária de mesa articulada',
  item_sku: id === WITH_MODELS ? '' : `LUM-${id % 1_000}`,
  create_time: 1_760_000_000,
  update_time: 1_771_000_000,
  image: { image_url_list: ['https://images.example.test/luminaria.jpg'] },
  logistic_info: [{ logistic_id: 91_003, enabled: true, is_free: true }],
  condition: 'NEW',
  item_status: 'NORMAL',
  deboost: 'FALSE',
  has_model: id === WITH_MODELS,
  gtin_code: '00',
  ...(id !== WITH_MODELS && { price_info: priceInfo(String(id)) }),
  stock_info_v2: stock(12),
  ...more,
});

/** Its models as `get_model_list` gives them. */
export const modelsOf = (id: number) => ({
  tier_variation: [
    { name: 'Cor', option_list: ['Preta', 'Branca', 'Azul'].map((option) => ({ option })) },
  ],
  model: MODELS.map((model, n) => ({
    model_id: model,
    tier_index: [n],
    model_sku: `LUM-1-${n + 1}`,
    model_status: 'MODEL_NORMAL',
    price_info: priceInfo(`${id}.${model}`),
    stock_info_v2: stock(4),
    gtin_code: '7891000315507',
    has_promotion: true,
  })),
});

function grant(more: object = {}) {
  granted++;
  const refresh_token = `refresh-fixture-${granted}`;
  refreshTokens.add(refresh_token);
  const access_token = `access-fixture-${granted}`;
  return bare({ access_token, refresh_token, expire_in: 14_400, ...more });
}

interface RequestedPrice {
  model_id?: number;
  original_price: number;
}

async function updatePrice(request: Request): Promise<Response> {
  const { item_id: id, price_list: requested } = (await request.json()) as {
    item_id: number;
    price_list: RequestedPrice[];
  };
  const codeOf = ({ model_id: model }: RequestedPrice) => (model ? `${id}.${model}` : String(id));
  if (requested.some((one) => !LISTINGS.includes(codeOf(one))))
    return refused('product.error_item_not_found');
  if (String(id) === LOCKED) return refused('product.error_cannt_edit_price_in_promotion');
  // It accepts the price without an error and does not show it.
  if (String(id) === STUBBORN) return good({ success_list: [], failure_list: [] });
  for (const one of requested) prices.set(codeOf(one), one.original_price);
  const echo = ({ model_id, original_price }: RequestedPrice) =>
    model_id ? { model_id, original_price } : { original_price };
  return good({ success_list: requested.map(echo), failure_list: [] });
}

function itemList(url: URL): Response {
  if (url.searchParams.get('item_status') !== 'NORMAL')
    return good({ total_count: 0, has_next_page: false });
  const offset = Number(url.searchParams.get('offset'));
  const page = ITEMS.slice(offset, offset + 25);
  const next = offset + page.length;
  return good({
    item: page.map((item_id) => ({ item_id, item_status: 'NORMAL', update_time: 1 })),
    total_count: ITEMS.length,
    has_next_page: next < ITEMS.length,
    ...(next < ITEMS.length && { next_offset: next }),
  });
}

const ids = (url: URL, name: string) =>
  (url.searchParams.get(name) ?? '')
    .split(',')
    .map(Number)
    .filter((id) => ITEMS.includes(id));

async function token(request: Request): Promise<Response> {
  const body = (await request.json()) as Record<string, unknown>;
  if (body.code === 'code' && body.shop_id === SHOP) return grant();
  if (body.code === 'code') return refused('invalid_shop_id', 'The shop_id is wrong', 403);
  if (body.code !== undefined) return refused('error_auth', 'Invalid code', 403);
  if (body.shop_id === SHOP && refreshTokens.delete(String(body.refresh_token)))
    return grant({ shop_id: SHOP, partner_id: Number(settings.partnerId) });
  return refused('error_shop_refresh_token', 'Invalid refresh_token', 403);
}

const ORDER = '260228FIXTURE1';

/** An order as `get_order_detail` gives it, with what the product must not keep of its buyer. */
export const orderOf = (order_sn: string, more: Record<string, unknown> = {}) => ({
  order_sn,
  order_status: 'SHIPPED',
  region: 'BR',
  currency: 'BRL',
  cod: false,
  create_time: Date.parse('2026-02-28T23:30:00-03:00') / 1000,
  update_time: Date.parse('2026-03-01T08:00:00-03:00') / 1000,
  pay_time: Date.parse('2026-02-28T23:31:00-03:00') / 1000,
  pickup_done_time: Date.parse('2026-03-01T07:59:00-03:00') / 1000,
  total_amount: 312.7,
  buyer_user_id: 601_110_222,
  buyer_username: 'comprador.fixture',
  buyer_cpf_id: '00000000000',
  shipping_carrier: 'Shopee Xpress',
  item_list: [
    {
      item_id: WITH_MODELS,
      item_name: 'Luminária de mesa articulada',
      model_id: MODELS[0],
      model_name: 'Preta',
      model_sku: 'LUM-1-1',
      order_item_id: WITH_MODELS,
      model_quantity_purchased: 2,
      model_original_price: 159.9,
      model_discounted_price: 149.9,
      promotion_type: '',
    },
  ],
  package_list: [
    {
      package_number: 'OFG0001',
      logistics_status: 'LOGISTICS_PICKUP_DONE',
      shipping_carrier: 'Shopee Xpress',
    },
  ],
  recipient_address: {
    name: 'R***a',
    phone: '******00',
    full_address: 'Rua das ******',
    zipcode: '04010000',
    city: 'São Paulo',
    state: 'SP',
    region: 'BR',
  },
  ...more,
});

/** The return of one unit of an order. */
export const returnOf = (orderSn: string, id: string, more: Record<string, unknown> = {}) => ({
  return_sn: id,
  order_sn: orderSn,
  status: 'ACCEPTED',
  refund_amount: 149.9,
  currency: 'BRL',
  create_time: Date.parse('2026-02-28T11:30:00Z') / 1000,
  update_time: Date.parse('2026-03-01T11:30:00Z') / 1000,
  user: { username: 'comprador', email: 'comprador@example.com' },
  item: [
    { item_id: WITH_MODELS, model_id: MODELS[0], name: 'Luminária', amount: 1, item_price: 149.9 },
  ],
  ...more,
});

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  switch (url.pathname) {
    case '/api/v2/auth/token/get':
    case '/api/v2/auth/access_token/get':
      return await token(request);
    case '/api/v2/shop/get_shop_info':
      return bare({
        shop_name: 'Loja Fixture',
        region: 'BR',
        status: 'NORMAL',
        is_cb: false,
        is_sip: false,
        auth_time: 1_772_000_000,
        expire_time: 1_803_000_000,
      });
    case '/api/v2/product/get_item_list':
      return itemList(url);
    case '/api/v2/product/get_item_base_info': {
      const found = ids(url, 'item_id_list');
      return found.length === 0
        ? refused('product.error_item_not_found')
        : good({ item_list: found.map((id) => itemOf(id)) });
    }
    case '/api/v2/product/get_model_list': {
      const [id] = ids(url, 'item_id');
      return id === undefined ? refused('product.error_item_not_found') : good(modelsOf(id));
    }
    case '/api/v2/product/get_item_promotion':
      return good({
        success_list: ids(url, 'item_id_list').map((item_id) => ({ item_id, promotion: [] })),
      });
    case '/api/v2/product/get_item_content_diagnosis_result':
      return good({
        success_item_list: [
          {
            item_id: WITH_MODELS,
            quality_level: 2,
            unfinished_task: [{ issue_type: 10, suggestion: 'Add video' }],
          },
        ],
      });
    case '/api/v2/order/get_order_list': {
      const order = orderOf(ORDER);
      const field = url.searchParams.get('time_range_field') as 'create_time' | 'update_time';
      const at = (name: string) => Number(url.searchParams.get(name));
      const isFound = order[field] >= at('time_from') && order[field] <= at('time_to');
      return good({
        more: false,
        next_cursor: '',
        order_list: isFound ? [{ order_sn: ORDER }] : [],
      });
    }
    case '/api/v2/order/get_order_detail': {
      const requested = (url.searchParams.get('order_sn_list') ?? '').split(',');
      return good({ order_list: requested.includes(ORDER) ? [orderOf(ORDER)] : [] });
    }
    case '/api/v2/returns/get_return_list': {
      const one = returnOf(ORDER, 'R1');
      const at = (name: string) => Number(url.searchParams.get(name));
      const isFound =
        one.update_time >= at('update_time_from') && one.update_time <= at('update_time_to');
      return good({ more: false, return: isFound ? [one] : [] });
    }
    case '/api/v2/product/update_price':
      return await updatePrice(request);
    default:
      return refused('error_not_found', 'The api is not found', 404);
  }
}

/** A push with its proof. */
export const pushOf = (body: object) => {
  const text = JSON.stringify(body);
  const proof = createHmac('sha256', KEY).update(`${settings.pushUrl}|${text}`).digest('hex');
  return { body, headers: { authorization: proof } };
};

/** In the time of the conformance tests. */
const SENT = Date.parse('2026-03-02T14:59:58Z') / 1000;
export const pushOfItem = (code: number, data: object) =>
  pushOf({ code, shop_id: SHOP, timestamp: SENT, data });

export const fixture = {
  manifest: shopee,
  answer,
  reset() {
    prices.clear();
    refreshTokens = new Set();
  },
  connect: (fetcher: Fetcher, clock: Clock) => createShopee(settings, fetcher, clock),
  grant: { code: 'code', params: { shop_id: String(SHOP) } },
  refreshTokens: 'single use' as const,
  sellerId: String(SHOP),
  listings: LISTINGS,
  unknownListing: '9999999999.1',
  target: { skuMarketplace: OWN, catalogProductId: null, condition: 'new' as const },
  currencyCode: 'BRL',
  order: { orderId: ORDER, day: '2026-02-28', timeZone: 'America/Sao_Paulo', price: 14_990 },
  lockedListing: LOCKED,
  stubbornListing: STUBBORN,
  notifications: {
    market: null,
    listing: pushOfItem(16, { item_id: WITH_MODELS, model_id: MODELS[0] }),
    unused: pushOfItem(5, { actions: [] }),
  },
  subject: { skuMarketplace: OWN },
  isProven: true,
  signsBodies: true as const,
  hasTokensInAddresses: true as const,
};
