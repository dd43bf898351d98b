/** The name of a country in a language; an unknown code stays as it is. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
