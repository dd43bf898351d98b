import { accountIn, countryOf, sellerOf } from '../../../kernel/seller.ts';
import type { AccountSession } from '../../marketplace.ts';

/** One of Amazon's stores: Amazon calls it a marketplace, the product a country. */
export interface Store {
  id: string;
  countryCode: string;
  currencyCode: string;
  host: string;
}

/**
 * The stores behind the North America host, by Amazon's id.
 * @see https://developer-docs.amazon.com/sp-api/docs/marketplace-ids
 */
export const STORES = [
  { id: 'A2Q3Y263D00KWC', countryCode: 'BR', currencyCode: 'BRL', host: 'www.amazon.com.br' },
  { id: 'ATVPDKIKX0DER', countryCode: 'US', currencyCode: 'USD', host: 'www.amazon.com' },
  { id: 'A2EUQ1WTGCTBG2', countryCode: 'CA', currencyCode: 'CAD', host: 'www.amazon.ca' },
  { id: 'A1AM78C64UM0Y8', countryCode: 'MX', currencyCode: 'MXN', host: 'www.amazon.com.mx' },
] as const satisfies readonly Store[];

/** @throws Error for an id that is none of theirs: a setting is wrong. */
export function storeOf(id: string): Store {
  const found: Store | undefined = STORES.find((store) => store.id === id);
  if (found === undefined)
    throw new Error(
      `AMAZON_MARKETPLACE_ID must be one of ${STORES.map((one) => one.id).join(', ')}`,
    );
  return found;
}

/** The store of a country; null: there is none behind the North America host. */
export const storeIn = (countryCode: string): Store | null =>
  STORES.find((store) => store.countryCode === countryCode) ?? null;

/**
 * Which account sells in which store. A seller has the same id in all stores, and an account in each: in the usual store
 * its id is the seller's alone, in the others it contains the country too.
 */
export interface Accounts {
  /** The account of a seller in a store. */
  in(store: Store, sellerId: string): string;
  /** The store of a session's account, and the session of its seller, as Amazon knows both. */
  open(session: AccountSession): { store: Store; session: AccountSession };
  /** The stores in which accounts are, the usual one first. */
  stores: readonly Store[];
}

export function accountsOver(usual: Store): Accounts {
  return {
    in: (store, sellerId) =>
      store.id === usual.id ? sellerId : accountIn(sellerId, store.countryCode),
    open(session) {
      const countryCode = countryOf(session.sellerId);
      const store = countryCode === null ? usual : storeIn(countryCode);
      if (store === null) throw new RangeError(`Amazon has no store in ${countryCode}`);
      return { store, session: { ...session, sellerId: sellerOf(session.sellerId) } };
    },
    stores: [usual, ...STORES.filter(({ id }) => id !== usual.id)],
  };
}

/** Whether data is about the store; data that names no store is about every one. */
export const isHere = (store: Store, id: string | null) => id === null || id === store.id;

/** The product's page in the store. */
export const pageOf = (store: Store, asin: string) =>
  `https://${store.host}/dp/${encodeURIComponent(asin)}`;

/** The product's page as it shows one seller's offer. */
export function offerPage(offer: { sellerId: string }, listing: { link: string }): string | null {
  if (!URL.canParse(listing.link)) return null;
  const { origin, pathname } = new URL(listing.link);
  return `${origin}${pathname}?smid=${encodeURIComponent(offer.sellerId)}`;
}
