// By what an account is known: its seller's id at the marketplace, which no other account of the marketplace has. Where one
// seller has an account in each of several countries, all but the first add the country.

const MARK = '@';

/** By what the account of a seller in a country is known beside the seller's first one. */
export const accountIn = (sellerId: string, countryCode: string): string =>
  `${sellerId}${MARK}${countryCode}`;

/** The seller whose account it is, as offers name him. */
export const sellerOf = (account: string): string => account.split(MARK, 1)[0] ?? account;

/** The country in which an account sells beside the seller's first one; null: it is the first. */
export const countryOf = (account: string): string | null => account.split(MARK, 2)[1] ?? null;
