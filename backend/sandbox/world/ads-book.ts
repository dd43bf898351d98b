// The campaigns of Amazon Ads and of Mercado Livre's Product Ads as plain data, and what each showed by day.
import type { Minor } from '../../kernel/money.ts';

export type AdState = 'ENABLED' | 'PAUSED' | 'ARCHIVED';

export const PLACEMENTS = [
  'PLACEMENT_TOP',
  'PLACEMENT_REST_OF_SEARCH',
  'PLACEMENT_PRODUCT_PAGE',
] as const;
export type Placement = (typeof PLACEMENTS)[number];

interface Dated {
  state: AdState;
  createdAt: number;
  updatedAt: number;
}

export interface AdCampaign extends Dated {
  campaignId: string;
  sellerId: number;
  name: string;
  targetingType: 'AUTO' | 'MANUAL';
  /** Days, YYYY-MM-DD. */
  startDate: string;
  endDate: string | null;
  budget: Minor;
  strategy: 'LEGACY_FOR_SALES' | 'AUTO_FOR_SALES' | 'MANUAL';
  placementBidding: readonly { placement: Placement; percentage: number }[];
}

export interface AdGroup extends Dated {
  adGroupId: string;
  campaignId: string;
  name: string;
  defaultBid: Minor;
}

export interface ProductAd extends Dated {
  adId: string;
  campaignId: string;
  adGroupId: string;
  sku: string;
  asin: string;
  itemId: string;
}

export type Expression = readonly { type: string; value?: string }[];

/** A keyword or a clause; a negative one excludes searches. */
export interface AdTarget extends Dated {
  /** Unique over keywords and clauses. */
  targetId: string;
  campaignId: string;
  /** Null: a negative of the whole campaign. */
  adGroupId: string | null;
  isNegative: boolean;
  keyword: { text: string; matchType: string } | null;
  expression: Expression | null;
  /** Null: the default bid of its group. */
  bid: Minor | null;
}

/** A campaign of Product Ads: the marketplace sets the bids, as far as the target allows. */
export interface ProductCampaign {
  campaignId: string;
  sellerId: number;
  name: string;
  status: 'active' | 'paused';
  /** Per day on average. */
  budget: Minor;
  strategy: 'PROFITABILITY' | 'INCREASE' | 'VISIBILITY';
  /** Revenue for each unit of cost. */
  roasTarget: number;
  createdAt: number;
  updatedAt: number;
}

/** An ad group of Product Ads that was changed: paused. */
export interface ProductGroup {
  adGroupId: string;
  status: 'active' | 'paused';
}

export interface AdsBook {
  campaigns: ReadonlyMap<string, AdCampaign>;
  adGroups: ReadonlyMap<string, AdGroup>;
  productAds: ReadonlyMap<string, ProductAd>;
  targets: ReadonlyMap<string, AdTarget>;
  productCampaigns: ReadonlyMap<string, ProductCampaign>;
  productGroups: ReadonlyMap<string, ProductGroup>;
}

/** The new state of one entity: a new one, or a replacement of the one with its id. */
export type AdsEntry =
  | { entity: 'campaigns'; value: AdCampaign }
  | { entity: 'adGroups'; value: AdGroup }
  | { entity: 'productAds'; value: ProductAd }
  | { entity: 'targets'; value: AdTarget }
  | { entity: 'productCampaigns'; value: ProductCampaign }
  | { entity: 'productGroups'; value: ProductGroup };

export const NO_ADS: AdsBook = {
  campaigns: new Map(),
  adGroups: new Map(),
  productAds: new Map(),
  targets: new Map(),
  productCampaigns: new Map(),
  productGroups: new Map(),
};

const idOf = (entry: AdsEntry): string => {
  switch (entry.entity) {
    case 'campaigns':
      return entry.value.campaignId;
    case 'adGroups':
      return entry.value.adGroupId;
    case 'productAds':
      return entry.value.adId;
    case 'targets':
      return entry.value.targetId;
    case 'productCampaigns':
      return entry.value.campaignId;
    case 'productGroups':
      return entry.value.adGroupId;
  }
};

/** The book with new or replaced entities. */
export function withEntries(book: AdsBook, entries: readonly AdsEntry[]): AdsBook {
  const changed = {
    campaigns: new Map(book.campaigns),
    adGroups: new Map(book.adGroups),
    productAds: new Map(book.productAds),
    targets: new Map(book.targets),
    productCampaigns: new Map(book.productCampaigns),
    productGroups: new Map(book.productGroups),
  };
  for (const entry of entries)
    (changed[entry.entity] as Map<string, unknown>).set(idOf(entry), entry.value);
  return changed;
}

/** A book as JSON can hold it. */
export interface PlainAds {
  campaigns: readonly AdCampaign[];
  adGroups: readonly AdGroup[];
  productAds: readonly ProductAd[];
  targets: readonly AdTarget[];
  /** Absent in states that were stored before there were any. */
  productCampaigns?: readonly ProductCampaign[];
  productGroups?: readonly ProductGroup[];
}

export const toPlainAds = (book: AdsBook): PlainAds => ({
  campaigns: [...book.campaigns.values()],
  adGroups: [...book.adGroups.values()],
  productAds: [...book.productAds.values()],
  targets: [...book.targets.values()],
  productCampaigns: [...book.productCampaigns.values()],
  productGroups: [...book.productGroups.values()],
});

export const fromPlainAds = (plain: PlainAds | undefined): AdsBook => ({
  campaigns: new Map(plain?.campaigns.map((one) => [one.campaignId, one])),
  adGroups: new Map(plain?.adGroups.map((one) => [one.adGroupId, one])),
  productAds: new Map(plain?.productAds.map((one) => [one.adId, one])),
  targets: new Map(plain?.targets.map((one) => [one.targetId, one])),
  productCampaigns: new Map(plain?.productCampaigns?.map((one) => [one.campaignId, one])),
  productGroups: new Map(plain?.productGroups?.map((one) => [one.adGroupId, one])),
});

/** What a target showed and cost for one ad on one day. */
export interface AdDay {
  /** Days since 1970 by São Paulo's clock. */
  day: number;
  prints: number;
  clicks: number;
  spend: Minor;
}

/** The keys of the days of a target and an ad, and of a campaign. */
export const dayKeyOf = (targetId: string, adId: string): string => `${targetId}/${adId}`;
export const campaignKeyOf = (campaignId: string): string => `campaign/${campaignId}`;
/** The key of what a campaign would have shown if its budget had not been used up. */
export const lostKeyOf = (campaignId: string): string => `lost/${campaignId}`;
