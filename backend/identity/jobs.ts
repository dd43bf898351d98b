import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { scheduledQueue, type Tick, type Worker } from '../platform/jobs.ts';
import { createMailer, type Mailer } from '../platform/mail.ts';
import { PASSWORD_MAIL, type PasswordMail, sendPasswordMail } from './password-mail.ts';
import { sweepVisits } from './social-store.ts';
import * as store from './store.ts';
import { sweepAttempts } from './throttle.ts';

/** Sessions that are over are kept this long, for inquiries; the product does not read them. */
const RETENTION_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** An open page of a host begins a session every quarter of an hour, each written to the audit log. */
const HOST_RETENTION_MILLISECONDS = 60 * 60 * 1000;

export const SWEEP = scheduledQueue('identity.sweep', { retryDelay: 60 });

/** Deletes expired data: ended sessions, outdated links and visits, old failures. */
async function sweep(ctx: AppContext): Promise<void> {
  const swept = await within(ctx.db, { system: true }, async (trx) => {
    const now = ctx.clock();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    return {
      sessions: await store.sweepSessions(trx, {
        before: ago(RETENTION_MILLISECONDS),
        ofHostsBefore: ago(HOST_RETENTION_MILLISECONDS),
      }),
      links: await store.sweepLinks(trx, now),
      attempts: await sweepAttempts(trx, now),
      visits: await sweepVisits(trx, now),
    };
  });
  ctx.log.info('Expired rows deleted', swept);
}

/** The queues that identity works. */
export function workers(
  ctx: AppContext,
  mailer: Mailer = createMailer(ctx.config, ctx.log),
): Worker[] {
  const sweeper: Worker<Tick> = {
    queue: SWEEP,
    schedule: { cron: '23 * * * *', data: {} },
    handle: () => sweep(ctx),
  };
  const mail: Worker<PasswordMail> = {
    queue: PASSWORD_MAIL,
    handle: async (jobs) => {
      for (const { data } of jobs) await sendPasswordMail(ctx, mailer, data);
    },
  };
  return [sweeper, mail];
}
