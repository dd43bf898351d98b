import type { Consent } from '../../marketplace.ts';
import type { MagaluApp } from './auth.ts';
import { SCOPES } from './scopes.ts';

const COUNTRY = 'BR';

/**
 * Where a seller authorizes the product. The organisation (tenant) agrees, and not the person: `choose_tenants` has the
 * page ask which one, and the person has to be one of its administrators. There is no PKCE; the code is valid for ten
 * minutes, once.
 */
export const consentOf = ({ clientId, redirectUri, consentPage }: MagaluApp): Consent => ({
  countries: [COUNTRY],
  pageOf({ state, countryCode }) {
    if (countryCode !== COUNTRY) throw new RangeError(`Magalu has no page for ${countryCode}`);
    const page = new URL(consentPage);
    page.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      response_type: 'code',
      choose_tenants: 'true',
      state,
    }).toString();
    return page.href;
  },
});
