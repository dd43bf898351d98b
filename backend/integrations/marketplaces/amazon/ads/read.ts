// Campaigns and what is in them, out of Amazon's lists.

import { type AdPlacement, type BiddingStrategy, CampaignStatus } from '../../../../kernel/ads.ts';
import { toMinor, toMinorOrNull } from '../../../../kernel/money.ts';
import { ok, type Result } from '../../../../kernel/result.ts';
import type {
  AdsPart,
  AdsSession,
  CallFailure,
  Fetcher,
  RemoteAd,
  RemoteAdGroup,
  RemoteCampaign,
  RemoteTarget,
} from '../../../marketplace.ts';
import * as requests from './requests.ts';
import { AdGroup, Campaign, Clause, decode, Keyword, ProductAd, pageOf } from './wire.ts';

export interface AdsMeans {
  client: requests.AdsClient;
  api: Fetcher;
}

/** A list with more pages repeats itself. */
const MAX_PAGES = 20_000;

export const statusOf = (state: string): CampaignStatus =>
  CampaignStatus.safeParse(state).data ?? 'UNDEFINED';

export const STRATEGIES: Readonly<Record<string, BiddingStrategy>> = {
  LEGACY_FOR_SALES: 'DOWN_ONLY',
  AUTO_FOR_SALES: 'UP_AND_DOWN',
  MANUAL: 'FIXED',
};
export const PLACEMENTS: Readonly<Record<string, AdPlacement>> = {
  PLACEMENT_TOP: 'TOP_OF_SEARCH',
  PLACEMENT_REST_OF_SEARCH: 'REST_OF_SEARCH',
  PLACEMENT_PRODUCT_PAGE: 'PRODUCT_PAGES',
};

const invert = <Value extends string>(names: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [ours, theirs])) as Record<
    Value,
    string
  >;
export const STRATEGY_NAMES = invert(STRATEGIES);
export const PLACEMENT_NAMES = invert(PLACEMENTS);

/** Amazon writes days with hyphens, and in some answers without. */
export const dayOf = (text: string | null): string | null =>
  text === null ? null : text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3').slice(0, 10);

const campaignOf = (entry: unknown): RemoteCampaign[] => {
  const { data } = Campaign.safeParse(entry);
  if (data === undefined) return [];
  const { dynamicBidding, budget, targetingType } = data;
  return [
    {
      campaignId: data.campaignId,
      name: data.name,
      status: statusOf(data.state),
      type: targetingType === 'AUTO' ? 'automatic' : 'manual',
      biddingStrategy: STRATEGIES[dynamicBidding?.strategy ?? ''] ?? null,
      placements: (dynamicBidding?.placementBidding ?? []).flatMap(({ placement, percentage }) => {
        const known = PLACEMENTS[placement];
        return known === undefined ? [] : [{ placement: known, percent: Math.round(percentage) }];
      }),
      dailyBudget: toMinor(budget.budget),
      roasTarget: null,
      shares: null,
      startDate: dayOf(data.startDate),
      endDate: dayOf(data.endDate),
      serving: data.extendedData?.servingStatus ?? null,
    },
  ];
};

const groupOf = (entry: unknown): RemoteAdGroup[] => {
  const { data } = AdGroup.safeParse(entry);
  if (data === undefined) return [];
  const { adGroupId, campaignId, name, state, defaultBid } = data;
  return [
    { adGroupId, campaignId, name, status: statusOf(state), defaultBid: toMinor(defaultBid) },
  ];
};

const adOf = (entry: unknown): RemoteAd[] => {
  const { data } = ProductAd.safeParse(entry);
  // Vendors advertise products, and have no SKU.
  const skuMarketplace = data?.sku ?? data?.asin ?? null;
  if (data === undefined || skuMarketplace === null) return [];
  const { adId, campaignId, adGroupId, state, extendedData } = data;
  const serving = extendedData?.servingStatus ?? null;
  return [{ adId, campaignId, adGroupId, skuMarketplace, status: statusOf(state), serving }];
};

const keywordOf =
  (isNegative: boolean) =>
  (entry: unknown): RemoteTarget[] => {
    const { data } = Keyword.safeParse(entry);
    if (data === undefined) return [];
    return [
      {
        targetId: data.keywordId,
        campaignId: data.campaignId,
        adGroupId: data.adGroupId,
        kind: 'KEYWORD',
        isNegative,
        matchType: data.matchType.replace(/^NEGATIVE_/, ''),
        text: data.keywordText,
        status: statusOf(data.state),
        bid: toMinorOrNull(data.bid),
      },
    ];
  };

