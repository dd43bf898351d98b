// The sign of a currency beside an amount. Pure.

/** Whether a currency (ISO 4217) is written '$' at home: pesos and dollars are, reais are not. */
export const isWrittenWithDollar = (currency: string): boolean =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .some(({ type, value }) => type === 'currency' && value === '$');

/**
 * Options of Intl for amounts of a currency (ISO 4217): its short sign, or one that names the country where '$' may be
 * pesos or dollars.
 */
export const currencyStyle = (currency: string) =>
  ({
    style: 'currency',
    currency,
    currencyDisplay: isWrittenWithDollar(currency) ? 'symbol' : 'narrowSymbol',
  }) as const;
