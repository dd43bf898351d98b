// Shops and the main accounts over them.
import { findOffer, itemsOf, type Offer, type Product, type Seller, type World } from '../world.ts';

/** The seller of a shop; null: it is no shop of ours. */
export function shopOf(world: World, shopId: number): Seller | null {
  for (const seller of world.sellers.values())
    if (seller.own && seller.shopee?.shopId === shopId) return seller;
  return null;
}

/** The shops under a main account. */
export const shopsUnder = (world: World, mainAccountId: number): number[] =>
  [...world.sellers.values()].flatMap(({ own, shopee }) =>
    own && shopee?.mainAccountId === mainAccountId ? [shopee.shopId] : [],
  );

/** All main accounts. */
export const mainAccountsOf = (world: World): number[] => [
  ...new Set(
    [...world.sellers.values()].flatMap(({ own, shopee }) =>
      own && shopee?.mainAccountId != null ? [shopee.mainAccountId] : [],
    ),
  ),
];

const MAIN = /^main-(\d+)$/;

/** The id of a main account among shops on the page of consent. */
export const nameOfMainAccount = (id: number) => `main-${id}`;

/** The main account of this name; null: it is the name of a shop. */
export function mainAccountNamed(name: string): number | null {
  const [, id] = MAIN.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** An item with its models; one without models has only itself. */
export interface ShopItem {
  product: Product;
  itemId: number;
  models: readonly { modelId: number; offer: Offer }[];
}

export const isOneThing = ({ product }: ShopItem): boolean =>
  product.offers.every(({ options }) => options === undefined);

const toItem = (product: Product): ShopItem => ({
  product,
  itemId: Number(product.id),
  models: product.offers.map((offer) => ({
    modelId: Number(offer.itemId.split('.')[1] ?? 0),
    offer,
  })),
});

/** The items of a shop, in the order of their ids. */
export function itemsOfShop(world: World, shopId: number): ShopItem[] {
  const seller = shopOf(world, shopId);
  if (seller === null) return [];
  const products = new Set(
    itemsOf(world, seller.id, 'shopee').flatMap((id) => findOffer(world, id)?.product ?? []),
  );
  return [...products].map(toItem);
}

/** An item of a shop; null: the shop has none by this id. */
export const findItem = (world: World, shopId: number, itemId: number): ShopItem | null =>
  itemsOfShop(world, shopId).find((one) => one.itemId === itemId) ?? null;
