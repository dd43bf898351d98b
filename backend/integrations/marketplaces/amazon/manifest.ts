import { reporting } from '../../../kernel/marketplace.ts';
import type { Manifest } from '../../manifest.ts';
import { createAmazon } from './connector.ts';
import { AMAZON } from './id.ts';
import { adsPace, amazonPace } from './limits.ts';
import { readLink } from './links.ts';
import { NO_FEATURED_OFFER, NO_OFFER, NOT_ELIGIBLE } from './market.ts';
import { AUTOMATED, ON_SALE } from './prices.ts';
import { settings, settingsOf } from './settings.ts';
import { STORES } from './stores.ts';

/** The largest download of a report: 1 GiB of compressed text. */
const REPORT_BYTES = 1024 ** 3;
const REPORT_MS = 10 * 60_000;

/** Amazon (Selling Partner API), in the stores behind its North America host. */
export const amazon: Manifest = {
  id: AMAZON,
  slug: 'amazon',
  name: 'Amazon',
  gender: 'feminine',
  mark: { text: 'a', color: '#ff9900', background: '#232f3e' },
  traits: {
    hasBuybox: true,
    reportsCompetitors: true,
    reportsPriceToWin: true,
    reportsFees: true,
    reportsAdFigures: false,
    // Nothing says that the order of its answers is a rank.
    ranksOffers: false,
    takesCompetitorLinks: true,
    priceUnit: 'listing',
    // A listing is known by the seller's own code, and its page by the product's ASIN.
    pageCode: 'catalogProductId',
    reportsShippingWith: 'offers',
    hidesDearerListings: false,
    interestFreeTypes: null,
    criteria: reporting({
      price: 'always',
      shippingPrice: 'sometimes',
      totalPrice: 'sometimes',
      fulfillment: 'sometimes',
      shippingTime: 'sometimes',
      reputation: 'sometimes',
      // Every offer is of an ASIN.
      onCatalog: 'always',
    }),
  },
  linkHosts: ['amazon.com.br', 'amazon.com', 'amazon.com.mx', 'amazon.ca'],
  readLink,
  // Seller Central counts days in Pacific time for the United States and Canada.
  timeZones: {
    BR: 'America/Sao_Paulo',
    US: 'America/Los_Angeles',
    CA: 'America/Los_Angeles',
    MX: 'America/Mexico_City',
  },
  shopLinks: Object.fromEntries(
    STORES.map(({ countryCode, host }) => [countryCode, `https://${host}/sp?seller={seller}`]),
  ),
  codeNames: ['asin'],
  // https://developer-docs.amazon.com/sp-api/docs/product-pricing-api-v2022-05-01-reference
  hindrances: {
    OFFER_NOT_ELIGIBLE: 'not_eligible',
    [NOT_ELIGIBLE]: 'not_eligible',
    ASIN_NOT_ELIGIBLE: 'product_not_eligible',
    [NO_OFFER]: 'offer_not_found',
    [NO_FEATURED_OFFER]: 'above_reference_price',
  },
  refusals: { [AUTOMATED]: 'automation', [ON_SALE]: 'promotion' },
  aliases: [],
  returns: { code: 'spapi_oauth_code', params: ['selling_partner_id'] },
  connection: {
    settings,
    demoAdsGrants: ['A1CASAAURORA01', 'A1NORTEELETRO2'].map((sellerId) => ({
      code: `demo-amazon-ads-${sellerId}`,
      params: {},
    })),
    demoGrants: ['A1CASAAURORA01', 'A1NORTEELETRO2'].map((sellerId) => ({
      code: `demo-amazon-${sellerId}`,
      params: { selling_partner_id: sellerId },
    })),
    connect(place, { fetcher, download, clock, sleep }) {
      const given = settingsOf(place);
      if (given === null) return null;
      const { origin, protocol } = new URL(given.baseUrl);
      const pace = amazonPace(given);
      return createAmazon(given, {
        api: fetcher({ ...pace, baseUrl: given.baseUrl }),
        login: fetcher({ urgent: pace.urgent, baseUrl: given.loginUrl }),
        ads: fetcher({ ...adsPace(given), baseUrl: given.adsUrl }),
        // Reports lie on AWS, or on a sandbox's own host.
        download: download({
          allowedHosts: ['.amazonaws.com'],
          ...(protocol === 'http:' && { allowHttpOrigin: origin }),
          timeoutMs: REPORT_MS,
          maxBytes: REPORT_BYTES,
        }),
        clock,
        sleep,
      });
    },
  },
};
