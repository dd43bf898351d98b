// What pages have to know of the marketplaces, so that they show also those that were added after they were built.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { MarketplaceId } from '../kernel/marketplace-ids.ts';

/** `not_set_up`: this installation is not known at the marketplace. `not_yet`: the product has no connector for it yet. */
export const MarketplaceOffer = z.enum(['offered', 'not_set_up', 'not_yet']);
export type MarketplaceOffer = z.infer<typeof MarketplaceOffer>;

/** The traits of a marketplace that decide what pages offer for its listings. */
export const PageTraits = z.object({
  /** Whether the offers of one product compete for a featured place. */
  hasBuybox: z.boolean(),
  /** Whether it reports what competitors ask. */
  reportsCompetitors: z.boolean(),
  /** Whether it reports the price that would win the buybox. */
  reportsPriceToWin: z.boolean(),
  /** Whether the order in which it reports offers is its rank. */
  ranksOffers: z.boolean(),
  /** Whether it reports what it keeps of a sale. */
  reportsFees: z.boolean(),
  /** Whether it reports the results of advertising. */
  reportsAdFigures: z.boolean(),
  /** Whether links to its pages may be watched as competitors. */
  takesCompetitorLinks: z.boolean().default(false),
  /**
   * What it reports of a competitor's offer, by the criteria of the comparison: `always`, `sometimes` or `never`; empty where a
   * server of an earlier release answers.
   */
  criteria: z.record(z.string(), z.string()).default({}),
  /** What has a price: a whole listing, or each of its variations. */
  priceUnit: z.string(),
  /** The field of a listing by which the marketplace's own pages name it: `skuMarketplace` or `catalogProductId`. */
  pageCode: z.string(),
});
export type PageTraits = z.infer<typeof PageTraits>;

/** ISO 3166-1 alpha-2. */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/);

export const MarketplaceChoice = z.object({
  id: MarketplaceId,
  name: z.string(),
  /** The name in routes. */
  slug: z.string(),
  offer: MarketplaceOffer,
  /** Where accounts can be connected; empty where none can. */
  countries: z.array(CountryCode),
  /** The grammatical gender of its name, for languages in which names have one: `masculine` or `feminine`. */
  gender: z.string(),
  /** The mark by which people recognize it: a letter or two, with their colour and their background, in CSS. */
  mark: z.object({ text: z.string(), color: z.string(), background: z.string() }),
  traits: PageTraits,
  /** The page of a seller's shop in each country, with `{seller}` for the seller's id. */
  shopLinks: z.record(CountryCode, z.string()).default({}),
  /** Other names of the marketplace in the address to which sellers who have agreed come back. */
  aliases: z.array(z.string()),
  returns: z.object({
    /** The parameter of that address that holds the code. */
    code: z.string(),
    /** The parameters that come beside it. */
    params: z.array(z.string()),
    /** The first of them, for pages of releases that know only one; null: there is none. */
    sellerId: z.string().nullable(),
  }),
});
export type MarketplaceChoice = z.infer<typeof MarketplaceChoice>;

export const marketplaces = endpoint({
  method: 'get',
  path: '/v1/marketplaces',
  access: 'company',
  needs: 'read',
  tag: 'marketplaces',
  summary: 'Lists the marketplaces with their traits, and where accounts can be connected',
  answer: z.array(MarketplaceChoice),
});
