// One working call for every route of the API, and who may make it.
import type postgres from 'postgres';
import {
  CAMPAIGN_EXAMPLE,
  EXAMPLES,
  PRICE_OR_ADS_EXAMPLE,
  ROAS_EXAMPLE,
  SEARCH_TERM_EXAMPLE,
} from '../ads/contract/examples.ts';
import type { Need } from '../kernel/endpoint.ts';
import { TEST_TIME } from './test-context.ts';
import { PUBLIC_KEY, type Things, watchCompetitor } from './things.ts';
import { TEST_PASSWORD } from './whole-app.ts';

export interface RouteCall {
  /** Who may call: anyone, signed-in persons, or inside a company the roles that may do this. */
  who: 'public' | 'user' | Need;
  /** The modules whose tokens open it: their names, or every module. */
  modules?: readonly string[] | 'every';
  /** The path's parameters, and the query. */
  path?: (things: Things) => string;
  body?: (things: Things) => unknown;
  /** The media type of a body that is a file. */
  type?: string;
  /** Brings the things into the state that the call needs. */
  prepare?: (things: Things, owner: postgres.Sql) => Promise<unknown>;
  /** The call names nothing of a company: there is nothing of others to name. */
  namesNothing?: boolean;
  /** What an authorized caller is answered, where it takes more than the API to succeed. Else 200. */
  status?: number;
  /** Others' ids are passed over instead of refused; nothing of theirs may be in the answer. */
  passesOver?: boolean;
}

const ruleOf = ({ listingId }: Things) => ({
  name: 'a rule',
  listingIds: [listingId],
  strategy: 'WIN',
  minPrice: 80,
  maxPrice: 120,
  requiresApproval: true,
});
const markApplied = ({ updateId }: Things, owner: postgres.Sql) =>
  owner`update price_update set state = 'applied' where id = ${updateId}`;

const log = (tail: string) => ({
  path: ({ ruleId, updateId }: Things) => `/v2/rules/${ruleId}/logs/${updateId}/${tail}`,
});
const backtest = (tail: string) => ({
  path: ({ backtestId }: Things) => `/v2/rules/backtest/${backtestId}${tail}`,
});
const bulk = (tail: string) => ({
  path: ({ bulkId }: Things) => `/v2/rules/bulk/${bulkId}${tail}`,
});
const undo = (tail: string) => ({
  path: ({ undoId }: Things) => `/v2/rules/undo/${undoId}${tail}`,
});
const sheet = (tail: string) => ({
  path: ({ sheetId }: Things) => `/v2/rules/sheet/${sheetId}${tail}`,
});
/** As if its one row was written. */
const written = (batch: 'bulkId' | 'sheetId') => async (things: Things, owner: postgres.Sql) => {
  await owner`update rule_batch set state = 'done' where id = ${things[batch]}`;
  await owner`update rule_batch_row set state = 'written' where batch_id = ${things[batch]}`;
};
/** No worker runs here, and only a few may be queued. */
const endBacktests = ({ companyId }: Things, owner: postgres.Sql) =>
  owner`update backtest set state = 'canceled' where company_id = ${companyId} and state = 'queued'`;
/** The redirect back from an identity provider. */
const RETURN = { provider: 'acme', secret: 'a1'.repeat(32), answer: 'state=a&code=b' };
/** One that no later call needs. */
const spareAccount = async (things: Things, owner: postgres.Sql) => {
  const [account] = await owner<{ id: number }[]>`
    insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
    values (${things.companyId}, 2, ${crypto.randomUUID()}, 'Spare', 'active', ${TEST_TIME}) returning id`;
  things.accountId = account!.id;
};
const spareShippingRecord = async (things: Things, owner: postgres.Sql) => {
  const [record] = await owner<{ id: number }[]>`
    insert into shipping_record (company_id, kind, name, plain_name, status, created_at, updated_at)
    values (${things.companyId}, 'sender', 'Spare', 'spare', 'active', ${TEST_TIME}, ${TEST_TIME}) returning id`;
  things.shippingRecordId = record!.id;
};
const spareCompetitor = async (things: Things, owner: postgres.Sql) => {
  const { companyId, listingId } = things;
  const of = { companyId, listingId, mark: 'spare', at: TEST_TIME };
  things.competitorId = await watchCompetitor(owner, of);
};
const nothing = { namesNothing: true } as const;
const pricing = { modules: ['mfe-pricing'] } as const;
/** What pages about listings and their markets call. */
const listings = { modules: ['mfe-insights', 'mfe-monitoring', 'mfe-pricing'] } as const;
const integrations = { modules: ['mfe-integrations'] } as const;
const insights = { modules: ['mfe-insights'] } as const;
const recommendation = (tail = '') => ({
  path: ({ recommendationId }: Things) => `/v1/recommendations/${recommendationId}${tail}`,
});
/** Something done with advice; that of others is passed over. */
const decides = (more: object) =>
  ({
    who: 'write',
    ...insights,
    body: ({ recommendationId }: Things) => ({ ids: [recommendationId], ...more }),
    passesOver: true,
  }) as const;
