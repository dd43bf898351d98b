import { priceOf } from '../../../kernel/lenient.ts';
import { type Minor, toAmount } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  IncomingAnswer,
  PushOutcome,
} from '../../marketplace.ts';
import {
  bearer,
  ChangedItem,
  decode,
  inPath,
  Prices,
  readError,
  refine,
  SalePrice,
} from './wire.ts';

/**
 * How a refused price ends, by Mercado Livre's code; a code that is not here ends as its HTTP status says.
 * `shortly`: the marketplace's own trouble, worth another attempt soon; `renew`: the token is refused.
 */
const REFUSALS: Record<string, 'for_good' | 'shortly' | 'renew'> = {
  /** The price belongs to an automation or a promotion of the marketplace. */
  'item.price.not_modifiable': 'for_good',
  /** Below what the category allows. */
  'item.price.invalid': 'for_good',
  /** The item was removed. */
  'item.price.not_found': 'for_good',
  'item.price.invalidinput': 'shortly',
  'item.price.unauthorized': 'shortly',
  validation_error: 'for_good',
  field_not_updatable: 'for_good',
  invalid_status_for_action: 'for_good',
  forbidden_error: 'for_good',
  unauthorized_request_error: 'renew',
};

/** Seconds after which a refusal that passes is worth another attempt. */
const SHORTLY_MS = 30_000;

const read = (
  fetcher: Fetcher,
  session: AccountSession,
  path: string,
  query: Record<string, string> = {},
) =>
  fetcher({
    method: 'GET',
    operation: 'getPrice',
    path,
    query,
    headers: bearer(session.accessToken),
    pace: session.sellerId,
    signal: session.signal,
  });

/** Buyers on the marketplace: a listing may have another price in each channel. */
const CHANNEL = 'channel_marketplace';

/** A price of the list that is for everyone on the marketplace, from the first unit on. */
const isPlain = ({ type, conditions }: Prices['prices'][number]): boolean =>
  type === 'standard' &&
  (conditions?.context_restrictions ?? []).every((one) => one === CHANNEL) &&
  (conditions?.min_purchase_unit ?? 1) <= 1;

/** The plain price of the list; the marketplace channel's own price has priority over that of all channels. */
async function getStandardPrice(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<Minor, CallFailure>> {
  const answer = decode(
    await read(fetcher, session, `/items/${inPath(id)}/prices`),
    Prices,
    'the prices',
  );
  if (!answer.ok) return answer;
  const plain = answer.value.prices.filter(isPlain);
  const standard =
    plain.find(({ conditions }) => conditions?.context_restrictions.includes(CHANNEL)) ?? plain[0];
  const price = priceOf(standard?.amount ?? null);
  return price === null ? fail(unreadable('the prices')) : ok(price);
}

/**
 * The price that buyers on the marketplace see now, promotions included.
 * @see https://developers.mercadolivre.com.br/pt_br/api-de-precos
 */
export async function getPrice(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<Minor, CallFailure>> {
  const answer = decode(
    await read(fetcher, session, `/items/${inPath(id)}/sale_price`, {
      context: CHANNEL,
    }),
    SalePrice,
    'the sale price',
  );
  const price = answer.ok ? priceOf(answer.value.amount) : null;
  if (price !== null) return ok(price);
  const isReported =
    !answer.ok && answer.error.kind !== 'not_found' && answer.error.kind !== 'invalid';
  return isReported ? answer : getStandardPrice(fetcher, session, id);
}

/** The outcome of a push that was refused. */
function toOutcome(failure: CallFailure, body: unknown): PushOutcome {
  const { codes, message } = readError(body);
  const known = codes.find((code) => Object.hasOwn(REFUSALS, code) && code !== 'validation_error');
  const refined = refine(failure, body);
  const code = known ?? refined.code;
  const words = message ?? refined.message;
  const verdict = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (verdict === 'shortly')
    return {
      kind: 'failed',
      failure: { kind: 'unavailable', code, message: words, retryAfterMs: SHORTLY_MS },
    };
  if (verdict === 'renew')
    return { kind: 'failed', failure: { ...refined, kind: 'unauthorized', code } };
  if (verdict === 'for_good') return { kind: 'rejected', code, message: words };
  switch (refined.kind) {
    case 'rate_limited':
    case 'unavailable':
    case 'unauthorized':
      return { kind: 'failed', failure: refined };
    default:
      return { kind: 'rejected', code, message: words };
  }
}

/** Another caller changes the item at this moment (409), or it is locked (423): soon over. */
const isBusy = (status: number) => status === 409 || status === 423;

/**
 * Sets the price of an item.
 *
 * A 2xx alone proves nothing: an item under the marketplace's own automation may answer 200 and keep its price.
 * So the answer is read, and wherever it leaves a doubt (no price, another one, a warning, a promotion) the price
 * that buyers see is read back and decides. One that cannot be read back counts as `accepted`, not as set.
 * @see https://developers.mercadolivre.com.br/pt_br/automatizacoes-de-precos
 */
export async function setPrice(
  fetcher: Fetcher,
  session: AccountSession,
  push: { skuMarketplace: string; price: Minor; operationKey: string },
): Promise<PushOutcome> {
  const answer = await fetcher({
    method: 'PUT',
    operation: 'putItem',
    path: `/items/${inPath(push.skuMarketplace)}`,
    // Setting the same price again changes nothing; the key lets both sides' records be matched.
    headers: { ...bearer(session.accessToken), 'x-idempotency-key': push.operationKey },
    json: { price: toAmount(push.price) },
    pace: session.sellerId,
    signal: session.signal,
  });
  if (!answer.ok) {
    // An answer that is too large, or a redirect, came after the price was sent: its outcome is unknown.
    return answer.error.code === 'address_refused'
      ? { kind: 'rejected', code: answer.error.code, message: answer.error.message }
      : { kind: 'failed', failure: { ...answer.error, kind: sentKind(answer.error.kind) } };
  }
  const { status, failure, body } = answer.value;
  if (failure !== null) {
    if (!isBusy(status)) return toOutcome(failure, body);
    return { kind: 'failed', failure: { ...refine(failure, body), kind: 'unavailable' } };
  }
  return settle(fetcher, session, push, answer.value);
}

const sentKind = (kind: CallFailure['kind']) => (kind === 'invalid' ? 'unavailable' : kind);

/** Decides the outcome of an accepted price by the answer. */
async function settle(
  fetcher: Fetcher,
  session: AccountSession,
  push: { skuMarketplace: string; price: Minor },
  answer: IncomingAnswer,
): Promise<PushOutcome> {
  const changed = ChangedItem.safeParse(answer.body).data ?? NOTHING_REPORTED;
  const answered = priceOf(changed.price);
  const warning = changed.warnings[0] ?? null;
  const isPlain = warning === null && changed.original_price === null;
  if (answered === push.price && isPlain) return { kind: 'confirmed', price: push.price };

  const seen = await getPrice(fetcher, session, push.skuMarketplace);
  if (!seen.ok) return { kind: 'accepted' };
  if (seen.value === push.price) return { kind: 'confirmed', price: push.price };
  // No contradiction, except that buyers do not see the price yet: a later read shows the outcome.
  if (warning === null && (answered === null || answered === push.price))
    return { kind: 'accepted' };
  return {
    kind: 'ignored',
    price: seen.value,
    code: warning?.code ?? 'price_unchanged',
    message: warning?.message ?? 'The marketplace answered without setting the price',
  };
}

const NOTHING_REPORTED: ChangedItem = { price: null, original_price: null, warnings: [] };
