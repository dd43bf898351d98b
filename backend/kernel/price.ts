// Prices as people write them: what a field and a spreadsheet understand is the same. Pure.
import { isWrittenWithDollar } from './currency.ts';
import { MAX_AMOUNT } from './money.ts';

/** Why a text is no price. */
export type PriceFault = 'not_a_number' | 'not_negative' | 'two_decimals' | 'too_large';

export type ParsedPrice =
  | { kind: 'empty' }
  /** A decimal amount with two places at most. */
  | { kind: 'price'; amount: number }
  /** '1.299' may be a thousand or one: both readings, and no guess. */
  | { kind: 'ambiguous'; readings: readonly [thousands: number, decimals: number] }
  /** The sign or code of the amount is that of another currency than the expected one. */
  | { kind: 'another_currency' }
  | { kind: 'invalid'; fault: PriceFault };

const invalid = (fault: PriceFault): ParsedPrice => ({ kind: 'invalid', fault });

const CURRENCY = '(?:R\\$|US\\$|MX\\$|CA\\$|C\\$|\\$|[A-Z]{3})';
const SHAPE = new RegExp(`^(?:${CURRENCY})?(-?)([\\d.,]+)(?:${CURRENCY})?$`, 'i');
const BESIDE = new RegExp(`^${CURRENCY}|${CURRENCY}$`, 'gi');

/** The currencies of a sign; a code is its own sign, and '$' matches every currency that its country writes so. */
const MEANT: Readonly<Record<string, string>> = {
  R$: 'BRL',
  US$: 'USD',
  MX$: 'MXN',
  CA$: 'CAD',
  C$: 'CAD',
};

/** An amount as it is written, without the sign or the code of its currency. */
export const withoutCurrency = (text: string): string => text.trim().replaceAll(BESIDE, '').trim();

const denseOf = (text: string): string => text.replaceAll(/\s/g, '');

/** Whether a written amount may be of a currency (ISO 4217): it has no sign of another. */
export const mayBeIn = (text: string, currency: string): boolean =>
  (denseOf(text).toUpperCase().match(BESIDE) ?? []).every((sign) =>
    sign === '$' ? isWrittenWithDollar(currency) : (MEANT[sign] ?? sign) === currency,
  );

const GROUPED = { '.': /^[1-9]\d{0,2}(\.\d{3})+$/, ',': /^[1-9]\d{0,2}(,\d{3})+$/ } as const;
type Separator = keyof typeof GROUPED;

function amountOf(whole: string, places: string): ParsedPrice {
  if (places.length > 2) return invalid('two_decimals');
  const amount = Number(`${whole === '' ? '0' : whole}.${places === '' ? '0' : places}`);
  return amount > MAX_AMOUNT ? invalid('too_large') : { kind: 'price', amount };
}

/** One separator in all: with one or two digits behind it, it is the decimal one. */
function withOne(digits: string, separator: Separator): ParsedPrice {
  const [whole = '', places = ''] = digits.split(separator);
  if (GROUPED[separator].test(digits)) {
    return { kind: 'ambiguous', readings: [Number(whole + places), Number(`${whole}.${places}`)] };
  }
  return amountOf(whole, places);
}

/** One kind of separator, more than once: it can only group. */
function withGroups(digits: string, separator: Separator): ParsedPrice {
  return GROUPED[separator].test(digits)
    ? amountOf(digits.replaceAll(separator, ''), '')
    : invalid('not_a_number');
}

/** Both signs: the last one is the decimal sign, the other groups digits. */
function withBoth(digits: string): ParsedPrice {
  const decimal: Separator = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const group: Separator = decimal === '.' ? ',' : '.';
  const [whole = '', places = '', ...more] = digits.split(decimal);
  if (more.length > 0 || !GROUPED[group].test(whole)) return invalid('not_a_number');
  return amountOf(whole.replaceAll(group, ''), places);
}

/**
 * Parses a price in the formats of all markets, independent of the page's language: 'R$ 1.299,90', '1,299.90', '19.9' and
 * '19,90' have one meaning each; '1.299' has two and is refused with both.
 * @param currency the required currency (ISO 4217); without it, any currency is accepted
 */
export function parsePrice(text: string, currency?: string): ParsedPrice {
  const dense = denseOf(text);
  if (dense === '') return { kind: 'empty' };
  const [, minus, digits] = SHAPE.exec(dense) ?? [];
  if (digits === undefined || !/\d/.test(digits)) return invalid('not_a_number');
  if (currency !== undefined && !mayBeIn(dense, currency)) return { kind: 'another_currency' };
  if (minus === '-') return invalid('not_negative');
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots === 0 && commas === 0) return amountOf(digits, '');
  if (dots > 0 && commas > 0) return withBoth(digits);
  const separator: Separator = dots > 0 ? '.' : ',';
  return dots + commas === 1 ? withOne(digits, separator) : withGroups(digits, separator);
}
