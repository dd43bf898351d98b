// The entities of Sponsored Products, version 3: the name, the wire format and the writable fields of each.
import { toAmount } from '../../kernel/money.ts';
import { type AdCampaign, type AdGroup, adIdOf, findSku, type ProductAd } from '../world.ts';
import {
  archived,
  bidIn,
  dated,
  duplicate,
  type ElementError,
  type Entity,
  extended,
  fault,
  LIMITS,
  moneyIn,
  parentless,
  stateOf,
  textOf,
} from './entity.ts';
import { fieldsOf } from './room.ts';
import { TARGET_ENTITIES } from './target-entities.ts';

const AUTOMATIC_CLAUSES = [
  'QUERY_HIGH_REL_MATCHES',
  'QUERY_BROAD_REL_MATCHES',
  'ASIN_SUBSTITUTE_RELATED',
  'ASIN_ACCESSORY_RELATED',
];

/** The fault of a campaign's last day after a change. */
function endFault(
  { startDate, endDate: before }: AdCampaign,
  endDate: string,
  today: string,
): ElementError | null {
  if (endDate < startDate)
    return fault('dateError', 'START_DATE_AFTER_END_DATE', 'Start date is after the end date');
  if (endDate >= today) return null;
  return endDate === before
    ? fault('dateError', 'UPDATING_ENDED_CAMPAIGN_WITHOUT_EXTENSION', 'The campaign has ended')
    : fault('dateError', 'END_DATE_EARLIER_THAN_TODAY', 'End date is in the past');
}

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
    const endDate = textOf(given.endDate) || null;
    if (endDate !== null && endDate < startDate)
      return fault('dateError', 'START_DATE_AFTER_END_DATE', 'Start date is after the end date');
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
        endDate,
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
    const requested = fieldsOf(given.budget).budget;
    const budget =
      requested === undefined
        ? campaign.budget
        : moneyIn(requested, LIMITS.budget, 'budgetError', 'BUDGET_OUT_OF_MARKET_PLACE_RANGE');
    if (typeof budget !== 'number') return budget;
    const endDate = given.endDate === undefined ? campaign.endDate : textOf(given.endDate) || null;
    const ended = endDate === null ? null : endFault(campaign, endDate, at.today);
    if (ended !== null) return ended;
    const startDate = textOf(given.startDate) || campaign.startDate;
    if (startDate !== campaign.startDate && campaign.startDate <= at.today)
      return fault('dateError', 'UPDATING_READ_ONLY_START_DATE', 'The campaign has started');
    if (startDate !== campaign.startDate && startDate < at.today)
      return fault('dateError', 'START_DATE_EARLIER_THAN_TODAY', 'Start date is in the past');
    const bidding = fieldsOf(given.dynamicBidding);
    return {
      entity: 'campaigns',
      value: {
        ...campaign,
        name,
        budget,
        startDate,
        state: stateOf(given.state, campaign.state),
        endDate,
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
    const isTaken = [...world.ads.adGroups.values()].some(
      (one) => one.campaignId === campaignId && one.name === name && one.state !== 'ARCHIVED',
    );
    if (isTaken) return duplicate;
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
  /** Amazon creates the four clauses of an automatic campaign with each group. */
  along: (world, group: AdGroup) =>
    world.ads.campaigns.get(group.campaignId)?.targetingType === 'AUTO'
      ? AUTOMATIC_CLAUSES.map((type) => ({
          entity: 'targets',
          value: {
            state: 'ENABLED',
            createdAt: group.createdAt,
            updatedAt: group.updatedAt,
            targetId: adIdOf(`target/${group.adGroupId}/${type}`),
            campaignId: group.campaignId,
            adGroupId: group.adGroupId,
            isNegative: false,
            keyword: null,
            expression: [{ type }],
            bid: null,
          },
        }))
      : [],
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
    const isThere = [...world.ads.productAds.values()].some(
      (one) => one.adGroupId === adGroupId && one.sku === sku && one.state !== 'ARCHIVED',
    );
    if (isThere) return duplicate;
    return {
      entity: 'productAds',
      value: {
        ...dated(at, given),
        adId: adIdOf(`ad/${adGroupId}/${sku}/${at.now}`),
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
/** @see https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const ENTITIES: readonly Entity[] = [campaigns, adGroups, productAds, ...TARGET_ENTITIES];
