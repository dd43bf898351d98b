// A campaign that is being prepared: its draft, its faults, the proposals for it, and the listings that can be advertised.
import * as z from 'zod';
import { BiddingStrategy, KeywordMatch, PlacementPercent } from '../../kernel/ads.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { BuyboxStatus } from '../../kernel/market.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';
import { Fault } from '../../kernel/problem.ts';
import { CampaignStrategy } from './words.ts';

/** More than a person prepares by hand; the marketplaces allow more. */
export const MAX_GROUPS = 20;
export const MAX_ADS = 100;
export const MAX_NEW_TARGETS = 500;

export const DraftText = z.string().max(400, { error: 'too_long' });
const Bid = PositiveAmount.nullable().default(null);
const Stars = z.number().min(0).max(5).nullable().default(null);

const DraftKeyword = z.strictObject({
  text: DraftText,
  matchType: KeywordMatch.nullable().default(null),
  /** Null: the default bid of the group. */
  bid: Bid,
});
export type DraftKeyword = z.infer<typeof DraftKeyword>;

const DraftProduct = z.strictObject({
  /** The marketplace's own id of the product. */
  productId: DraftText,
  /** Whether similar products count too. */
  isExpanded: z.boolean().default(false),
  bid: Bid,
});
export type DraftProduct = z.infer<typeof DraftProduct>;

const DraftCategory = z.strictObject({
  /** The marketplace's own id of the category. */
  categoryId: DraftText,
  /** The marketplace's own id of a brand; null: all brands. */
  brandId: DraftText.nullable().default(null),
  priceFrom: PositiveAmount.nullable().default(null),
  priceTo: PositiveAmount.nullable().default(null),
  ratingFrom: Stars,
  ratingTo: Stars,
  fastShippingOnly: z.boolean().default(false),
  bid: Bid,
});
export type DraftCategory = z.infer<typeof DraftCategory>;

const DraftNegative = z.strictObject({
  text: DraftText,
  matchType: KeywordMatch.exclude(['BROAD']).nullable().default(null),
});
export type DraftNegative = z.infer<typeof DraftNegative>;

/** What the ads of a group that is not automatic are shown for. A group cannot have both. */
export const GroupTargeting = z.enum(['KEYWORDS', 'PRODUCTS']);
export type GroupTargeting = z.infer<typeof GroupTargeting>;

const targets = <T extends z.ZodType>(type: T) =>
  z.array(type).max(MAX_NEW_TARGETS, { error: 'too_many' }).default([]);

export const DraftGroup = z.strictObject({
  name: DraftText.default(''),
  defaultBid: Bid,
  listingIds: z.array(Id).max(MAX_ADS, { error: 'too_many' }).default([]),
  targeting: GroupTargeting.default('KEYWORDS'),
  keywords: targets(DraftKeyword),
  products: targets(DraftProduct),
  categories: targets(DraftCategory),
  negativeKeywords: targets(DraftNegative),
  /** The marketplace's own ids of products. */
  negativeProducts: targets(DraftText),
});
export type DraftGroup = z.infer<typeof DraftGroup>;

export const CampaignDraft = z.strictObject({
  accountId: Id.nullable().default(null),
  name: DraftText.default(''),
  /** Days in the time zone of the account's advertising. Null: the day on which it is created. */
  startDate: Day.nullable().default(null),
  endDate: Day.nullable().default(null),
  dailyBudget: PositiveAmount.nullable().default(null),
  strategy: CampaignStrategy.default('profitability'),
  /** In percent; null: it follows from the margin. */
  goalAcos: z.number().min(0).max(1_000).nullable().default(null),
  type: z.enum(['automatic', 'manual']).default('automatic'),
  biddingStrategy: BiddingStrategy.default('DOWN_ONLY'),
  placements: z.array(PlacementPercent).max(3).default([]),
  groups: z.array(DraftGroup).max(MAX_GROUPS, { error: 'too_many' }).default([]),
  /** Listings that are advertised in other campaigns, whose ads there are to be paused. */
  movedListingIds: z
    .array(Id)
    .max(MAX_GROUPS * MAX_ADS)
    .default([]),
  /** It is created, and does not run. */
  isPaused: z.boolean().default(false),
});
export type CampaignDraft = z.infer<typeof CampaignDraft>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;
const write = { access: 'company', needs: 'write', tag: 'ads' } as const;

