import { batchesOf, mapConcurrently } from '../../../kernel/batches.ts';
import { type Minor, toAmount, toMinor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, failureOfAll, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fee, FeeTarget, Fetcher } from '../../marketplace.ts';
import { getItems, MULTIGET } from './multiget.ts';
import { bearer, decode, inPath, type ListingPrice, ListingPrices, Placed } from './wire.ts';

/** Questions about fees under way at once. */
const AT_ONCE = 8;
const PLACE_FIELDS = 'id,site_id,category_id,listing_type_id,currency_id';

/** What a fee depends on, besides the price. */
type Place = Placed;
type Reported<T> = Map<string, Result<T, CallFailure>>;

/** Items, for their category. */
const getPlaces = (
  fetcher: Fetcher,
  session: AccountSession,
  ids: readonly string[],
): Promise<Result<Reported<Place>, CallFailure>> =>
  getItems(fetcher, session, ids, PLACE_FIELDS, Placed, ok);

/**
 * The fee that an answer has for a listing's own type. `percentage_fee` contains the marketplace's share and the seller's
 * cost of instalments; `fixed_fee` is an extra for cheap products. A total without parts counts as fixed, so that a
 * minimum below the present price comes out too high rather than too low.
 * @see https://developers.mercadolivre.com.br/pt_br/comissao-por-vender
 */
function readListingPrice({
  sale_fee_amount,
  sale_fee_details: details,
}: ListingPrice): Result<Fee, CallFailure> {
  const percent = details?.percentage_fee ?? null;
  const fixed = percent === null ? sale_fee_amount : (details?.fixed_fee ?? 0);
  if (fixed === null || fixed < 0 || (percent ?? 0) < 0 || (percent ?? 0) > 100)
    return fail(unreadable('the fees'));
  return ok({ feePercent: Math.round((percent ?? 0) * 100) / 100, feeFixed: toMinor(fixed) });
}

async function getFee(
  fetcher: Fetcher,
  session: AccountSession,
  { site_id, category_id, listing_type_id }: Place,
  price: Minor,
  currencyCode: string,
): Promise<Result<Fee, CallFailure>> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getListingPrices',
      path: `/sites/${inPath(site_id)}/listing_prices`,
      query: {
        price: String(toAmount(price)),
        currency_id: currencyCode,
        category_id,
        listing_type_id,
      },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    ListingPrices,
    'the fees',
  );
  if (!answer.ok) return answer;
  const own = answer.value.find((one) => one.listing_type_id === listing_type_id);
  if (own === undefined) return fail(unreadable(`the fees of ${listing_type_id}`));
  if (own.currency_id !== null && own.currency_id !== currencyCode)
    return fail(failure('invalid', 'other_currency', `The fees are in ${own.currency_id}`));
  return readListingPrice(own);
}

const isAway = ({ kind }: CallFailure) =>
  kind === 'unavailable' || kind === 'rate_limited' || kind === 'unauthorized';

/** What Mercado Livre keeps of a sale of each listing at its price, by item. Listings with equal inputs share one call. */
export async function getFees(
  fetcher: Fetcher,
  session: AccountSession,
  targets: readonly FeeTarget[],
): Promise<Result<Map<string, Result<Fee, CallFailure>>, CallFailure>> {
  const ids = targets.map(({ skuMarketplace }) => skuMarketplace);
  const batches = batchesOf(ids, MULTIGET);
  const reported = await mapConcurrently(batches, AT_ONCE, (batch) =>
    getPlaces(fetcher, session, batch),
  );
  const unanswered = failureOfAll(reported);
  if (unanswered !== null) return fail(unanswered);
  const places: Reported<Place> = new Map();
  batches.forEach((batch, index) => {
    const answer = reported[index]!;
    for (const id of batch)
      places.set(id, answer.ok ? (answer.value.get(id) ?? fail(unreadable(`item ${id}`))) : answer);
  });

  const questions = new Map<string, Promise<Result<Fee, CallFailure>>>();
  const fees = await mapConcurrently(
    targets,
    AT_ONCE,
    async ({ skuMarketplace: id, price, currencyCode }) => {
      const place = places.get(id)!;
      if (!place.ok) return place;
      const { site_id, category_id, listing_type_id } = place.value;
      const key = [site_id, category_id, listing_type_id, price, currencyCode].join(' ');
      const question =
        questions.get(key) ?? getFee(fetcher, session, place.value, price, currencyCode);
      questions.set(key, question);
      return await question;
    },
  );
  // Listings that are each refused for their own reason do not make the whole fail.
  const together = failureOfAll(fees);
  return together !== null && isAway(together)
    ? fail(together)
    : ok(new Map(ids.map((id, at) => [id, fees[at]!])));
}
