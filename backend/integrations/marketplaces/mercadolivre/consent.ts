import type { Consent } from '../../marketplace.ts';
import type { MercadoLivreApp } from './auth.ts';

/** Each country has a site of its own, on which its sellers sign in. */
const PAGES: Readonly<Record<string, string>> = {
  BR: 'https://auth.mercadolivre.com.br/authorization',
  MX: 'https://auth.mercadolibre.com.mx/authorization',
};

/**
 * Where a seller authorizes the product, by the authorisation code grant with PKCE. The code that comes back is valid for
 * ten minutes, once, and only with the verifier. The seller has to sign in as the account's main user: an operator's code
 * is refused (`invalid_operator_user_id`).
 * @see https://developers.mercadolivre.com.br/pt_br/autenticacao-e-autorizacao
 */
export function consentOf({
  clientId,
  redirectUri,
  consentPages = PAGES,
}: MercadoLivreApp): Consent {
  return {
    countries: Object.keys(consentPages),
    pageOf({ state, codeChallenge, countryCode }) {
      const base = consentPages[countryCode];
      if (base === undefined) throw new RangeError(`Mercado Livre has no page for ${countryCode}`);
      const page = new URL(base);
      page.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString();
      return page.href;
    },
  };
}