export const StoredDraft = z.object({
  /** Null: the person has none. */
  draft: CampaignDraft.nullable(),
  /** Counts how often it was saved; 0: never. */
  version: z.int(),
  savedAt: Instant.nullable(),
  /** The creation of this draft; null: none was begun, or the draft was saved since. */
  creationId: Id.nullable(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

export const campaignDraft = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/draft',
  summary: 'Gets the draft of a campaign that the person keeps in the company',
  answer: StoredDraft,
});

export const DraftBody = z.strictObject({
  draft: CampaignDraft,
  /** The version of the draft as it was read: one that was saved elsewhere since is not overwritten. */
  version: z.int().min(0),
});
export type DraftBody = z.infer<typeof DraftBody>;

export const saveCampaignDraft = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/draft',
  summary: 'Keeps the draft of a campaign, and says what is wrong with it so far',
  body: DraftBody,
  answer: z.object({
    version: z.int(),
    savedAt: Instant,
    /** What prevents its creation; the paths begin with `draft`. */
    faults: z.array(Fault),
  }),
});

export const discardCampaignDraft = endpoint({
  ...write,
  method: 'delete',
  path: '/v1/campaigns/draft',
  summary: 'Discards the draft of a campaign',
  answer: z.object({}),
});

/** A listing that can be advertised, and where it already is. */
export const AdvertisableListing = z.object({
  listingId: Id,
  title: z.string(),
  imageUrl: z.string().nullable(),
  skuMarketplace: z.string(),
  currencyCode: z.string(),
  price: Amount,
  stock: z.int(),
  buyboxStatus: BuyboxStatus.nullable(),
  /** From 0 to 100. */
  healthScore: z.int().nullable(),
  /** The margin of a unit before advertising, in percent of the price: the break-even ACOS. */
  breakEvenAcos: z.number().nullable(),
  /** Campaigns in which an ad of it runs. */
  campaigns: z.array(z.object({ id: Id, name: z.string() })),
});
export type AdvertisableListing = z.infer<typeof AdvertisableListing>;

export const advertisableListings = endpoint({
  ...read,
  method: 'get',
  path: '/v1/ads/listings',
  summary:
    'Lists the listings of an account that can be advertised: those that are in no campaign and have stock first',
  query: PageQuery.extend({
    accountId: Id,
    search: z.string().trim().max(200).optional(),
  }),
  answer: pageOf(AdvertisableListing),
});

/** Where a proposal comes from. */
export const ProposalSource = z.enum([
  /** The engine's bid for the listings and the account. */
  'ENGINE',
  /** The median of the account's campaigns. */
  'ACCOUNT_MIDDLE',
  /** Enough clicks to tell within two weeks whether they bring orders. */
  'PROVING_CLICKS',
  /** There is nothing to base a proposal on. */
  'UNKNOWN',
]);
export type ProposalSource = z.infer<typeof ProposalSource>;

const AnySource = openEnum('ads.proposal', ProposalSource);

export const GroupProposal = z.object({
  /** Null: nothing can be proposed. */
  bid: PositiveAmount.nullable(),
  source: AnySource,
  /** The most that a click may cost before the campaign loses money; null: costs or fees of a listing are not known. */
  breakEvenCpc: z.number().nullable(),
  /** The orders for each click that it is based on; null: it is not. */
  conversion: z.number().nullable(),
  /** Whether the conversion is the account's own. */
  isMeasured: z.boolean(),
  /** Its target ACOS, in percent; null: neither a goal nor the margin is known. */
  targetAcos: z.number().nullable(),
});
export type GroupProposal = z.infer<typeof GroupProposal>;

export const DraftProposals = z.object({
  currencyCode: z.string(),
  /** In the time zone of the account's advertising. */
  today: Day,
  /** The marketplace's limits. */
  limits: z.object({
    bid: z.object({ minimum: Amount, maximum: Amount }).nullable(),
    dailyBudget: z.object({ minimum: Amount, maximum: Amount }).nullable(),
  }),
  name: z.string(),
  dailyBudget: PositiveAmount.nullable(),
  budgetSource: AnySource,
  /** One for each group of the draft. */
  groups: z.array(GroupProposal),
});
export type DraftProposals = z.infer<typeof DraftProposals>;

export const draftProposals = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/draft/proposals',
  summary: 'Proposes a name, a daily budget and bids for a draft, and says where each comes from',
  body: z.strictObject({ draft: CampaignDraft }),
  answer: DraftProposals,
});

/** The most that a click may cost: a placement raises the bid, and a dynamic one may double it. */
export function highestClick(
  bid: number,
  { placements, biddingStrategy }: Pick<CampaignDraft, 'placements' | 'biddingStrategy'>,
): number {
  const raised = bid * (1 + Math.max(0, ...placements.map(({ percent }) => percent)) / 100);
  return biddingStrategy === 'UP_AND_DOWN' ? raised * 2 : raised;
}

/** A single day may spend up to twice the daily budget; a month spends at most the budget of its days. */
export const DAY_SPEND_FACTOR = 2;
export const DAYS_OF_MONTH = 30.4;
