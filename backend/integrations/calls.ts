// What every call to a marketplace shares: credentials, consent, and the kinds of failure.

/** The credentials of an account at the marketplace. Sealed by the vault at rest, never logged. */
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
  /** The permissions of the access token, by the marketplace's names; absent: not reported. */
  scopes?: readonly string[];
}

/** How a call failed, in the kinds that callers act on. */
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

/** What a marketplace returns when a seller has authorized the product. */
export interface Grant {
  code: string;
  /** The parameters that came back beside the code, by the names that the manifest declares (`returns.params`). */
  params: Readonly<Record<string, string>>;
  /** The country that the person chose; absent: that of accounts that name none. */
  countryCode?: string;
  /** The verifier of the challenge that the seller was sent with (RFC 7636); absent: sent without one. */
  codeVerifier?: string;
}

/** The parameters with which a seller is sent to the marketplace to authorize the product. */
export interface ConsentRequest {
  /** Comes back with the seller as it went. */
  state: string;
  /** The SHA-256 of what `Grant.codeVerifier` will show, as base64url: for marketplaces that ask for it. */
  codeChallenge: string;
  /** Where the account sells: one of `Consent.countries`. */
  countryCode: string;
}

/** How a seller authorizes the product. */
export interface Consent {
  /** Where accounts may sell, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The address of the marketplace's page on which the seller agrees. @throws RangeError for another country */
  pageOf(request: ConsentRequest): string;
}
