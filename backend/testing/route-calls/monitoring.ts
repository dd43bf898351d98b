import type postgres from 'postgres';
import { TEST_TIME } from '../test-context.ts';
import { type Things, watchCompetitor } from '../things.ts';
import { listings, nothing, type RouteCall } from './route-call.ts';

const spareCompetitor = async (things: Things, owner: postgres.Sql) => {
  const { companyId, listingId } = things;
  const of = { companyId, listingId, mark: 'spare', at: TEST_TIME };
  things.competitorId = await watchCompetitor(owner, of);
};
const monitoring = { modules: ['mfe-monitoring'] } as const;
const competitor = (tail = '') => ({
  path: ({ competitorId }: Things) => `/v1/competitors/watched/${competitorId}${tail}`,
});
const competitorsOf = (tail: string) => ({
  path: ({ listingId }: Things) => `/v1/competitors/${listingId}/${tail}`,
});

export const MONITORING_CALLS: Record<string, RouteCall> = {
  'get /v1/buybox/{listingId}/market': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/buybox/${listingId}/market`,
  },
  'post /v1/buybox/{listingId}/competitors': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/buybox/${listingId}/competitors`,
    body: () => ({ searchValue: '' }),
  },
  'put /v1/buybox/{listingId}/suspect-price': {
    who: 'write',
    ...listings,
    path: ({ listingId }) => `/v1/buybox/${listingId}/suspect-price`,
    body: () => ({ marketplaceId: 2, sellerId: 'R1', price: 50, decision: 'confirmed' }),
    // It has no suspect price.
    status: 409,
  },
  'get /v1/buybox/{listingId}/series': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/buybox/${listingId}/series`,
  },
  'post /v1/competitors/links/parse': {
    who: 'user',
    ...monitoring,
    ...nothing,
    body: () => ({ links: ['https://www.amazon.com.br/dp/B0ABCDEF12'] }),
  },
  'get /v1/buybox/status': { who: 'read', ...listings, ...nothing },
  'get /v1/competitors/ranking/status': { who: 'read', ...listings, ...nothing },
  'post /v1/sellers': { who: 'read', ...listings, ...nothing, body: () => ({ searchValue: '' }) },
  'post /v1/sellers/competitors': {
    who: 'read',
    ...listings,
    ...nothing,
    body: () => ({ searchValue: '' }),
  },
  'get /v1/sellers/{marketplaceId}/{sellerId}': {
    who: 'read',
    ...monitoring,
    ...nothing,
    path: () => '/v1/sellers/2/R1',
  },
  'get /v1/sellers/{marketplaceId}/{sellerId}/listings': {
    who: 'read',
    ...monitoring,
    ...nothing,
    path: () => '/v1/sellers/2/R1/listings',
  },
  'post /v1/competitors/{listingId}/competitors': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/competitors/${listingId}/competitors`,
    body: () => ({ searchValue: '' }),
  },
  'post /v1/buybox/query': {
    who: 'read',
    ...listings,
    path: () => '/v1/buybox/query?search=THEIRS',
    body: () => ({}),
    passesOver: true,
  },
  'get /v1/buybox/overview': {
    who: 'read',
    ...listings,
    path: ({ accountId }) => `/v1/buybox/overview?accountId=${accountId}`,
  },
  'post /v1/buybox/export': {
    who: 'read',
    ...listings,
    path: () => '/v1/buybox/export?search=THEIRS',
    body: () => ({ columns: [{ field: 'title', label: 'Title' }] }),
    passesOver: true,
  },
  'get /v1/competitors/matching/precision': { who: 'read', ...monitoring, ...nothing },
  'get /v1/competitors/watched/export': { who: 'read', ...monitoring, ...nothing },
  'post /v1/competitors/watched/import': {
    who: 'write',
    ...monitoring,
    body: ({ listingId }) => ({ csv: `id;link\n${listingId};https://amzn.to/a\n` }),
    passesOver: true,
  },
  'get /v1/competitors/{listingId}/watched': {
    who: 'read',
    ...monitoring,
    ...competitorsOf('watched'),
  },
  'post /v1/competitors/{listingId}/watched': {
    who: 'write',
    ...monitoring,
    ...competitorsOf('watched'),
    body: () => ({ links: ['https://www.mercadolivre.com.br/p/MLB52135607'] }),
  },
  'post /v1/competitors/{listingId}/candidates': {
    who: 'read',
    ...monitoring,
    ...competitorsOf('candidates'),
    body: () => ({ title: 'garrafa' }),
  },
  'post /v1/competitors/{listingId}/candidates/decide': {
    who: 'write',
    ...monitoring,
    ...competitorsOf('candidates/decide'),
    body: () => ({
      link: 'https://www.mercadolivre.com.br/p/MLB52135608',
      isAccepted: true,
      basis: 'text',
    }),
  },
  'delete /v1/competitors/watched/{competitorId}': {
    who: 'write',
    ...monitoring,
    ...competitor(),
    prepare: spareCompetitor,
  },
  'put /v1/competitors/watched/{competitorId}/pause': {
    who: 'write',
    ...monitoring,
    ...competitor('/pause'),
    body: () => ({ isPaused: true }),
  },
  'put /v1/competitors/watched/{competitorId}/match': {
    who: 'write',
    ...monitoring,
    ...competitor('/match'),
    body: () => ({ comparison: 'SIMILAR' }),
  },
  'put /v1/competitors/watched/{competitorId}/price': {
    who: 'write',
    ...monitoring,
    ...competitor('/price'),
    body: () => ({ price: 90 }),
  },
  'put /v1/competitors/watched/{competitorId}/price/confirm': {
    who: 'write',
    ...monitoring,
    ...competitor('/price/confirm'),
    prepare: spareCompetitor,
  },
  'get /v1/monitoring/settings': { who: 'read', ...listings, ...nothing },
  'put /v1/monitoring/settings': {
    who: 'write',
    ...listings,
    ...nothing,
    body: () => ({ holdMinutes: 15, manyLost: 10, ownBrands: [] }),
  },
  'get /v1/monitoring/plan': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v1/monitoring/plan?listings=${listingId}`,
    passesOver: true,
  },
};
