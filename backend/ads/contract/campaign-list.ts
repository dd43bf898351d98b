// The list of campaigns, a campaign with its groups, ads and targets, and the choices of filters.
import * as z from 'zod';
import {
  AdsCapabilities,
  BiddingStrategy,
  CampaignStatus,
  CampaignType,
  ImpressionShares,
  PlacementPercent,
  TargetKind,
} from '../../kernel/ads.ts';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { listFields } from '../../kernel/list-schema.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { AdFigures, FigureDays, FigureRange } from './figures.ts';
import { BidPreviewAnswer } from './preview.ts';
import { CampaignTag } from './tags.ts';
import { AdsAutomation, AnyBidBound, AnyBidOutcome, CampaignStrategy } from './words.ts';

/** The stage of a campaign: not begun, running, without an ad or a target, or over. */
export const CampaignState = z.enum(['active', 'pending_start', 'incomplete', 'finished']);
export type CampaignState = z.infer<typeof CampaignState>;

const AnyStatus = openEnum('ads.status', CampaignStatus);

export const Campaign = z.object({
  id: Id,
  /** The marketplace's own id. */
  remoteId: z.string(),
  name: z.string(),
  marketplaceId: MarketplaceId,
  accountId: Id,
  accountName: z.string(),
  currencyCode: z.string(),
  status: AnyStatus,
  state: openEnum('ads.state', CampaignState),
  /** Why it is shown or not, as the marketplace's code. */
  serving: z.string().nullable(),
  type: openEnum('ads.type', CampaignType),
  biddingStrategy: openEnum('ads.bidding', BiddingStrategy).nullable(),
  placements: z.array(PlacementPercent),
  dailyBudget: Amount,
  /** Revenue for each unit of cost; null: it has none. */
  roasTarget: z.number().nullable(),
  /** Null: not reported. */
  shares: ImpressionShares.nullable(),
  startDate: Day.nullable(),
  endDate: Day.nullable(),
  /** `none`: it was made at the marketplace. */
  strategy: openEnum('ads.strategy', CampaignStrategy),
  /** In percent. */
  goalAcos: z.number().nullable(),
  automation: openEnum('ads.automation', AdsAutomation),
  /** When the engine last decided its bids by itself. */
  decidedAt: Instant.nullable(),
  figures: AdFigures,
  tags: z.array(CampaignTag),
  readAt: Instant,
});
export type Campaign = z.infer<typeof Campaign>;

const text = { type: 'text' } as const;
const number = { type: 'numeric' } as const;
const whole = { type: 'numeric', values: 'whole' } as const;
const money = { type: 'monetary' } as const;

/** By what campaigns are filtered and ordered. */
export const CAMPAIGN_FIELDS = listFields({
  id: whole,
  name: text,
  status: { type: 'select', options: CampaignStatus.options },
  state: { type: 'select', options: CampaignState.options },
  type: { type: 'select', options: CampaignType.options },
  strategy: { type: 'select', options: CampaignStrategy.options },
  biddingStrategy: { type: 'select', options: BiddingStrategy.options },
  dailyBudget: money,
  roasTarget: number,
  startDate: { type: 'date' },
  endDate: { type: 'date' },
  impressions: whole,
  clicks: whole,
  investment: money,
  sales: whole,
  revenue: money,
  acos: number,
  roas: number,
  ctr: number,
  cpc: money,
  conversion: number,
  goalAcos: number,
  tags: { type: 'multi_search', isUnordered: true },
  marketplaceId: whole,
  accountId: { type: 'multi_search', values: 'whole' },
  accountName: text,
});
export type CampaignField = keyof typeof CAMPAIGN_FIELDS;

export const CampaignTab = z.enum(['all', 'active', 'paused', 'over']);
export type CampaignTab = z.infer<typeof CampaignTab>;

export const CampaignQuery = FigureRange.extend({
  tab: CampaignTab.default('all'),
  search: z.string().trim().max(200).optional(),
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;

export const queryCampaigns = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/query',
  summary:
    'Lists campaigns by filters and order, with their figures of some days and a count for each tab',
  query: CampaignQuery.extend(PageQuery.shape),
  body: ListBody,
  answer: pageOf(Campaign).extend({
    counts: z.record(CampaignTab, z.int()),
    days: FigureDays,
    /** Of all that match, by currency. */
    totals: z.array(z.object({ currencyCode: z.string(), figures: AdFigures })),
  }),
});

export const exportCampaigns = download({
  ...read,
  method: 'post',
  path: '/v1/campaigns/export',
  summary: 'Exports all matching campaigns (CSV)',
  query: CampaignQuery,
  body: ExportBody,
  type: 'text/csv',
});

