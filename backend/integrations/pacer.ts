/** Limits how many calls of each account run at once in this process. */
export interface Pacer {
  /** Waits for a free place; the returned function gives it back. */
  enter(account: string): Promise<() => void>;
}

interface Share {
  inside: number;
  waiting: (() => void)[];
}

/** @param atOnce calls of one account that may be under way together */
export function createPacer(atOnce: number): Pacer {
  const shares = new Map<string, Share>();

  return {
    async enter(account) {
      const share = shares.get(account) ?? { inside: 0, waiting: [] };
      shares.set(account, share);
      if (share.inside < atOnce) share.inside++;
      // The leaving call hands its place over, so that no later call can take it.
      else await new Promise<void>((admit) => share.waiting.push(admit));
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const next = share.waiting.shift();
        if (next) return next();
        share.inside--;
        if (share.inside === 0) shares.delete(account);
      };
    },
  };
}
