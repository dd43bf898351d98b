// Shopee's initial state, added to the other marketplaces: many of the same products, most of them in models with their own
// prices, without competitors on a page.
import type { Minor } from '../../kernel/money.ts';
import { type Dice, diceAt, numberOf } from './dice.ts';
import { ELECTRONICS, HOME, type Kind } from './kinds.ts';
import { drawOffer, drawTerms } from './offers.ts';
import { deriveFrom } from './places.ts';
import { roundUp } from './price-tags.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Offer, Product, Seller, ShopeeSeller, World } from './types.ts';

const DAY = 86_400_000;
/** Items of the largest shop. */
const ITEMS = 30;
const MOST_COLOURS = 2;
const TITLE_LENGTH = 100;

/** A second shop of the seller of electronics, under the same main account. */
export const OUTLET = 810_000_004;
const MAIN_ACCOUNT = 410_000_002;

interface Opening {
  sellerId: number;
  /** Whose things it sells. */
  like: number;
  shop: ShopeeSeller;
  items: number;
  firstItem: number;
}

const OPENINGS: readonly Opening[] = [
  {
    sellerId: OWN_SELLERS.HOME,
    like: OWN_SELLERS.HOME,
    shop: { shopId: 310_000_001, name: 'Casa Aurora', mainAccountId: null },
    items: ITEMS,
    firstItem: 22_500_000_000,
  },
  {
    sellerId: OWN_SELLERS.ELECTRONICS,
    like: OWN_SELLERS.ELECTRONICS,
    shop: { shopId: 310_000_002, name: 'Norte Eletrônicos', mainAccountId: MAIN_ACCOUNT },
    items: 16,
    firstItem: 23_500_000_000,
  },
  {
    sellerId: OUTLET,
    like: OWN_SELLERS.ELECTRONICS,
    shop: { shopId: 310_000_004, name: 'Norte Outlet', mainAccountId: MAIN_ACCOUNT },
    items: 8,
    firstItem: 24_500_000_000,
  },
];

const KINDS = new Map<string, Kind>(
  [...HOME.kinds, ...ELECTRONICS.kinds].map((one) => [one.key, one]),
);

interface Sale {
  dice: Dice;
  now: number;
  seller: Seller;
  itemId: number;
}

/** The models of an item: its own variant and color first; only that if it has no models. */
function optionsOf(page: Product, isSeveral: boolean, { dice }: Sale) {
  const kind = KINDS.get(page.kind);
  const own = kind?.variants.find(({ name }) => name === page.variant);
  if (!isSeveral || kind === undefined || own === undefined) return [{ names: null, factor: 1 }];
  const others = [...HOME.colours, ...ELECTRONICS.colours].filter((one) => one !== page.colour);
  const colours = [page.colour, dice.pick(others)].slice(0, MOST_COLOURS);
  const variants = [own, ...kind.variants.filter((one) => one !== own)];
  return variants.flatMap(({ name, factor }) =>
    colours.map((colour) => ({ names: [name, colour], factor: factor / own.factor })),
  );
}

const promotionOf = (price: Minor, id: string, { now, dice }: Sale, isAhead: boolean) => ({
  id,
  type: 'Discount Promotions',
  name: 'Desconto próprio',
  regularPrice: isAhead ? price : roundUp(price * 1.12, dice),
  startedAt: isAhead ? now + dice.between(2, 5) * DAY : now - dice.between(1, 3) * DAY,
  finishAt: now + dice.between(8, 20) * DAY,
});

/** An item that sells what a page of another window sells. Each fourth is one thing; some are promoted or not listed. */
function drawItem(page: Product, n: number, sale: Sale): Product {
  const { dice, now, seller, itemId } = sale;
  const [first] = page.offers;
  const base = Math.round((first?.price ?? 0) * (0.96 + dice.between(0, 90) / 1_000));
  const options = optionsOf(page, n % 4 !== 3, sale);
  const terms = drawTerms(base, true, dice);
  const offers = options.map(({ names, factor }, model): Offer => {
    const code = names === null ? String(itemId) : `${itemId}.${itemId * 10 + model + 1}`;
    const price = roundUp(base * factor, dice);
    const drawn = drawOffer(code, seller, price, terms, now, dice);
    const isSoldOut = n % 7 === 2 && model === 1;
    const isOff = n === 5;
    return {
      ...drawn,
      sku: model === 0 ? (first?.sku ?? '') : `${first?.sku ?? ''}-${model + 1}`,
      ...(names !== null && { options: names }),
      promotion:
        n === 1 || n === 10 ? promotionOf(price, String(itemId * 7), sale, n === 10) : null,
      status: isOff || isSoldOut ? 'paused' : 'active',
      outOfStock: isSoldOut,
      stock: isSoldOut ? 0 : drawn.stock,
    };
  });
  const { brand, model } = page;
  const name = KINDS.get(page.kind)?.name ?? page.title;
  const title = options.length === 1 ? page.title : `${name} ${brand} ${model}`;
  return {
    ...page,
    id: String(itemId),
    shop: 'shopee',
    title: title.slice(0, TITLE_LENGTH),
    catalog: false,
    ceiling: null,
    offers,
    quietUntil: 0,
  };
}

/** Things that a seller has in Mercado Livre's catalog, in their order there. */
const thingsOf = ({ products }: World, sellerId: number): Product[] =>
  products.filter(
    ({ shop, catalog, offers: [first] }) =>
      shop === 'mercadolivre' &&
      catalog &&
      first?.sellerId === sellerId &&
      first.condition === 'new',
  );

/** Adds Shopee if it is missing; existing data are not changed. */
export function withShopee(world: World): World {
  if (world.products.some(({ shop }) => shop === 'shopee')) return world;
  const dice = diceAt(numberOf(`shopee/${world.seed}`));
  const sellers = new Map(world.sellers);
  const items: Product[] = [];
  for (const { sellerId, like, shop, items: count, firstItem } of OPENINGS) {
    const model = world.sellers.get(like);
    if (model === undefined) continue;
    const own = world.sellers.get(sellerId);
    const seller: Seller = own
      ? { ...own, shopee: shop }
      : {
          ...model,
          id: sellerId,
          nickname: shop.name.toUpperCase(),
          mercadoLivre: false,
          amazon: null,
          shopee: shop,
        };
    sellers.set(sellerId, seller);
    const things = thingsOf(world, like).slice(0, count);
    things.forEach((page, n) => {
      const itemId = firstItem + n * 7_919 + dice.between(1, 7_000);
      items.push(drawItem(page, n, { dice, now: world.now, seller, itemId }));
    });
  }
  const products = [...world.products, ...items];
  return { ...world, sellers, products, ...deriveFrom(sellers, products) };
}

/** An item of another shop with the same things, as a newcomer has them. */
export function itemLike(model: Product, n: number, sellerId: number, now: number): Product {
  const itemId = 28_500_000_000 + n * 7_919;
  const offers = model.offers.map((offer, at): Offer => {
    const code = offer.options === undefined ? String(itemId) : `${itemId}.${itemId * 10 + at + 1}`;
    const sku = `AB-S${n}-${at + 1}`;
    return { ...offer, itemId: code, sellerId, sku, sold: 0, createdAt: now, updatedAt: now };
  });
  return { ...model, id: String(itemId), offers };
}
