import type postgres from 'postgres';
import { TEST_TIME } from '../test-context.ts';
import type { Things } from '../things.ts';
import { everyModule, integrations, listings, nothing, type RouteCall } from './route-call.ts';

/** One that no later call needs. */
const spareAccount = async (things: Things, owner: postgres.Sql) => {
  const [account] = await owner<{ id: number }[]>`
    insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
    values (${things.companyId}, 2, ${crypto.randomUUID()}, 'Spare', 'active', ${TEST_TIME}) returning id`;
  things.accountId = account!.id;
};
const account = (tail = '') => ({
  path: ({ accountId }: Things) => `/v1/account-integrations/${accountId}${tail}`,
});
const tested = (tail: string) => ({
  path: ({ accountId }: Things) => `/v1/test/accounts/${accountId}${tail}`,
});

export const CATALOG_CALLS: Record<string, RouteCall> = {
  'get /v1/accounts': { who: 'read', ...listings, ...nothing },
  'get /v1/account-integrations': { who: 'read', ...integrations, ...nothing },
  'get /v1/marketplaces': { who: 'read', ...everyModule, ...nothing },
  'get /channels': { who: 'read', ...integrations, ...nothing },
  'get /account-integrations/channel/{marketplaceId}/summary': {
    who: 'read',
    ...integrations,
    ...nothing,
    path: () => '/account-integrations/channel/2/summary',
  },
  'post /v1/account-integrations/consents': {
    who: 'write',
    ...integrations,
    body: ({ accountId }) => ({ marketplace: 'memory', countryCode: 'BR', accountId }),
  },
  'post /v1/account-integrations': {
    who: 'write',
    ...integrations,
    ...nothing,
    body: () => ({ marketplace: 'memory', state: 'made up', code: 'code' }),
    // It takes a seller who agreed at the marketplace.
    status: 422,
  },
  'put /v1/account-integrations/{accountId}': {
    who: 'write',
    ...integrations,
    ...account(),
    prepare: spareAccount,
    body: () => ({ name: 'Another name' }),
  },
  'put /v1/account-integrations/{accountId}/complete': {
    who: 'write',
    ...integrations,
    ...account('/complete'),
    prepare: spareAccount,
    body: () => ({ name: 'Another name' }),
  },
  'post /v1/account-integrations/{accountId}/sync': {
    who: 'write',
    ...integrations,
    ...account('/sync'),
    prepare: spareAccount,
  },
  'delete /v1/account-integrations/{accountId}': {
    who: 'write',
    ...integrations,
    ...account(),
    prepare: spareAccount,
  },
  'post /v1/listings': {
    who: 'read',
    ...listings,
    body: ({ listingId }) => ({ listings: [listingId] }),
    passesOver: true,
  },
  'get /v1/listings/status': { who: 'read', ...listings, ...nothing },
  'get /v1/listings/types': { who: 'read', ...listings, ...nothing },
  'get /v1/listings/channels': { who: 'read', ...listings, ...nothing },
  'get /v1/listings/promotions/status': { who: 'read', ...listings, ...nothing },
  'get /v1/listings/variations/{listingId}': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/listings/variations/${listingId}`,
  },
  'get /listing/sku/{sku}/sku-marketplace/{skuMarketplace}/health': {
    who: 'read',
    ...listings,
    // The mark of its company is the SKU.
    path: ({ accountId, skuMarketplace: sku }) =>
      `/listing/sku/${sku.split('-')[0]}/sku-marketplace/${sku}/health?accountId=${accountId}`,
  },
  'get /v1/listings/{listingId}/costs': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/listings/${listingId}/costs`,
  },
  'put /v1/listings/costs': {
    who: 'write',
    ...listings,
    body: ({ listingId }) => ({ items: [{ listingId, cost: 40 }] }),
    passesOver: true,
  },
  'post /v1/listings/{listingId}/costs/fees': {
    who: 'write',
    ...listings,
    path: ({ listingId }) => `/v1/listings/${listingId}/costs/fees`,
  },
  'post /v1/listings/costs/import': {
    who: 'write',
    ...listings,
    body: ({ listingId }) => ({ csv: `id;custo\n${listingId};40\n`, write: 'good_rows' }),
    passesOver: true,
  },
  'get /v1/test/accounts': {
    who: 'read',
    ...nothing,
    path: () => '/v1/test/accounts?marketplaceId=2',
  },
  'get /v1/test/accounts/{accountId}/identity': { who: 'read', ...tested('/identity') },
  'get /v1/test/accounts/{accountId}/skus': { who: 'read', ...tested('/skus') },
  'get /v1/test/accounts/{accountId}/price': {
    who: 'read',
    path: ({ accountId, skuMarketplace: sku }) => `/v1/test/accounts/${accountId}/price?sku=${sku}`,
    // The marketplace in memory does not sell it.
    status: 404,
  },
  'get /v1/test/accounts/{accountId}/price-write': {
    who: 'read',
    ...tested('/price-write?trace=t'),
  },
  'put /v1/test/accounts/{accountId}/price': {
    who: 'write',
    ...tested('/price'),
    body: ({ skuMarketplace: sku }) => ({ sku, price: 50 }),
  },
};
