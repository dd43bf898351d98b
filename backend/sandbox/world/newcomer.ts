// A seller who is on the market only once he lets the product in: whoever connects an account begins with him.
import { eanOf } from './numbers.ts';
import { deriveFrom } from './places.ts';
import { OWN_SELLERS } from './sellers.ts';
import { type Offer, type Product, type Seller, SHOPS, type Shop, type World } from './types.ts';

export const NEWCOMER = {
  id: 810_000_003,
  nickname: 'ATELIE BRISA',
  amazon: { id: 'A1ATELIEBRISA3', name: 'Ateliê Brisa', rating: 98, feedbacks: 1_204 },
} as const;

/** His listings in each window. */
const ADS = 36;
const TITLE_LENGTH = 60;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** Ids of their own, which no page of others has. */
const IDS: Record<Shop, { page(n: number): string; item(n: number, place: number): string }> = {
  mercadolivre: {
    page: (n) => `MLB6${padded(n, 8)}`,
    item: (n, place) => `MLB8${padded(n, 6)}${padded(place, 3)}`,
  },
  amazon: {
    page: (n) => `B2${padded(n, 8)}`,
    item: (n, place) => `${padded(n, 4)}W${padded(place, 6)}`,
  },
};

/** Pages where another seller of ours competes freely: they are the model of his. */
const isModel = ({ catalog, offers }: Product): boolean => {
  const [own] = offers;
  return (
    catalog &&
    offers.length > 1 &&
    own?.sellerId === OWN_SELLERS.HOME &&
    own.status === 'active' &&
    own.condition === 'new' &&
    own.barredBy === null &&
    own.promotion === null &&
    !own.automated
  );
};

/** A page like another, with the same competitors, and him in our own seller's place. */
function pageLike(model: Product, n: number, now: number): Product {
  const ids = IDS[model.shop];
  const offers = model.offers.map((offer, place): Offer => {
    const copied = { ...offer, itemId: ids.item(n, place), createdAt: now, updatedAt: now };
    if (place > 0) return copied;
    return { ...copied, sellerId: NEWCOMER.id, sku: `AB-${padded(n, 4)}`, sold: 0 };
  });
  const title = `Kit 2 ${model.title}`.slice(0, TITLE_LENGTH);
  const id = ids.page(n);
  return { ...model, id, ean: eanOf(`newcomer/${id}`), title, offers };
}

/** He comes with his pages, where he has not come yet; the same world gives the same. */
export function withNewcomer(world: World): World {
  const model = world.sellers.get(OWN_SELLERS.HOME);
  if (model === undefined || world.sellers.has(NEWCOMER.id)) return world;
  const newcomer: Seller = { ...model, ...NEWCOMER, sales: 4_870 };
  const sellers = new Map(world.sellers).set(newcomer.id, newcomer);
  const pages = SHOPS.flatMap((shop) =>
    world.products
      .filter((product) => product.shop === shop && isModel(product))
      .slice(0, ADS)
      .map((product, i) => pageLike(product, i + 1, world.now)),
  );
  const products = [...world.products, ...pages];
  return { ...world, sellers, products, ...deriveFrom(sellers, products) };
}
