// The operations of Mercado Livre that a replay knows: how each is recognized by its request, and requested by the product.

import { toMinor } from '../../../kernel/money.ts';
import { has, lists, recordOf } from '../exchange.ts';
import { ADS_OPERATIONS } from './ads-operations.ts';
import { holds, isFee, isItem, isSeller, isStandardPrice } from './answers.ts';
import {
  feeOf,
  feeRequest,
  figuresOf,
  type Given,
  listingOf,
  marketOf,
  NOW,
  namesOf,
  offersOf,
  priceIn,
  SESSION,
  sessionOf,
  target,
} from './calls.ts';
import { at, type Operation } from './operation.ts';

/** The record requests all fields, or at least those that the product needs. */
const asksFor =
  (...names: string[]) =>
  ({ request: { query } }: Given) =>
    query.attributes === undefined ||
    names.every((name) => query.attributes?.split(',').includes(name));

/** An answer as one of several, with its own status. */
const asOne = (answer: string, code: number) => ({
  status: 200,
  text: `[{"code":${code},"body":${answer === '' ? 'null' : answer}}]`,
});

/** Every operation that the product uses, with the call of the port that leads to it. */
export const OPERATIONS: Operation[] = [
  {
    name: 'POST /oauth/token',
    method: 'POST',
    path: at('/oauth/token'),
    isSufficient: has('access_token', 'refresh_token', 'expires_in'),
    // The product makes no requests with an application token.
    isUsed: ({ body }) => body.grant_type !== 'client_credentials',
    run: (marketplace, { body }) =>
      body.grant_type === 'authorization_code'
        ? marketplace.authorize({ code: String(body.code), params: {} })
        : marketplace.refresh(
            { accessToken: 'old', refreshToken: String(body.refresh_token), expiresAt: NOW },
            SESSION,
          ),
    // Older answers do not name the owner of the token.
    beside: () => ({ 'GET /users/me': { id: SESSION.sellerId } }),
  },
  {
    // Requested with the first token, to learn its owner.
    name: 'GET /users/me',
    method: 'GET',
    path: at('/users/me'),
    isSufficient: has('id'),
    run: (marketplace) => marketplace.authorize({ code: 'code', params: {} }),
    beside: () => ({
      'POST /oauth/token': { access_token: 'a', refresh_token: 'r', expires_in: 21_600 },
    }),
  },
  {
    name: 'GET /users?ids=',
    method: 'GET',
    path: at('/users'),
    isSufficient: holds(isSeller),
    isUsed: ({ request }) => request.query.ids !== undefined,
    run: namesOf,
    beside: offersOf,
  },
  {
    // The product requests it within GET /users?ids=.
    name: 'GET /users/{id}',
    method: 'GET',
    path: at('/users/*'),
    isSufficient: isSeller,
    isUsed: asksFor('id', 'nickname'),
    run: namesOf,
    beside: offersOf,
    wrap: asOne,
    request: { path: '/users' },
  },
  {
    name: 'GET /users/{id}/items/search',
    method: 'GET',
    path: at('/users/*/items/search'),
    isSufficient: lists('results'),
    async run(marketplace, { id }) {
      for await (const page of marketplace.scanListings(sessionOf(id))) return page;
      return { ok: true, value: [] };
    },
  },
  {
    name: 'GET /items?ids=',
    method: 'GET',
    path: at('/items'),
    isSufficient: holds(isItem),
    run: (marketplace, { request, answer }) =>
      listingOf(marketplace, (request.query.ids ?? '').split(','), answer),
  },
  {
    name: 'GET /items/{id}?include_attributes=all',
    method: 'GET',
    path: at('/items/*'),
    isSufficient: has('id', 'variations'),
    isUsed: ({ request }) => request.query.include_attributes === 'all',
    run: (marketplace, { id }) => marketplace.getVariations!(SESSION, id),
  },
  {
    name: 'GET /item/{id}/performance',
    isAbsenceSufficient: true,
    method: 'GET',
    path: at('/item/*/performance'),
    isSufficient: lists('buckets'),
    run: (marketplace, { id }) => marketplace.getHealth!(SESSION, id, 'pt'),
  },
  {
    // The product requests it within GET /items?ids=: an item is the same there, below its own status.
    name: 'GET /items/{id}',
    method: 'GET',
    path: at('/items/*'),
    isSufficient: isItem,
    isUsed: asksFor('id', 'price', 'currency_id'),
    // Requested by the id in the answer: samples combine several items.
    run: (marketplace, { id, answer, answered }) =>
      listingOf(marketplace, [answered ?? id], answer),
    wrap: asOne,
    request: { path: '/items' },
  },
  {
    name: 'GET /items/{id}/price_to_win',
    isAbsenceSufficient: true,
    method: 'GET',
    path: at('/items/*/price_to_win'),
    isSufficient: has('item_id', 'status'),
    run: (marketplace, { id }) => marketOf(marketplace, target(id, null)),
  },
  {
    name: 'GET /products/{id}/items',
    isAbsenceSufficient: true,
    isRefusalSufficient: true,
    method: 'GET',
    path: at('/products/*/items'),
    isSufficient: lists('results'),
    run: (marketplace, { id }) => marketOf(marketplace, target('MLB1', id)),
    beside: () => ({ 'GET /items/MLB1/price_to_win': { item_id: 'MLB1', status: 'competing' } }),
  },
  {
    name: 'GET /items/{id}/sale_price',
    method: 'GET',
    path: at('/items/*/sale_price'),
    isSufficient: has('amount'),
    run: (marketplace, { id }) => marketplace.getPrice(SESSION, id),
  },
  {
    // Requested if the sale price is not reported.
    name: 'GET /items/{id}/prices',
    method: 'GET',
    path: at('/items/*/prices'),
    isSufficient: isStandardPrice,
    run: (marketplace, { id }) => marketplace.getPrice(SESSION, id),
  },
  {
    name: 'GET /sites/{site}/listing_prices',
    method: 'GET',
    path: at('/sites/*/listing_prices'),
    isSufficient: isFee,
    run: feeOf,
    beside: (given) => ({
      'GET /items': [
        {
          code: 200,
          body: {
            id: 'MLB1',
            site_id: given.id,
            category_id: given.request.query.category_id ?? `${given.id}1`,
            listing_type_id: feeRequest(given, 'listing_type_id'),
          },
        },
      ],
    }),
  },
  {
    name: 'GET /advertising/advertisers',
    isAbsenceSufficient: true,
    method: 'GET',
    path: at('/advertising/advertisers'),
    isSufficient: lists('advertisers'),
    isUsed: ({ request }) => request.query.product_id === 'PADS',
    run: (marketplace) => figuresOf(marketplace),
    beside: ({ answer }) => {
      const { advertisers } = recordOf(answer);
      const all = Array.isArray(advertisers) ? advertisers.map(recordOf) : [];
      return Object.fromEntries(
        all.map(({ site_id, advertiser_id }) => [
          `GET /advertising/${site_id}/advertisers/${advertiser_id}/product_ads/ads/search`,
          { results: [] },
        ]),
      );
    },
  },
  {
    name: 'GET /advertising/{site}/advertisers/{id}/product_ads/ads/search',
    method: 'GET',
    path: at('/advertising/*/advertisers/*/product_ads/ads/search'),
    isSufficient: lists('results'),
    // Without figures, or day by day, it serves other purposes.
    isUsed: ({ request: { query } }) =>
      (query.metrics ?? '').split(',').includes('cost') && query.aggregation_type === undefined,
    run: (marketplace) => figuresOf(marketplace),
    beside: ({ id, request }) => ({
      'GET /advertising/advertisers': {
        advertisers: [{ advertiser_id: request.path.split('/')[4], site_id: id }],
      },
    }),
  },
  {
    name: 'PUT /items/{id} (price)',
    method: 'PUT',
    path: at('/items/*'),
    isSufficient: () => true,
    isUsed: (given) => priceIn(given) !== null && Object.keys(given.body).length === 1,
    run: (marketplace, given) =>
      marketplace.setPrice(SESSION, {
        skuMarketplace: given.id,
        price: toMinor(priceIn(given) ?? 0),
        currencyCode: 'BRL',
        operationKey: 'replay',
      }),
  },
  ...ADS_OPERATIONS,
];
