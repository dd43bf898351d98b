// Magalu's wire in miniature, for the conformance tests: values of our own in the shapes that clients and documents show.
import type { Fetcher } from '../../integrations/marketplace.ts';
import { createMagalu } from '../../integrations/marketplaces/magalu/connector.ts';
import { magalu } from '../../integrations/marketplaces/magalu/manifest.ts';
import { signatureOf } from '../../integrations/proof.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bytesOf } from '../incoming.ts';
import { NOW } from './stage.ts';

export const TENANT = '7d5a3c10-44be-4c0e-a1f2-0c9b8e7d6a55';
export const CHANNEL = 'a52c61d8-9f0b-4a37-b6c4-18e2d7035f99';
const OWN = 'LUM 01/branca';
const LOCKED = 'LUM-02';
const STUBBORN = 'LUM-03';
/** SKUs hold what sellers put into them. */
const LISTINGS = [
  OWN,
  LOCKED,
  STUBBORN,
  'LUM,04',
  'LUM%05?#&',
  ...Array.from({ length: 40 }, (_, n) => `LUM-${n + 10}`),
];
const START_PRICE = 14_990;
const PAGE = 20;
const SECRET = 'whsec_fixture';

const problem = (status: number, slug: string, message: string) =>
  Response.json({ slug, message, details: [] }, { status });

/** A SKU as the portfolio gives it. */
export const skuOf = (sku: string, more: Record<string, unknown> = {}) => ({
  sku,
  title: 'Luminária de mesa articulada',
  brand: 'Clarão',
  condition: 'NEW',
  active: true,
  status: 'PUBLISHED',
  group: { id: '64f0aa10bb20cc30dd40ee50', main_variation: true },
  channels: [{ id: CHANNEL }],
  identifiers: [
    { type: 'isbn', value: '9788500000003' },
    { type: 'ean', value: '7891000315507' },
  ],
  attributes: [],
  images: [{ reference: 'https://imagens.example.test/luminaria.jpg', type: 'image/jpeg' }],
  url_marketplace: [
    {
      channel: CHANNEL,
      url: 'https://www.magazineluiza.com.br/luminaria-de-mesa/p/ab12cd34ef/de/lumi/',
    },
  ],
  fulfillment: false,
  ...more,
});

/** A page of a list. */
export const pageOf = (results: unknown[], limit = 50, offset = 0) => ({
  meta: {
    page: { limit, offset, count: results.length, max_limit: 100 },
    links: { previous: null, next: null, self: '/' },
  },
  results,
});

/** A price as the portfolio gives it, in cents. */
export const priceOf = (price: number, more: Record<string, unknown> = {}) => ({
  list_price: price,
  price,
  currency: 'BRL',
  normalizer: 100,
  channel: { id: CHANNEL },
  ...more,
});

const ORDER = 'LU-70123456789';
const ORDERED_AT = '2026-02-20T14:05:11Z';
const ORDER_PRICE = 14_990;

/** An order as Magalu gives it: what is sold is in its deliveries. */
export const orderOf = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  code: id,
  status: 'approved',
  created_at: ORDERED_AT,
  purchased_at: ORDERED_AT,
  updated_at: ORDERED_AT,
  amounts: {
    currency: 'BRL',
    normalizer: 100,
    total: 31_470,
    freight: { normalizer: 100, total: 1_490 },
    commission: { normalizer: 100, total: 4_797 },
  },
  deliveries: [
    {
      id: `${id}-1`,
      status: 'shipped',
      items: [
        {
          info: { sku: OWN, name: 'Luminária de mesa articulada' },
          quantity: 2,
          sequencial: 1,
          unit_price: { normalizer: 100, value: ORDER_PRICE },
        },
      ],
      shipping: {
        shipped_at: '2026-02-21T09:00:00-03:00',
        delivered_at: null,
        provider: { name: 'Magalu Entregas' },
        tracking: { code: 'ME70123456789' },
        recipient: {
          name: 'Rosa Teixeira',
          address: { city: 'Londrina', state: 'PR', country: 'BR', zipcode: '86010390' },
        },
      },
    },
  ],
  ...more,
});

/** Whether the order matches a search. */
function isRequested(url: URL): boolean {
  const bounds = (field: string) => [
    url.searchParams.get(`${field}__gte`) ?? '0000',
    url.searchParams.get(`${field}__lte`) ?? '9999',
  ];
  const at = new Date(ORDERED_AT).toISOString();
  return ['purchased_at', 'updated_at'].every((field) => {
    const [from, to] = bounds(field);
    return from! <= at && at <= to!;
  });
}

const prices = new Map<string, number>();
let refreshTokens = new Set<string>();
let granted = 0;

function grant() {
  granted++;
  const refresh_token = `refresh-fixture-${granted}`;
  refreshTokens.add(refresh_token);
  return Response.json({
    access_token: `access-fixture-${granted}`,
    token_type: 'Bearer',
    expires_in: 7_200,
    refresh_token,
  });
}

