// The entities of Sponsored Products, version 3: how each is called, how it looks on the wire, and what may be written.
import { toAmount, toMinor } from '../../kernel/money.ts';
import {
  type AdCampaign,
  type AdGroup,
  type AdsBook,
  type AdsEntry,
  type AdTarget,
  adIdOf,
  findSku,
  type ProductAd,
  type World,
} from '../world.ts';
import { fieldsOf } from './room.ts';

/** What is refused of one element, as the API says it. */
export interface ElementError {
  errorType: string;
  reason: string;
  message: string;
  more?: Record<string, string>;
}

const fault = (
  errorType: string,
  reason: string,
  message: string,
  more?: Record<string, string>,
): ElementError => ({ errorType, reason, message, ...(more && { more }) });

/** Limits of Brazil. @see https://advertising.amazon.com/API/docs/en-us/reference/concepts/limits */
const LIMITS = { bid: [7, 370_000], budget: [132, 530_000_000] } as const;

type Written = AdsEntry | ElementError;
export const isFault = (written: Written): written is ElementError => 'errorType' in written;

export interface Entity {
  /** Below `/sp/`. */
  path: string;
  /** The list in bodies and answers; and one element of it in an answer. */
  list: string;
  one: string;
  /** The field of its id, in the entity; and beside it, where that differs. */
  id: string;
  wrapperId?: string;
  media: string;
  /** The entities of a seller. */
  all(book: AdsBook): Iterable<AdCampaign | AdGroup | ProductAd | AdTarget>;
  idOf(value: never): string;
  toWire(value: never, isExtended: boolean): Record<string, unknown>;
  /** A new entity of what was sent, or why it is none. */
  create(world: World, given: Given, at: Moment): Written;
  /** An entity with what was sent of it; fields that are not known are passed over, as the API does. */
  update(world: World, value: never, given: Given, at: Moment): Written;
}
type Given = Record<string, unknown>;
interface Moment {
  now: number;
  sellerId: number;
  /** Today, YYYY-MM-DD. */
  today: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const stateOf = (value: unknown, fallback: AdCampaign['state']) =>
  value === 'ENABLED' || value === 'PAUSED' ? value : fallback;
const dated = ({ now }: Moment, given: Given) => ({
  state: stateOf(given.state, 'ENABLED'),
  createdAt: now,
  updatedAt: now,
});
const extended = ({ createdAt, updatedAt }: AdCampaign | AdGroup | ProductAd | AdTarget) => ({
  creationDateTime: new Date(createdAt).toISOString(),
  lastUpdateDateTime: new Date(updatedAt).toISOString(),
});

const outside = (range: readonly [number, number], errorType: string, reason: string) =>
  fault(errorType, reason, 'The value is out of the range of the marketplace', {
    lowerLimit: toAmount(range[0]).toFixed(2),
    upperLimit: toAmount(range[1]).toFixed(2),
  });

function moneyIn(
  value: unknown,
  range: readonly [number, number],
  errorType: string,
  reason: string,
) {
  const minor = typeof value === 'number' && Number.isFinite(value) ? toMinor(value) : null;
  return minor === null || minor < range[0] || minor > range[1]
    ? outside(range, errorType, reason)
    : minor;
}
const bidIn = (value: unknown) =>
  moneyIn(value, LIMITS.bid, 'biddingError', 'BID_OUT_OF_MARKET_PLACE_RANGE');

const archived = fault(
  'entityStateError',
  'ARCHIVED_ENTITY_CANNOT_BE_MODIFIED',
  'Archived entity cannot be modified',
);

const parentless = fault('parentEntityError', 'PARENT_ENTITY_NOT_FOUND', 'Parent is not found');

const campaigns: Entity = {
  path: 'campaigns',
  list: 'campaigns',
  one: 'campaign',
  id: 'campaignId',
  media: 'application/vnd.spCampaign.v3+json',
  all: (book) => book.campaigns.values(),
  idOf: ({ campaignId }: AdCampaign) => campaignId,
  toWire: (campaign: AdCampaign, isExtended) => ({
    campaignId: campaign.campaignId,
    name: campaign.name,
    state: campaign.state,
    targetingType: campaign.targetingType,
    startDate: campaign.startDate,
    ...(campaign.endDate !== null && { endDate: campaign.endDate }),
    budget: { budgetType: 'DAILY', budget: toAmount(campaign.budget) },
    dynamicBidding: {
      strategy: campaign.strategy,
      placementBidding: campaign.placementBidding,
    },
    ...(isExtended && {
      extendedData: { ...extended(campaign), servingStatus: 'CAMPAIGN_STATUS_ENABLED' },
    }),
  }),
  create(world, given, at) {
    const name = textOf(given.name);
    const { targetingType, budget, dynamicBidding } = given;
    const isTaken = [...world.ads.campaigns.values()].some(
      (one) => one.sellerId === at.sellerId && one.name === name,
    );
    if (isTaken) return fault('duplicateValueError', 'NAME_NOT_UNIQUE', 'Name is not unique');
    if (name === '' || name.length > 128)
      return fault(
        'malformedValueError',
        name === '' ? 'BLANK' : 'TOO_LONG',
        'The name is malformed',
      );
    const startDate = textOf(given.startDate) || at.today;
    if (startDate < at.today)
      return fault('dateError', 'START_DATE_EARLIER_THAN_TODAY', 'Start date is in the past');
    const daily = moneyIn(
      fieldsOf(budget).budget,
      LIMITS.budget,
      'budgetError',
      'BUDGET_OUT_OF_MARKET_PLACE_RANGE',
    );
    if (typeof daily !== 'number') return daily;
    const bidding = fieldsOf(dynamicBidding);
    return {
      entity: 'campaigns',
      value: {
        ...dated(at, given),
        campaignId: adIdOf(`campaign/${at.sellerId}/${name}/${at.now}`),
        sellerId: at.sellerId,
        name,
        targetingType: targetingType === 'AUTO' ? 'AUTO' : 'MANUAL',
        startDate,
        endDate: textOf(given.endDate) || null,
        budget: daily,
        strategy: (textOf(bidding.strategy) || 'LEGACY_FOR_SALES') as AdCampaign['strategy'],
        placementBidding: (bidding.placementBidding ?? []) as AdCampaign['placementBidding'],
      },
    };
  },
  update(world, campaign: AdCampaign, given, at) {
    if (campaign.state === 'ARCHIVED') return archived;
    const name = textOf(given.name) || campaign.name;
    const isTaken = [...world.ads.campaigns.values()].some(
      (one) =>
        one.sellerId === at.sellerId && one.name === name && one.campaignId !== campaign.campaignId,
    );
    if (isTaken) return fault('duplicateValueError', 'NAME_NOT_UNIQUE', 'Name is not unique');
    const asked = fieldsOf(given.budget).budget;
    const budget =
      asked === undefined
        ? campaign.budget
        : moneyIn(asked, LIMITS.budget, 'budgetError', 'BUDGET_OUT_OF_MARKET_PLACE_RANGE');
    if (typeof budget !== 'number') return budget;
    const bidding = fieldsOf(given.dynamicBidding);
    return {
      entity: 'campaigns',
      value: {
        ...campaign,
        name,
        budget,
        state: stateOf(given.state, campaign.state),
        endDate: given.endDate === undefined ? campaign.endDate : textOf(given.endDate) || null,
        strategy: (textOf(bidding.strategy) || campaign.strategy) as AdCampaign['strategy'],
        placementBidding: (bidding.placementBidding ??
          campaign.placementBidding) as AdCampaign['placementBidding'],
        updatedAt: at.now,
      },
    };
  },
};

const adGroups: Entity = {
  path: 'adGroups',
  list: 'adGroups',
  one: 'adGroup',
  id: 'adGroupId',
  media: 'application/vnd.spAdGroup.v3+json',
  all: (book) => book.adGroups.values(),
  idOf: ({ adGroupId }: AdGroup) => adGroupId,
  toWire: (group: AdGroup, isExtended) => ({
    adGroupId: group.adGroupId,
    campaignId: group.campaignId,
    name: group.name,
    state: group.state,
    defaultBid: toAmount(group.defaultBid),
    ...(isExtended && {
      extendedData: { ...extended(group), servingStatus: 'AD_GROUP_STATUS_ENABLED' },
    }),
  }),
  create(world, given, at) {
    const campaignId = textOf(given.campaignId);
    if (!world.ads.campaigns.has(campaignId)) return parentless;
    const bid = bidIn(given.defaultBid);
    if (typeof bid !== 'number') return bid;
    const name = textOf(given.name);
    return {
      entity: 'adGroups',
      value: {
        ...dated(at, given),
        adGroupId: adIdOf(`group/${campaignId}/${name}/${at.now}`),
        campaignId,
        name,
        defaultBid: bid,
      },
    };
  },
  update(_world, group: AdGroup, given, at) {
    if (group.state === 'ARCHIVED') return archived;
    const defaultBid = given.defaultBid === undefined ? group.defaultBid : bidIn(given.defaultBid);
    if (typeof defaultBid !== 'number') return defaultBid;
    const state = stateOf(given.state, group.state);
    const name = textOf(given.name) || group.name;
    return { entity: 'adGroups', value: { ...group, name, defaultBid, state, updatedAt: at.now } };
  },
};

const productAds: Entity = {
  path: 'productAds',
  list: 'productAds',
  one: 'productAd',
  id: 'adId',
  media: 'application/vnd.spProductAd.v3+json',
  all: (book) => book.productAds.values(),
  idOf: ({ adId }: ProductAd) => adId,
  toWire: (ad: ProductAd, isExtended) => ({
    adId: ad.adId,
    campaignId: ad.campaignId,
    adGroupId: ad.adGroupId,
    sku: ad.sku,
    asin: ad.asin,
    state: ad.state,
    ...(isExtended && { extendedData: { ...extended(ad), servingStatus: 'AD_STATUS_LIVE' } }),
  }),
  create(world, given, at) {
    const adGroupId = textOf(given.adGroupId);
    const group = world.ads.adGroups.get(adGroupId);
    if (group === undefined) return parentless;
    const sku = textOf(given.sku);
    const amazonId = world.sellers.get(at.sellerId)?.amazon?.id ?? '';
    const found = findSku(world, amazonId, sku);
    if (found === null)
      return fault('productIdentifierError', 'INVALID_SKU', `SKU ${sku} is not valid`);
    return {
      entity: 'productAds',
      value: {
        ...dated(at, given),
        adId: adIdOf(`ad/${adGroupId}/${sku}`),
        campaignId: group.campaignId,
        adGroupId,
        sku,
        asin: found.product.id,
        itemId: found.offer.itemId,
      },
    };
  },
  update(_world, ad: ProductAd, given, at) {
    if (ad.state === 'ARCHIVED') return archived;
    const state = stateOf(given.state, ad.state);
    return { entity: 'productAds', value: { ...ad, state, updatedAt: at.now } };
  },
};

interface TargetKind {
  path: string;
  list: string;
  one: string;
  id: string;
  media: string;
  wrapperId?: string;
  isKeyword: boolean;
  isNegative: boolean;
  isOfCampaign: boolean;
}

function targetEntity(kind: TargetKind): Entity {
  const { isKeyword, isNegative, isOfCampaign, ...names } = kind;
  const isOne = (target: AdTarget) =>
    (target.keyword !== null) === isKeyword &&
    target.isNegative === isNegative &&
    (target.adGroupId === null) === isOfCampaign;
  return {
    ...names,
    all: (book) => [...book.targets.values()].filter(isOne),
    idOf: ({ targetId }: AdTarget) => targetId,
    toWire: (target: AdTarget, isExtended) => ({
      [kind.id]: target.targetId,
      campaignId: target.campaignId,
      ...(target.adGroupId !== null && { adGroupId: target.adGroupId }),
      state: target.state,
      ...(target.bid !== null && { bid: toAmount(target.bid) }),
      ...(target.keyword !== null
        ? { keywordText: target.keyword.text, matchType: target.keyword.matchType }
        : {
            expression: target.expression,
            resolvedExpression: target.expression,
            expressionType: target.expression?.some(({ type }) => /_REL_|_RELATED/.test(type))
              ? 'AUTO'
              : 'MANUAL',
          }),
      ...(isExtended && {
        extendedData: { ...extended(target), servingStatus: 'TARGETING_CLAUSE_STATUS_LIVE' },
      }),
    }),
    create(world, given, at) {
      const { ads } = world;
      const adGroupId = isOfCampaign ? null : textOf(given.adGroupId);
      const campaignId = adGroupId
        ? ads.adGroups.get(adGroupId)?.campaignId
        : textOf(given.campaignId);
      if (campaignId === undefined || !ads.campaigns.has(campaignId)) return parentless;
      const text = textOf(given.keywordText);
      const matchType = textOf(given.matchType);
      const isThere = [...ads.targets.values()].some(
        (one) =>
          isOne(one) &&
          one.adGroupId === adGroupId &&
          one.campaignId === campaignId &&
          one.state !== 'ARCHIVED' &&
          (isKeyword
            ? one.keyword?.text === text && one.keyword.matchType === matchType
            : JSON.stringify(one.expression) === JSON.stringify(given.expression)),
      );
      if (isThere) return fault('duplicateValueError', 'DUPLICATE_VALUE', 'It exists already');
      const bid = isNegative || given.bid === undefined ? null : bidIn(given.bid);
      if (bid !== null && typeof bid !== 'number') return bid;
      const about = isKeyword ? `${text}/${matchType}` : JSON.stringify(given.expression);
      return {
        entity: 'targets',
        value: {
          ...dated(at, given),
          targetId: adIdOf(`target/${campaignId}/${adGroupId}/${isNegative}/${about}/${at.now}`),
          campaignId,
          adGroupId,
          isNegative,
          keyword: isKeyword ? { text, matchType } : null,
          expression: isKeyword ? null : (given.expression as AdTarget['expression']),
          bid,
        },
      };
    },
    update(_world, target: AdTarget, given, at) {
      if (target.state === 'ARCHIVED') return archived;
      const bid = isNegative || given.bid === undefined ? target.bid : bidIn(given.bid);
      if (bid !== null && typeof bid !== 'number') return bid;
      const state = stateOf(given.state, target.state);
      return { entity: 'targets', value: { ...target, bid, state, updatedAt: at.now } };
    },
  };
}

const clauseMedia = (name: string) => `application/vnd.sp${name}.v3+json`;

/** @see https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const ENTITIES: readonly Entity[] = [
  campaigns,
  adGroups,
  productAds,
  ...(
    [
      ['keywords', 'keyword', 'keywordId', 'Keyword', true, false, false],
      ['negativeKeywords', 'negativeKeyword', 'keywordId', 'NegativeKeyword', true, true, false],
      [
        'campaignNegativeKeywords',
        'campaignNegativeKeyword',
        'keywordId',
        'CampaignNegativeKeyword',
        true,
        true,
        true,
      ],
      ['targets', 'targetingClause', 'targetId', 'TargetingClause', false, false, false],
      [
        'negativeTargets',
        'negativeTargetingClause',
        'targetId',
        'NegativeTargetingClause',
        false,
        true,
        false,
      ],
    ] as const
  ).map(([path, one, id, media, isKeyword, isNegative, isOfCampaign]) =>
    targetEntity({
      path,
      list: isKeyword ? path : `${one}s`,
      one,
      id,
      media: clauseMedia(media),
      isKeyword,
      isNegative,
      isOfCampaign,
    }),
  ),
];
