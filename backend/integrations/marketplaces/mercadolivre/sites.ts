// Mercado Livre's sites: each country has one of its own.

/** The first letters of every id name the site. */
const COUNTRY_OF_SITE: Record<string, string> = {
  MLA: 'AR',
  MLB: 'BR',
  MLC: 'CL',
  MCO: 'CO',
  MCR: 'CR',
  MEC: 'EC',
  MLM: 'MX',
  MLU: 'UY',
  MLV: 'VE',
  MPA: 'PA',
  MPE: 'PE',
  MPT: 'PT',
  MRD: 'DO',
  MBO: 'BO',
  MGT: 'GT',
  MHN: 'HN',
  MNI: 'NI',
  MPY: 'PY',
  MSV: 'SV',
};

/** The currency and the time zone of each country's site. */
export const HOMES: Readonly<Record<string, { currencyCode: string; timeZone: string }>> = {
  BR: { currencyCode: 'BRL', timeZone: 'America/Sao_Paulo' },
  MX: { currencyCode: 'MXN', timeZone: 'America/Mexico_City' },
};

/** The site of a country. @throws RangeError where there is none */
export function siteOf(countryCode: string): string {
  const found = Object.entries(COUNTRY_OF_SITE).find(([, country]) => country === countryCode);
  if (found === undefined) throw new RangeError(`Mercado Livre has no site in ${countryCode}`);
  return found[0];
}

/** The country of a site; null: the site is none that is known. */
export const countryOf = (site: string | null): string | null =>
  COUNTRY_OF_SITE[site ?? ''] ?? null;