/** Sales by day: for accounts, and on the dashboard. */
const sales = { modules: ['mfe-insights', 'mfe-integrations'] } as const;
const account = (tail = '') => ({
  path: ({ accountId }: Things) => `/v1/account-integrations/${accountId}${tail}`,
});
const shippingRecord = {
  path: ({ shippingRecordId }: Things) => `/v1/shipping/records/${shippingRecordId}`,
};
const monitoring = { modules: ['mfe-monitoring'] } as const;
const competitor = (tail = '') => ({
  path: ({ competitorId }: Things) => `/v1/competitors/watched/${competitorId}${tail}`,
});
const competitorsOf = (tail: string) => ({
  path: ({ listingId }: Things) => `/v1/competitors/${listingId}/${tail}`,
});
const ads = { modules: ['mfe-ads'] } as const;
const campaign = (tail = '') => ({
  path: ({ campaignId }: Things) => `/v1/campaigns/${campaignId}${tail}`,
});
const adsChange = (tail: string) => ({
  path: ({ changeId }: Things) => `/v1/campaigns/changes/${changeId}/${tail}`,
});
/** Everybody of the company keeps a draft that can be created. */
const keepDrafts = async ({ companyId, accountId, freeListingId }: Things, owner: postgres.Sql) => {
  await owner`delete from ads_draft where company_id = ${companyId}`;
  await owner`update ads_creation set state = 'canceled' where company_id = ${companyId}`;
  const draft = {
    accountId,
    name: 'Draft',
    dailyBudget: 20,
    groups: [{ name: 'All', defaultBid: 0.5, listingIds: [freeListingId] }],
    movedListingIds: [freeListingId],
  };
  await owner`
    insert into ads_draft (company_id, person_id, content, version, saved_at)
    select company_id, person_id, ${owner.json(draft)}, 1, now() from membership where company_id = ${companyId}`;
};
const adsBulk = (tail: string) => ({
  path: ({ adsBulkId }: Things) => `/v1/campaigns/bulks/${adsBulkId}/${tail}`,
});
const bulkIn =
  (state: string) =>
  ({ adsBulkId }: Things, owner: postgres.Sql) =>
    owner`update ads_bulk set state = ${state}, status = 'PAUSED' where id = ${adsBulkId}`;
/** The only change of its bid that is not over. */
const inState =
  (state: string) =>
  async ({ changeId, targetId }: Things, owner: postgres.Sql) => {
    await owner`update ads_change set state = 'canceled' where object_id = ${targetId} and id <> ${changeId}`;
    await owner`update ads_change set state = ${state} where id = ${changeId}`;
  };
const everyModule = { modules: 'every' } as const;

