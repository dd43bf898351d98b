// Amazon's stores: each has its own country, currency and pages.
import { COUNTRIES, type Country, type Product } from '../world.ts';

export interface AmazonStore {
  id: string;
  country: Country;
  name: string;
  domain: string;
  currency: string;
  language: 'pt_BR' | 'en_US' | 'es_MX';
}

/** @see https://developer-docs.amazon.com/sp-api/docs/marketplace-ids */
export const STORES: Record<Country, AmazonStore> = {
  BR: {
    id: 'A2Q3Y263D00KWC',
    country: 'BR',
    name: 'Amazon.com.br',
    domain: 'www.amazon.com.br',
    currency: 'BRL',
    language: 'pt_BR',
  },
  US: {
    id: 'ATVPDKIKX0DER',
    country: 'US',
    name: 'Amazon.com',
    domain: 'www.amazon.com',
    currency: 'USD',
    language: 'en_US',
  },
  MX: {
    id: 'A1AM78C64UM0Y8',
    country: 'MX',
    name: 'Amazon.com.mx',
    domain: 'www.amazon.com.mx',
    currency: 'MXN',
    language: 'es_MX',
  },
  CA: {
    id: 'A2EUQ1WTGCTBG2',
    country: 'CA',
    name: 'Amazon.ca',
    domain: 'www.amazon.ca',
    currency: 'CAD',
    language: 'en_US',
  },
};

/** The store of an id; null: unknown. */
export const storeOf = (id: string): AmazonStore | null => {
  const country = COUNTRIES.find((one) => STORES[one].id === id);
  return country === undefined ? null : STORES[country];
};

/** The store in which a page is, or an order was made. */
export const storeAt = ({ country = 'BR' }: Pick<Product, 'country'>): AmazonStore =>
  STORES[country];
