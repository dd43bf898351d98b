// The static properties of marketplaces: everything by which the product treats one differently from another.
import type { LinkReader } from './link.ts';
import { CRITERIA, type Criterion, type Hindrance, type Reported } from './market.ts';
import type { MarketplaceId } from './marketplace-ids.ts';
import type { ProductPages } from './product-page.ts';

/** What a marketplace has and reports. */
export interface Traits {
  /** Whether the offers of one product compete for a featured place. */
  hasBuybox: boolean;
  /** Whether it reports competitors' prices. */
  reportsCompetitors: boolean;
  /** Whether it reports the price that would win the buybox. */
  reportsPriceToWin: boolean;
  /** Whether it reports what it keeps of a sale. */
  reportsFees: boolean;
  /** Whether it reports figures of advertising. */
  reportsAdFigures: boolean;
  /** Whether the order in which it reports offers is its rank. */
  ranksOffers: boolean;
  /** Whether links to its pages may be watched as competitors. */
  takesCompetitorLinks: boolean;
  /** What has a price: a whole listing, or each of its variations. */
  priceUnit: 'listing' | 'variation';
  /** The field of a listing by which the marketplace's own pages name it. */
  pageCode: 'skuMarketplace' | 'catalogProductId';
  /** Where it reports the shipping that buyers pay for a listing: with the listing, or with the offers of its product. */
  reportsShippingWith: 'listing' | 'offers';
  /** Whether it may hide a listing that the same seller offers for less on another marketplace. */
  hidesDearerListings: boolean;
  /** Types of listings with interest-free installments; null: the type does not show it. */
  interestFreeTypes: readonly string[] | null;
  /** What it reports of a competitor's offer, by the criteria of the comparison; the conformance tests check it against the answers. */
  criteria: Readonly<Record<Criterion, Reported>>;
}

/** The criteria of a marketplace that reports only the given data of competitors' offers. */
export const reporting = (
  given: Partial<Record<Criterion, Reported>> = {},
): Readonly<Record<Criterion, Reported>> => ({
  ...(Object.fromEntries(CRITERIA.map((name) => [name, 'never'])) as Record<Criterion, Reported>),
  ...given,
});

/** What is the same of a marketplace in every installation, connected or not. */
export interface MarketplaceFacts {
  id: MarketplaceId;
  /** The name in routes. */
  slug: string;
  /** Its own name, the same in every language. */
  name: string;
  /** The grammatical gender of its name, for languages in which names have one. */
  gender: 'masculine' | 'feminine';
  /** Its mark: one or two letters, with their color and the color behind them, as CSS writes colors. */
  mark: { text: string; color: string; background: string };
  traits: Traits;
  /** Hosts of the links to its listings and products; names below them count. */
  linkHosts: readonly string[];
  /** Reads a link to one of its pages. */
  readLink: LinkReader;
  /** Absent: its pages are not read, whatever an installation allows. */
  productPages?: ProductPages;
  /** The time zone (IANA) in which it counts the days of an account's sales, by the account's country. */
  timeZones: Readonly<Record<string, string>>;
  /** The page of a seller's shop in each country, with `{seller}` for the seller's id; empty: the id has no page. */
  shopLinks: Readonly<Record<string, string>>;
  /** What its sellers call the code of a listing, in small letters: names of columns in their spreadsheets. */
  codeNames: readonly string[];
  /** What excludes a listing from the buybox, by the marketplace's own code. */
  hindrances: Readonly<Record<string, Hindrance>>;
  /** Whose price is in effect, by the code of a refused price; `promoted`: that of a running promotion. */
  refusals: Readonly<Record<string, 'automation' | 'promotion' | 'promoted'>>;
  /** Its other name in the redirect address of the authorization. */
  aliases: readonly string[];
  /** The parameters of that address with the code and further values, such as the seller's id. */
  returns: { code: string; params: readonly string[] };
}

export interface KnownMarketplaces {
  /** In the order in which pages show them. */
  known: readonly (MarketplaceFacts & {
    /** Whether the product has a connector for it. */
    hasConnector: boolean;
  })[];
  /** By number. */
  traits: ReadonlyMap<number, Traits>;
  /** Null: a number that no marketplace has. */
  factsOf(id: number): MarketplaceFacts | null;
}
