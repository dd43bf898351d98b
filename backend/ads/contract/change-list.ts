// The history of all campaigns: what was changed, by whom, from which value to which, and the result.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { AdsChange, AdsChangeField, AdsChangeObject, AdsChangeState } from './changes.ts';

export const CampaignChange = AdsChange.extend({
  campaignName: z.string(),
  marketplaceId: MarketplaceId,
  accountId: Id,
  accountName: z.string(),
});
export type CampaignChange = z.infer<typeof CampaignChange>;

/** Who makes a change. */
export const CHANGE_ORIGINS = ['person', 'engine'] as const;

/** By what changes are filtered and ordered. */
export const CHANGE_FIELDS = listFields({
  createdAt: { type: 'date' },
  campaignId: { type: 'multi_search', values: 'whole' },
  campaignName: { type: 'text' },
  object: { type: 'select', options: AdsChangeObject.options },
  objectName: { type: 'text', isUnordered: true },
  field: { type: 'select', options: AdsChangeField.options },
  state: { type: 'select', options: AdsChangeState.options },
  origin: { type: 'select', options: CHANGE_ORIGINS },
  createdBy: { type: 'text' },
  settledAt: { type: 'date' },
  currencyCode: { type: 'text' },
  marketplaceId: { type: 'select', values: 'whole' },
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: { type: 'text' },
});
export type ChangeField = keyof typeof CHANGE_FIELDS;

/** What an export has beside them: the values, as an amount or the text of a status. */
export const CHANGE_VALUES = ['before', 'after'] as const;

/** `failed`: what was canceled or refused. */
export const ChangeTab = z.enum(['all', 'pending', 'applied', 'failed']);
export type ChangeTab = z.infer<typeof ChangeTab>;

export const ChangeListQuery = z.object({ tab: ChangeTab.default('all') });
export type ChangeListQuery = z.infer<typeof ChangeListQuery>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;

export const queryAdsChanges = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/changes/query',
  summary:
    'Lists the changes of all campaigns by filters and order, the latest first, with a count for each tab',
  query: ChangeListQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(CampaignChange).extend({ counts: z.record(ChangeTab, z.int()) }),
});

export const exportAdsChanges = download({
  ...read,
  method: 'post',
  path: '/v1/campaigns/changes/export',
  summary: 'Exports all matching changes of campaigns (CSV)',
  query: ChangeListQuery,
  body: ExportBody,
  type: 'text/csv',
});
