import { isUnreachable } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { explain } from './errors.ts';
import { createStops, type Stops } from './stops.ts';

/** The exit code for `start.mjs` that means that a restart would fail in the same way. */
const FINAL = 78;
/** Ctrl-C may reach us twice at a stroke: a second signal within this is the same one, in milliseconds. */
const ECHO = 700;

/** How this process ends. */
export interface Exit {
  readonly stops: Stops;
  /** Until then faults are printed on the terminal only. */
  logTo(log: Log): void;
  /** Resolves with the first that the parent writes on the lifeline. */
  readonly written: Promise<void>;
  /** Ends in good order after a start that failed. */
  fail(error: unknown): Promise<never>;
  /** Ends immediately, since the database is gone and an orderly stop is impossible. */
  collapse(error: unknown): void;
}

/**
 * Stops the process in order at SIGINT, SIGTERM and SIGHUP, and when the parent process ends; a second signal ends it
 * immediately. An uncaught error is a bug: it is logged, and the process ends to be restarted. The loss of the database is
 * not one.
 * @param hasLifeline standard input is open as long as the parent process runs
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

  function onSignal() {
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
    // Errors during a stop are expected, and the stop continues.
    if (stoppingSince !== null) return await new Promise(() => undefined);
    return await stop(report(error));
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    Deno.addSignalListener(signal, onSignal);
  }
  globalThis.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    // postgres.js reads the types on each new connection without handling a failure: the waiting statements get an error, or
    // are retried.
    if (log !== null && isUnreachable(event.reason)) {
      log.warn('Database connection lost while it was opened', { reason: event.reason });
    } else void fail(event.reason);
  });
  const written = Promise.withResolvers<void>();
  if (hasLifeline) void readToEnd(Deno.stdin.readable, written.resolve).then(onSignal);

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
