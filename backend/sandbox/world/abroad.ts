// The own sellers' offers in other countries: pages of each country, in its currency. A country is created at its first
// authorization.
import type { Minor } from '../../kernel/money.ts';
import { isModel, NEWCOMER } from './newcomer.ts';
import { deriveFrom } from './places.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Country, Offer, Product, Shop, World } from './types.ts';

export type Abroad = Exclude<Country, 'BR'>;

/** The price of a product there relative to Brazil, each in its own currency. */
const RATES: Record<Abroad, number> = { US: 0.18, MX: 3.4, CA: 0.25 };
/** The number of a seller's listings in each country. */
const LISTINGS = 12;

const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** Ids that no other page has. */
const IDS = {
  amazon: {
    page: (country: Abroad, seller: number, n: number) =>
      `B4${country.charAt(0)}${seller}${padded(n, 6)}`,
    item: (country: Abroad, seller: number, n: number, place: number) =>
      `${padded(n, 4)}${country.charAt(0)}${seller}${padded(place, 5)}`,
  },
  mercadolivre: {
    page: (_country: Abroad, seller: number, n: number) => `MLM6${seller}${padded(n, 7)}`,
    item: (_country: Abroad, seller: number, n: number, place: number) =>
      `MLM8${seller}${padded(n, 5)}${padded(place, 3)}`,
  },
};
export type SoldAbroad = keyof typeof IDS;

/** At Mercado Livre an account sells in the country where it was opened: this one has the products of Casa Aurora, in Mexico. */
export const MEXICAN = { id: 810_000_006, nickname: 'CASA AURORA MX' } as const;

/** Whether a seller of Amazon sells in its other stores. */
export const sellsAbroad = (sellerId: number): boolean =>
  sellerId === OWN_SELLERS.HOME || sellerId === NEWCOMER.id;

const inCurrency =
  (country: Abroad) =>
  (amount: Minor): Minor =>
    amount === 0 ? 0 : Math.max(1, Math.round(amount * RATES[country]));

function offerLike(model: Offer, itemId: string, country: Abroad, now: number): Offer {
  const convert = inCurrency(country);
  const limit = (amount: Minor | null) => (amount === null ? null : convert(amount));
  const { behaviour, amazon } = model;
  return {
    ...model,
    itemId,
    price: convert(model.price),
    shippingPrice: convert(model.shippingPrice),
    behaviour: behaviour && {
      ...behaviour,
      floor: convert(behaviour.floor),
      anchor: convert(behaviour.anchor),
      ceiling: convert(behaviour.ceiling),
      reactAt: null,
      promoUntil: null,
    },
    amazon: amazon && { ...amazon, least: limit(amazon.least), most: limit(amazon.most) },
    promotion: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The listings of an own seller in another country. */
interface Window {
  sellerId: number;
  shop: SoldAbroad;
  country: Abroad;
}

/** A page like one of Brazil, with the same sellers. Its title is the same everywhere. */
function pageLike(
  model: Product,
  { sellerId, shop, country }: Window,
  n: number,
  now: number,
): Product {
  const ids = IDS[shop];
  const convert = inCurrency(country);
  const seller = sellerId % 10;
  const site = (text: string) => (shop === 'mercadolivre' ? text.replace('MLB', 'MLM') : text);
  return {
    ...model,
    id: ids.page(country, seller, n),
    country,
    categoryId: site(model.categoryId),
    domainId: site(model.domainId),
    title: `${model.brand} ${model.model} ${model.variant}`,
    reference: convert(model.reference),
    ceiling: model.ceiling === null ? null : convert(model.ceiling),
    offers: model.offers.map((offer, place) => {
      const copy = offerLike(offer, ids.item(country, seller, n, place), country, now);
      return place === 0 ? { ...copy, sellerId, sku: `${offer.sku}-${country}`, sold: 0 } : copy;
    }),
    quietUntil: 0,
  };
}

/** Whether a seller's pages in a country are open. */
export const isOpenAbroad = (
  { items }: Pick<World, 'items'>,
  sellerId: number,
  shop: Shop,
  country: Abroad,
): boolean => items.has(`${sellerId}/${shop}/${country}`);

/** Opens a seller's pages in a country, if they are not open yet; deterministic. */
export function withAbroad(world: World, window: Window): World {
  const { sellerId, shop, country } = window;
  const model = world.sellers.get(sellerId === MEXICAN.id ? OWN_SELLERS.HOME : sellerId);
  if (model === undefined || isOpenAbroad(world, sellerId, shop, country)) return world;
  const sellers = new Map(world.sellers);
  if (sellerId === MEXICAN.id)
    sellers.set(sellerId, {
      ...model,
      ...MEXICAN,
      country,
      city: 'Guadalajara',
      state: 'MX-JAL',
      amazon: null,
      shopee: null,
    });
  const pages = world.products
    .filter((product) => product.shop === shop && isModel(product, model.id))
    .slice(0, LISTINGS)
    .map((page, i) => pageLike(page, window, i + 1, world.now));
  const products = [...world.products, ...pages];
  return { ...world, sellers, products, ...deriveFrom(sellers, products) };
}
