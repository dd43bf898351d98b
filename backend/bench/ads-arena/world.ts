// The world of a seed: products, keywords, rivals, clicks and orders of all days. Nothing in it depends on who bids.

import type { SuggestedBids } from '../../ads/engine/types.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Dice } from '../../sandbox/world/dice.ts';
import {
  BIDS,
  KEYWORD,
  PRODUCT,
  REST,
  RIVAL,
  type Size,
  USUAL_SIZE,
  WEEKDAYS,
} from './assumptions.ts';
import { outcomeOf } from './auction.ts';
import { diceOf, logNormal, normal, poisson, uniform } from './random.ts';
import type { Scenario } from './scenarios.ts';

export interface Product {
  /** Orders for each click at the usual price. */
  conversion: number;
  usualPrice: Minor;
  /** What a unit costs besides the share of its price, in minor units. */
  unitCost: number;
  /** By day. */
  prices: Int32Array;
  isFeatured: Uint8Array;
}

export interface Keyword {
  id: string;
  /** The index of its product. */
  product: number;
  /** Its conversion beside its product's. */
  conversion: number;
  clicksPerImpression: number;
  suggested: SuggestedBids;
  /** The bid that it begins with. */
  start: Minor;
  /** By day: the clicks that an ad at the top is expected to have, the logarithm of the median rival, and a chance for rounding. */
  volume: Float64Array;
  rival: Float64Array;
  rounding: Float64Array;
}

/** The clicks of a day that could be had, in the order of their time. */
export interface DayOfClicks {
  /** From 0 to 1. */
  time: Float64Array;
  /** The index of the keyword. */
  keyword: Uint16Array;
  /** The price at the top, in minor units. */
  top: Float64Array;
  /** Whether the ad would be clicked in the place below, too. */
  isClickedBelow: Uint8Array;
  /** After how many days its order is known; −1: it brings none. */
  lag: Int8Array;
}

export interface World {
  scenario: Scenario;
  days: number;
  warmUpDays: number;
  products: readonly Product[];
  keywords: readonly Keyword[];
  /** The campaign's budget of a day. */
  budget: Minor;
  clicks: readonly DayOfClicks[];
}

function drawProduct(seed: number, n: number, days: number): Product {
  const dice = diceOf(seed, 'product', n);
  const usualPrice = Math.round(logNormal(dice, PRODUCT.price));
  const margin = uniform(dice, PRODUCT.margin);
  const conversion = logNormal(dice, PRODUCT.conversion);
  const prices = new Int32Array(days);
  const isFeatured = new Uint8Array(days);
  let price = usualPrice;
  let featured = true;
  for (let day = 0; day < days; day++) {
    featured = dice.chance(featured ? 1 - PRODUCT.losesBuybox : PRODUCT.regainsBuybox);
    if (dice.chance(PRODUCT.changesPrice))
      price = Math.round(usualPrice * uniform(dice, PRODUCT.newPrice));
    prices[day] = price;
    isFeatured[day] = Number(featured);
  }
  const unitCost = usualPrice * (1 - PRODUCT.shareOfPrice - margin);
  return { conversion, usualPrice, unitCost, prices, isFeatured };
}

/** The logarithm by which all rivals moved, by day. */
function commonDrift(seed: number, days: number): number[] {
  const dice = diceOf(seed, 'rivals');
  let moved = 0;
  return Array.from({ length: days }, () => (moved += RIVAL.commonDrift * normal(dice)));
}

function drawKeyword(
  seed: number,
  n: number,
  products: readonly Product[],
  common: readonly number[],
  scenario: Scenario,
): Keyword {
  const dice = diceOf(seed, 'keyword', n);
  const product = n % products.length;
  const { conversion: usual, usualPrice, isFeatured } = products[product]!;
  const own = logNormal(dice, KEYWORD.conversion);
  const usualVolume = logNormal(dice, KEYWORD.volume) * scenario.volume;
  const clicksPerImpression = logNormal(dice, KEYWORD.clicksPerImpression);
  const averageClick = usual * usualPrice;
  const usualRival = averageClick * own ** RIVAL.knowsConversion * logNormal(dice, RIVAL.bid);
  const middle = Math.max(
    Math.round(usualRival * logNormal(dice, KEYWORD.suggestion)),
    BIDS.minimum,
  );
  const low = Math.max(Math.round(middle * KEYWORD.lowSuggestion), BIDS.minimum);
  const isWorthless = dice.chance(scenario.worthless);
  const days = common.length;
  const volume = new Float64Array(days);
  const rival = new Float64Array(days);
  const rounding = new Float64Array(days);
  const rivals = diceOf(seed, 'rival', n);
  const shown = diceOf(seed, 'impressions', n);
  let drift = Math.log(usualRival);
  for (let day = 0; day < days; day++) {
    const { spike, entry, withoutBuybox } = scenario;
    const isSpike = spike !== null && day >= spike.from && day < spike.from + spike.days;
    const isOffered = isFeatured[day] === 1 || withoutBuybox !== null;
    drift += RIVAL.drift * normal(rivals);
    volume[day] = isOffered
      ? usualVolume * WEEKDAYS[day % WEEKDAYS.length]! * (isSpike ? spike.factor : 1)
      : 0;
    rival[day] =
      drift + common[day]! + (entry !== null && day >= entry.from ? Math.log(entry.factor) : 0);
    rounding[day] = shown.roll();
  }
  return {
    id: `keyword-${n}`,
    product,
    conversion: isWorthless ? 0 : own,
    clicksPerImpression,
    suggested: { low, middle },
    start: Math.max(Math.round(middle * scenario.start), BIDS.minimum),
    volume,
    rival,
    rounding,
  };
}

