// Sponsored Products of Amazon: for each search an auction of the positions of a page. A higher bid has a higher position, and
// pays the next bid.

import { type AdTill, countAd, spentOn } from './ad-till.ts';
import {
  type AdCampaign,
  type AdsBook,
  type AdTarget,
  campaignKeyOf,
  dayKeyOf,
  type Placement,
} from './ads-book.ts';
import type { Shown } from './advertising.ts';
import { leadersOf } from './award.ts';
import { shareOf } from './buyers.ts';
import { type Dice, diceAt, numberOf } from './dice.ts';
import type { Draft } from './draft.ts';
import { isMeant, wordsOf } from './searches.ts';
import { dateOf, dayOf, startOfDay } from './till.ts';
import type { Product } from './types.ts';

/** The median bid of competitors, in cents, and its spread on a logarithmic scale. */
const RIVALS = { middle: [100, 210], spread: 0.45, count: 3 } as const;
/** The click rate by position; the last is that of a product's page. */
const CLICKED = [0.11, 0.065, 0.04, 0.03] as const;
/** How much more often a buyer clicks than other visitors. */
const EAGER = 3;
const ON_PRODUCT_PAGE = 0.25;
/** Searches for the product per visitor of its page. */
const SEARCHERS = 4;
const PRINTS = [6, 14] as const;
/** The share of ad orders that follow their click on the same day; half of the remaining follow on each further day. */
const SAME_DAY = 0.78;
const LONGEST_DAYS = 12;

/** A target that may be shown for a search, with the ad that it shows. */
interface Bidder {
  campaign: AdCampaign;
  targetId: string;
  adId: string;
  itemId: string;
  bid: number;
}

/** The bidders of each search for a product; a book never changes, so they are found once. */
const found = new WeakMap<AdsBook, Map<string, Bidder[][]>>();

const isOn = ({ state }: { state: string } | undefined = { state: '' }) => state === 'ENABLED';

function biddersOf(book: AdsBook, product: Product): Bidder[][] {
  const ads = [...book.productAds.values()].filter(
    (ad) => ad.asin === product.id && isOn(ad) && isOn(book.adGroups.get(ad.adGroupId)),
  );
  const targets = Map.groupBy(book.targets.values(), ({ campaignId }) => campaignId);
  return wordsOf(product).map((query, place) =>
    ads.flatMap((ad): Bidder[] => {
      const campaign = book.campaigns.get(ad.campaignId);
      const group = book.adGroups.get(ad.adGroupId);
      if (!campaign || !group || !isOn(campaign)) return [];
      const meant = (targets.get(ad.campaignId) ?? []).filter(
        (target) =>
          isOn(target) &&
          (target.adGroupId === null || target.adGroupId === ad.adGroupId) &&
          isMeant(target, product, query, place),
      );
      if (meant.some(({ isNegative }) => isNegative)) return [];
      const bidOf = ({ bid }: AdTarget) => bid ?? group.defaultBid;
      const [best] = meant.toSorted((a, b) => bidOf(b) - bidOf(a));
      if (best === undefined) return [];
      const { adId, itemId } = ad;
      return [{ campaign, targetId: best.targetId, adId, itemId, bid: bidOf(best) }];
    }),
  );
}

function biddersFor(book: AdsBook, product: Product): Bidder[][] {
  const known = found.get(book) ?? new Map<string, Bidder[][]>();
  found.set(book, known);
  const bidders = known.get(product.id) ?? biddersOf(book, product);
  known.set(product.id, bidders);
  return bidders;
}

/** Normally distributed, as the sum of twelve uniform draws. */
const normal = (dice: Dice) => {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += dice.roll();
  return sum;
};

/** The factor of the campaign's strategy on a bid: Amazon's estimate of an order is not known, so it is random. */
function dynamic({ strategy }: AdCampaign, dice: Dice): number {
  const likely = dice.roll();
  if (strategy === 'MANUAL') return 1;
  return strategy === 'LEGACY_FOR_SALES' ? 0.55 + 0.45 * likely : 0.5 + 1.2 * likely;
}

const raised = ({ placementBidding }: AdCampaign, placement: Placement) =>
  1 + (placementBidding.find((one) => one.placement === placement)?.percentage ?? 0) / 100;

interface Place {
  /** The index in `CLICKED`. */
  at: number;
  /** The cost of a click, in cents. */
  price: number;
}

