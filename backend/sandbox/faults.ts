// Faults on demand, so that a test can see how a caller bears them.

export const FAULT_KINDS = [
  /** 429; nothing is done. */
  'rate_limited',
  /** 500; nothing is done. */
  'error',
  /** No answer for `delayMs`, then a broken connection; nothing is done. */
  'timeout',
  /** It is done, but the answer breaks off. */
  'lost_answer',
  /** It is done, and answered after `delayMs`. */
  'late_answer',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** So many calls meet it. */
  count: number;
  /** Only calls with this method. */
  method?: string | undefined;
  /** Only calls whose path contains this. */
  path?: string | undefined;
  /** Milliseconds; 15 seconds where not given. */
  delayMs?: number | undefined;
  /** Seconds for the header Retry-After of a 429; none where not given. */
  retryAfter?: number | undefined;
}

export interface Faults {
  add(fault: Fault): void;
  /** Forgets all faults, and lets go of the calls that are held back. */
  clear(): void;
  /** Holds a call back. */
  hold(ms: number): Promise<void>;
  /** The fault that this call meets, counted down; null: none. */
  take(method: string, path: string): Fault | null;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  const held = new Map<ReturnType<typeof setTimeout>, () => void>();
  return {
    add: (fault) => {
      faults.push({ ...fault });
    },
    clear() {
      faults = [];
      for (const [timer, letGo] of held) {
        clearTimeout(timer);
        letGo();
      }
      held.clear();
    },
    hold: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          held.delete(timer);
          resolve();
        }, ms);
        held.set(timer, resolve);
      }),
    take(method, path) {
      const met = faults.find(
        (one) =>
          (one.method === undefined || one.method.toUpperCase() === method) &&
          (one.path === undefined || path.includes(one.path)),
      );
      if (!met) return null;
      met.count--;
      faults = faults.filter((one) => one.count > 0);
      return met;
    },
  };
}

/** An answer that breaks off before its end: the caller cannot know what became of his call. */
export function brokenAnswer(): Response {
  const beginning = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.close();
    },
  });
  return new Response(beginning, {
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  });
}
