import * as z from 'zod';
import { within } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { Queue, Worker } from '../platform/jobs.ts';
import { createMailer, type Mailer } from '../platform/mail.ts';
import { PASSWORD_MAIL, type PasswordMail, sendPasswordMail } from './password-mail.ts';
import { sweepVisits } from './social-store.ts';
import * as store from './store.ts';
import { sweepAttempts } from './throttle.ts';

/** Sessions that are over are kept this long, for whoever looks into what happened; nothing asks for them. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** An open page of a host begins one every quarter of an hour, each told in the log of who did what. */
const KEPT_OF_HOSTS_MILLISECONDS = 60 * 60 * 1000;

export const SWEEP: Queue<Record<string, never>> = {
  name: 'identity.sweep',
  schema: z.strictObject({}),
  batch: 1,
  concurrency: 1,
  expireInSeconds: 300,
  retryLimit: 3,
  retryDelay: 60,
  policy: 'standard',
};

/** Removes what counts no more: sessions that are over, outdated links and visits, failures of long ago. */
async function sweep(house: House): Promise<void> {
  const swept = await within(house.db, { system: true }, async (trx) => {
    const now = house.clock();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    return {
      sessions: await store.sweepSessions(trx, {
        before: ago(KEPT_MILLISECONDS),
        ofHostsBefore: ago(KEPT_OF_HOSTS_MILLISECONDS),
      }),
      links: await store.sweepLinks(trx, now),
      attempts: await sweepAttempts(trx, now),
      visits: await sweepVisits(trx, now),
    };
  });
  house.log.info('Swept what counts no more', swept);
}

/** The queues that identity works. */
export function workers(
  house: House,
  mailer: Mailer = createMailer(house.config, house.log),
): Worker[] {
  const sweeper: Worker<Record<string, never>> = {
    queue: SWEEP,
    schedule: { cron: '23 * * * *', data: {} },
    handle: () => sweep(house),
  };
  const mail: Worker<PasswordMail> = {
    queue: PASSWORD_MAIL,
    handle: async (jobs) => {
      for (const { data } of jobs) await sendPasswordMail(house, mailer, data);
    },
  };
  return [sweeper, mail];
}
