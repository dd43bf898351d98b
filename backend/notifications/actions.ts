import type { Level, Resolved } from '../kernel/bell.ts';
import { type Page, toPage } from '../kernel/page.ts';
import { problem } from '../kernel/problems.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { audit } from '../platform/audit.ts';
import { type Trx, within, withinByKeys } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { BELL_TRIED, Notification } from './contract.ts';
import { linkOf } from './kinds.ts';
import * as store from './store.ts';

const inCompanyOf = <T>(ctx: AppContext, reader: store.Reader, work: (trx: Trx) => Promise<T>) =>
  within(ctx.db, { company: reader.companyId, person: reader.personId }, work);

/**
 * Writes to the company's bell: settles the failures that are over, inserts the entries and announces both, in one
 * transaction. A subject that was told before is left out, so an event that is delivered twice is told once.
 */
export async function notify(
  ctx: AppContext,
  companyId: number,
  entries: readonly store.NewNotification[],
  resolved: readonly Resolved[] = [],
): Promise<void> {
  if (entries.length === 0 && resolved.length === 0) return;
  await withinByKeys(ctx.db, { company: companyId }, async (trx) => {
    await store.lockBell(trx, companyId);
    const now = ctx.clock();
    const ids: number[] = [];
    for (const one of resolved) ids.push(...(await store.settleResolved(trx, companyId, one, now)));
    ids.push(...(await store.insertEntries(trx, companyId, entries, now)));
    if (ids.length > 0) await announce(trx, companyId, { type: 'notifications', ids });
  });
}

/** A page of the bell, newest first, with how many the person has not read and how many wait for somebody. */
export const listNotifications = (
  ctx: AppContext,
  reader: store.Reader,
  query: store.BellQuery,
): Promise<Page<Notification> & { unread: number; waiting: number }> =>
  inCompanyOf(ctx, reader, async (trx) => {
    const { rows, total } = await store.pageOfEntries(trx, reader, query);
    const unread = await store.countUnread(trx, reader);
    const waiting = await store.countWaiting(trx, reader.companyId);
    return { ...toPage(rows.map(toNotification), total, query), unread, waiting };
  });

const toNotification = ({ created_at, ...row }: store.NotificationRow): Notification =>
  Notification.parse({
    ...row,
    link: linkOf(row.code, row.values),
    createdAt: created_at.toISOString(),
  });

/** Marks all entries up to one as read by the person; gives how many are left unread. */
export const markRead = (ctx: AppContext, reader: store.Reader, upTo: number): Promise<number> =>
  inCompanyOf(ctx, reader, async (trx) => {
    await store.moveReadMark(trx, reader, upTo);
    return await store.countUnread(trx, reader);
  });

/**
 * Marks one entry as read by the person; gives how many are left unread.
 * @throws {Problem} `not_found`
 */
export const markOneRead = (ctx: AppContext, reader: store.Reader, id: number): Promise<number> =>
  inCompanyOf(ctx, reader, async (trx) => {
    if (!(await store.hasEntry(trx, reader.companyId, id))) throw missing(id);
    await store.insertSeen(trx, reader, id);
    return await store.countUnread(trx, reader);
  });

/**
 * Settles a failure: it waits for nobody any longer, in the whole company. One that has been settled stays so. Gives
 * how many others wait.
 * @throws {Problem} `not_found`
 */
export const settle = (ctx: AppContext, actor: Actor, id: number): Promise<number> =>
  inCompanyOf(ctx, actor, async (trx) => {
    const { companyId, personId } = actor;
    if (!(await store.hasEntry(trx, companyId, id))) throw missing(id);
    const at = ctx.clock();
    const code = await store.settleOne(trx, actor, id, at);
    if (code !== null) {
      await audit(trx, {
        companyId,
        personId,
        action: 'notifications.settled',
        subject: String(id),
        values: { code },
        at,
      });
      await announce(trx, companyId, { type: 'notifications', ids: [id] });
    }
    return await store.countWaiting(trx, companyId);
  });

const missing = (id: number) => problem('not_found', { detail: `There is no notification ${id}` });

/**
 * Emits an event without meaning, which is delivered as all others are: by a queue and a worker to the bell and the
 * pages. Gives the server's time.
 * @throws {Problem} `not_found` in production
 */
export const tryBell = async (
  ctx: AppContext,
  actor: Actor,
  { level, mark }: { level: Level; mark: string },
): Promise<Date> => {
  if (ctx.config.environment === 'production') {
    throw problem('not_found', { detail: 'The bell is not tested in production' });
  }
  return await inCompanyOf(ctx, actor, async (trx) => {
    const { companyId, personId } = actor;
    const by = await store.nameOf(trx, personId);
    await ctx.jobs.emit(trx, BELL_TRIED, { companyId, level, by, mark });
    return ctx.clock();
  });
};
