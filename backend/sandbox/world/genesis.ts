// The first day: two sellers' listings, with competitors on most pages.
import type { Minor } from '../../kernel/money.ts';
import { awardOf, contestOf, priceToWin, scoreOf, sellerOf } from './award.ts';
import type { Dice } from './dice.ts';
import { ELECTRONICS, HOME, type Kind, type Sector } from './kinds.ts';
import { eanOf } from './numbers.ts';
import {
  createNumbering,
  drawBehaviour,
  drawOffer,
  drawTerms,
  type Numbering,
  type Terms,
} from './offers.ts';
import { roundDown, roundUp } from './price-tags.ts';
import { createSellers, type SellerCircle } from './sellers.ts';
import type { Habit, Offer, Product, Seller, Sellers } from './types.ts';

const DAY = 86_400_000;
const TITLE_LENGTH = 60;
/** Kinds without a color in the title. */
const PLAIN = new Set(['board', 'cutlery', 'baking', 'glasses', 'ssd', 'monitor', 'streamer']);

type Fate =
  | 'winning'
  | 'competing'
  | 'sharing'
  | 'alone'
  | 'barred'
  | 'outside'
  | 'paused'
  | 'sold_out';

/** The initial states of one seller's listings: 300 in all. */
const FATES: Record<Fate, number> = {
  winning: 100,
  competing: 120,
  sharing: 18,
  alone: 9,
  barred: 12,
  outside: 24,
  paused: 9,
  sold_out: 8,
};
const PROMOTED = 10;
const AUTOMATED = 8;

const BARS = [
  'manufacturing_time',
  'manufacturing_time',
  'reputation_below_threshold',
  'item_reputation_below_threshold',
  'shipping_mode',
  'winner_has_better_reputation',
];

interface Workshop {
  sellers: Sellers;
  circle: SellerCircle;
  sector: Sector;
  skuPrefix: string;
  numbering: Numbering;
  titles: Set<string>;
  now: number;
  dice: Dice;
}

export type Words = Pick<
  Product,
  | 'kind'
  | 'title'
  | 'brand'
  | 'model'
  | 'variant'
  | 'colour'
  | 'categoryId'
  | 'categoryName'
  | 'domainId'
> & { reference: Minor };

export function drawWords(kind: Kind, shop: Pick<Workshop, 'dice' | 'sector' | 'titles'>): Words {
  const { dice, sector, titles } = shop;
  for (;;) {
    const brand = dice.pick(sector.brands);
    const model = dice.pick(sector.lines);
    const variant = dice.pick(kind.variants);
    const colour = dice.pick(sector.colours);
    const words = [kind.name, brand, model, variant.name];
    const title = (PLAIN.has(kind.key) ? words : [...words, colour]).join(' ');
    if (titles.has(title) || title.length > TITLE_LENGTH) continue;
    titles.add(title);
    const { categoryId, categoryName, domainId } = kind;
    const reference = Math.round(dice.between(kind.low, kind.high) * variant.factor);
    return {
      kind: kind.key,
      title,
      brand,
      model,
      variant: variant.name,
      colour,
      categoryId,
      categoryName,
      domainId,
      reference,
    };
  }
}

/** Competitors of the seller's circle, with prices around the usual one. */
export function drawCompetitors(
  count: number,
  reference: Minor,
  shop: Pick<Workshop, 'dice' | 'circle' | 'now'> & { numbering: Pick<Numbering, 'item'> },
): Offer[] {
  const { dice, circle, numbering, now } = shop;
  const habits: Habit[] = [];
  return dice
    .shuffle(circle.competitors)
    .slice(0, count)
    .map((seller) => {
      const price = roundUp(reference * (0.97 + dice.between(0, 150) / 1_000), dice);
      const offer = drawOffer(
        numbering.item(),
        seller,
        price,
        drawTerms(reference, false, dice),
        now,
        dice,
      );
      const behaviour = drawBehaviour(price, habits, dice);
      habits.push(behaviour.habit);
      return { ...offer, behaviour };
    });
}

/** A competitor with the conditions of the own offer at the best price, which makes a shared first place. */
function drawTwin(
  own: Offer,
  competitors: readonly Offer[],
  reference: Minor,
  shop: Workshop,
): Offer[] {
  const { dice, sellers, circle, numbering, now } = shop;
  const ours = sellerOf(sellers, own.sellerId);
  const used = new Set(competitors.map((one) => one.sellerId));
  const equals = circle.competitors.filter((one) => isEqual(one, ours) && !used.has(one.id));
  const terms: Terms = {
    logistics: own.logistics,
    shippingPrice: own.shippingPrice,
    shippingHours: own.shippingHours,
    listingType: own.listingType,
  };
  const price = roundDown(reference, dice);
  const twin = drawOffer(numbering.item(), dice.pick(equals), price, terms, now, dice);
  const best = scoreOf(twin, sellerOf(sellers, twin.sellerId));
  const behaviour = drawBehaviour(price, ['undercutter'], dice);
  return [
    { ...twin, behaviour },
    ...competitors.map((one) => {
      let price = one.price;
      const seller = sellerOf(sellers, one.sellerId);
      while (scoreOf(one, seller, price) <= best) price = roundUp(price * 1.04, dice);
      return { ...one, price };
    }),
  ];
}

const isEqual = (a: Seller, b: Seller) =>
  a.level === b.level && a.power === b.power && a.careful === b.careful;

