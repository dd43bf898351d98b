// Faults on demand, so that a test can check how a caller handles them.
import type { Shop } from './world.ts';

export const FAULT_KINDS = [
  /** 429; nothing is done. */
  'rate_limited',
  /** 500; nothing is done. */
  'error',
  /** 503; nothing is done. */
  'unavailable',
  /** No answer for `delayMs`, then a broken connection; nothing is done. */
  'timeout',
  /** It is done, but the answer breaks off. */
  'lost_answer',
  /** It is done, and answered after `delayMs`. */
  'late_answer',
  /** A refresh token or code is refused as invalid; only for tokens. */
  'token_refused',
  /** One entry of a batch fails, the others are answered; only for batches of Amazon. */
  'item_error',
  /** 423, nothing is done; only Magalu answers it. */
  'locked',
  /** 303, nothing is done; only Magalu answers it. */
  'moved',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** The number of affected calls; by default one, with a rate unlimited. */
  count?: number | undefined;
  /** The share of matching calls that get it, from 0 to 1; by default all. Drawn from the seed. */
  rate?: number | undefined;
  /** Only calls to this marketplace. */
  marketplace?: Shop | undefined;
  /** Only calls of this operation, by the marketplace's own name for it. */
  operation?: string | undefined;
  /** Only calls with this method. */
  method?: string | undefined;
  /** Only calls whose path contains this. */
  path?: string | undefined;
  /** Milliseconds; by default 15 seconds. */
  delayMs?: number | undefined;
  /** Seconds of the header Retry-After of a 429 or 503; by default none. */
  retryAfter?: number | undefined;
}

/** The properties of a call that select a fault. */
export interface FaultyCall {
  marketplace: Shop;
  /** Null: an operation without a name. */
  operation: string | null;
  method: string;
  path: string;
}

export interface Faults {
  add(fault: Fault): void;
  /** Removes all faults, and releases the delayed calls. */
  clear(): void;
  /** Holds a call back. */
  hold(ms: number): Promise<void>;
  /** The fault of this call, counted down; null: none. */
  take(call: FaultyCall): Fault | null;
  /** Whether the next element of this batch fails. */
  takeItem(call: FaultyCall): boolean;
}

/** The token operation, on every marketplace. */
export const TOKEN_OPERATION = 'token';

/** Whether a fault is Magalu's own: its wire server answers it. */
export const isMagalus = (kind: FaultKind) => kind === 'locked' || kind === 'moved';

const fits = (fault: Fault, call: FaultyCall) =>
  (fault.marketplace === undefined || fault.marketplace === call.marketplace) &&
  (fault.operation === undefined || fault.operation === call.operation) &&
  (fault.method === undefined || fault.method.toUpperCase() === call.method) &&
  (fault.path === undefined || call.path.includes(fault.path)) &&
  (fault.kind !== 'token_refused' || call.operation === TOKEN_OPERATION) &&
  (!isMagalus(fault.kind) || call.marketplace === 'magalu');

/** `random` returns numbers from 0 to 1: with the same ones, the same calls get the same faults. */
export function createFaults(random: () => number): Faults {
  let faults: { fault: Fault; left: number }[] = [];
  const held = new Map<ReturnType<typeof setTimeout>, () => void>();

  function meet(call: FaultyCall, isItem: boolean): Fault | null {
    const met = faults.find(
      ({ fault }) =>
        (fault.kind === 'item_error') === isItem &&
        fits(fault, call) &&
        (fault.rate === undefined || random() < fault.rate),
    );
    if (!met) return null;
    met.left--;
    faults = faults.filter((one) => one.left > 0);
    return met.fault;
  }

  return {
    add(fault) {
      const left = fault.count ?? (fault.rate === undefined ? 1 : Infinity);
      faults.push({ fault: { ...fault }, left });
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
    take: (call) => meet(call, false),
    takeItem: (call) => meet(call, true) !== null,
  };
}

/** A truncated answer: the caller cannot know the outcome of the call. */
function brokenAnswer(): Response {
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

/** A marketplace's own messages of refusals. */
export interface Refusals {
  rateLimited(headers: Record<string, string>): Response;
  failed(status: 500 | 503, headers: Record<string, string>): Response;
  tokenRefused(): Response;
}

const HANG_MS = 15_000;

/** Injects a fault around its call. */
export async function suffer(
  { kind, delayMs = HANG_MS, retryAfter }: Fault,
  hold: Faults['hold'],
  refusals: Refusals,
  answer: () => Promise<Response>,
): Promise<Response> {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  switch (kind) {
    case 'rate_limited':
      return refusals.rateLimited(headers);
    case 'error':
      return refusals.failed(500, headers);
    case 'unavailable':
      return refusals.failed(503, headers);
    case 'token_refused':
      return refusals.tokenRefused();
    case 'timeout':
      await hold(delayMs);
      return brokenAnswer();
    case 'lost_answer':
      await answer();
      return brokenAnswer();
    case 'late_answer': {
      const late = await answer();
      await hold(delayMs);
      return late;
    }
    case 'item_error':
    case 'locked':
    case 'moved':
      return await answer();
  }
}