/** Every route, with a call that works. A route that is not here fails the test. */
export const ROUTE_CALLS: Record<string, RouteCall> = {
  'get /health': { who: 'public' },
  'get /ready': { who: 'public' },
  'get /site': { who: 'public' },
  'get /v1/words': { who: 'public' },
  'post /webhooks/{marketplace}': {
    who: 'public',
    path: () => '/webhooks/mercadolivre',
    body: () => ({ topic: 'items', user_id: 1, resource: '/items/MLB1', attempts: 1 }),
  },

  'post /v1/incidents': {
    who: 'read',
    ...everyModule,
    namesNothing: true,
    body: () => ({
      module: 'mfe-pricing',
      version: '1.4.0',
      build: '5f0c2a91',
      failure: 'render',
      message: 'Cannot read properties of undefined',
      page: '/app/historico-de-precos',
    }),
  },

  'post /auth/login': {
    who: 'public',
    body: () => ({ email: 'a@example.test', password: 'Nobody#2026' }),
  },
  'post /auth/refresh': {
    who: 'public',
    body: () => ({ refresh_token: 'a'.repeat(60) }),
  },
  'post /auth/logout': {
    who: 'public',
    body: () => ({ refresh_token: 'a'.repeat(60) }),
  },
  'post /auth/forgot-password': {
    who: 'public',
    body: () => ({ email: 'a@example.test', locale: 'en' }),
  },
  'post /auth/reset-password': {
    who: 'public',
    body: () => ({ token: 'a'.repeat(40), password: 'Another#2026' }),
  },
  'post /auth/any-token': {
    who: 'public',
    body: () => ({ token: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA' }),
  },
  'post /auth/social': {
    who: 'public',
    body: () => ({ provider: 'acme', secret: 'a1'.repeat(32) }),
  },
  'post /auth/social/return': { who: 'public', body: () => RETURN },
  'get /auth/ways': { who: 'user', ...nothing },
  // No provider is set up here.
  'post /auth/ways/visit': {
    who: 'user',
    ...nothing,
    status: 404,
    body: () => ({ purpose: 'confirm', provider: 'acme', secret: 'a1'.repeat(32) }),
  },
  'post /auth/ways/return': { who: 'user', ...nothing, status: 404, body: () => RETURN },
  'post /auth/ways/unlink': {
    who: 'user',
    ...nothing,
    status: 404,
    body: () => ({ provider: 'acme', proof: { password: TEST_PASSWORD } }),
  },
  'get /auth/companies': { who: 'user', ...nothing },
  'post /auth/company': { who: 'user', body: ({ companyId }) => ({ companyId }) },
  'post /auth/change-password': {
    who: 'user',
    ...nothing,
    body: () => ({ current_password: TEST_PASSWORD, password: 'Another#2026' }),
  },
  'put /auth/language': { who: 'user', ...nothing, body: () => ({ locale: 'es' }) },
  'post /auth/logout-everywhere': { who: 'user', ...nothing },

  'get /v1/members': { who: 'read', ...nothing },
  'post /v1/members': {
    who: 'own',
    ...nothing,
    body: ({ listingId }) => ({
      email: `new-${listingId}@example.test`,
      name: 'Somebody',
      role: 'analyst',
    }),
  },
  'put /v1/members/{personId}': {
    who: 'own',
    path: ({ personId }) => `/v1/members/${personId}`,
    body: () => ({ role: 'manager' }),
  },
  'delete /v1/members/{personId}': {
    who: 'own',
    path: ({ personId }) => `/v1/members/${personId}`,
  },
  'get /v1/hosts': { who: 'own', ...nothing },
  'post /v1/hosts': {
    who: 'own',
    ...nothing,
    body: () => ({ issuer: 'https://host.test', publicKey: PUBLIC_KEY }),
  },
  'put /v1/hosts/{hostId}': {
    who: 'own',
    path: ({ hostId }) => `/v1/hosts/${hostId}`,
    body: () => ({ origins: ['https://host.test'], modules: null }),
  },
  'delete /v1/hosts/{hostId}': {
    who: 'own',
    path: ({ hostId }) => `/v1/hosts/${hostId}`,
  },
  'get /v1/audit': { who: 'write', ...nothing },

  'get /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads',
  },
  'put /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads',
    body: () => ({ kind: 'columns', name: 'Mine', content: { order: ['title'] } }),
  },
  'delete /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads?kind=columns&name=Mine',
  },

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
  ...Object.fromEntries(
    ['cities', 'recipients', 'senders', 'shipping-companies', 'shipping-list-statuses'].map(
      (name) => [
        `get /services/anyenvios/api/${name}`,
        { who: 'read', ...integrations, ...nothing } as const,
      ],
    ),
  ),
  'get /v1/shipping/records': {
    who: 'read',
    ...integrations,
    ...nothing,
    path: () => '/v1/shipping/records?tab=sender',
  },
  'post /v1/shipping/records': {
    who: 'write',
    ...integrations,
    ...nothing,
    body: () => ({ kind: 'shipping_company', name: 'Transportes do Vale' }),
  },
  'put /v1/shipping/records/{recordId}': {
    who: 'write',
    ...integrations,
    ...shippingRecord,
    prepare: ({ shippingRecordId }, owner) =>
      owner`update shipping_record set version = 1 where id = ${shippingRecordId}`,
    body: () => ({ record: { kind: 'sender', name: 'Galpão' }, version: 1 }),
  },
  'delete /v1/shipping/records/{recordId}': {
    who: 'write',
    ...integrations,
    ...shippingRecord,
    prepare: spareShippingRecord,
  },
  'post /v1/shipping/credit/query': {
    who: 'read',
    ...integrations,
    ...nothing,
    body: () => ({}),
  },
  'post /v1/shipping/credit/export': {
    who: 'read',
    ...integrations,
    ...nothing,
    body: () => ({ columns: [{ field: 'operation', label: 'Operation' }] }),
  },
  'post /v1/shipping/credit': {
    who: 'write',
    ...integrations,
    ...nothing,
    body: () => ({ operation: 'credit_top_up', amount: 10, reference: 'top-up' }),
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
  'get /v1/notifications': { who: 'read', ...nothing },
  'post /v1/notifications/read': {
    who: 'read',
    body: ({ notificationId }) => ({ upTo: notificationId }),
    passesOver: true,
  },
  'post /v1/notifications/{notificationId}/read': {
    who: 'read',
    path: ({ notificationId }) => `/v1/notifications/${notificationId}/read`,
  },
  'post /v1/notifications/{notificationId}/settle': {
    who: 'write',
    path: ({ notificationId }) => `/v1/notifications/${notificationId}/settle`,
  },
  'get /v1/notifications/settings': { who: 'read', ...nothing },
  'put /v1/notifications/settings': {
    who: 'read',
    ...nothing,
    body: () => ({
      categories: [{ code: 'approvals', shown: 'bell', mails: false }],
      quiet: { from: '22:00', until: '07:00' },
      timeZone: 'America/Sao_Paulo',
      mailEvery: 'day',
    }),
  },
  'post /v1/notifications/test': {
    who: 'write',
    ...nothing,
    body: () => ({ level: 'info', mark: 'a trial' }),
  },

  'post /v2/rules/query': { who: 'read', ...pricing, ...nothing, body: () => ({}) },
  'get /v2/rules/{ruleId}': {
    who: 'read',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}`,
  },
  'post /v2/rules': {
    who: 'write',
    ...pricing,
    body: (things) => ({ ...ruleOf(things), listingIds: [things.freeListingId] }),
  },
  'put /v2/rules/{ruleId}': {
    who: 'write',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}`,
    body: (things) => ({ rule: ruleOf(things), version: 1 }),
  },
  'put /v2/rules/{ruleId}/status': {
    who: 'write',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}/status`,
    body: () => ({ status: 'disabled', version: 1 }),
  },
  'get /v2/rules/{ruleId}/history': {
    who: 'read',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}/history`,
  },
  'get /v2/rules/listings/{listingId}/marks': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v2/rules/listings/${listingId}/marks`,
  },
  'put /v2/rules/{ruleId}/logs/{id}/apply': { who: 'write', ...pricing, ...log('apply') },
  'put /v2/rules/{ruleId}/logs/{id}/cancel': { who: 'write', ...pricing, ...log('cancel') },
  'put /v2/rules/{ruleId}/logs/{id}/undo': {
    who: 'write',
    ...pricing,
    ...log('undo'),
    body: () => ({ choice: 'keep_rule' }),
    prepare: markApplied,
  },
  'post /v2/rules/preview': {
    who: 'user',
    ...pricing,
    body: (things) => ({ rule: { strategy: 'WIN' }, listingId: things.listingId }),
  },
  'get /campaigns': { who: 'read', ...ads, ...nothing },
  'get /campaign-strategies': { who: 'read', ...ads, ...nothing },
  'get /v1/campaigns/status': { who: 'read', ...ads, ...nothing },
  'get /v1/ads/status': { who: 'read', ...ads, ...nothing },
  'get /v1/ads/accounts': { who: 'read', ...ads, ...nothing },
  'post /v1/ads/listings-without-ads/query': {
    who: 'read',
    ...ads,
    body: ({ freeListingId }) => ({
      filters: [{ field: 'listingId', condition: '=', value: String(freeListingId) }],
    }),
    passesOver: true,
  },
  'post /v1/ads/listings-without-ads/export': {
    who: 'read',
    ...ads,
    body: ({ freeListingId }) => ({
      filters: [{ field: 'listingId', condition: '=', value: String(freeListingId) }],
      columns: [{ field: 'title', label: 'Title' }],
    }),
    passesOver: true,
  },
  'post /v1/campaigns/query': {
    who: 'read',
    ...ads,
    body: ({ accountId }) => ({
      filters: [{ field: 'accountId', condition: '=', value: String(accountId) }],
    }),
    passesOver: true,
  },
  'post /v1/campaigns/export': {
    who: 'read',
    ...ads,
    body: ({ accountId }) => ({
      filters: [{ field: 'accountId', condition: '=', value: String(accountId) }],
      columns: [{ field: 'name', label: 'Name' }],
    }),
    passesOver: true,
  },
  'get /v1/campaigns/{campaignId}/report': { who: 'read', ...ads, ...campaign('/report') },
  'post /v1/campaigns/report/query': {
    who: 'read',
    ...ads,
    path: ({ campaignId }) => `/v1/campaigns/report/query?campaignId=${campaignId}`,
    body: () => ({}),
  },
  'post /v1/campaigns/report/export': {
    who: 'read',
    ...ads,
    path: ({ campaignId }) => `/v1/campaigns/report/export?campaignId=${campaignId}`,
    body: () => ({ columns: [{ field: 'day', label: 'Day' }] }),
  },
  'post /v1/ads/targets/query': {
    who: 'read',
    ...ads,
    body: ({ campaignId }) => ({
      filters: [{ field: 'campaignId', condition: '=', value: String(campaignId) }],
    }),
    passesOver: true,
  },
  'post /v1/ads/targets/export': {
    who: 'read',
    ...ads,
    body: ({ campaignId }) => ({
      filters: [{ field: 'campaignId', condition: '=', value: String(campaignId) }],
      columns: [{ field: 'text', label: 'Text' }],
    }),
    passesOver: true,
  },
  'post /v1/campaigns/selection': {
    who: 'read',
    ...ads,
    body: ({ accountId }) => ({
      filters: [{ field: 'accountId', condition: '=', value: String(accountId) }],
    }),
    passesOver: true,
  },
  'post /v1/campaigns/selection/{selectionId}/preview': {
    who: 'read',
    ...ads,
    path: ({ adsBulkId }) => `/v1/campaigns/selection/${adsBulkId}/preview`,
    body: () => ({ status: 'PAUSED' }),
    prepare: bulkIn('chosen'),
  },
  'post /v1/campaigns/bulks': {
    who: 'write',
    ...ads,
    body: ({ adsBulkId }) => ({ selectionId: adsBulkId, status: 'PAUSED' }),
    prepare: bulkIn('chosen'),
  },
  'get /v1/campaigns/bulks': { who: 'read', ...ads, ...nothing },
  'put /v1/campaigns/bulks/{bulkId}/cancel': {
    who: 'write',
    ...ads,
    ...adsBulk('cancel'),
    prepare: bulkIn('queued'),
  },
  'put /v1/campaigns/bulks/{bulkId}/undo': {
    who: 'write',
    ...ads,
    ...adsBulk('undo'),
    prepare: bulkIn('done'),
  },
  'post /v1/campaigns/changes/bulk': {
    who: 'write',
    ...ads,
    body: ({ campaignId }) => ({
      changes: [
        { campaignId, change: { object: 'campaign', objectId: campaignId, status: 'PAUSED' } },
      ],
    }),
    passesOver: true,
  },
  'get /v1/campaigns/tags': { who: 'read', ...ads, ...nothing },
  'put /v1/campaigns/tags': {
    who: 'write',
    ...ads,
    body: ({ campaignId }) => ({ campaignIds: [campaignId], add: ['CHRISTMAS'] }),
  },
  'post /v1/campaigns/changes/query': {
    who: 'read',
    ...ads,
    body: ({ campaignId }) => ({
      filters: [{ field: 'campaignId', condition: '=', value: String(campaignId) }],
    }),
    passesOver: true,
  },
  'post /v1/campaigns/changes/export': {
    who: 'read',
    ...ads,
    body: ({ campaignId }) => ({
      filters: [{ field: 'campaignId', condition: '=', value: String(campaignId) }],
      columns: [{ field: 'campaignName', label: 'Campaign' }],
    }),
    passesOver: true,
  },
  'get /v1/campaigns/draft': { who: 'read', ...ads, ...nothing },
  'put /v1/campaigns/draft': {
    who: 'write',
    ...ads,
    body: ({ accountId }) => ({ draft: { accountId }, version: 0 }),
    prepare: (_things, owner) => owner`delete from ads_draft`,
    passesOver: true,
  },
  'delete /v1/campaigns/draft': { who: 'write', ...ads, ...nothing },
  'post /v1/campaigns/draft/proposals': {
    who: 'read',
    ...ads,
    body: ({ accountId }) => ({ draft: { accountId, groups: [{}] } }),
  },
  'get /v1/ads/listings': {
    who: 'read',
    ...ads,
    path: ({ accountId }) => `/v1/ads/listings?accountId=${accountId}`,
    passesOver: true,
  },
  'post /v1/campaigns/creations': {
    who: 'write',
    ...ads,
    ...nothing,
    body: () => ({ version: 1 }),
    prepare: keepDrafts,
  },
  'get /v1/campaigns/creations': { who: 'read', ...ads, ...nothing },
  'get /v1/campaigns/creations/{creationId}': {
    who: 'read',
    ...ads,
    path: ({ creationId }) => `/v1/campaigns/creations/${creationId}`,
  },
  'put /v1/campaigns/creations/{creationId}': {
    who: 'write',
    ...ads,
    path: ({ creationId }) => `/v1/campaigns/creations/${creationId}`,
    body: () => ({ act: 'cancel' }),
  },
  'get /v1/campaigns/{campaignId}': { who: 'read', ...ads, ...campaign() },
  'get /v1/campaigns/{campaignId}/targets/{targetId}/decision': {
    who: 'read',
    ...ads,
    path: ({ campaignId, targetId }) => `/v1/campaigns/${campaignId}/targets/${targetId}/decision`,
  },
  'post /v1/campaigns/{campaignId}/changes': {
    who: 'write',
    ...ads,
    ...campaign('/changes'),
    body: ({ targetId }) => ({ object: 'target', objectId: targetId, bid: 0.99 }),
    prepare: ({ targetId }, owner) =>
      owner`update ads_change set state = 'canceled' where object_id = ${targetId} and state = 'approved'`,
  },
  'get /v1/campaigns/{campaignId}/changes': {
    who: 'read',
    ...ads,
    ...campaign('/changes'),
    passesOver: true,
  },
  'put /v1/campaigns/{campaignId}/strategy': {
    who: 'write',
    ...ads,
    ...campaign('/strategy'),
    body: () => ({ strategy: 'none', goalAcos: null, automation: 'off' }),
  },
  'put /v1/campaigns/{campaignId}/changes/apply': {
    who: 'write',
    ...ads,
    ...campaign('/changes/apply'),
    passesOver: true,
  },
  'get /v1/campaigns/changes/{changeId}/reason': {
    who: 'read',
    ...ads,
    ...adsChange('reason'),
    prepare: ({ changeId }, owner) =>
      owner`update ads_change set reason = '{"explanation": [], "alternatives": []}' where id = ${changeId}`,
  },
  'put /v1/campaigns/changes/{changeId}/apply': {
    who: 'write',
    ...ads,
    ...adsChange('apply'),
    prepare: inState('pending'),
  },
  'put /v1/campaigns/changes/{changeId}/cancel': {
    who: 'write',
    ...ads,
    ...adsChange('cancel'),
    prepare: inState('pending'),
  },
  'put /v1/campaigns/changes/{changeId}/done': {
    who: 'write',
    ...ads,
    ...adsChange('done'),
    prepare: inState('suggested'),
  },
  'put /v1/campaigns/changes/{changeId}/undo': {
    who: 'write',
    ...ads,
    ...adsChange('undo'),
    prepare: inState('applied'),
  },
  'get /v1/ads/settings': { who: 'read', ...ads, ...nothing },
  'put /v1/ads/settings': {
    who: 'write',
    ...ads,
    ...nothing,
    body: () => ({ requiresApproval: false }),
  },
  'post /v1/ads/bids/preview': {
    who: 'user',
    ...ads,
    ...nothing,
    body: () => EXAMPLES[0],
  },
  'post /v1/ads/campaigns/preview': {
    who: 'user',
    ...ads,
    ...nothing,
    body: () => CAMPAIGN_EXAMPLE,
  },
  'post /v1/ads/search-terms/preview': {
    who: 'user',
    ...ads,
    ...nothing,
    body: () => SEARCH_TERM_EXAMPLE,
  },
  'post /v1/ads/roas-targets/preview': {
    who: 'user',
    ...ads,
    ...nothing,
    body: () => ROAS_EXAMPLE,
  },
  'post /v1/ads/price-or-ads/preview': {
    who: 'user',
    ...ads,
    ...nothing,
    body: () => PRICE_OR_ADS_EXAMPLE,
  },
  'post /v2/rules/backtest': {
    who: 'write',
    ...pricing,
    body: ({ listingId }) => ({ rule: { strategy: 'WIN' }, listingIds: [listingId], days: 30 }),
    prepare: endBacktests,
  },
  'post /v2/rules/backtest/query': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/backtest/{id}': { who: 'read', ...pricing, ...backtest('') },
  'put /v2/rules/backtest/{id}/cancel': { who: 'write', ...pricing, ...backtest('/cancel') },
  'post /v2/rules/backtest/{id}/changes/query': {
    who: 'read',
    ...pricing,
    ...backtest('/changes/query'),
    body: () => ({}),
  },
  'get /v2/rules/backtest/{id}/export': { who: 'read', ...pricing, ...backtest('/export') },
  'post /v2/rules/bulk': {
    who: 'write',
    ...pricing,
    body: ({ listingId }) => ({ action: 'disable', listingIds: [listingId] }),
    passesOver: true,
  },
  'post /v2/rules/bulk/query': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/bulk/preview': {
    who: 'read',
    ...pricing,
    passesOver: true,
    body: ({ listingId }) => ({ action: 'enable', listingIds: [listingId] }),
  },
  'get /v2/pricing/first-run': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/bulk/{id}': { who: 'read', ...pricing, ...bulk('') },
  'post /v2/rules/bulk/{id}/items/query': { who: 'read', ...pricing, ...bulk('/items/query') },
  'put /v2/rules/bulk/{id}/cancel': { who: 'write', ...pricing, ...bulk('/cancel') },
  'post /v2/rules/bulk/{id}/undo': {
    who: 'write',
    ...pricing,
    ...bulk('/undo'),
    prepare: written('bulkId'),
  },
  'get /v2/rules/sheet/template': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/sheet/export': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/sheet': {
    who: 'write',
    ...pricing,
    ...nothing,
    path: () => '/v2/rules/sheet?fileName=rules.csv',
    body: () => 'sku;min\nA;1',
    type: 'text/csv',
  },
  'post /v2/rules/sheet/query': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/sheet/{id}': { who: 'read', ...pricing, ...sheet('') },
  'post /v2/rules/sheet/{id}/rows/query': {
    who: 'read',
    ...pricing,
    ...sheet('/rows/query'),
    body: () => ({}),
  },
  'get /v2/rules/sheet/{id}/failed': { who: 'read', ...pricing, ...sheet('/failed') },
  'put /v2/rules/sheet/{id}/apply': {
    who: 'write',
    ...pricing,
    ...sheet('/apply'),
    body: () => ({ rows: 'all' }),
  },
  'put /v2/rules/sheet/{id}/cancel': { who: 'write', ...pricing, ...sheet('/cancel') },
  'post /v2/rules/sheet/{id}/undo': {
    who: 'write',
    ...pricing,
    ...sheet('/undo'),
    prepare: written('sheetId'),
  },
  'post /v2/rules/undo/preview': {
    who: 'read',
    ...pricing,
    body: ({ updateId }) => ({ updateIds: [updateId] }),
    passesOver: true,
  },
  'post /v2/rules/undo': {
    who: 'write',
    ...pricing,
    body: ({ updateId }) => ({
      updateIds: [updateId],
      rule: 'keep',
      seenAt: TEST_TIME.toISOString(),
    }),
    passesOver: true,
  },
  'get /v2/rules/undo/{id}': { who: 'read', ...pricing, ...undo('') },
  'post /v2/rules/undo/{id}/items/query': { who: 'read', ...pricing, ...undo('/items/query') },
  'put /v2/rules/undo/{id}/cancel': { who: 'write', ...pricing, ...undo('/cancel') },
  'post /v2/rules/updates/act': {
    who: 'write',
    ...pricing,
    body: ({ updateId }) => ({ act: 'cancel', updateIds: [updateId] }),
    passesOver: true,
  },
  'post /v2/rules/listings/query': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/listings/query?search=THEIRS',
    body: () => ({}),
    passesOver: true,
  },
  'get /v2/rules/status': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/schemas': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/updates/query': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/updates/query?search=THEIRS',
    body: () => ({}),
    passesOver: true,
  },
  'post /v2/rules/listings/export': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/listings/export?search=THEIRS',
    body: () => ({ columns: [{ field: 'title', label: 'Title' }] }),
    passesOver: true,
  },
  'post /v2/rules/export': {
    who: 'read',
    ...pricing,
    ...nothing,
    body: () => ({ columns: [{ field: 'name', label: 'Name' }] }),
  },
  'post /v2/rules/updates/export': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/updates/export?search=THEIRS',
    body: () => ({ columns: [{ field: 'title', label: 'Title' }] }),
    passesOver: true,
  },
  'post /v2/rules/listings/selection': {
    who: 'read',
    ...pricing,
    body: ({ listingId }) => ({
      filters: [{ field: 'id', condition: '=', value: String(listingId) }],
    }),
    passesOver: true,
  },
  'post /v2/rules/movers/query': {
    who: 'read',
    ...pricing,
    ...nothing,
    body: ({ listingId }) => ({ listingIds: [listingId] }),
    passesOver: true,
  },
  'post /v2/rules/preview/selection': {
    who: 'read',
    ...pricing,
    body: ({ listingId }) => ({ rule: { strategy: 'WIN' }, listingIds: [listingId] }),
    passesOver: true,
  },
  'post /v1/sales/orders/query': { who: 'read', ...insights, ...nothing, body: () => ({}) },
  'get /v1/sales/days': { who: 'read', ...sales, ...nothing },
  'get /v1/sales/reconciliation': { who: 'read', ...sales, ...nothing },
  'get /v1/sales/catch-up': { who: 'read', ...sales, ...nothing },
  'post /v1/sales/accounts/{accountId}/catch-up': {
    who: 'write',
    ...sales,
    path: ({ accountId }) => `/v1/sales/accounts/${accountId}/catch-up`,
    body: () => ({ from: '2026-01-01' }),
    // The marketplace of the tests reports no orders.
    status: 409,
  },
  'get /v1/indicators/metrics': { who: 'read', ...insights, ...nothing },
  'post /v1/indicators/query': {
    who: 'read',
    ...insights,
    body: ({ accountId, listingId }) => ({
      from: '2026-05-01',
      to: '2026-05-04',
      groupBy: 'listing',
      filters: { accountIds: [accountId], listingIds: [listingId] },
      metrics: ['revenue', 'contributionShare', 'buyboxShare', 'acos'],
      compare: 'previous',
    }),
    // An id of another company is unknown here, like a deleted one.
    passesOver: true,
  },
  'post /v1/recommendations/query': {
    who: 'read',
    ...insights,
    body: ({ listingId }) => ({
      filters: [
        { field: 'listingId', condition: '=', value: String(listingId), logicalOperator: 'AND' },
      ],
    }),
    passesOver: true,
  },
  'get /v1/recommendations/next': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/funnel': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/promises': { who: 'read', ...insights, ...nothing },
  'get /v1/recommendations/{id}': { who: 'read', ...insights, ...recommendation() },
  'post /v1/recommendations/accept': decides({}),
  'post /v1/recommendations/snooze': decides({ days: 7 }),
  'post /v1/recommendations/dismiss': decides({ reason: 'other' }),
  'post /v1/recommendations/reopen': decides({}),
  'post /v1/recommendations/{id}/undo': {
    who: 'write',
    ...insights,
    ...recommendation('/undo'),
    prepare: ({ recommendationId, ruleId }, owner) => owner`
      update recommendation set state = 'applied', undo = jsonb_build_object('act', 'lower_minimum', 'ruleId', rule.id,
        'version', rule.version, 'minPrice', 80)
      from rule where rule.id = ${ruleId} and recommendation.id = ${recommendationId}`,
  },
  'post /v1/recommendations/refresh': { who: 'write', ...insights, ...nothing },
  'get /v2/pricing/settings': { who: 'read', ...pricing, ...nothing },
  'put /v2/pricing/settings': {
    who: 'write',
    ...pricing,
    ...nothing,
    body: () => ({
      requiresApprovalByDefault: true,
      maxStepPercent: 25,
      maxDayPercent: 50,
      parity: 'block',
      staleMarketHours: 12,
      smallestRisePercent: 0.5,
      minutesBetweenUpdates: 10,
      updatesPerHour: 6,
      updatesPerDay: 40,
      minutesPerManualChange: 4,
      breaker: { percent: 20, drops: 10, minutes: 30 },
    }),
  },
  'get /v2/pricing/switch': { who: 'read', ...pricing, ...nothing },
  'put /v2/pricing/switch': {
    who: 'write',
    ...pricing,
    ...nothing,
    body: () => ({ stopped: false }),
  },
};
