import type { Manifest } from '../../manifest.ts';

/** Known by name; the product has no connector for it yet. */
export const magalu: Manifest = {
  id: 3,
  slug: 'magalu',
  name: 'Magalu',
  gender: 'masculine',
  mark: { text: 'M', color: '#fff', background: '#5c5f66' },
  traits: {
    hasBuybox: true,
    tellsCompetitors: false,
    tellsPriceToWin: false,
    tellsFees: false,
    tellsAdFigures: false,
    priceUnit: 'listing',
    pageCode: 'skuMarketplace',
    tellsShippingWith: 'listing',
    hidesDearerListings: false,
    interestFreeTypes: null,
  },
  linkHosts: [
    'magazineluiza.com.br',
    'magazineluiza.com',
    'magazineluiza.com.mx',
    'magalu.com',
    'magalu.com.br',
    'magalu.com.mx',
  ],
  timeZones: { BR: 'America/Sao_Paulo' },
  // It reports no competitors.
  shopLinks: {},
  codeNames: [],
  hindrances: {},
  refusals: {},
  aliases: [],
  returns: { code: 'code', params: [] },
  connection: null,
};
