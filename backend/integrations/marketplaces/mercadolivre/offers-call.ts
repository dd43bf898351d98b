// Whether Mercado Livre still answers the call that lists the sellers of a product, which it has announced to close.
// A product without sellers is a 404 too: only many different products show that the call is closed.

/** The answer for a product in whose competition the listing takes part. `refused`: a 403 or a 410. */
export type OffersAnswer = 'answered' | 'refused' | 'empty';

/** The call counts as closed after so many different products without one answer in between. */
export const CLOSED_AFTER = 20;
const WITHIN_MS = 3_600_000;
/** How often a closed call is tried again, with one product. */
export const PROBE_MS = 15 * 60_000;

export interface OffersCall {
  /** Whether to make the call: always while it is open, now and then while it is closed. */
  mayCall(now: Date): boolean;
  record(productId: string, answer: OffersAnswer, now: Date): void;
  isClosed(): boolean;
}

/** Keeps count for one process: each finds out for itself, at the cost of few calls. */
export function createOffersCall(): OffersCall {
  const unanswered = new Map<string, number>();
  let closed = false;
  let triedAt = 0;
  return {
    mayCall(now) {
      if (!closed) return true;
      if (now.getTime() - triedAt < PROBE_MS) return false;
      triedAt = now.getTime();
      return true;
    },
    record(productId, answer, now) {
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