/** The call of earlier clients: campaigns of a status by a part of their name. */
export const campaigns = endpoint({
  ...read,
  method: 'get',
  path: '/campaigns',
  summary: 'Lists campaigns of a status by a part of their name',
  query: PageQuery.extend({
    status: CampaignStatus.optional(),
    name: z.string().trim().max(200).optional(),
  }),
  answer: pageOf(Campaign),
});

const Named = z.object({ id: z.string(), name: z.string() });

export const campaignStatuses = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/status',
  summary: 'Gets the statuses of campaigns, with their names',
  answer: z.object({ status: z.array(Named) }),
});

export const adStatuses = endpoint({
  ...read,
  method: 'get',
  path: '/v1/ads/status',
  summary: 'Gets the statuses of ads, with their names',
  answer: z.object({ status: z.array(Named) }),
});

export const campaignStrategies = endpoint({
  ...read,
  method: 'get',
  path: '/campaign-strategies',
  summary:
    'Gets the strategies of campaigns, with the ACOS goals that each is meant for, in percent',
  answer: z.array(Named.extend({ initialValue: z.number(), finalValue: z.number() })),
});

/** What the engine would do with a bid, in brief. */
export const BidAdvice = z.object({
  /** Null: there is nothing to decide: a negative, what is archived, a group without a known listing. */
  outcome: AnyBidOutcome.nullable(),
  code: z.string().nullable(),
  /** The new bid; null: the present one stays. */
  bid: Amount.nullable(),
  /** The bid inside its limits, before steps and waits; null: not known. */
  wouldBe: Amount.nullable(),
  bound: AnyBidBound.nullable(),
  /** Why, in the language of the request. */
  text: z.string(),
});
export type BidAdvice = z.infer<typeof BidAdvice>;

export const AdTarget = z.object({
  id: Id,
  kind: openEnum('ads.target', TargetKind),
  isNegative: z.boolean(),
  matchType: z.string(),
  text: z.string(),
  status: AnyStatus,
  /** The bid in effect: its own, or the default of its group; null: a negative. */
  bid: Amount.nullable(),
  hasOwnBid: z.boolean(),
  figures: AdFigures,
  advice: BidAdvice,
});
export type AdTarget = z.infer<typeof AdTarget>;

export const AdOfGroup = z.object({
  id: Id,
  skuMarketplace: z.string(),
  status: AnyStatus,
  serving: z.string().nullable(),
  /** Null: the listing is not known here. */
  listingId: Id.nullable(),
  title: z.string().nullable(),
  imageUrl: z.string().nullable(),
  link: z.string().nullable(),
  price: Amount.nullable(),
  stock: z.int().nullable(),
});
export type AdOfGroup = z.infer<typeof AdOfGroup>;

export const AdGroup = z.object({
  id: Id,
  name: z.string(),
  status: AnyStatus,
  /** Null: the marketplace has no bids. */
  defaultBid: Amount.nullable(),
  ads: z.array(AdOfGroup),
  targets: z.array(AdTarget),
});
export type AdGroup = z.infer<typeof AdGroup>;

export const CampaignDetails = z.object({
  campaign: Campaign,
  days: FigureDays,
  capabilities: AdsCapabilities,
  groups: z.array(AdGroup),
  /** Negatives of the whole campaign. */
  negatives: z.array(AdTarget),
  /** Its page at the marketplace, where a person changes it; null: none is known. */
  link: z.string().nullable(),
  /** Whether there are more targets than the limit lets this answer have. */
  isPartial: z.boolean(),
});
export type CampaignDetails = z.infer<typeof CampaignDetails>;

/** The most targets of a campaign in one answer. */
export const MAX_TARGETS = 500;

export const getCampaign = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/{campaignId}',
  summary:
    'Gets a campaign with its groups, ads and targets, and what the engine would bid for each',
  params: z.object({ campaignId: Id }),
  query: FigureRange,
  answer: CampaignDetails,
});

export const explainBid = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/{campaignId}/targets/{targetId}/decision',
  summary: 'Explains the bid that the engine would set for a target, by what is known of it now',
  params: z.object({ campaignId: Id, targetId: Id }),
  answer: z.object({ currencyCode: z.string(), decision: BidPreviewAnswer }),
});

/** The advertising of the company's accounts. */
export const AdsAccount = z.object({
  accountId: Id,
  accountName: z.string(),
  marketplaceId: MarketplaceId,
  /** `none`: not authorized. `unavailable`: the marketplace does not open its advertising. */
  status: z.enum(['active', 'inactive', 'none', 'unavailable']),
  capabilities: AdsCapabilities.nullable(),
  readAt: Instant.nullable(),
  figuresAt: Instant.nullable(),
});
export type AdsAccount = z.infer<typeof AdsAccount>;

export const adsAccounts = endpoint({
  ...read,
  method: 'get',
  path: '/v1/ads/accounts',
  summary: 'Lists the advertising of the company’s accounts, with what each can do',
  answer: z.array(AdsAccount),
});
