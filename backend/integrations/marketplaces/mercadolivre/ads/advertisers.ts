import { fail, ok, type Result } from '../../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../../marketplace.ts';
import { Advertisers, bearer, decode } from '../wire.ts';

/**
 * The seller's advertisers, one for each country in which the seller advertises; none for a seller without ads.
 * @see https://developers.mercadolivre.com.br/pt_br/product-ads
 */
export async function getAdvertisers(
  fetcher: Fetcher,
  session: AccountSession,
): Promise<Result<Advertisers['advertisers'], CallFailure>> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getAdvertisers',
      path: '/advertising/advertisers',
      query: { product_id: 'PADS' },
      headers: { ...bearer(session.accessToken), 'api-version': '1' },
      pace: session.sellerId,
      signal: session.signal,
    }),
    Advertisers,
    'the advertisers',
  );
  if (answer.ok) return ok(answer.value.advertisers);
  // A seller without Product Ads is a 404: "No permissions found for user_id".
  return answer.error.kind === 'not_found' ? ok([]) : fail(answer.error);
}
