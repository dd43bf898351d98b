import { currencyStyle } from '@primazia/backend/kernel/currency';
import type { Locale } from '@primazia/backend/kernel/id';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import { type Marketplaces, marketplacesOf, useMarketplaces } from '../context/marketplaces.ts';

/**
 * The regional form of each language: plain `es` gives '1234,50 BRL', Spain puts the symbol behind, Mexico writes
 * 1,234.50. Argentina's form reads 'R$ 1.234,50'.
 */
export const REGION = {
  pt: 'pt-BR',
  en: 'en-US',
  es: 'es-AR',
} as const satisfies Record<Locale, string>;

/** Shown in place of a missing value. Zero is 0. */
export const MISSING = '—';

type Maybe<T> = T | null | undefined;

/** How numbers, times and marketplaces are written in one language. Anything missing or broken is '—'. */
export interface Format {
  /** A decimal amount with the currency's symbol, never shortened: a price is read to its last digit. */
  money(amount: Maybe<number>, currency: string): string;
  /**
   * Money with a third decimal place where it has one: to show what was typed, not to round it away. Null: in no
   * currency that is known.
   */
  exactMoney(amount: Maybe<number>, currency: string | null): string;
  /** A difference of money, with its sign. */
  signedMoney(amount: Maybe<number>, currency: string): string;
  /** A fraction (0.05) as per cent, one decimal place at most. */
  percent(fraction: Maybe<number>): string;
  /** With two decimal places where it has them: to show what was typed, not to round it away. */
  exactPercent(fraction: Maybe<number>): string;
  signedPercent(fraction: Maybe<number>): string;
  /** A difference of two fractions (0.25) in percentage points, with its sign: '+25 p.p.'. */
  signedPoints(fraction: Maybe<number>): string;
  integer(value: Maybe<number>): string;
  /** A number in a field: two places at most, and `places` (0 to 2) at least. */
  decimal(value: Maybe<number>, places: number): string;
  /** A number in a field without decimals: without grouping, since '1.299' can be read in two ways. */
  plain(value: Maybe<number>): string;
  /** Day and time, in the person's own time zone. */
  dateTime(iso: Maybe<string>): string;
  date(iso: Maybe<string>): string;
  /** '4 min ago' within a day, day and time beyond it. */
  relative(iso: Maybe<string>, now?: number): string;
  /** How long ago, in minutes, hours or days: '4 min'. */
  age(iso: Maybe<string>, now?: number): string;
  /** What people call the marketplace of a number, the same in every language. */
  marketplace(id: Maybe<number>): string;
}

const NONE = marketplacesOf([]);
const EXACT = { minimumFractionDigits: 2, maximumFractionDigits: 3 } as const;
const SIGNED = { signDisplay: 'exceptZero' } as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The largest whole unit in a span: '90 min' is an hour. */
function spanOf(ms: number): [count: number, unit: 'minute' | 'hour' | 'day'] {
  const past = Math.max(0, ms);
  if (past < HOUR) return [Math.floor(past / MINUTE), 'minute'];
  if (past < DAY) return [Math.floor(past / HOUR), 'hour'];
  return [Math.floor(past / DAY), 'day'];
}

/**
 * Formats outside of components; in them `useFormat` follows the session.
 * @param marketplaces without them, every marketplace is `MISSING`
 */
