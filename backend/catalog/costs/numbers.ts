// Numbers as people type them into spreadsheets, with a decimal point or comma, and what is wrong with them. Pure.
import { MAX_AMOUNT } from '../../kernel/money.ts';
import { withoutCurrency } from '../../kernel/price.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { CostFaultCode } from '../contract.ts';

/** The sign before a number's decimals. */
export type DecimalSign = '.' | ',';

const withoutPercent = (cell: string): string => {
  const text = cell.trim();
  return text.endsWith('%') ? text.slice(0, -1).trim() : text;
};

/** A number without what people put beside it. */
const bare = (cell: string): string => withoutCurrency(withoutPercent(cell));

const GROUPED = /^-?\d{1,3}(?:([.,])\d{3})+$/;

/** The decimal sign of a number that leaves no doubt; null: it has none, or the sign may separate thousands. */
function signOf(number: string): DecimalSign | null {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (last < 0) return null;
  const sign = number[last] as DecimalSign;
  const hasOther = number.includes(sign === '.' ? ',' : '.');
  // Twice the same sign can only separate thousands.
  if (!hasOther && number.indexOf(sign) !== last) return sign === '.' ? ',' : '.';
  if (hasOther) return sign;
  // 0.125 has decimals: a group of thousands never begins with a zero.
  return GROUPED.test(number) && !/^-?0/.test(number) ? null : sign;
}

/**
 * The decimal sign that a file uses, by the numbers in it that leave no choice; null where none does, or they differ.
 */
export function decimalSignOf(cells: Iterable<string>): DecimalSign | null {
  const seen = new Set<DecimalSign>();
  for (const cell of cells) {
    const number = bare(cell);
    const sign = /^-?[\d.,]+$/.test(number) ? signOf(number) : null;
    if (sign !== null) seen.add(sign);
  }
  const [only] = seen;
  return seen.size === 1 ? only! : null;
}

/** A typed number as a computer reads it: without thousands, with a point; null where it is no number. */
function plain(number: string, sign: DecimalSign): string | null {
  const thousands = sign === '.' ? ',' : '.';
  const [whole = '', decimals, more] = number.split(sign);
  if (more !== undefined) return null;
  const isGrouped = whole.includes(thousands);
  const parts = isGrouped ? new RegExp(`^-?\\d{1,3}(?:\\${thousands}\\d{3})+$`) : /^-?\d+$/;
  if (!parts.test(whole) || (decimals !== undefined && !/^\d+$/.test(decimals))) return null;
  const digits = whole.replaceAll(thousands, '');
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

/**
 * Reads a number that is an amount of money, or a percent.
 * @param fileSign the decimal sign that the rest of the file uses; null: not known
 */
export function readNumber(
  cell: string,
  kind: 'amount' | 'percent',
  fileSign: DecimalSign | null,
): Result<number, CostFaultCode> {
  const number = kind === 'percent' ? withoutPercent(cell) : bare(cell);
  const own = signOf(number);
  if (own === null && fileSign === null && GROUPED.test(number)) return fail('number_ambiguous');
  const text = plain(number, own ?? fileSign ?? '.');
  if (text === null) return fail('not_a_number');
  const value = Number(text);
  if (value < 0) return fail('not_negative');
  const decimals = text.split('.')[1] ?? '';
  if (/[1-9]/.test(decimals.slice(2))) return fail('two_decimals');
  if (kind === 'percent' && value > 100) return fail('over_100');
  if (value > MAX_AMOUNT) return fail('too_large');
  return ok(value);
}
