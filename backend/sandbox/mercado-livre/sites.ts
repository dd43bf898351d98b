// Mercado Livre's sites: each country has one, with its own currency.
import type { Country } from '../world.ts';

export interface Site {
  id: string;
  country: Country;
  countryName: string;
  currency: string;
  profiles: string;
}

const BRAZIL: Site = {
  id: 'MLB',
  country: 'BR',
  countryName: 'Brasil',
  currency: 'BRL',
  profiles: 'https://perfil.mercadolivre.com.br',
};
export const SITES: readonly Site[] = [
  BRAZIL,
  {
    id: 'MLM',
    country: 'MX',
    countryName: 'Mexico',
    currency: 'MXN',
    profiles: 'https://perfil.mercadolibre.com.mx',
  },
];

/** The site of a page, an order or a seller. */
export const siteAt = ({ country = 'BR' }: { country?: Country | undefined }): Site =>
  SITES.find((site) => site.country === country) ?? BRAZIL;
