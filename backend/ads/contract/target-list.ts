// The keywords, products and categories for which the ads of all campaigns are shown, and the negatives.
import * as z from 'zod';
import { CampaignStatus, TargetKind } from '../../kernel/ads.ts';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { AdsChangeBody, AdsChangeState } from './changes.ts';
import { AdFigures, FigureDays, FigureRange } from './figures.ts';

/** A keyword, product or category of a campaign. */
export const LinkedTarget = z.object({
  id: Id,
  campaignId: Id,
  campaignName: z.string(),
  /** Null: a negative of the whole campaign. */
  groupName: z.string().nullable(),
  marketplaceId: MarketplaceId,
  accountId: Id,
  accountName: z.string(),
  currencyCode: z.string(),
  kind: openEnum('ads.target', TargetKind),
  isNegative: z.boolean(),
  matchType: z.string(),
  text: z.string(),
  status: openEnum('ads.status', CampaignStatus),
  /** The bid in effect: its own, or the default of its group; null: a negative. */
  bid: Amount.nullable(),
  hasOwnBid: z.boolean(),
  /** False: the account may not write, and a change is kept as a suggestion. */
  canWrite: z.boolean(),
  figures: AdFigures,
});
export type LinkedTarget = z.infer<typeof LinkedTarget>;

const number = { type: 'numeric' } as const;
const whole = { type: 'numeric', values: 'whole' } as const;
const money = { type: 'monetary' } as const;

/** How a keyword or product is matched. */
export const LINK_MATCHES = ['EXACT', 'PHRASE', 'BROAD', 'EXPANDED'] as const;
export const LINK_SIGNS = ['positive', 'negative'] as const;

/** By what they are filtered and ordered. */
export const TARGET_FIELDS = listFields({
  text: { type: 'text' },
  campaignId: { type: 'multi_search', values: 'whole' },
  campaignName: { type: 'text' },
  groupName: { type: 'text' },
  sign: { type: 'select', options: LINK_SIGNS },
  matchType: { type: 'select', options: LINK_MATCHES },
  status: { type: 'select', options: CampaignStatus.options },
  bid: money,
  investment: money,
  revenue: money,
  acos: number,
  sales: whole,
  clicks: whole,
  impressions: whole,
  currencyCode: { type: 'text' },
  marketplaceId: { type: 'select', values: 'whole' },
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: { type: 'text' },
});
export type TargetField = keyof typeof TARGET_FIELDS;

export const TargetTab = z.enum(['keywords', 'products', 'categories']);
export type TargetTab = z.infer<typeof TargetTab>;

const TargetListQuery = FigureRange.extend({
  tab: TargetTab.default('keywords'),
  search: z.string().trim().max(200).optional(),
});
export type TargetListQuery = z.infer<typeof TargetListQuery>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;

export const queryTargets = endpoint({
  ...read,
  method: 'post',
  path: '/v1/ads/targets/query',
  summary:
    'Lists the keywords, products or categories of all campaigns by filters and order, with their figures of some days',
  query: TargetListQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(LinkedTarget).extend({
    counts: z.record(TargetTab, z.int()),
    days: FigureDays,
  }),
});

export const exportTargets = download({
  ...read,
  method: 'post',
  path: '/v1/ads/targets/export',
  summary: 'Exports all matching keywords, products or categories (CSV)',
  query: TargetListQuery,
  body: ExportBody,
  type: 'text/csv',
});

export const MAX_BULK_CHANGES = 200;

/** The result of one of several changes: recorded, or refused with a code and its text. */
const BulkChange = z.object({
  campaignId: Id,
  objectId: Id,
  changeId: Id.nullable(),
  state: openEnum('ads.change', AdsChangeState).nullable(),
  code: z.string().nullable(),
  text: z.string().nullable(),
});
export type BulkChange = z.infer<typeof BulkChange>;

export const changeAds = endpoint({
  access: 'company',
  needs: 'write',
  tag: 'ads',
  method: 'post',
  path: '/v1/campaigns/changes/bulk',
  summary: 'Makes several changes of campaigns, each as if it were alone; what is refused says why',
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ campaignId: Id, change: AdsChangeBody }))
      .min(1)
      .max(MAX_BULK_CHANGES),
  }),
  answer: z.array(BulkChange),
});
