// Where things are in a world, and a world as JSON.

import type { Minor } from '../../kernel/money.ts';
import { type AdDay, fromPlainAds, type PlainAds, toPlainAds } from './ads-book.ts';
import { drawOf, totalOf } from './buyers.ts';
import { eanOf } from './numbers.ts';
import type {
  Country,
  ItemDay,
  Offer,
  Place,
  Product,
  Seller,
  Sellers,
  Shop,
  World,
} from './types.ts';

type Derived = Pick<World, 'places' | 'pages' | 'skus' | 'items' | 'draws'>;

const windowOf = (sellerId: number, shop: Shop, country: Country) =>
  country === 'BR' ? `${sellerId}/${shop}` : `${sellerId}/${shop}/${country}`;

/** What is derived from products and sellers; prices play no part in it. */
export function deriveFrom(sellers: Sellers, products: readonly Product[]): Derived {
  const places = new Map<string, Place>();
  const skus = new Map<string, string>();
  const items = new Map<string, string[]>();
  products.forEach(({ shop, country = 'BR', offers }, product) => {
    offers.forEach(({ itemId, sellerId, sku, amazon }, offer) => {
      places.set(itemId, { product, offer });
      const window = windowOf(sellerId, shop, country);
      const theirs = items.get(window) ?? [];
      theirs.push(itemId);
      items.set(window, theirs);
      const seller = sellers.get(sellerId);
      if (amazon !== null && seller?.own) skus.set(`${seller.amazon?.id}/${sku}`, itemId);
    });
  });
  for (const theirs of items.values()) theirs.sort();
  let sum = 0;
  const draws = products.map((product) => {
    sum += drawOf(product);
    return sum;
  });
  return { places, skus, items, draws, pages: new Map(products.map(({ id }, i) => [id, i])) };
}

/** A world as JSON can hold it. */
export type PlainWorld = Omit<World, 'sellers' | 'sales' | 'ads' | keyof Derived> & {
  /** Not there in what was kept before there were campaigns. */
  ads?: PlainAds;
  sellers: World['sellers'] extends ReadonlyMap<number, infer One> ? readonly One[] : never;
  sales: Omit<World['sales'], 'days' | 'adDays'> & {
    days: [itemId: string, days: readonly ItemDay[]][];
    adDays?: [key: string, days: readonly AdDay[]][];
  };
};

export function toPlain(whole: World): PlainWorld {
  const { places: _p, pages: _g, skus: _s, items: _i, draws: _d, sales, ads, ...world } = whole;
  return {
    ...world,
    sellers: [...world.sellers.values()],
    sales: { ...sales, days: [...sales.days], adDays: [...sales.adDays] },
    ads: toPlainAds(ads),
  };
}

/** The median price of a product: for stored pages without a reference. */
function middleOf(offers: readonly Offer[]): Minor {
  const totals = offers.map(totalOf).sort((a, b) => a - b);
  return totals[Math.floor(totals.length / 2)] ?? 0;
}

/** What was written down before a field was there has it as it was meant then. */
const filled = <T extends object>(value: T, defaults: Partial<T>): T => ({ ...defaults, ...value });

/** Restores a stored world; one from before Amazon has Mercado Livre only. */
export function fromPlain(plain: PlainWorld): World {
  const { sales, ...world } = filled(plain, {
    submissions: [],
    submitted: 0,
    changedAt: plain.now,
    sales: { orders: [], due: [], days: [] },
  });
  const sellers = new Map(
    plain.sellers.map((one) => [
      one.id,
      filled(one, { mercadoLivre: true, amazon: null, shopee: null }),
    ]),
  );
  const products = plain.products.map((one) => ({
    ...filled(one, {
      shop: 'mercadolivre',
      ean: eanOf(one.id),
      ceiling: null,
      reference: middleOf(one.offers),
    }),
    offers: one.offers.map((offer) => filled(offer, { amazon: null })),
  }));
  return {
    ...world,
    sales: {
      ...sales,
      // What was written down before they had an order has none.
      due: sales.due.toSorted((a, b) => a.at - b.at),
      days: new Map(sales.days),
      adDays: new Map(sales.adDays),
    },
    ads: fromPlainAds(plain.ads),
    sellers,
    products,
    ...deriveFrom(sellers, products),
  };
}

/** An offer with its page. */
export function findOffer(world: World, itemId: string): { product: Product; offer: Offer } | null {
  const place = world.places.get(itemId);
  const product = place && world.products[place.product];
  const offer = place && product?.offers[place.offer];
  return product && offer ? { product, offer } : null;
}

/** Any page by its own id, also one of a listing outside the catalog. */
export function findPage(world: World, id: string): Product | null {
  return world.products[world.pages.get(id) ?? -1] ?? null;
}

/** A product of a marketplace's catalog by its own id; listings outside the catalog have none. */
export function findProduct(
  world: World,
  shop: Shop,
  productId: string,
  country: Country = 'BR',
): Product | null {
  const page = findPage(world, productId);
  const isHere = page?.shop === shop && (page.country ?? 'BR') === country;
  return isHere && page.catalog ? page : null;
}

/** What one of our own sellers on Amazon has under a SKU in the store of a country. */
export function findSku(
  world: World,
  amazonId: string,
  sku: string,
  country: Country = 'BR',
): { product: Product; offer: Offer } | null {
  const found = findOffer(world, world.skus.get(`${amazonId}/${sku}`) ?? '');
  return found !== null && (found.product.country ?? 'BR') === country ? found : null;
}

/** One of our own sellers by his id on Amazon. */
export function findAmazonSeller(world: World, amazonId: string): Seller | null {
  for (const seller of world.sellers.values())
    if (seller.own && seller.amazon?.id === amazonId) return seller;
  return null;
}

/** The items of one seller on one marketplace in a country, in the order of their ids. */
export function itemsOf(
  world: World,
  sellerId: number,
  shop: Shop = 'mercadolivre',
  country: Country = 'BR',
): readonly string[] {
  return world.items.get(windowOf(sellerId, shop, country)) ?? [];
}
