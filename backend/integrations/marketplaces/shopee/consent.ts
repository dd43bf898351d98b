import type { Consent } from '../../marketplace.ts';
import type { ShopeeSettings } from './settings.ts';

const COUNTRY = 'BR';

/**
 * The page on which a seller authorizes the product, for 7 to 365 days as the seller chooses. `code` comes back, valid for
 * ten minutes and once, with `shop_id`, or with `main_account_id` where the seller signed in with several shops. No PKCE.
 * @see https://open.shopee.com/developer-guide/20
 */
export function consentOf({ partnerId, redirectUri, consentPage }: ShopeeSettings): Consent {
  return {
    countries: [COUNTRY],
    pageOf({ state, countryCode }) {
      if (countryCode !== COUNTRY) throw new RangeError(`Shopee has no page for ${countryCode}`);
      const page = new URL(consentPage);
      page.search = new URLSearchParams({
        partner_id: partnerId,
        auth_type: 'seller',
        redirect_uri: redirectUri,
        response_type: 'code',
        state,
      }).toString();
      return page.href;
    },
  };
}