/** Orders for each click of a keyword on a day. */
export function conversionOn(
  world: Pick<World, 'products' | 'scenario'>,
  keyword: Keyword,
  day: number,
): number {
  const { conversion, usualPrice, prices, isFeatured } = world.products[keyword.product]!;
  const priced = (prices[day]! / usualPrice) ** -PRODUCT.elasticity;
  const offered = isFeatured[day] === 1 ? 1 : (world.scenario.withoutBuybox ?? 1);
  return Math.min(conversion * keyword.conversion * priced * offered, 1);
}

/** The expected revenue of a click of a keyword on a day, in minor units. */
export const valueOn = (
  world: Pick<World, 'products' | 'scenario'>,
  keyword: Keyword,
  day: number,
): number => conversionOn(world, keyword, day) * world.products[keyword.product]!.prices[day]!;

/** A product's margin before advertising on a day, as a share of its price. */
export function marginOn({ prices, unitCost }: Product, day: number): number {
  return 1 - PRODUCT.shareOfPrice - unitCost / prices[day]!;
}

/** After how many days an order is known; −1: there is none. */
function lagOf(dice: Dice, conversion: number, known: readonly number[]): number {
  const isOrder = dice.roll() < conversion;
  const late = dice.roll();
  return isOrder ? known.findIndex((share) => late < share || share >= 1) : -1;
}

interface Click {
  time: number;
  keyword: number;
  top: number;
  isClickedBelow: boolean;
  lag: number;
}

function drawClicks(
  seed: number,
  world: Pick<World, 'products' | 'keywords' | 'scenario' | 'days'>,
): DayOfClicks[] {
  const { keywords, days, scenario } = world;
  const byDay: Click[][] = Array.from({ length: days }, () => []);
  keywords.forEach((keyword, index) => {
    const rivals = diceOf(seed, 'auctions', keyword.id);
    const clicks = diceOf(seed, 'clicks', keyword.id);
    const orders = diceOf(seed, 'orders', keyword.id);
    for (let day = 0; day < days; day++) {
      const conversion = conversionOn(world, keyword, day);
      const count = poisson(clicks, keyword.volume[day]!);
      for (let n = 0; n < count; n++)
        byDay[day]!.push({
          time: clicks.roll(),
          keyword: index,
          top: Math.exp(keyword.rival[day]! + RIVAL.sigma * normal(rivals)),
          isClickedBelow: clicks.roll() < REST.clicks,
          lag: lagOf(orders, conversion, scenario.knownOrders),
        });
    }
  });
  return byDay.map((list) => {
    list.sort((a, b) => a.time - b.time);
    return {
      time: Float64Array.from(list, ({ time }) => time),
      keyword: Uint16Array.from(list, ({ keyword }) => keyword),
      top: Float64Array.from(list, ({ top }) => top),
      isClickedBelow: Uint8Array.from(list, ({ isClickedBelow }) => Number(isClickedBelow)),
      lag: Int8Array.from(list, ({ lag }) => lag),
    };
  });
}

/** The mean cost of a usual day at the bid that a click is worth at an ACOS, in minor units. */
function costAtWorth(world: Omit<World, 'budget' | 'clicks'>, acos: number): number {
  let cost = 0;
  for (const keyword of world.keywords) {
    const worth = acos * keyword.conversion * usualClick(world.products[keyword.product]!);
    const { rival } = keyword;
    const volume = keyword.volume.reduce((sum, one) => sum + one, 0) / world.days;
    cost += volume * outcomeOf(worth, rival[0]!, world.scenario.isFirstPrice).cost;
  }
  return cost;
}
const usualClick = ({ conversion, usualPrice }: Product): number => conversion * usualPrice;

export function drawWorld(seed: number, scenario: Scenario, size: Size = USUAL_SIZE): World {
  const days = size.warmUpDays + size.scoredDays;
  const products = Array.from({ length: size.products }, (_, n) => drawProduct(seed, n, days));
  const common = commonDrift(seed, days);
  const keywords = Array.from({ length: size.keywords }, (_, n) =>
    drawKeyword(seed, n, products, common, scenario),
  );
  const drawn = { scenario, days, warmUpDays: size.warmUpDays, products, keywords };
  return {
    ...drawn,
    budget: Math.round(scenario.budget * costAtWorth(drawn, scenario.goal)),
    clicks: drawClicks(seed, drawn),
  };
}
