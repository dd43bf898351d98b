import { reporting } from '../../../kernel/marketplace.ts';
import type { Manifest } from '../../manifest.ts';
import { createMagalu } from './connector.ts';
import { MAGALU } from './id.ts';
import { magaluPace } from './limits.ts';
import { readLink } from './links.ts';
import { productPages } from './product-page.ts';
import { settings, settingsOf } from './settings.ts';

/** Magalu (Magazine Luiza) in Brazil. */
export const magalu: Manifest = {
  id: MAGALU,
  slug: 'magalu',
  name: 'Magalu',
  gender: 'masculine',
  mark: { text: 'M', color: '#fff', background: '#0065d1' },
  traits: {
    // Sellers share a product's page and one of them is featured there, but no call reports who.
    hasBuybox: true,
    reportsCompetitors: false,
    reportsPriceToWin: false,
    reportsFees: false,
    reportsAdFigures: false,
    // Nothing says that the order of its answers is a rank.
    ranksOffers: false,
    takesCompetitorLinks: true,
    priceUnit: 'listing',
    // A listing is known by the seller's own code, and its page by Magalu's id of the variation.
    pageCode: 'catalogProductId',
    reportsShippingWith: 'offers',
    hidesDearerListings: false,
    interestFreeTypes: null,
    criteria: reporting(),
  },
  linkHosts: [
    'magazineluiza.com.br',
    'magazineluiza.com',
    'magazineluiza.com.mx',
    'magalu.com',
    'magalu.com.br',
    'magalu.com.mx',
  ],
  readLink,
  productPages,
  timeZones: { BR: 'America/Sao_Paulo' },
  // It reports no competitors.
  shopLinks: {},
  codeNames: [],
  hindrances: {},
  refusals: {},
  aliases: [],
  returns: { code: 'code', params: [] },
  connection: {
    settings,
    demoGrants: [{ code: 'demo-magalu-810000001', params: {} }],
    connect(place, { fetcher, clock }) {
      const given = settingsOf(place);
      if (given === null) return null;
      const pace = magaluPace(given);
      return createMagalu(given, {
        api: fetcher({ ...pace, baseUrl: given.baseUrl }),
        login: fetcher({ urgent: pace.urgent, baseUrl: given.loginUrl }),
        clock,
      });
    },
  },
};
