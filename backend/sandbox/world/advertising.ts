// Advertised items, and the effect of advertisements on the visitors of a page.
import { type AdTill, countAd, spentOn } from './ad-till.ts';
import { type AdsBook, campaignKeyOf, lostKeyOf, type ProductCampaign } from './ads-book.ts';
import { isAvailable } from './award.ts';
import { shareOf } from './buyers.ts';
import { numberOf } from './dice.ts';
import type { Draft } from './draft.ts';
import { dayOf } from './till.ts';
import type { ItemDay, Offer, Product, Sellers, Via } from './types.ts';

/** Of a seller's items on Mercado Livre this share is advertised. */
const ADVERTISED = 0.35;
/** How often a page is shown in lists for each visitor. */
const PRINTS = [8, 20] as const;

/** What a click costs of the item's price: advertisers bid what an order is worth to them. */
const OF_PRICE = [0.009, 0.025] as const;

/** A number from `low` up to `high` that belongs to an item. */
const traitOf = (itemId: string, trait: string, low: number, high: number) =>
  low + shareOf(`${trait}/${itemId}`) * (high - low);

export const isAdvertised = (itemId: string) => shareOf(`advertised/${itemId}`) < ADVERTISED;

/** The cumulative shares of a seller's ads in each campaign. */
const PARTS = [0.6, 0.9, 1];

/** The first of a seller's campaigns; the ids of the others follow. */
export const firstCampaignOf = (sellerId: number) =>
  300_000_000 + (numberOf(`campaign/${sellerId}`) % 90_000_000);

/** The campaign in which an advertised item is. */
export function campaignOf(sellerId: number, itemId: string): number {
  const share = shareOf(`in-campaign/${itemId}`);
  return (
    firstCampaignOf(sellerId) +
    Math.max(
      0,
      PARTS.findIndex((part) => share < part),
    )
  );
}

/** The ad group of an item; in this market each item has its own group. */
export const groupOf = (itemId: string): string =>
  String(1_000_000_000 + (numberOf(`ad-group/${itemId}`) % 900_000_000));

/** The target at which an ad is shown as often as its item's own rate. */
const USUAL_ROAS = 8;
/** The share of the auctions that a ROAS target allows to win. */
export const rankShareOf = (roasTarget: number): number => 6 / (6 + roasTarget);
/** The most that a day may spend, relative to the average budget. */
export const MOST_OF_BUDGET = 2;

/** The data of a campaign that are needed to show an ad. */
type Serving = Pick<ProductCampaign, 'campaignId' | 'budget' | 'roasTarget'>;

/**
 * The campaign that shows an item now; null: it, or the item's group, is paused. In a market that was stored before there were
 * campaigns, a seller's items are shown without one until it is brought up to the present.
 */
function servingOf(book: AdsBook, { sellerId, itemId }: Offer): Serving | null {
  if (book.productCampaigns.size === 0) {
    const campaignId = String(firstCampaignOf(sellerId));
    return { campaignId, budget: Number.MAX_SAFE_INTEGER, roasTarget: USUAL_ROAS };
  }
  const campaign = book.productCampaigns.get(String(campaignOf(sellerId, itemId)));
  const isPaused = book.productGroups.get(groupOf(itemId))?.status === 'paused';
  return campaign?.status === 'active' && !isPaused ? campaign : null;
}

/** The result of an advertisement for one buyer, and for visitors who do not buy. */
export interface Shown {
  offer: Offer;
  counted: Omit<ItemDay, 'day' | 'visits'>;
  /** The buyer came by the advertisement, and so considers this offer first. */
  isClicked: boolean;
  /** The origin of the buyer's order. */
  via: Via;
}

/** The offer of ours that is advertised on a page, and can be bought; Amazon's are in `auctions.ts`. */
const advertisedOn = (sellers: Sellers, { shop, offers }: Product): Offer | undefined =>
  shop === 'mercadolivre'
    ? offers.find(
        (offer) =>
          sellers.get(offer.sellerId)?.own && isAvailable(offer) && isAdvertised(offer.itemId),
      )
    : undefined;

/**
 * Shows the page's advertisement, if it has one, to a buyer and to `lookers`. A higher target of ROAS shows it less, to those
 * who rather buy, at a lower price; where the campaign's budget is used up, it is not shown.
 */
export function show(draft: Draft, product: Product, lookers: number, ads: AdTill): Shown | null {
  const { world, dice, now } = draft;
  const offer = advertisedOn(world.sellers, product);
  const campaign = offer === undefined ? null : servingOf(world.ads, offer);
  if (offer === undefined || campaign === null) return null;
  const { itemId } = offer;
  const reach = rankShareOf(campaign.roasTarget) / rankShareOf(USUAL_ROAS);
  const often = (chance: number) => dice.chance(Math.min(0.95, chance * reach));
  const isClicked = often(traitOf(itemId, 'clicked', 0.05, 0.45));
  // Where it is shown more, more of those who see it do not look for it.
  const wandering = traitOf(itemId, 'wandering', 0.05, 0.25) * reach;
  let clicks = isClicked ? 1 : 0;
  for (let i = 0; i < lookers; i++) if (often(wandering)) clicks++;
  const each = offer.price * traitOf(itemId, 'click-price', ...OF_PRICE) * Math.sqrt(reach);
  let spend = 0;
  for (let i = 0; i < clicks; i++) spend += Math.round(each * (0.8 + dice.roll() * 0.4));
  const prints = Math.round((1 + lookers) * dice.between(...PRINTS) * reach);
  const { campaignId, budget } = campaign;
  const today = dayOf(now);
  if (spentOn(draft, campaignId, today) >= budget * MOST_OF_BUDGET) {
    countAd(ads, lostKeyOf(campaignId), today, { prints, clicks: 0, spend: 0 });
    return null;
  }
  const counted = { prints, clicks, spend };
  countAd(ads, campaignKeyOf(campaignId), today, counted);
  const via = { kind: 'ad' as const, campaign: Number(campaignId), clickAt: now };
  return { offer, counted, isClicked, via };
}
