/** Holds the calls of each account to a share: so many at once, and none while the account rests. */
export interface Pacer {
  /** Milliseconds for which the account still rests; 0: it may call. */
  restOf(account: string): number;
  /** Lets the account rest; a longer rest under way stays. */
  rest(account: string, ms: number): void;
  /** Waits for a free place; the returned function gives it back. */
  enter(account: string): Promise<() => void>;
}

interface Share {
  inside: number;
  waiting: (() => void)[];
  restsUntil: number;
}

/**
 * One process's pacing. What several processes together may ask of an account is not held here: the
 * marketplace's own answer (429, Retry-After) is what each of them obeys.
 */
export function createPacer(atOnce: number, now: () => number): Pacer {
  const shares = new Map<string, Share>();

  const shareOf = (account: string): Share => {
    const share = shares.get(account) ?? { inside: 0, waiting: [], restsUntil: 0 };
    shares.set(account, share);
    return share;
  };

  return {
    restOf: (account) => Math.max(0, (shares.get(account)?.restsUntil ?? 0) - now()),

    rest(account, ms) {
      const share = shareOf(account);
      share.restsUntil = Math.max(share.restsUntil, now() + ms);
    },

    async enter(account) {
      const share = shareOf(account);
      if (share.inside < atOnce) share.inside++;
      // The place is handed over by whoever leaves, so nobody who comes meanwhile can take it.
      else await new Promise<void>((admit) => share.waiting.push(admit));
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const next = share.waiting.shift();
        if (next) return next();
        share.inside--;
        if (share.inside === 0 && share.restsUntil <= now()) shares.delete(account);
      };
    },
  };
}
