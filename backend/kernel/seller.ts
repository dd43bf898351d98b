// The key of an account: its seller's id at the marketplace, which no other account of the marketplace has. Where one seller
// has accounts in several countries, all but the first add the country.

const MARK = '@';

/** The key of a seller's further account in another country. */
export const accountIn = (sellerId: string, countryCode: string): string =>
  `${sellerId}${MARK}${countryCode}`;

/** The seller whose account it is, as offers name him. */
export const sellerOf = (account: string): string => account.split(MARK, 1)[0] ?? account;

/** The country of a seller's further account; null: it is the first account. */
export const countryOf = (account: string): string | null => account.split(MARK, 2)[1] ?? null;
