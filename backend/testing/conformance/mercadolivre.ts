// Mercado Livre's wire in miniature, for the conformance tests: values of our own in the published shapes.

import type { Fetcher } from '../../integrations/marketplace.ts';
import { createMercadoLivre } from '../../integrations/marketplaces/mercadolivre/connector.ts';
import { mercadoLivre } from '../../integrations/marketplaces/mercadolivre/manifest.ts';
import type { Clock } from '../../kernel/clock.ts';

const SELLER = 770_011_223;
const PRODUCT = 'MLB31500042';
const OWN = 'MLB5200000001';
const LOCKED = 'MLB5200000002';
const STUBBORN = 'MLB5200000003';
const LISTINGS = Array.from({ length: 45 }, (_, n) => `MLB${5_200_000_001 + n}`);
const START_PRICE = 149.9;

const problem = (status: number, error: string, message: string) =>
  Response.json({ message, error, status, cause: [] }, { status });

/** An item as the multiget gives it. */
export const itemOf = (id: string, price: number) => ({
  id,
  site_id: 'MLB',
  title: 'Luminária de mesa articulada',
  seller_id: SELLER,
  price,
  base_price: price,
  original_price: null,
  currency_id: 'BRL',
  available_quantity: 12,
  listing_type_id: 'gold_special',
  condition: 'new',
  permalink: `https://produto.mercadolivre.com.br/${id.replace('MLB', 'MLB-')}-luminaria-_JM`,
  thumbnail: 'http://http2.mlstatic.com/D_700111-MLB1-I.jpg',
  pictures: [{ id: '700111-MLB1', secure_url: 'https://http2.mlstatic.com/D_700111-MLB1-O.jpg' }],
  shipping: { mode: 'me2', free_shipping: true, logistic_type: 'xd_drop_off', tags: [] },
  attributes: [
    { id: 'SELLER_SKU', name: 'SKU', value_id: null, value_name: `LUM-${id.slice(-3)}` },
  ],
  variations: [],
  status: 'active',
  tags: ['cart_eligible'],
  catalog_product_id: PRODUCT,
  deal_ids: [],
  seller_custom_field: null,
  warnings: [],
});

/** An offer as `/products/{id}/items` gives it. */
export const offerOf = (item_id: string, seller_id: number, price: number) => ({
  item_id,
  seller_id,
  price,
  currency_id: 'BRL',
  condition: 'new',
  listing_type_id: 'gold_pro',
  accepts_mercadopago: true,
  official_store_id: null,
  shipping: {
    mode: 'me2',
    free_shipping: seller_id !== SELLER,
    logistic_type: 'fulfillment',
    tags: [],
  },
  tags: [],
});

const prices = new Map<string, number>();
let refreshTokens = new Set<string>();
let granted = 0;

function grant() {
  granted++;
  const refresh_token = `TG-fixture-${granted}`;
  refreshTokens.add(refresh_token);
  return Response.json({
    access_token: `APP_USR-fixture-${granted}`,
    token_type: 'bearer',
    expires_in: 21_600,
    scope: 'offline_access read write',
    user_id: SELLER,
    refresh_token,
  });
}

const priceOf = (id: string) => prices.get(id) ?? START_PRICE;

async function token(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  if (form.get('grant_type') === 'authorization_code' && form.get('code') === 'TG-code')
    return grant();
  if (refreshTokens.delete(form.get('refresh_token') ?? '')) return grant();
  return Response.json(
    { error_description: 'Error validating grant', error: 'invalid_grant', status: 400, cause: [] },
    { status: 400 },
  );
}

async function change(request: Request, id: string): Promise<Response> {
  if (!LISTINGS.includes(id)) return problem(404, 'not_found', `Item with id ${id} not found`);
  if (id === LOCKED)
    return problem(400, 'item.price.not_modifiable', 'Cannot modify price of this item');
  const body = await request.json();
  if (id !== STUBBORN) prices.set(id, body.price);
  return Response.json(itemOf(id, priceOf(id)));
}

function competition(id: string): Response {
  return Response.json({
    item_id: id,
    current_price: priceOf(id),
    currency_id: 'BRL',
    price_to_win: 139.49,
    boosts: [],
    status: 'competing',
    consistent: true,
    visit_share: 'minimum',
    competitors_sharing_first_place: 0,
    reason: [],
    catalog_product_id: PRODUCT,
    winner: { item_id: 'MLB6100000009', price: 139.5, currency_id: 'BRL', boosts: [] },
  });
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, kind, id = '', rest = ''] = url.pathname.split('/');
  if (url.pathname === '/oauth/token') return token(request);
  if (url.pathname === '/users/me') return Response.json({ id: SELLER, nickname: 'LOJA.FIXTURE' });
  if (kind === 'users' && rest === 'items') return scan(url);
  if (kind === 'users')
    return Response.json(
      ids(url).map((one) => ({ code: 200, body: { id: Number(one), nickname: `LOJA.${one}` } })),
    );
  if (url.pathname === '/items') {
    const found = (one: string) =>
      LISTINGS.includes(one)
        ? { code: 200, body: itemOf(one, priceOf(one)) }
        : { code: 404, body: { id: one, message: `Item ${one} not found`, error: 'not_found' } };
    return Response.json(ids(url).map(found));
  }
  if (url.pathname === '/orders/search') return orders(url);
  if (kind === 'orders' && id === ORDER) return Response.json(orderOf(ORDER));
  if (kind === 'shipments') return Response.json(shipmentOf(Number(id)));
  if (kind === 'products')
    return Response.json({
      paging: { total: 2, offset: 0, limit: 20 },
      results: [
        {
          ...offerOf('MLB6100000009', 880_000_001, 139.5),
          shipping: { mode: 'me2', free_shipping: true, logistic_type: 'fulfillment', tags: [] },
          seller: { reputation_level_id: '5_green' },
        },
        offerOf(OWN, SELLER, priceOf(OWN)),
      ],
    });
  if (kind !== 'items' || !LISTINGS.includes(id)) {
    if (request.method === 'PUT') return change(request, id);
    return problem(404, 'not_found', 'Resource not found');
  }
  if (request.method === 'PUT') return change(request, id);
  if (rest === 'price_to_win') return competition(id);
  if (rest === 'sale_price')
    return Response.json({ price_id: '7', amount: priceOf(id), currency_id: 'BRL', metadata: {} });
  return problem(404, 'not_found', 'Resource not found');
}

