// Amazon's initial state, added to an existing Mercado Livre: the same sellers with many of the same products, some
// competitors on both marketplaces, and some on Amazon only.
import type { Minor } from '../../kernel/money.ts';
import type { Dice } from './dice.ts';
import { automate, drawWords, placePrice, type Words, withOwn } from './genesis.ts';
import { ELECTRONICS, HOME, type Kind, type Sector } from './kinds.ts';
import { type AmazonNumbering, amazonIdOf, createAmazonNumbering, eanOf } from './numbers.ts';
import { drawBehaviour, drawOffer, FREE_SHIPPING_FROM, type Terms } from './offers.ts';
import { roundDown, roundUp } from './price-tags.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Habit, Offer, Product, Seller, Sellers } from './types.ts';

const DAY = 86_400_000;

type Fate =
  | 'winning'
  | 'competing'
  | 'alone'
  | 'dear'
  | 'barred'
  | 'used'
  | 'paused'
  | 'sold_out'
  | 'faulty';

/** The initial states of one seller's listings: 150 in all. */
const FATES: Record<Fate, number> = {
  winning: 52,
  competing: 58,
  alone: 8,
  dear: 8,
  barred: 8,
  used: 4,
  paused: 4,
  sold_out: 4,
  faulty: 4,
};
/** The number of them that the seller has on Mercado Livre too. */
const SHARED = 90;
const AUTOMATED = 8;
/** The number of each circle's competitors on Mercado Livre that sell here too. */
const IN_BOTH = 10;
const RETAIL_ID = 840_000_001;
const BARS = ['offer_not_eligible', 'offer_not_eligible', 'asin_not_eligible'];

interface Circle {
  own: number;
  sector: Sector;
  skuPrefix: string;
  /** Ids of its competitors begin here and end before the next ten millions. */
  firstCompetitor: number;
  amazonId: string;
  name: string;
  newcomers: readonly string[];
}

const CIRCLES: readonly Circle[] = [
  {
    own: OWN_SELLERS.HOME,
    sector: HOME,
    skuPrefix: 'CA',
    firstCompetitor: 820_000_000,
    amazonId: 'A1CASAAURORA01',
    name: 'Casa Aurora',
    newcomers: ['Lar Prático BR', 'Cozinha & Cor', 'Ninho Utilidades', 'Domicilia'],
  },
  {
    own: OWN_SELLERS.ELECTRONICS,
    sector: ELECTRONICS,
    skuPrefix: 'NE',
    firstCompetitor: 830_000_000,
    amazonId: 'A1NORTEELETRO2',
    name: 'Norte Eletrônicos',
    newcomers: ['Bit & Volt', 'Central Gadget BR', 'Ponto Conectado', 'Trilha Digital'],
  },
];

const isOf = (circle: Circle, { id, own }: Seller) =>
  !own && id >= circle.firstCompetitor && id < circle.firstCompetitor + 10_000_000;

function newcomer(id: number, name: string, now: number, dice: Dice): Seller {
  return {
    id,
    nickname: name,
    own: false,
    level: '5_green',
    power: null,
    careful: true,
    city: 'São Paulo',
    state: 'BR-SP',
    registeredAt: now - dice.between(200, 2_000) * DAY,
    sales: dice.between(300, 9_000),
    mercadoLivre: false,
    amazon: amazonSide(id, name, dice),
    shopee: null,
  };
}

const amazonSide = (id: number, name: string, dice: Dice) => ({
  id: amazonIdOf(id),
  name,
  // Two in three have 97 or more, as our own have, so that equal prices are equal.
  rating: dice.chance(0.66) ? dice.between(97, 100) : dice.between(84, 96),
  feedbacks: dice.between(40, 24_000),
});

const titleCase = (text: string) =>
  text.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

