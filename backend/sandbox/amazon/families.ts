// Which of a seller's listings are variations of one product: those of one kind and brand.
import { findOffer, type Offer, type Product, type World } from '../world.ts';

/** The largest family: more listings of a kind and brand are not one. */
const MOST = 8;
/** The variation theme in a listing's attributes, by the names of the model. */
export const THEME = { attributes: ['color', 'size'], theme: 'COLOR/SIZE' };

interface Families {
  /** The SKUs of a family by its parent's, which is not a product itself. */
  children: ReadonlyMap<string, readonly string[]>;
  /** The parent's SKU by `seller/sku`. */
  parents: ReadonlyMap<string, string>;
}

const known = new WeakMap<World['skus'], Families>();

function group(world: World): Families {
  const groups = new Map<string, string[]>();
  for (const [key, itemId] of world.skus) {
    const product = findOffer(world, itemId)?.product;
    if (product === undefined) continue;
    const parent = `${key.split('/')[0]}/FAM-${product.kind.toUpperCase()}-${product.brand.toUpperCase()}`;
    const siblings = groups.get(parent) ?? [];
    siblings.push(key.slice(key.indexOf('/') + 1));
    groups.set(parent, siblings);
  }
  const families = [...groups].filter(([, skus]) => skus.length > 1 && skus.length <= MOST);
  return {
    children: new Map(families),
    parents: new Map(
      families.flatMap(([parent, skus]) => {
        const slash = parent.indexOf('/');
        return skus.map(
          (sku) => [`${parent.slice(0, slash)}/${sku}`, parent.slice(slash + 1)] as const,
        );
      }),
    ),
  };
}

/** Cached: the listings of a world never change their SKUs. */
function familiesOf(world: World): Families {
  const found = known.get(world.skus) ?? group(world);
  known.set(world.skus, found);
  return found;
}

/** The SKU of the parent of a listing's family; null: it has none. */
export const parentOf = (world: World, sellerId: string, sku: string): string | null =>
  familiesOf(world).parents.get(`${sellerId}/${sku}`) ?? null;

/** The listings of a family. */
export const childrenOf = (world: World, sellerId: string, parentSku: string) =>
  familiesOf(world).children.get(`${sellerId}/${parentSku}`) ?? [];

/** The relation of a listing to its family, in the API model. */
export function relationshipsOf(
  world: World,
  { offer }: { product: Product; offer: Offer },
): object[] {
  const sellerId = world.sellers.get(offer.sellerId)?.amazon?.id ?? '';
  const parent = parentOf(world, sellerId, offer.sku);
  return parent === null
    ? []
    : [{ type: 'VARIATION', parentSkus: [parent], variationTheme: THEME }];
}
