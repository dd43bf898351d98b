import type { Manifest } from '../../manifest.ts';

/** Known by name; the product has no connector for it yet. */
export const shopee: Manifest = {
  id: 4,
  slug: 'shopee',
  name: 'Shopee',
  gender: 'feminine',
  mark: { text: 'S', color: '#fff', background: '#5c5f66' },
  traits: {
    hasBuybox: false,
    tellsCompetitors: false,
    tellsPriceToWin: false,
    tellsFees: false,
    tellsAdFigures: false,
    priceUnit: 'variation',
    pageCode: 'skuMarketplace',
    tellsShippingWith: 'listing',
    hidesDearerListings: false,
    interestFreeTypes: null,
  },
  linkHosts: ['shopee.com.br', 'shopee.com', 'shopee.com.mx'],
  timeZones: { BR: 'America/Sao_Paulo', MX: 'America/Mexico_City' },
  // It reports no competitors.
  shopLinks: {},
  codeNames: [],
  hindrances: {},
  refusals: {},
  aliases: [],
  returns: { code: 'code', params: ['shop_id', 'main_account_id'] },
  connection: null,
};