function drawSellers(known: Sellers, now: number, dice: Dice): Map<number, Seller> {
  const sellers = new Map(known);
  for (const circle of CIRCLES) {
    const own = known.get(circle.own);
    if (own)
      sellers.set(own.id, {
        ...own,
        amazon: { id: circle.amazonId, name: circle.name, rating: 98, feedbacks: 8_412 },
      });
    const competitors = [...known.values()].filter((one) => isOf(circle, one));
    for (const competitor of competitors.slice(0, IN_BOTH))
      sellers.set(competitor.id, {
        ...competitor,
        amazon: amazonSide(competitor.id, titleCase(competitor.nickname), dice),
      });
    circle.newcomers.forEach((name, i) => {
      const id = circle.firstCompetitor + 9_000_000 + i;
      sellers.set(id, newcomer(id, name, now, dice));
    });
  }
  sellers.set(RETAIL_ID, newcomer(RETAIL_ID, 'Amazon.com.br', now, dice));
  return sellers;
}

interface Workshop {
  sellers: Sellers;
  own: Seller;
  competitors: readonly Seller[];
  circle: Circle;
  sector: Sector;
  numbering: AmazonNumbering;
  titles: Set<string>;
  skus: Set<string>;
  now: number;
  dice: Dice;
}

/** A product before it is offered: its texts, its code and its approximate price. */
type Thing = Words & { ean: string; sku: string };

function drawListing(seller: Seller, price: Minor, reference: Minor, shop: Workshop): Offer {
  const { dice, numbering, now } = shop;
  const isFba = seller.id === RETAIL_ID || dice.chance(seller.own ? 0.6 : 0.5);
  const prime = isFba || dice.chance(0.1);
  const isFree = prime || reference >= FREE_SHIPPING_FROM || dice.chance(0.5);
  const terms: Terms = {
    logistics: isFba ? 'fulfillment' : 'drop_off',
    shippingPrice: isFree ? 0 : roundUp(dice.between(890, 1_990), dice),
    shippingHours: dice.pick(isFba ? [24, 24, 48] : [24, 48, 72, 120]),
    listingType: 'gold_special',
  };
  const amazon = { prime, least: null, most: null, priceFault: false, settled: 0 };
  return { ...drawOffer(numbering.listing(), seller, price, terms, now, dice), amazon };
}

function drawCompetitors(count: number, reference: Minor, shop: Workshop): Offer[] {
  const { dice, competitors } = shop;
  const habits: Habit[] = [];
  return dice
    .shuffle(competitors)
    .slice(0, count)
    .map((seller) => {
      const price = roundUp(reference * (0.97 + dice.between(0, 150) / 1_000), dice);
      const behaviour = drawBehaviour(price, habits, dice);
      habits.push(behaviour.habit);
      return { ...drawListing(seller, price, reference, shop), behaviour };
    });
}

function drawOwn(fate: Fate, thing: Thing, shop: Workshop): Offer {
  const { dice, own } = shop;
  const price = roundDown(thing.reference, dice);
  const drawn = drawListing(own, price, thing.reference, shop);
  const isOff = fate === 'paused' || fate === 'sold_out' || fate === 'faulty';
  return {
    ...drawn,
    sku: thing.sku,
    barredBy: fate === 'barred' ? dice.pick(BARS) : null,
    condition: fate === 'used' ? 'used' : 'new',
    status: isOff ? 'paused' : 'active',
    outOfStock: fate === 'sold_out',
    stock: fate === 'sold_out' ? 0 : drawn.stock,
  };
}

/** The seller's own limits around the price of the first day; a faulty offer is below them. */
const withLimits = (own: Offer, fate: Fate): Offer => ({
  ...own,
  amazon: own.amazon && {
    ...own.amazon,
    least: Math.round(own.price * (fate === 'faulty' ? 1.1 : 0.55)),
    most: Math.round(own.price * 2.2),
    priceFault: fate === 'faulty',
  },
});