/** A code is sent as JSON, a refresh token as a form. */
async function token(request: Request): Promise<Response> {
  const text = await request.text();
  const isJson = request.headers.get('content-type')?.includes('json');
  if (isJson && JSON.parse(text).code === 'code') return grant();
  if (!isJson && refreshTokens.delete(new URLSearchParams(text).get('refresh_token') ?? ''))
    return grant();
  return Response.json(
    { error: 'invalid_grant', error_description: 'The grant is not valid' },
    { status: 400 },
  );
}

async function write(request: Request, sku: string): Promise<Response> {
  if (request.method === 'POST') return problem(409, 'price_already_exists', 'It exists already');
  if (sku === LOCKED) return problem(422, 'price_not_editable', 'The price cannot be changed');
  const { price } = await request.json();
  if (sku !== STUBBORN) prices.set(sku, price);
  return Response.json({ trace_id: '0f0d6c1e-aa01-4a8e-9a51-3b1f0c9d7e21' }, { status: 202 });
}

function list(url: URL): Response {
  const limit = Math.min(PAGE, Number(url.searchParams.get('_limit')));
  const offset = Number(url.searchParams.get('_offset'));
  const page = LISTINGS.slice(offset, offset + limit);
  return Response.json(
    pageOf(
      page.map((sku) => skuOf(sku)),
      limit,
      offset,
    ),
  );
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/oauth/token') return token(request);
  if (url.pathname === '/seller/v1/pricing-rules/active') return Response.json({ results: [] });
  if (url.pathname === '/seller/v1/orders')
    return Response.json(pageOf(isRequested(url) ? [orderOf(ORDER)] : [], 100));
  if (url.pathname === `/seller/v1/orders/${ORDER}`) return Response.json(orderOf(ORDER));
  const path = url.pathname.replace('/seller/v1/portfolios/', '');
  if (path === 'me')
    return Response.json({
      tenant: { id: TENANT },
      channel: { id: CHANNEL, name: 'Magazine Luiza' },
      seller: { id: '9120', name: 'Loja Fixture' },
    });
  if (path === 'products/scores') return Response.json(pageOf([{ sku: OWN, score: 83 }]));
  if (path === 'skus') return list(url);
  const [kind, part = ''] = path.split('/');
  const sku = decodeURIComponent(part);
  if (!LISTINGS.includes(sku)) return problem(404, 'resource_not_found', 'Not found');
  if (kind === 'skus') return Response.json(skuOf(sku));
  if (kind === 'stocks')
    return Response.json(pageOf([{ type: 'AVAILABLE', quantity: 12, channel: { id: CHANNEL } }]));
  if (kind !== 'prices') return problem(404, 'resource_not_found', 'Not found');
  if (request.method === 'GET')
    return Response.json(pageOf([priceOf(prices.get(sku) ?? START_PRICE)]));
  return write(request, sku);
}

/** A notification with the headers that prove it. */
export function signed(body: unknown, secret = SECRET, at = NOW) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = signatureOf(secret, `${timestamp}.`, bytesOf(body));
  return {
    body,
    headers: { 'x-timestamp': timestamp, 'x-signature-256': `sha256=${signature}` },
  };
}

/** What Magalu reports of a SKU. */
export const notificationOf = (topic: string, status: string, sku: string) => ({
  data: {
    status,
    params: { sku },
    resource: `/seller/v1/portfolios/skus/${encodeURIComponent(sku)}`,
  },
  tenant_id: TENANT,
  topic,
});

export const fixture = {
  manifest: magalu,
  answer,
  reset() {
    prices.clear();
    refreshTokens = new Set();
  },
  connect: (fetcher: Fetcher, clock: Clock) =>
    createMagalu(
      {
        clientId: 'client',
        clientSecret: 'quiet',
        redirectUri: 'https://example.test/back',
        consentPage: 'https://example.test/login',
        webhookUrl: 'https://example.test/webhooks/magalu',
      },
      { api: fetcher, login: fetcher, clock },
    ),
  grant: { code: 'code', params: {} },
  refreshTokens: 'single use' as const,
  sellerId: TENANT,
  listings: LISTINGS,
  unknownListing: 'NOBODY-HAS-THIS',
  target: { skuMarketplace: OWN, catalogProductId: 'ab12cd34ef', condition: 'new' as const },
  currencyCode: 'BRL',
  order: {
    orderId: ORDER,
    day: '2026-02-20',
    timeZone: 'America/Sao_Paulo',
    price: ORDER_PRICE,
  },
  lockedListing: LOCKED,
  stubbornListing: STUBBORN,
  notifications: {
    market: null,
    listing: signed(notificationOf('portfolios_sku', 'published', OWN)),
    unused: signed(notificationOf('portfolios_category', 'updated', OWN)),
  },
  subject: { skuMarketplace: OWN },
  isProven: true,
  signsBodies: true as const,
  secrets: [SECRET],
};
