// Whether Mercado Livre still answers the call that lists the sellers of a product, which it has announced to close.
// A product without sellers is answered by a 404 too: only many different products tell that nobody is answered any more.

/** How the call answered for a product in whose competition the listing takes part. `refused`: by a 403 or a 410. */
export type OffersAnswer = 'answered' | 'refused' | 'empty';

/** So many different products without one answer in between tell that the call is closed. */
export const CLOSED_AFTER = 20;
const WITHIN_MS = 3_600_000;
/** While it is closed it is tried again so often, by one product. */
export const PROBE_MS = 15 * 60_000;

export interface OffersCall {
  /** Whether to make the call: always, and while it is closed now and then. */
  mayAsk(now: Date): boolean;
  heard(productId: string, answer: OffersAnswer, now: Date): void;
  isClosed(): boolean;
}

/** Keeps count for one process: each finds out for itself, at the cost of few calls. */
export function createOffersCall(): OffersCall {
  const unanswered = new Map<string, number>();
  let closed = false;
  let triedAt = 0;
  return {
    mayAsk(now) {
      if (!closed) return true;
      if (now.getTime() - triedAt < PROBE_MS) return false;
      triedAt = now.getTime();
      return true;
    },
    heard(productId, answer, now) {
      if (answer === 'answered') {
        unanswered.clear();
        closed = false;
        return;
      }
      const at = now.getTime();
      unanswered.delete(productId);
      unanswered.set(productId, at);
      for (const [id, heardAt] of unanswered) {
        if (at - heardAt <= WITHIN_MS && unanswered.size <= CLOSED_AFTER) break;
        unanswered.delete(id);
      }
      if (closed || unanswered.size < CLOSED_AFTER) return;
      closed = true;
      triedAt = at;
    },
    isClosed: () => closed,
  };
}
