// Time may pass between the record of a call and the call itself: credentials are renewed, rate limits delay it.

import type { AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import { isStopped } from './stop-switch-store.ts';

/** A reading of the switch is valid for so long. */
const FRESH_MS = 1_000;
/** How often the switch is polled while a call is open, which may still wait for its turn. */
const CHECK_EVERY_MS = 500;

/** Polls a company's stop switch while calls of it are open. */
export interface SwitchWatch {
  /** Aborts once the switch is found thrown, or cannot be read. */
  signal: AbortSignal;
  /** Whether a call may leave at this moment: the switch was clear no longer than a second ago. */
  isClear(): Promise<boolean>;
  /** Stops polling; a running poll, which an unresponsive database may block for ever, is not awaited. */
  end(): void;
}

/** @param readAt when the switch was last read and found clear */
export function watchSwitch(ctx: AppContext, companyId: number, readAt: Date): SwitchWatch {
  const stopped = new AbortController();
  const aborted = new Promise<void>((report) =>
    stopped.signal.addEventListener('abort', () => report(), { once: true }),
  );
  let clearAt = readAt;

  async function check(): Promise<void> {
    const startedAt = ctx.clock();
    try {
      const thrown = await within(ctx.db, { company: companyId }, (trx) =>
        isStopped(trx, companyId),
      );
      if (thrown) stopped.abort(new Error('the company stopped all price changes'));
      else clearAt = startedAt;
    } catch (error) {
      ctx.log.warn('The stop switch cannot be read, which counts as stopped', {
        companyId,
        reason: error,
      });
      stopped.abort(error);
    }
  }

  let requestedAt: Date | null = null;
  const timer = setInterval(() => {
    if (stopped.signal.aborted) return;
    if (requestedAt === null) {
      requestedAt = ctx.clock();
      void check().finally(() => {
        requestedAt = null;
      });
    } else if (ctx.clock().getTime() - requestedAt.getTime() > FRESH_MS) {
      stopped.abort(new Error('the stop switch cannot be read'));
    }
  }, CHECK_EVERY_MS);

  return {
    signal: stopped.signal,
    async isClear() {
      const { signal } = stopped;
      const isFresh = ctx.clock().getTime() - clearAt.getTime() <= FRESH_MS;
      // A database that does not answer must not hold the call forever.
      if (!isFresh && !signal.aborted) await Promise.race([check(), aborted]);
      return !signal.aborted;
    },
    end: () => clearInterval(timer),
  };
}
