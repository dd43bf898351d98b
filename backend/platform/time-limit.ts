/** A signal for one piece of work. */
export interface TimeLimit {
  /** Aborts when the time is up, or with the outer signal. */
  signal: AbortSignal;
  /** Whether the time was up first. */
  isLate(): boolean;
  /** Ends the limit; always to be called when the work is over. */
  release(): void;
}

/**
 * Limits work in time. `AbortSignal.any` over `AbortSignal.timeout` does the same, but its signals stay allocated until the
 * timeout, however soon the work ends: with calls of milliseconds, thousands remain.
 * @param outer aborts the work too
 */
export function timeLimit(ms: number, outer?: AbortSignal): TimeLimit {
  const limit = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    if (limit.signal.aborted) return;
    isLate = true;
    limit.abort(new DOMException(`Not done within ${ms} ms`, 'TimeoutError'));
  }, ms);
  const stop = () => limit.abort(outer?.reason);
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: limit.signal,
    isLate: () => isLate,
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
