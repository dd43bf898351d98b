import { isUnreachable } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { explain } from './errors.ts';
import { createStops, type Stops } from './stops.ts';

/** The exit code that tells `start.mjs` that another try would end the same way. */
const FINAL = 78;
/** Ctrl-C may reach us twice at a stroke: a second signal within this is the same one, in milliseconds. */
const ECHO = 700;

/** How this process comes to its end. */
export interface Exit {
  readonly stops: Stops;
  /** Until then faults are printed on the terminal only. */
  logTo(log: Log): void;
  /** Resolves with the first that the parent writes on the lifeline. */
  readonly written: Promise<void>;
  /** Ends in good order after a start that failed. */
  fail(error: unknown): Promise<never>;
  /** Ends at once, because what the product stands on has gone and nothing could be put in order any more. */
  collapse(error: unknown): void;
}

/**
 * Ends the process in good order at SIGINT, SIGTERM and SIGHUP, and when the lifeline ends; a second signal ends it at
 * once. What nobody caught is a bug: it is logged, and the process ends to be started afresh. A database that goes away
 * is none.
 * @param hasLifeline standard input stays open as long as the parent lives
 */
export function createExit(hasLifeline: boolean): Exit {
  let log: Log | null = null;
  let stoppingSince: number | null = null;
  const stops = createStops((message, error, fields) => log?.error(message, error, fields));

  async function stop(code: number): Promise<never> {
    stoppingSince ??= performance.now();
    await stops.run();
    Deno.exit(code);
  }

  function asked() {
    if (stoppingSince === null) void stop(0);
    else if (performance.now() - stoppingSince > ECHO) Deno.exit(130);
  }

  /** Prints why, and returns the exit code. */
  function report(error: unknown): number {
    const { text, isFinal, isExpected } = explain(error);
    if (isExpected || log === null) console.error(text);
    else log.error(text, error);
    return isFinal ? FINAL : 1;
  }

  async function fail(error: unknown): Promise<never> {
    // A stop that is under way makes things fail, and goes on.
    if (stoppingSince !== null) return await new Promise(() => undefined);
    return await stop(report(error));
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    Deno.addSignalListener(signal, asked);
  }
  globalThis.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    // postgres.js asks each new connection for its types and takes no failure of that: what waits for the connection
    // is told, or asks again.
    if (log !== null && isUnreachable(event.reason)) {
      log.warn('Database connection lost while it was opened', { reason: event.reason });
    } else void fail(event.reason);
  });
  const written = Promise.withResolvers<void>();
  if (hasLifeline) void readToEnd(Deno.stdin.readable, written.resolve).then(asked);

  return {
    stops,
    written: written.promise,
    logTo: (to) => {
      log = to;
    },
    fail,
    collapse(error) {
      if (stoppingSince === null) Deno.exit(report(error));
    },
  };
}

async function readToEnd(stream: ReadableStream<Uint8Array>, onChunk: () => void): Promise<void> {
  for await (const _ of stream) onChunk();
}
