import type { Consent } from '../../marketplace.ts';
import type { AmazonApp } from './auth.ts';
import { type Accounts, storeIn } from './stores.ts';

/**
 * Seller Central, where sellers of a store sign in.
 * @see https://developer-docs.amazon.com/sp-api/docs/seller-central-urls
 */
const SELLER_CENTRAL: Readonly<Record<string, string>> = {
  BR: 'https://sellercentral.amazon.com.br',
  US: 'https://sellercentral.amazon.com',
  CA: 'https://sellercentral.amazon.ca',
  MX: 'https://sellercentral.amazon.com.mx',
};

/**
 * Where a seller authorizes the product: the website authorization workflow, which knows no PKCE. It sends back `state`,
 * `selling_partner_id` and `spapi_oauth_code`, which is valid for five minutes.
 * @returns undefined where the application has no id, by which Amazon knows it on that page
 * @see https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow
 */
export function consentOf(app: AmazonApp, { stores }: Accounts): Consent | undefined {
  const { applicationId, redirectUri } = app;
  if (!applicationId) return undefined;
  return {
    countries: stores.map(({ countryCode }) => countryCode),
    pageOf({ state, countryCode }) {
      if (storeIn(countryCode) === null)
        throw new RangeError(`Amazon has no store in ${countryCode}`);
      const page = app.consentPage ?? `${SELLER_CENTRAL[countryCode]}/apps/authorize/consent`;
      const address = new URL(page);
      address.search = new URLSearchParams({
        application_id: applicationId,
        redirect_uri: redirectUri,
        state,
      }).toString();
      return address.href;
    },
  };
}
