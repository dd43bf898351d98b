// A large account: the first demo seller gets many more listings and orders, to measure with.
import { eanOf } from './numbers.ts';
import { deriveFrom } from './places.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Product, World } from './types.ts';

const TITLE_LENGTH = 60;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** Separate ids, which no initial page has, on each growing marketplace. */
const IDS = {
  mercadolivre: (number: number) => ({
    id: `MLB7${padded(number, 8)}`,
    itemId: `MLB9${padded(number, 9)}`,
  }),
  amazon: (number: number) => ({
    id: `B1${padded(number, 8)}`,
    itemId: `${padded(Math.floor(number / 1_000_000), 4)}Q${padded(number % 1_000_000, 6)}`,
  }),
};
type Grown = keyof typeof IDS;
const GROWN = Object.keys(IDS) as Grown[];

/** A page like another, with only the seller's own offer. */
function copyOf(page: Product, shop: Grown, number: number): Product[] {
  const [own] = page.offers;
  if (!own) return [];
  const { id, itemId } = IDS[shop](number);
  const ending = ` ${number}`;
  const title = page.title.slice(0, TITLE_LENGTH - ending.length) + ending;
  const sku = `CA-MANY-${padded(number, 6)}`;
  const ean = eanOf(`many/${number}`);
  return [{ ...page, id, ean, title, offers: [{ ...own, itemId, sku }] }];
}

/** Adds so many to each of the windows; the same world and number give the same. */
export function withExtras(world: World, count: number): World {
  if (count === 0) return world;
  const extras = GROWN.flatMap((shop) => {
    const models = world.products.filter(
      ({ shop: its, offers: [first] }) => its === shop && first?.sellerId === OWN_SELLERS.HOME,
    );
    return Array.from({ length: count }, (_, i) => {
      const model = models[i % models.length];
      return model ? copyOf(model, shop, i + 1) : [];
    }).flat();
  });
  const products = [...world.products, ...extras];
  return { ...world, products, ...deriveFrom(world.sellers, products) };
}
