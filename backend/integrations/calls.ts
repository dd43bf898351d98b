// What every call to a marketplace shares: what opens an account, how a seller gives it, how a call fails.

/** What opens an account at the marketplace. Sealed by the vault at rest, never logged. */
export interface Credentials {
  accessToken: string;
  refreshToken: string;
  /** Instant at which the access token ends, as the marketplace reported it. */
  expiresAt: Date;
  /** Instant at which the refresh token ends if it is not used before; null: it has no end; absent: not reported. */
  refreshEndsAt?: Date | null;
  /**
   * Instant at which the seller's authorization ends, whatever is renewed until then; null: it has no end; absent: not
   * reported, and what an earlier answer reported is kept.
   */
  authorizationEndsAt?: Date | null;
}

/** How a call failed, in the words that the callers act on. */
export interface CallFailure {
  kind:
    | 'rate_limited' // wait retryAfterMs, then again
    | 'unavailable' // no answer, a time-out, a 5xx: try again later
    | 'unauthorized' // the token is refused: renew it, then again
    | 'not_found'
    | 'forbidden'
    | 'invalid'; // the marketplace understood and refused, or answered what cannot be understood
  /** The marketplace's own code, else its HTTP status as text. */
  code: string;
  /** The marketplace's own words. */
  message: string;
  retryAfterMs: number | null;
}

/** Days as YYYY-MM-DD, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** What a marketplace hands out when a seller lets the product in. */
export interface Grant {
  code: string;
  /** What came back beside the code, by those names that the manifest declares (`returns.params`). */
  params: Readonly<Record<string, string>>;
  /** Where the account is to sell, as the person chose; absent: where accounts sell that name no country. */
  countryCode?: string;
  /** What the challenge was made of that the seller was sent with (RFC 7636); absent: sent without one. */
  codeVerifier?: string;
}

/** What a seller is sent to the marketplace with, to let the product in. */
export interface ConsentAsked {
  /** Comes back with the seller as it went. */
  state: string;
  /** The SHA-256 of what `Grant.codeVerifier` will show, as base64url: for marketplaces that ask for it. */
  codeChallenge: string;
  /** Where the account sells: one of `Consent.countries`. */
  countryCode: string;
}

/** How a seller lets the product in. */
export interface Consent {
  /** Where accounts may sell, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The address of the marketplace's page on which the seller agrees. @throws RangeError for another country */
  pageOf(asked: ConsentAsked): string;
}
