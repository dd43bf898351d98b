// Authorization codes of sellers in the browser: each is valid once, for some minutes, for its requester.
import { createHash } from 'node:crypto';

/** The subject of a code. */
export interface Agreed {
  /** By the marketplace's own id. */
  sellerId: string;
  redirectUri: string;
  /** The challenge of the required verifier (RFC 7636, S256); null: none. */
  challenge: string | null;
}

/** The parameters that are sent with a code. */
export interface Shown {
  /** Null: this marketplace does not require it again. */
  redirectUri: string | undefined | null;
  verifier: string | undefined;
}

export interface Codes {
  issue(code: string, agreed: Agreed): void;
  /** Its owner; null: it is unknown, used, expired, or another client's. */
  take(code: string, shown: Shown): string | null;
}

const MOST_CODES = 1_000;

/** Not persistent: they are valid for minutes. */
export function createCodes(lifeMs: number, now: () => number): Codes {
  const codes = new Map<string, Agreed & { endsAt: number }>();
  return {
    issue(code, agreed) {
      codes.set(code, { ...agreed, endsAt: now() + lifeMs });
      const oldest = codes.keys().next();
      if (codes.size > MOST_CODES && !oldest.done) codes.delete(oldest.value);
    },
    take(code, { redirectUri, verifier }) {
      const agreed = codes.get(code);
      codes.delete(code);
      if (agreed === undefined || agreed.endsAt <= now()) return null;
      if (redirectUri !== null && agreed.redirectUri !== redirectUri) return null;
      const { challenge, sellerId } = agreed;
      if (challenge === null) return sellerId;
      const made = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url');
      return made === challenge ? sellerId : null;
    },
  };
}