function drawPage(fate: Fate, thing: Thing, shop: Workshop): Product {
  const { dice, numbering } = shop;
  const { sku: _, ...words } = thing;
  const { reference } = words;
  const own = drawOwn(fate, thing, shop);
  const isLone = fate === 'alone' || (fate === 'dear' && dice.chance(0.5));
  const count = isLone ? 0 : dice.pick([1, 2, 2, 3, 3, 4, 5, 6, 8, 11]);
  const competitors = drawCompetitors(count, reference, shop).map((competitor) =>
    own.barredBy === 'asin_not_eligible' ? { ...competitor, barredBy: own.barredBy } : competitor,
  );
  const elsewhere = Math.round(reference * (1.18 + dice.between(0, 140) / 1_000));
  const ceiling = elsewhere + own.shippingPrice;
  const page: Product = {
    ...words,
    id: numbering.asin(),
    shop: 'amazon',
    catalog: true,
    ceiling,
    offers: [own, ...competitors],
    quietUntil: 0,
  };
  const price =
    fate === 'dear'
      ? roundUp(ceiling * (1.03 + dice.between(0, 90) / 1_000), dice)
      : fate === 'winning' || fate === 'competing'
        ? placePrice(fate, page, own, shop)
        : own.price;
  return withOwn(page, withLimits({ ...own, price }, fate));
}

/** Things of the seller's window on Mercado Livre that he has here too, at other prices. */
function drawShared(products: readonly Product[], shop: Workshop): Thing[] {
  const { dice, own, skus } = shop;
  const fit = products.filter(({ catalog, offers: [first] }) => {
    if (!catalog || first?.sellerId !== own.id || first.condition !== 'new') return false;
    if (skus.has(first.sku)) return false;
    skus.add(first.sku);
    return true;
  });
  return dice
    .shuffle(fit)
    .slice(0, SHARED)
    .map(({ offers: [first], ...page }) => ({
      ...wordsOf(page),
      ean: page.ean,
      sku: first?.sku ?? '',
      reference: Math.round((first?.price ?? 0) * (0.96 + dice.between(0, 90) / 1_000)),
    }));
}

const wordsOf = (page: Omit<Words, 'reference'>) => {
  const { kind, title, brand, model, variant, colour, categoryId, categoryName, domainId } = page;
  return { kind, title, brand, model, variant, colour, categoryId, categoryName, domainId };
};

function drawNew(kind: Kind, shop: Workshop): Thing {
  const { dice, circle, skus } = shop;
  const words = drawWords(kind, shop);
  for (;;) {
    const sku = `${circle.skuPrefix}-${kind.key.slice(0, 4).toUpperCase()}-${dice.between(1000, 9999)}`;
    if (skus.has(sku)) continue;
    skus.add(sku);
    return { ...words, ean: eanOf(`${circle.skuPrefix}/${words.title}`), sku };
  }
}

function drawWindow(products: readonly Product[], shop: Workshop): Product[] {
  const { dice, sector } = shop;
  const fates = dice.shuffle(
    Object.entries(FATES).flatMap(([fate, count]) => Array<Fate>(count).fill(fate as Fate)),
  );
  const shared = drawShared(products, shop);
  const pages = fates.map((fate, i) => {
    const kind = sector.kinds[i % sector.kinds.length];
    if (!kind) throw new RangeError('A sector has no kinds');
    return drawPage(fate, shared[i] ?? drawNew(kind, shop), shop);
  });
  const automated = dice
    .shuffle(fates.flatMap((fate, i) => (fate === 'winning' || fate === 'competing' ? [i] : [])))
    .slice(0, AUTOMATED);
  return pages.map((page, i) => (automated.includes(i) ? automate(page) : page));
}

/** Adds Amazon to Mercado Livre, which is not changed. The same random numbers give the same result. */
export function addAmazon(
  window: { sellers: Sellers; products: readonly Product[] },
  now: number,
  dice: Dice,
): { sellers: Sellers; products: Product[] } {
  const sellers = drawSellers(window.sellers, now, dice);
  const numbering = createAmazonNumbering(dice);
  const titles = new Set(window.products.map((product) => product.title));
  const opened = CIRCLES.flatMap((circle) => {
    const own = sellers.get(circle.own);
    if (!own) return [];
    const competitors = [...sellers.values()].filter(
      (one) => one.amazon !== null && (isOf(circle, one) || one.id === RETAIL_ID),
    );
    const skus = new Set<string>();
    const { sector } = circle;
    const shop = { sellers, own, competitors, circle, sector, numbering, titles, skus, now, dice };
    return drawWindow(window.products, shop);
  });
  return { sellers, products: [...window.products, ...opened] };
}
