import type postgres from 'postgres';
import {
  CAMPAIGN_EXAMPLE,
  EXAMPLES,
  PRICE_OR_ADS_EXAMPLE,
  ROAS_EXAMPLE,
  SEARCH_TERM_EXAMPLE,
} from '../../ads/contract/examples.ts';
import type { Things } from '../things.ts';
import { nothing, type RouteCall } from './route-call.ts';

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

export const ADS_CALLS: Record<string, RouteCall> = {
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
  'post /v1/campaigns/{campaignId}/edits/preview': {
    who: 'write',
    ...ads,
    ...campaign('/edits/preview'),
    body: () => ({ edit: { dailyBudget: 77 } }),
  },
  'post /v1/campaigns/{campaignId}/edits': {
    who: 'write',
    ...ads,
    ...campaign('/edits'),
    body: () => ({ edit: {}, key: 'none' }),
    // The list that the person saw is another one.
    status: 409,
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
};
