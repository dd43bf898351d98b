import type { Bell } from '../kernel/bell.ts';
import type { AppContext } from '../platform/app-context.ts';
import { on, type Worker } from '../platform/jobs.ts';
import { notify } from './actions.ts';
import { BELLS } from './kinds.ts';

/** Consumes the event of a bell; writes to each company's bell once for all events of a batch. */
export const bellWorker = (
  ctx: AppContext,
  { event, queue, kinds, entries, resolves }: Bell,
): Worker =>
  on(event, queue, async (jobs, signal) => {
    for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
      signal.throwIfAborted();
      const reported = some
        .flatMap(({ id, data }) => entries(data, id))
        .map((entry) => ({ ...entry, level: kinds[entry.code]!.level }));
      const resolved = some.flatMap(({ data }) => resolves?.(data) ?? []);
      await notify(ctx, companyId, reported, resolved);
    }
  });

/** The queues that notifications works. */
export const workers = (ctx: AppContext): Worker[] => BELLS.map((bell) => bellWorker(ctx, bell));