/** The price that gives our offer the wanted initial state. */
export function placePrice(
  fate: Fate,
  product: Product,
  own: Offer,
  shop: Pick<Workshop, 'dice' | 'sellers'>,
): Minor {
  const { dice, sellers } = shop;
  const highest = priceToWin(sellers, product, own);
  if (highest === null) return own.price;
  if (fate === 'winning') return roundDown(highest * (1 - dice.between(0, 25) / 1_000), dice);
  // A tie would be a shared first place: the loop skips it.
  let price = roundUp(highest * (1 + dice.between(4, 65) / 1_000), dice);
  const standsAt = () => contestOf(sellers, withOwn(product, { ...own, price }), { ...own, price });
  while (standsAt().status !== 'competing') price += dice.between(1, 40);
  return price;
}

/** The page with its first offer, which is our own, in another state. */
export const withOwn = (product: Product, own: Offer): Product => ({
  ...product,
  offers: [own, ...product.offers.slice(1)],
});

function drawProduct(fate: Fate, kind: Kind, shop: Workshop): Product {
  const { dice, circle, numbering, now, sellers } = shop;
  const { reference, ...words } = drawWords(kind, shop);
  const drawn = drawOffer(
    numbering.item(),
    circle.own,
    roundDown(reference, dice),
    drawTerms(reference, true, dice),
    now,
    dice,
  );
  const sku = `${shop.skuPrefix}-${kind.key.slice(0, 4).toUpperCase()}-${dice.between(1000, 9999)}`;
  const own: Offer = {
    ...drawn,
    sku,
    barredBy: fate === 'barred' ? dice.pick(BARS) : null,
    status: fate === 'paused' || fate === 'sold_out' ? 'paused' : 'active',
    outOfStock: fate === 'sold_out',
    stock: fate === 'sold_out' ? 0 : drawn.stock,
    condition: fate === 'outside' && dice.chance(0.2) ? 'used' : 'new',
  };
  const catalog = fate !== 'outside';
  const count = fate === 'outside' || fate === 'alone' ? 0 : dice.pick([1, 2, 2, 3, 3, 4, 5, 6, 8]);
  const competitors = drawCompetitors(fate === 'sharing' ? count - 1 : count, reference, shop);
  const id = numbering.product();
  const product: Product = {
    ...words,
    id,
    shop: 'mercadolivre',
    ean: eanOf(id),
    reference,
    ceiling: null,
    catalog,
    offers: [
      own,
      ...(fate === 'sharing' ? drawTwin(own, competitors, reference, shop) : competitors),
    ],
    quietUntil: 0,
  };
  if (fate === 'sharing') {
    const best = awardOf(sellers, { ...product, offers: product.offers.slice(1) }).ranking[0];
    return withOwn(product, { ...own, price: best?.price ?? own.price });
  }
  if (fate !== 'winning' && fate !== 'competing') return product;
  return withOwn(product, { ...own, price: placePrice(fate, product, own, shop) });
}

function promote(product: Product, shop: Workshop): Product {
  const [own] = product.offers;
  if (!own) return product;
  const { dice, now } = shop;
  const number = dice.between(10_000, 99_999);
  const isDeal = dice.chance(0.5);
  return withOwn(product, {
    ...own,
    promotion: {
      id: isDeal ? `P-MLB${number}` : `OFFER-${own.itemId}-${number}`,
      type: isDeal ? 'deal' : 'custom',
      name: isDeal ? 'Ofertas da Estação' : 'Desconto próprio',
      regularPrice: roundUp(own.price * (1.08 + dice.between(0, 140) / 1_000), dice),
      startedAt: now - dice.between(1, 6) * DAY,
      finishAt: now + dice.between(8, 40) * DAY,
    },
  });
}

/** Lets the marketplace automate the price of the page's own offer. */
export const automate = (product: Product): Product => ({
  ...product,
  offers: product.offers.map((offer, i) => (i === 0 ? { ...offer, automated: true } : offer)),
});

function drawWindow(shop: Workshop): Product[] {
  const { dice, sector } = shop;
  const fates = dice.shuffle(
    Object.entries(FATES).flatMap(([fate, count]) => Array<Fate>(count).fill(fate as Fate)),
  );
  const products = fates.map((fate, i) => {
    const kind = sector.kinds[i % sector.kinds.length];
    if (!kind) throw new RangeError('A sector has no kinds');
    return drawProduct(fate, kind, shop);
  });
  const special = dice
    .shuffle(fates.flatMap((fate, i) => (fate === 'winning' || fate === 'competing' ? [i] : [])))
    .slice(0, PROMOTED + AUTOMATED);
  return products.map((product, i) => {
    const rank = special.indexOf(i);
    if (rank === -1) return product;
    return rank < PROMOTED ? promote(product, shop) : automate(product);
  });
}

/** Makes the listings of both sellers; deterministic by the dice. */
export function createShops(now: number, dice: Dice): { sellers: Sellers; products: Product[] } {
  const { home, electronics } = createSellers(now, dice);
  const everyone = [home, electronics].flatMap((circle) => [circle.own, ...circle.competitors]);
  const sellers = new Map(everyone.map((seller) => [seller.id, seller]));
  const numbering = createNumbering(dice);
  const shared = { sellers, numbering, titles: new Set<string>(), now, dice };
  const products = [
    ...drawWindow({ ...shared, circle: home, sector: HOME, skuPrefix: 'CA' }),
    ...drawWindow({ ...shared, circle: electronics, sector: ELECTRONICS, skuPrefix: 'NE' }),
  ];
  return { sellers, products };
}
