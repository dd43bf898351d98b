// A seller who is on the market only once he lets the product in: a new account begins with him.
import { eanOf } from './numbers.ts';
import { deriveFrom } from './places.ts';
import { OWN_SELLERS } from './sellers.ts';
import { itemLike } from './shopee-genesis.ts';
import type { Offer, Product, Seller, World } from './types.ts';

export const NEWCOMER = {
  id: 810_000_003,
  nickname: 'ATELIE BRISA',
  amazon: { id: 'A1ATELIEBRISA3', name: 'Ateliê Brisa', rating: 98, feedbacks: 1_204 },
  shopee: { shopId: 310_000_003, name: 'Ateliê Brisa', mainAccountId: null },
} as const;

/** His listings in each window. */
const ADS = 36;
const TITLE_LENGTH = 60;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** Ids of their own, which no page of others has, in the windows where he has competitors. */
const IDS = {
  mercadolivre: {
    page: (n: number) => `MLB6${padded(n, 8)}`,
    item: (n: number, place: number) => `MLB8${padded(n, 6)}${padded(place, 3)}`,
  },
  amazon: {
    page: (n: number) => `B2${padded(n, 8)}`,
    item: (n: number, place: number) => `${padded(n, 4)}W${padded(place, 6)}`,
  },
  magalu: {
    page: (n: number) => `nc${padded(n, 8)}`,
    item: (n: number, place: number) => `MGL8${padded(n, 5)}${padded(place, 3)}`,
  },
};

type Contested = keyof typeof IDS;
const CONTESTED = Object.keys(IDS) as Contested[];
/** His items on Shopee. */
const ITEMS = 12;

/** Whether an own seller competes without restrictions on a page in Brazil: such pages are the model of others. */
export const isModel = (
  { catalog, country = 'BR', offers }: Product,
  sellerId: number = OWN_SELLERS.HOME,
): boolean => {
  const [own] = offers;
  return (
    catalog &&
    country === 'BR' &&
    offers.length > 1 &&
    own?.sellerId === sellerId &&
    own.status === 'active' &&
    own.condition === 'new' &&
    own.barredBy === null &&
    own.promotion === null &&
    !own.automated
  );
};

/** A page like another, with the same competitors, and him in our own seller's place. */
function pageLike(model: Product, shop: Contested, n: number, now: number): Product {
  const ids = IDS[shop];
  const offers = model.offers.map((offer, place): Offer => {
    const copied = { ...offer, itemId: ids.item(n, place), createdAt: now, updatedAt: now };
    if (place > 0) return copied;
    return { ...copied, sellerId: NEWCOMER.id, sku: `AB-${padded(n, 4)}`, sold: 0 };
  });
  const title = `Kit 2 ${model.title}`.slice(0, TITLE_LENGTH);
  const id = ids.page(n);
  return { ...model, id, ean: eanOf(`newcomer/${id}`), title, offers };
}

export const hasNewcomer = ({ sellers }: Pick<World, 'sellers'>): boolean =>
  sellers.has(NEWCOMER.id);

/** His pages in one window. */
export const newcomerPages = (
  { products, now }: Pick<World, 'products' | 'now'>,
  shop: Contested,
): Product[] =>
  products
    .filter((product) => product.shop === shop && isModel(product))
    .slice(0, ADS)
    .map((product, i) => pageLike(product, shop, i + 1, now));

/** Adds the newcomer with its pages, if it is missing; deterministic. */
export function withNewcomer(world: World): World {
  const model = world.sellers.get(OWN_SELLERS.HOME);
  const known = world.sellers.get(NEWCOMER.id);
  if (model === undefined || known?.shopee) return world;
  const newcomer: Seller = known
    ? { ...known, shopee: NEWCOMER.shopee }
    : { ...model, ...NEWCOMER, sales: 4_870 };
  const sellers = new Map(world.sellers).set(newcomer.id, newcomer);
  const contested = known ? [] : CONTESTED;
  const pages = contested.flatMap((shop) => newcomerPages(world, shop));
  const items = world.products
    .filter(({ shop, offers: [first] }) => shop === 'shopee' && first?.sellerId === model.id)
    .slice(0, ITEMS)
    .map((item, i) => itemLike(item, i + 1, newcomer.id, world.now));
  const products = [...world.products, ...pages, ...items];
  return { ...world, sellers, products, ...deriveFrom(sellers, products) };
}