type Expression = readonly { type: string; value: string | null }[];

/** The kind of target that an expression selects, and its text. */
function aimOf(expression: Expression): Pick<RemoteTarget, 'kind' | 'matchType' | 'text'> {
  const [first = { type: 'UNKNOWN', value: null }] = expression;
  const { type, value } = first;
  if (type === 'ASIN_SAME_AS') return { kind: 'PRODUCT', matchType: 'EXACT', text: value ?? '' };
  if (type === 'ASIN_EXPANDED_FROM')
    return { kind: 'PRODUCT', matchType: 'EXPANDED', text: value ?? '' };
  const isAutomatic = expression.every((one) => one.value === null);
  if (isAutomatic) return { kind: 'AUTO', matchType: type, text: type };
  const text = expression.map((one) => [one.type, one.value].join('=')).join('; ');
  return { kind: 'CATEGORY', matchType: type, text };
}

const clauseOf =
  (isNegative: boolean) =>
  (entry: unknown): RemoteTarget[] => {
    const { data } = Clause.safeParse(entry);
    if (data === undefined) return [];
    return [
      {
        targetId: data.targetId,
        campaignId: data.campaignId,
        adGroupId: data.adGroupId,
        isNegative,
        ...aimOf(data.expression),
        status: statusOf(data.state),
        bid: toMinorOrNull(data.bid),
      },
    ];
  };

/** The pages of a list. */
async function* pagesOf(
  { client, api }: AdsMeans,
  session: AdsSession,
  entity: requests.Entity,
  query: Omit<requests.ListQuery, 'nextToken'>,
): AsyncGenerator<Result<readonly unknown[], CallFailure>> {
  let nextToken: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Result<Record<string, unknown>, CallFailure> = decode(
      await api(requests.list(client, session, entity, { ...query, nextToken })),
      pageOf(entity.list),
      `the ${entity.list}`,
    );
    if (!answer.ok) return yield answer;
    yield ok((answer.value[entity.list] as readonly unknown[] | null) ?? []);
    nextToken = (answer.value.nextToken as string | null) ?? null;
    if (nextToken === null) return;
  }
}

/** The entries of an entity that match a query. */
export async function findEntries(
  means: AdsMeans,
  session: AdsSession,
  entity: requests.Entity,
  query: Pick<requests.ListQuery, 'ids' | 'campaignIds' | 'names'>,
): Promise<Result<readonly unknown[], CallFailure>> {
  const found: unknown[] = [];
  for await (const page of pagesOf(means, session, entity, query)) {
    if (!page.ok) return page;
    found.push(...page.value);
  }
  return ok(found);
}

const PARTS: readonly {
  entity: requests.Entity;
  isExtended?: true;
  partOf: (entries: readonly unknown[]) => AdsPart;
}[] = [
  {
    entity: requests.CAMPAIGNS,
    isExtended: true,
    partOf: (entries) => ({ kind: 'campaigns', items: entries.flatMap(campaignOf) }),
  },
  {
    entity: requests.AD_GROUPS,
    partOf: (entries) => ({ kind: 'adGroups', items: entries.flatMap(groupOf) }),
  },
  {
    entity: requests.PRODUCT_ADS,
    isExtended: true,
    partOf: (entries) => ({ kind: 'ads', items: entries.flatMap(adOf) }),
  },
  ...[
    { entity: requests.KEYWORDS, read: keywordOf(false) },
    { entity: requests.NEGATIVE_KEYWORDS, read: keywordOf(true) },
    { entity: requests.CAMPAIGN_NEGATIVE_KEYWORDS, read: keywordOf(true) },
    { entity: requests.TARGETS, read: clauseOf(false) },
    { entity: requests.NEGATIVE_TARGETS, read: clauseOf(true) },
  ].map(({ entity, read }) => ({
    entity,
    partOf: (entries: readonly unknown[]): AdsPart => ({
      kind: 'targets',
      items: entries.flatMap(read),
    }),
  })),
];

/** All that a profile has, page by page. */
export async function* readAll(
  means: AdsMeans,
  session: AdsSession,
): AsyncGenerator<Result<AdsPart, CallFailure>> {
  for (const { entity, isExtended = false, partOf } of PARTS) {
    for await (const page of pagesOf(means, session, entity, { isExtended })) {
      if (!page.ok) return yield page;
      yield ok(partOf(page.value));
    }
  }
}
