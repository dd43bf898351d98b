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

/** The country of a site; null: the site is none that is known. */
export const countryOf = (site: string | null): string | null =>
  COUNTRY_OF_SITE[site ?? ''] ?? null;