/** A bidder's position and cost per click; null: not shown. */
function auction({ campaign, bid }: Bidder, middle: number, dice: Dice): Place | null {
  const likely = dynamic(campaign, dice);
  const rivals = Array.from({ length: RIVALS.count }, () =>
    Math.max(7, Math.round(middle * Math.exp(RIVALS.spread * normal(dice)))),
  ).sort((a, b) => b - a);
  if (dice.chance(ON_PRODUCT_PAGE)) {
    const most = Math.round(bid * raised(campaign, 'PLACEMENT_PRODUCT_PAGE') * likely);
    return most > rivals[1]! ? { at: CLICKED.length - 1, price: rivals[1]! + 1 } : null;
  }
  const top = Math.round(bid * raised(campaign, 'PLACEMENT_TOP') * likely);
  if (top > rivals[0]!) return { at: 0, price: rivals[0]! + 1 };
  const rest = Math.round(bid * raised(campaign, 'PLACEMENT_REST_OF_SEARCH') * likely);
  const at = rivals.findIndex((rival) => rest > rival);
  return at < 1 ? null : { at, price: rivals[at]! + 1 };
}

/** Whether a campaign may be shown on a day, which is also given as a date: it runs, and its budget is not used up. */
function isServing(
  draft: Draft,
  day: number,
  date: string,
  { campaignId, startDate, endDate, budget }: AdCampaign,
): boolean {
  return (
    startDate <= date &&
    (endDate === null || endDate >= date) &&
    spentOn(draft, campaignId, day) < budget
  );
}

/** The day of the click of an order that is placed now: one of the latest on which there were clicks. */
function clickDayOf(draft: Draft, key: string, dice: Dice): number {
  const today = dayOf(draft.now);
  if (dice.chance(SAME_DAY)) return today;
  let age = 1;
  while (age < LONGEST_DAYS && dice.chance(0.5)) age++;
  const known = draft.world.sales.adDays.get(key) ?? [];
  const had = (day: number) => known.some((one) => one.day === day && one.clicks > 0);
  return had(today - age) ? today - age : today;
}

/**
 * Simulates the searches of a page's buyer and other visitors. The auctions have separate random numbers, so that a market with
 * ads and one without have the same events.
 */
export function auctionOff(
  draft: Draft,
  product: Product,
  lookers: number,
  ads: AdTill,
): Shown | null {
  const { world, now } = draft;
  const searches = biddersFor(world.ads, product);
  if (searches.every((bidders) => bidders.length === 0)) return null;
  const leaders = leadersOf(world.sellers, product);
  const dice = diceAt(numberOf(`${product.id}/${now}`));
  const middle =
    RIVALS.middle[0] + shareOf(`rivals/${product.id}`) * (RIVALS.middle[1] - RIVALS.middle[0]);
  const day = dayOf(now);
  const date = dateOf(day);
  let shown: Shown | null = null;
  for (let person = 0; person <= lookers * SEARCHERS; person++) {
    // Products are searched by their kind more often than by all of their words.
    const place = Math.min(searches.length - 1, Math.floor(dice.roll() ** 2 * searches.length));
    const bidder = (searches[place] ?? [])
      // Only the featured offer is shown.
      .filter(
        ({ itemId, campaign }) => leaders.includes(itemId) && isServing(draft, day, date, campaign),
      )
      .toSorted((a, b) => b.bid - a.bid)[0];
    const won = bidder === undefined ? null : auction(bidder, middle, dice);
    if (bidder === undefined || won === null) continue;
    const isBuyer = person === 0;
    const isClicked = dice.chance(CLICKED[won.at]! * (isBuyer ? EAGER : 1));
    const counted = {
      prints: dice.between(...PRINTS),
      clicks: isClicked ? 1 : 0,
      spend: isClicked ? won.price : 0,
    };
    const key = dayKeyOf(bidder.targetId, bidder.adId);
    countAd(ads, key, day, counted);
    countAd(ads, campaignKeyOf(bidder.campaign.campaignId), day, counted);
    if (!isBuyer || !isClicked) continue;
    const offer = product.offers.find(({ itemId }) => itemId === bidder.itemId);
    if (offer === undefined) continue;
    const clickDay = clickDayOf(draft, key, dice);
    const clickAt =
      clickDay === day ? now : startOfDay(clickDay) + Math.floor(dice.roll() * 86_400_000);
    const via = {
      kind: 'ad' as const,
      campaign: Number(bidder.campaign.campaignId),
      clickAt,
      target: bidder.targetId,
      ad: bidder.adId,
    };
    shown = { offer, counted, isClicked, via };
  }
  return shown;
}
