// The codes that sellers hand out who agreed in the browser: each works once, for some minutes, for who asked for it.
import { createHash } from 'node:crypto';

/** What a code is good for. */
export interface Agreed {
  /** By the marketplace's own id. */
  sellerId: string;
  redirectUri: string;
  /** Of the verifier that has to be shown (RFC 7636, S256); null: none was asked for. */
  challenge: string | null;
}

/** What is shown beside a code. */
export interface Shown {
  /** Null: this marketplace does not ask for it again. */
  redirectUri: string | undefined | null;
  verifier: string | undefined;
}

export interface Codes {
  issue(code: string, agreed: Agreed): void;
  /** Whose it is; null: it is made up, used, too old, or somebody else's. */
  take(code: string, shown: Shown): string | null;
}

const MOST_CODES = 1_000;

/** They are forgotten with the process: they live for minutes. */
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