const ORDER = '2000007110000123';

/** An order as Mercado Livre gives it, with what the product must not keep of its buyer. */
export const orderOf = (id: string, more: Record<string, unknown> = {}) => ({
  id: Number(id),
  status: 'paid',
  status_detail: null,
  date_created: '2026-02-28T23:30:00.000-03:00',
  date_closed: '2026-02-28T23:30:04.000-03:00',
  last_updated: '2026-03-01T08:00:00.000-03:00',
  currency_id: 'BRL',
  total_amount: 299.8,
  paid_amount: 312.7,
  order_items: [
    {
      item: {
        id: OWN,
        title: 'Luminária de mesa articulada',
        variation_id: null,
        seller_sku: 'LUM-001',
      },
      quantity: 2,
      unit_price: 149.9,
      full_unit_price: 149.9,
      currency_id: 'BRL',
      sale_fee: 17.99,
    },
  ],
  payments: [
    {
      id: 91_234_567_001,
      status: 'approved',
      transaction_amount: 299.8,
      transaction_amount_refunded: 0,
      shipping_cost: 12.9,
      total_paid_amount: 312.7,
    },
  ],
  shipping: { id: 43_110_000_555 },
  buyer: { id: 601_110_222, nickname: 'COMPRADOR.FIXTURE', first_name: 'Rita', last_name: 'Prado' },
  seller: { id: SELLER },
  tags: ['paid', 'not_delivered'],
  ...more,
});

export const shipmentOf = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  status: 'shipped',
  substatus: null,
  tracking_number: 'MEL43110000555FMXDF01',
  tracking_method: 'MEL Distribution',
  logistic_type: 'xd_drop_off',
  status_history: { date_shipped: '2026-03-01T07:59:00.000-03:00', date_delivered: null },
  receiver_address: {
    receiver_name: 'Rita Prado',
    receiver_phone: '+55 11 90000-0000',
    address_line: 'Rua das Acácias 10',
    zip_code: '04010000',
    city: { id: 'BR-SP-44', name: 'São Paulo' },
    state: { id: 'BR-SP', name: 'São Paulo' },
    country: { id: 'BR', name: 'Brasil' },
  },
  ...more,
});

/** The one order of the seller, if it was placed or changed in the requested period. */
function orders(url: URL): Response {
  const field = url.searchParams.has('order.date_created.from')
    ? 'date_created'
    : 'date_last_updated';
  const at = (end: string) => Date.parse(url.searchParams.get(`order.${field}.${end}`) ?? '');
  const order = orderOf(ORDER);
  const time = Date.parse(field === 'date_created' ? order.date_created : order.last_updated);
  const isFound = time >= at('from') && time <= at('to');
  const offset = Number(url.searchParams.get('offset'));
  return Response.json({
    query: '',
    results: isFound && offset === 0 ? [order] : [],
    sort: { id: 'date_asc', name: 'Date ascending' },
    paging: { total: isFound ? 1 : 0, offset, limit: 50 },
  });
}

const ids = (url: URL) => (url.searchParams.get('ids') ?? '').split(',');

function scan(url: URL): Response {
  const from = Number(url.searchParams.get('scroll_id') ?? 0);
  const results = LISTINGS.slice(from, from + 20);
  return Response.json({ seller_id: String(SELLER), results, scroll_id: String(from + 20) });
}

const notification = (topic: string, resource: string) => ({
  _id: 'b7f0c9a2-0000-4000-8000-000000000001',
  resource,
  user_id: SELLER,
  topic,
  application_id: 4_400_220_011,
  attempts: 1,
  sent: '2026-03-02T14:59:58.120Z',
  received: '2026-03-02T14:59:58.101Z',
});

export const fixture = {
  manifest: mercadoLivre,
  answer,
  reset() {
    prices.clear();
    refreshTokens = new Set();
  },
  connect: (fetcher: Fetcher, clock: Clock) =>
    createMercadoLivre(
      { clientId: '4400220011', clientSecret: 'quiet', redirectUri: 'https://example.test/back' },
      fetcher,
      clock,
    ),
  grant: { code: 'TG-code', params: {} },
  refreshTokens: 'single use' as const,
  sellerId: String(SELLER),
  listings: LISTINGS,
  unknownListing: 'MLB9999999999',
  target: { skuMarketplace: OWN, catalogProductId: PRODUCT, condition: 'new' as const },
  currencyCode: 'BRL',
  order: { orderId: ORDER, day: '2026-02-28', timeZone: 'America/Sao_Paulo', price: 14_990 },
  lockedListing: LOCKED,
  stubbornListing: STUBBORN,
  notifications: {
    market: { body: notification('catalog_item_competition_status', `/items/${OWN}/price_to_win`) },
    listing: { body: notification('items', `/items/${OWN}`) },
    unused: { body: notification('questions', '/questions/5036111111') },
  },
  subject: { skuMarketplace: OWN },
  isProven: false,
};
