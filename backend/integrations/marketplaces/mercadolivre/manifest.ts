import { reporting } from '../../../kernel/marketplace.ts';
import type { Manifest } from '../../manifest.ts';
import { createMercadoLivre } from './connector.ts';
import { MERCADO_LIVRE } from './id.ts';
import { readLink } from './links.ts';
import { mercadoLivrePace } from './pace.ts';
import { settings, settingsOf } from './settings.ts';
import { HOMES } from './sites.ts';

/** Mercado Livre in Brazil, and Mercado Libre in Mexico. */
export const mercadoLivre: Manifest = {
  id: MERCADO_LIVRE,
  slug: 'mercadolivre',
  name: 'Mercado Livre',
  gender: 'masculine',
  mark: { text: 'ML', color: '#2d3277', background: '#ffe600' },
  traits: {
    hasBuybox: true,
    reportsCompetitors: true,
    reportsPriceToWin: true,
    reportsFees: true,
    reportsAdFigures: true,
    // Nothing says that the order of its answers is a rank.
    ranksOffers: false,
    takesCompetitorLinks: true,
    priceUnit: 'listing',
    pageCode: 'skuMarketplace',
    reportsShippingWith: 'listing',
    hidesDearerListings: true,
    // Sellers pay for the buyers' instalments in this type.
    // https://developers.mercadolibre.com.mx/en_us/listing-types-item-upgrades-tutorial
    interestFreeTypes: ['gold_pro'],
    criteria: reporting({
      price: 'always',
      shippingPrice: 'sometimes',
      totalPrice: 'sometimes',
      fulfillment: 'sometimes',
      reputation: 'sometimes',
      listingTypeId: 'sometimes',
      // Follows from the type of listing.
      freeInstallments: 'sometimes',
      acceptsPaymentMethod: 'sometimes',
      // Only offers on the page of a catalog product are reported.
      onCatalog: 'always',
    }),
  },
  linkHosts: ['mercadolivre.com.br', 'mercadolibre.com.mx'],
  readLink,
  timeZones: Object.fromEntries(
    Object.entries(HOMES).map(([country, { timeZone }]) => [country, timeZone]),
  ),
  // All listings of a seller: the only page of a seller that is found by the id.
  shopLinks: {
    BR: 'https://lista.mercadolivre.com.br/_CustId_{seller}',
    MX: 'https://listado.mercadolibre.com.mx/_CustId_{seller}',
  },
  codeNames: ['mlb', 'mlm'],
  // https://developers.mercadolivre.com.br/en_us/catalog-competition
  hindrances: {
    non_trusted_seller: 'untrusted_seller',
    reputation_below_threshold: 'low_reputation',
    reputation_limit_reached: 'low_reputation',
    item_reputation_below_threshold: 'penalized_item',
    winner_has_better_reputation: 'better_reputation_ahead',
    temporarily_winning_best_reputation_available: 'better_reputation_ahead',
    temporarily_competing_best_reputation_available: 'better_reputation_ahead',
    manufacturing_time: 'manufacturing_time',
    temporarily_winning_manufacturing_time: 'manufacturing_time',
    temporarily_competing_manufacturing_time: 'manufacturing_time',
    item_paused: 'paused',
    item_not_opted_in: 'not_opted_in',
    shipping_mode: 'worse_shipping_mode',
    newbie_program_seller: 'new_seller',
    no_improvement_price: 'price_is_not_enough',
    not_listed: 'not_on_catalog',
  },
  // "Cannot modify price on items with dynamic pricing", and while a promotion runs. It says the same in a warning where
  // it takes the rest of a change and leaves the price out.
  // https://developers.mercadolivre.com.br/pt_br/automatizacoes-de-precos
  refusals: { 'item.price.not_modifiable': 'promoted' },
  aliases: ['meli'],
  returns: { code: 'code', params: [] },
  connection: {
    settings,
    demoGrants: ['810000001', '810000002'].map((sellerId) => ({
      code: `TG-demo-${sellerId}`,
      params: {},
    })),
    connect(place, { fetcher, clock }) {
      const given = settingsOf(place);
      return createMercadoLivre(
        given,
        fetcher({ ...mercadoLivrePace(given), baseUrl: given.baseUrl }),
        clock,
      );
    },
  },
};
