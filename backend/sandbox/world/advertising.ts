// Advertised items, and the effect of advertisements on the visitors of a page.
import { isAvailable } from './award.ts';
import { shareOf } from './buyers.ts';
import { type Dice, numberOf } from './dice.ts';
import type { ItemDay, Offer, Product, Sellers, Via } from './types.ts';

/** Of a seller's items on Mercado Livre this share is advertised. */
const ADVERTISED = 0.35;
/** How often a page is shown in lists for each visitor. */
const PRINTS = [8, 20] as const;

/** A number from `low` up to `high` that belongs to an item. */
const traitOf = (itemId: string, trait: string, low: number, high: number) =>
  low + shareOf(`${trait}/${itemId}`) * (high - low);

export const isAdvertised = (itemId: string) => shareOf(`advertised/${itemId}`) < ADVERTISED;

/** Each seller has one campaign, with all that he advertises. */
export const campaignOf = (sellerId: number) =>
  300_000_000 + (numberOf(`campaign/${sellerId}`) % 90_000_000);

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

/** Shows the page's advertisement, if it has one, to a buyer and to `lookers`. */
export function show(
  sellers: Sellers,
  product: Product,
  lookers: number,
  dice: Dice,
  now: number,
): Shown | null {
  const offer = advertisedOn(sellers, product);
  if (offer === undefined) return null;
  const { itemId } = offer;
  const isClicked = dice.chance(traitOf(itemId, 'clicked', 0.05, 0.45));
  const wandering = traitOf(itemId, 'wandering', 0.02, 0.12);
  let clicks = isClicked ? 1 : 0;
  for (let i = 0; i < lookers; i++) if (dice.chance(wandering)) clicks++;
  const each = traitOf(itemId, 'click-price', 25, 90);
  let spend = 0;
  for (let i = 0; i < clicks; i++) spend += Math.round(each * (0.8 + dice.roll() * 0.4));
  const prints = (1 + lookers) * dice.between(...PRINTS);
  const via = { kind: 'ad' as const, campaign: campaignOf(offer.sellerId), clickAt: now };
  return { offer, counted: { prints, clicks, spend }, isClicked, via };
}