export function createFormat(locale: Locale, marketplaces: Marketplaces = NONE): Format {
  const region = REGION[locale];
  const currencies = new Map<string, Intl.NumberFormat>();

  const currencyFormat = (currency: string, more: Intl.NumberFormatOptions) => {
    const key = `${currency} ${JSON.stringify(more)}`;
    const known = currencies.get(key);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(region, {
      ...currencyStyle(currency),
      useGrouping: 'always',
      ...more,
    });
    currencies.set(key, made);
    return made;
  };
  const exactAmount = new Intl.NumberFormat(region, {
    ...EXACT,
    minimumFractionDigits: 2,
    useGrouping: 'always',
  });
  const percentFormat = (signDisplay: 'auto' | 'exceptZero') =>
    new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1, signDisplay });
  const plainPercent = percentFormat('auto');
  const typedPercent = new Intl.NumberFormat(region, {
    style: 'percent',
    maximumFractionDigits: 2,
  });
  const signedPercent = percentFormat('exceptZero');
  const points = new Intl.NumberFormat(region, { maximumFractionDigits: 1, ...SIGNED });
  const integers = new Intl.NumberFormat(region, {
    maximumFractionDigits: 0,
    useGrouping: 'always',
  });
  const decimals = [0, 1, 2].map(
    (places) =>
      new Intl.NumberFormat(region, {
        minimumFractionDigits: places,
        maximumFractionDigits: 2,
        useGrouping: 'always',
      }),
  );
  const plainNumber = new Intl.NumberFormat(region, {
    maximumFractionDigits: 3,
    useGrouping: false,
  });
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const days = new Intl.DateTimeFormat(region, day);
  const moments = new Intl.DateTimeFormat(region, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const ago = new Intl.RelativeTimeFormat(region, { style: 'short', numeric: 'auto' });
  const spans = {
    minute: new Intl.NumberFormat(region, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
    hour: new Intl.NumberFormat(region, { style: 'unit', unit: 'hour', unitDisplay: 'short' }),
    day: new Intl.NumberFormat(region, { style: 'unit', unit: 'day', unitDisplay: 'narrow' }),
  };

  const number = (value: Maybe<number>, write: (value: number) => string) =>
    value === null || value === undefined || !Number.isFinite(value) ? MISSING : write(value);
  const moment = (iso: Maybe<string>, write: (date: Date) => string) => {
    if (iso === null || iso === undefined) return MISSING;
    const date = new Date(iso);
    return Number.isNaN(date.getTime()) ? MISSING : write(date);
  };
  const dateTime = (iso: Maybe<string>) => moment(iso, (date) => moments.format(date));

  return {
    money: (amount, currency) =>
      number(amount, (value) => currencyFormat(currency, {}).format(value)),
    exactMoney: (amount, currency) =>
      number(amount, (value) =>
        (currency === null ? exactAmount : currencyFormat(currency, EXACT)).format(value),
      ),
    signedMoney: (amount, currency) =>
      number(amount, (value) => currencyFormat(currency, SIGNED).format(value)),
    percent: (fraction) => number(fraction, (value) => plainPercent.format(value)),
    exactPercent: (fraction) => number(fraction, (value) => typedPercent.format(value)),
    signedPercent: (fraction) => number(fraction, (value) => signedPercent.format(value)),
    signedPoints: (fraction) => number(fraction, (value) => `${points.format(value * 100)} p.p.`),
    integer: (value) => number(value, (one) => integers.format(one)),
    plain: (value) => number(value, (one) => plainNumber.format(one)),
    decimal: (value, places) => number(value, (one) => decimals[places]?.format(one) ?? MISSING),
    dateTime,
    // A bare day is that day everywhere: read as an instant it would be the day before, west of Greenwich.
    date: (iso) =>
      moment(
        iso !== null && iso !== undefined && iso.length === 10 ? `${iso}T00:00` : iso,
        (date) => days.format(date),
      ),
    relative: (iso, now = Date.now()) =>
      moment(iso, (date) => {
        const past = now - date.getTime();
        if (past >= DAY) return moments.format(date);
        const [count, unit] = spanOf(past);
        return count === 0 ? ago.format(0, 'second') : ago.format(-count, unit);
      }),
    age: (iso, now = Date.now()) =>
      moment(iso, (date) => {
        const [count, unit] = spanOf(now - date.getTime());
        return spans[unit].format(count);
      }),
    marketplace: (id) => marketplaces.of(id ?? 0)?.name ?? MISSING,
  };
}

const formats = new WeakMap<Marketplaces, Map<Locale, Format>>();

/** One for each language: a list has hundreds of cells that format numbers, and making one is slow. */
function formatIn(locale: Locale, marketplaces: Marketplaces): Format {
  const known = formats.get(marketplaces) ?? new Map<Locale, Format>();
  formats.set(marketplaces, known);
  const format = known.get(locale) ?? createFormat(locale, marketplaces);
  known.set(locale, format);
  return format;
}

/** How numbers, times and marketplaces are written in the person's language. */
export function useFormat(): Format {
  const { locale } = useSnapshot(useKit().session);
  return formatIn(locale, useMarketplaces());
}
