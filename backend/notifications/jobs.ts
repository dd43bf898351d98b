import * as z from 'zod';
import { type Bell, type BellEntry, hourOf, type Resolved } from '../kernel/bell.ts';
import { Id, Instant } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { inEachCompany } from '../platform/companies.ts';
import { within } from '../platform/db.ts';
import { on, type Queue, scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { createMailer, type Mailer } from '../platform/mail.ts';
import { BELLS } from './kinds.ts';
import { MAIL, type MailJob, planMails, sendMail } from './mail.ts';
import { digest, notify, type Reported, recount } from './notify.ts';

const DigestJob = z.object({ companyId: Id, hour: Instant });
type DigestJob = z.infer<typeof DigestJob>;

/** Sums up an hour of a company; one job waits for each, however many events request it. */
const DIGEST: Queue<DigestJob> = {
  name: 'notifications.digest',
  schema: DigestJob,
  batch: 10,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 8,
  retryDelay: 5,
  policy: 'short',
};

/** How long an hour's events are batched before it is summed up. */
const DIGEST_DELAY_MS = 20_000;

const RECOUNT = scheduledQueue('notifications.recount', { retryDelay: 60, policy: 'short' });

const PLAN_MAILS = scheduledQueue('notifications.plan-mails', { retryDelay: 60, policy: 'short' });

type Events = readonly { id: string; data: { companyId: number } }[];

/** What a batch reports of one company; a failure that a later event of the batch resolves is none. */
function collect({ kinds, entries, resolves }: Bell, events: Events) {
  let reported: Reported[] = [];
  const resolved: Resolved[] = [];
  for (const { id, data } of events) {
    const over = resolves(data);
    reported = reported.filter((entry) => !over.some((one) => isOver(one, entry)));
    resolved.push(...over);
    for (const entry of entries(data, id)) {
      const { level, restMinutes = 0 } = kinds[entry.code]!;
      reported.push({ ...entry, level, restMinutes });
    }
  }
  return { entries: reported, resolved };
}

const isOver = ({ codes, about }: Resolved, { code, values }: BellEntry): boolean =>
  codes.includes(code) && (about === null || about.ids.includes(Number(values[about.key])));

/** Enqueues the hours that events say have changed. */
async function enqueueDigests(
  ctx: AppContext,
  companyId: number,
  moments: readonly (string | null)[],
): Promise<void> {
  const now = ctx.clock();
  const hours = moments.map((at) => hourOf(at === null ? now : new Date(at)).from.toISOString());
  const jobs = [...new Set(hours)].map((hour) => ({ companyId, hour }));
  if (jobs.length === 0) return;
  const startAfter = new Date(now.getTime() + DIGEST_DELAY_MS);
  await within(ctx.db, { company: companyId }, (trx) =>
    ctx.jobs.send(trx, DIGEST, jobs, ({ hour }) => ({ startAfter, key: `${companyId}:${hour}` })),
  );
}

/** Consumes the event of a bell; writes to each company's bell once for all events of a batch. */
export const bellWorker = (ctx: AppContext, bell: Bell): Worker =>
  on(bell.event, bell.queue, async (jobs, signal) => {
    for (const [companyId, some] of Map.groupBy(jobs, ({ data }) => data.companyId)) {
      signal.throwIfAborted();
      const counts = some.flatMap(({ data }) => bell.counts(data));
      await notify(ctx, companyId, { ...collect(bell, some), counts });
      const moments = some.flatMap(({ data }) => bell.digests(data));
      await enqueueDigests(ctx, companyId, moments);
    }
  });

/** The queues that notifications works. */
export function workers(
  ctx: AppContext,
  mailer: Mailer = createMailer(ctx.config, ctx.log),
): Worker[] {
  const digests: Worker<DigestJob> = {
    queue: DIGEST,
    handle: async (jobs, signal) => {
      for (const { data } of jobs) {
        signal.throwIfAborted();
        await digest(ctx, data.companyId, new Date(data.hour));
      }
    },
  };
  const recounts: Worker<Tick> = {
    queue: RECOUNT,
    schedule: { cron: '*/5 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, (trx, companyId) => recount(ctx, trx, companyId)),
  };
  const plans: Worker<Tick> = {
    queue: PLAN_MAILS,
    schedule: { cron: '5 * * * *', data: {} },
    handle: (_jobs, signal) =>
      inEachCompany(ctx.db, signal, (trx, companyId) => planMails(ctx, trx, companyId)),
  };
  const mails: Worker<MailJob> = {
    queue: MAIL,
    handle: async (jobs) => {
      for (const { data } of jobs) await sendMail(ctx, mailer, data);
    },
  };
  return [...BELLS.map((bell) => bellWorker(ctx, bell)), digests, recounts, plans, mails];
}
