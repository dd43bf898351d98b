// Magalu's initial state, added to the existing marketplaces: one of the demo's sellers has many of its products here too.
import { type Dice, diceAt, numberOf } from './dice.ts';
import { automate, drawCompetitors, placePrice, withOwn } from './genesis.ts';
import { hasNewcomer, newcomerPages } from './newcomer.ts';
import { deriveFrom } from './places.ts';
import { roundDown } from './price-tags.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Offer, Product, Seller, World } from './types.ts';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz0123456789';
const PAGE_ID_LENGTH = 10;

type Fate = 'winning' | 'competing' | 'alone' | 'paused' | 'sold_out';

/** The initial states of the listings: 120 in all. */
const FATES: Record<Fate, number> = {
  winning: 42,
  competing: 52,
  alone: 16,
  paused: 5,
  sold_out: 5,
};
const AUTOMATED = 6;
/** Sellers write anything into a SKU: every so many has a slash and a blank. */
const ODD_SKU_EVERY = 24;

/** Ids of the sellers who compete with the other demo company begin here. */
const FIRST_ELECTRONICS_RIVAL = 830_000_000;

/** Unique ids of Magalu. */
function createNumbering(dice: Dice) {
  let item = 50_000_000;
  const given = new Set<string>();
  return {
    item() {
      item += dice.between(11, 4_000);
      return `MGL${item}`;
    },
    product(): string {
      for (;;) {
        const id = Array.from({ length: PAGE_ID_LENGTH }, () => dice.pick([...LETTERS])).join('');
        if (given.has(id)) continue;
        given.add(id);
        return id;
      }
    },
  };
}

interface Workshop {
  world: World;
  own: Seller;
  competitors: readonly Seller[];
  numbering: ReturnType<typeof createNumbering>;
  dice: Dice;
}

/** A page for a thing that the seller has on another marketplace, at another price. */
function drawPage(model: Product, fate: Fate, at: number, shop: Workshop): Product {
  const { world, own, competitors, numbering, dice } = shop;
  const { now, sellers } = world;
  const [first] = model.offers;
  if (first === undefined) throw new RangeError(`${model.id} has no offer`);
  const reference = Math.round(first.price * (0.97 + dice.between(0, 80) / 1_000));
  const isOff = fate === 'paused' || fate === 'sold_out';
  const offer: Offer = {
    ...first,
    itemId: numbering.item(),
    price: roundDown(reference, dice),
    sku: at % ODD_SKU_EVERY === 0 ? `${first.sku}/${model.colour} 1` : first.sku,
    stock: fate === 'sold_out' ? 0 : dice.between(4, 90),
    sold: dice.between(0, 400),
    health: dice.chance(0.06) ? null : dice.between(35, 100) / 100,
    status: isOff ? 'paused' : 'active',
    outOfStock: fate === 'sold_out',
    createdAt: now - dice.between(40, 700) * 86_400_000,
    updatedAt: now,
  };
  const count = fate === 'alone' ? 0 : dice.pick([1, 1, 2, 2, 3, 4]);
  const circle = { own, competitors };
  const page: Product = {
    ...model,
    id: numbering.product(),
    shop: 'magalu',
    ceiling: null,
    offers: [offer, ...drawCompetitors(count, reference, { circle, numbering, now, dice })],
    quietUntil: 0,
  };
  if (fate !== 'winning' && fate !== 'competing') return page;
  return withOwn(page, { ...offer, price: placePrice(fate, page, offer, { dice, sellers }) });
}

/** Things that the seller has on Mercado Livre, and that anybody else could sell as well. */
const isModel = ({ shop, catalog, offers: [first] }: Product): boolean =>
  shop === 'mercadolivre' &&
  catalog &&
  first?.sellerId === OWN_SELLERS.HOME &&
  first.status === 'active' &&
  first.condition === 'new' &&
  first.barredBy === null &&
  first.promotion === null &&
  !first.automated;

/**
 * Adds Magalu if it is missing; existing data are not changed. It has separate random numbers, so that the rest of the market
 * is not affected.
 */
export function withMagalu(world: World): World {
  const own = world.sellers.get(OWN_SELLERS.HOME);
  if (own === undefined || world.products.some(({ shop }) => shop === 'magalu')) return world;
  const dice = diceAt(numberOf(`magalu/${world.seed}`));
  const fates = dice.shuffle(
    Object.entries(FATES).flatMap(([fate, count]) => Array<Fate>(count).fill(fate as Fate)),
  );
  const bySku = new Map(world.products.filter(isModel).map((page) => [page.offers[0]?.sku, page]));
  const models = dice.shuffle([...bySku.values()]);
  const competitors = [...world.sellers.values()].filter(
    ({ id, own: isOwn, mercadoLivre }) => !isOwn && mercadoLivre && id < FIRST_ELECTRONICS_RIVAL,
  );
  const shop = { world, own, competitors, numbering: createNumbering(dice), dice };
  const pages = fates.flatMap((fate, at) => {
    const model = models[at];
    return model === undefined ? [] : [drawPage(model, fate, at, shop)];
  });
  const active = pages.filter(({ offers: [first] }) => first?.status === 'active');
  const automated = new Set(active.slice(0, AUTOMATED).map(({ id }) => id));
  const opened = pages.map((page) => (automated.has(page.id) ? automate(page) : page));
  const late = hasNewcomer(world) ? newcomerPages({ ...world, products: opened }, 'magalu') : [];
  const products = [...world.products, ...opened, ...late];
  return { ...world, products, ...deriveFrom(world.sellers, products) };
}
