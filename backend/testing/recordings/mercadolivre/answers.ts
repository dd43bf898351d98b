// Whether recorded answers of Mercado Livre contain enough for the product to decode them. Documentation shows excerpts,
// and combines samples from several answers.
import { CurrencyCode } from '../../../kernel/money.ts';
import { type Exchange, has, type RecordedRequest, recordOf } from '../exchange.ts';

type Query = RecordedRequest['query'];

/** What was answered, as far as it is JSON. */
export const answerOf = ({ text, isWhole }: Exchange): unknown =>
  isWhole && text !== '' ? JSON.parse(text) : undefined;

/** The id of what was answered. */
export const idOf = (value: unknown): string | null => {
  const { id } = recordOf(value);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
};

/** One of the answers that are together is good and whole. */
export const holds = (isSufficient: (answer: unknown) => boolean) => (answer: unknown) =>
  Object.values(recordOf(answer)).some((entry) => {
    const { code, body } = recordOf(entry);
    return Number(code) === 200 && isSufficient(body);
  });

/** The answer is a whole item. */
export const isItem = (answer: unknown) => {
  const { id, price, currency_id } = recordOf(answer);
  const isNamed = typeof id === 'string' && /^[A-Z]{3}\d+$/.test(id);
  return isNamed && Number(price) > 0 && CurrencyCode.safeParse(currency_id).success;
};

/** The answer names a seller. */
export const isSeller = has('id', 'nickname');

/** The answer contains the standard price of a list of prices: the one that holds for every buyer. */
export const isStandardPrice = (answer: unknown) => {
  const { prices } = recordOf(answer);
  const isPlain = (one: unknown) => {
    const { type, conditions } = recordOf(one);
    const where = recordOf(conditions).context_restrictions;
    const isHere = !Array.isArray(where) || where.every((place) => place === 'channel_marketplace');
    return type === 'standard' && isHere && has('amount')(one);
  };
  return Array.isArray(prices) && prices.some(isPlain);
};

/** What an answer about fees holds: one entry, or a list of them. */
export const feesIn = (answer: unknown) =>
  (Array.isArray(answer) ? answer : [answer]).map(recordOf);

/** The answer contains the fee of a listing type, of the requested one if there is one. */
export const isFee = (answer: unknown, { listing_type_id: listingType }: Query) =>
  feesIn(answer)
    .filter(has('listing_type_id', 'sale_fee_details'))
    .some(({ listing_type_id: reported }) => listingType === undefined || reported === listingType);
