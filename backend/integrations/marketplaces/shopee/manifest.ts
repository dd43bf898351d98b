import { reporting } from '../../../kernel/marketplace.ts';
import type { Manifest } from '../../manifest.ts';
import { createShopee } from './connector.ts';
import { SHOPEE } from './id.ts';
import { readLink } from './links.ts';
import { shopeePace } from './pace.ts';
import { IN_PROMOTION } from './prices.ts';
import { settings, settingsOf } from './settings.ts';

/** Shopee in Brazil, by its Open Platform. It has no buybox and reports nothing of other sellers. */
export const shopee: Manifest = {
  id: SHOPEE,
  slug: 'shopee',
  name: 'Shopee',
  gender: 'feminine',
  mark: { text: 'S', color: '#fff', background: '#d0341d' },
  traits: {
    hasBuybox: false,
    reportsCompetitors: false,
    reportsPriceToWin: false,
    reportsFees: false,
    reportsAdFigures: false,
    // Nothing says that the order of its answers is a rank.
    ranksOffers: false,
    takesCompetitorLinks: false,
    priceUnit: 'variation',
    pageCode: 'skuMarketplace',
    reportsShippingWith: 'listing',
    hidesDearerListings: false,
    interestFreeTypes: null,
    criteria: reporting(),
  },
  linkHosts: ['shopee.com.br', 'shopee.com', 'shopee.com.mx'],
  readLink,
  timeZones: { BR: 'America/Sao_Paulo', MX: 'America/Mexico_City' },
  // It reports no competitors.
  shopLinks: {},
  codeNames: [],
  hindrances: {},
  refusals: { [IN_PROMOTION]: 'promotion' },
  aliases: [],
  returns: { code: 'code', params: ['shop_id', 'main_account_id'] },
  connection: {
    settings,
    // The first demo company sells on all marketplaces.
    demoGrants: [{ code: 'demo-shopee-310000001', params: { shop_id: '310000001' } }],
    connect(place, { fetcher, clock }) {
      const given = settingsOf(place);
      if (given === null) return null;
      return createShopee(given, fetcher({ ...shopeePace(given), baseUrl: given.baseUrl }), clock);
    },
  },
};
