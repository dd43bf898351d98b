// The campaigns that our own sellers have at Amazon on the first day.

import {
  type AdCampaign,
  type AdGroup,
  type AdsBook,
  type AdsEntry,
  type AdTarget,
  NO_ADS,
  type ProductAd,
  withEntries,
} from './ads-book.ts';
import { numberOf } from './dice.ts';
import { findOffer, itemsOf } from './places.ts';
import { wordsOf } from './searches.ts';
import { dateOf, dayOf } from './till.ts';
import type { Offer, Product, World } from './types.ts';

/** How many products of each seller are advertised, also with many thousands. */
const ADVERTISED = 12;

/** An id as Amazon's: 15 digits, which a double holds exactly. */
export const adIdOf = (text: string): string =>
  String(100_000_000_000_000 + (numberOf(text) % 89_999) * 10_000_000_000 + numberOf(`${text}/2`));

type Advertised = { product: Product; offer: Offer };
type Plan = Pick<AdCampaign, 'name' | 'targetingType' | 'budget' | 'strategy'> &
  Partial<AdCampaign> & {
    groups: { products: Advertised[]; defaultBid: number; targets: Partial<AdTarget>[] }[];
  };

const keyword = (text: string, matchType: string, bid: number): Partial<AdTarget> => ({
  keyword: { text, matchType },
  bid,
});
const clause = (type: string, bid: number, value?: string): Partial<AdTarget> => ({
  expression: [value === undefined ? { type } : { type, value }],
  bid,
});
const AUTOMATIC = [
  clause('QUERY_HIGH_REL_MATCHES', 195),
  clause('QUERY_BROAD_REL_MATCHES', 155),
  clause('ASIN_SUBSTITUTE_RELATED', 140),
  clause('ASIN_ACCESSORY_RELATED', 110),
];

/** The search terms of a product: its kind, with its brand, and with its variant. */
const exactOf = ({ product }: Advertised) =>
  wordsOf(product).map((text, place) => keyword(text, 'EXACT', 270 - place * 22));

function plansOf(all: Advertised[], now: number): Plan[] {
  const [first = [], second = [], rest = []] = [all.slice(0, 2), all.slice(2, 5), all.slice(5)];
  const ended = dateOf(dayOf(now) - 20);
  return [
    {
      name: 'PZ | AUTO | descoberta',
      targetingType: 'AUTO',
      budget: 3_500,
      strategy: 'LEGACY_FOR_SALES',
      groups: [{ products: all, defaultBid: 170, targets: AUTOMATIC }],
    },
    {
      name: 'PZ | EXATA | campeões',
      targetingType: 'MANUAL',
      budget: 6_000,
      strategy: 'AUTO_FOR_SALES',
      placementBidding: [{ placement: 'PLACEMENT_TOP', percentage: 25 }],
      groups: first.map((one) => ({ products: [one], defaultBid: 250, targets: exactOf(one) })),
    },
    {
      name: 'PZ | PESQUISA | ampla e frase',
      targetingType: 'MANUAL',
      budget: 2_500,
      strategy: 'LEGACY_FOR_SALES',
      groups: second.map((one) => ({
        products: [one],
        defaultBid: 180,
        targets: wordsOf(one.product).flatMap((text) => [
          keyword(text, 'PHRASE', 195),
          keyword(text, 'BROAD', 155),
        ]),
      })),
    },
    {
      name: 'PZ | PRODUTOS',
      targetingType: 'MANUAL',
      budget: 1_500,
      strategy: 'MANUAL',
      groups: rest.slice(0, 4).map((one) => ({
        products: [one],
        defaultBid: 170,
        targets: [
          clause('ASIN_SAME_AS', 195, one.product.id),
          clause('ASIN_CATEGORY_SAME_AS', 125, one.product.categoryId.replace(/\D/g, '')),
        ],
      })),
    },
    {
      name: 'Liquidação de inverno',
      targetingType: 'MANUAL',
      budget: 2_000,
      strategy: 'MANUAL',
      state: 'PAUSED',
      groups: first.map((one) => ({ products: [one], defaultBid: 310, targets: exactOf(one) })),
    },
    {
      name: 'Dia das mães',
      targetingType: 'AUTO',
      budget: 4_000,
      strategy: 'LEGACY_FOR_SALES',
      endDate: ended,
      groups: [{ products: first, defaultBid: 225, targets: AUTOMATIC }],
    },
  ];
}

/** The entries of a plan, with ids that belong to the seller and their places. */
function entriesOf(sellerId: number, { groups, ...given }: Plan, now: number): AdsEntry[] {
  const dated = { state: 'ENABLED' as const, createdAt: now, updatedAt: now };
  const campaignId = adIdOf(`campaign/${sellerId}/${given.name}`);
  // By the clock that campaigns run by: by UTC's, a campaign of the evening would begin on the next day.
  const startDate = dateOf(dayOf(now));
  const campaign: AdCampaign = {
    ...dated,
    endDate: null,
    placementBidding: [],
    ...given,
    campaignId,
    sellerId,
    startDate: startDate > (given.endDate ?? '9999') ? given.endDate! : startDate,
  };
  return [
    { entity: 'campaigns', value: campaign },
    ...groups.flatMap(({ products, defaultBid, targets }, place): AdsEntry[] => {
      const adGroupId = adIdOf(`group/${campaignId}/${place}`);
      const of = { ...dated, campaignId, adGroupId };
      const name = products.length === 1 ? products[0]!.product.title.slice(0, 60) : 'Todos';
      const group: AdGroup = { ...of, name, defaultBid };
      return [
        { entity: 'adGroups', value: group },
        ...products.map(({ product, offer }): AdsEntry => {
          const ad: ProductAd = {
            ...of,
            adId: adIdOf(`ad/${adGroupId}/${offer.itemId}`),
            sku: offer.sku,
            asin: product.id,
            itemId: offer.itemId,
          };
          return { entity: 'productAds', value: ad };
        }),
        ...targets.map((target, nth): AdsEntry => {
          const value: AdTarget = {
            ...of,
            targetId: adIdOf(`target/${adGroupId}/${nth}`),
            isNegative: false,
            keyword: null,
            expression: null,
            bid: null,
            ...target,
          };
          return { entity: 'targets', value };
        }),
      ];
    }),
  ];
}

/** Creates the campaigns of the own sellers on Amazon, if there are none yet. */
export function withAds(world: World): World {
  if (world.ads.campaigns.size > 0) return world;
  let ads: AdsBook = NO_ADS;
  for (const seller of world.sellers.values()) {
    if (!seller.own || seller.amazon === null) continue;
    const advertised = itemsOf(world, seller.id, 'amazon')
      .flatMap((itemId) => findOffer(world, itemId) ?? [])
      .filter(({ offer }) => offer.condition === 'new')
      .slice(0, ADVERTISED);
    if (advertised.length === 0) continue;
    const entries = plansOf(advertised, world.now).flatMap((plan) =>
      entriesOf(seller.id, plan, world.now),
    );
    ads = withEntries(ads, entries);
  }
  return { ...world, ads };
}
