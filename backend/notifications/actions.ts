import type { Level } from '../kernel/bell.ts';
import { type Page, toPage } from '../kernel/page.ts';
import { problem } from '../kernel/problems.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { auditAct } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { BELL_TRIED, Notification } from './contract.ts';
import { codesDelivered, linkOf, valuesOf } from './kinds.ts';
import { loadSettings, type Wish, wishOf } from './settings.ts';
import * as store from './store.ts';

const inCompanyOf = <T>(ctx: AppContext, reader: store.Reader, work: (trx: Trx) => Promise<T>) =>
  within(ctx.db, { company: reader.companyId, person: reader.personId }, work);

/** What a person sees of the bell, by the person's settings. */
async function sightOf(trx: Trx, reader: store.Reader): Promise<store.Sight & { wish: Wish }> {
  const wish = wishOf(await loadSettings(trx, reader));
  return {
    wish,
    hidden: wish.hidden,
    quiet: codesDelivered('digest').filter((code) => !wish.popsUp(code)),
  };
}

/** A page of the bell, newest first, with how many the person has not read and how many wait for a person. */
export const listNotifications = (
  ctx: AppContext,
  reader: store.Reader,
  query: store.BellQuery,
): Promise<Page<Notification> & { unread: number; waiting: number; failures: number }> =>
  inCompanyOf(ctx, reader, async (trx) => {
    const { wish, ...sight } = await sightOf(trx, reader);
    const { rows, total } = await store.pageOfEntries(trx, reader, sight, query);
    const unread = await store.countUnread(trx, reader, sight);
    const waits = await store.countWaiting(trx, reader.companyId, sight);
    const content = rows.map((row) => toNotification(row, wish));
    return { ...toPage(content, total, query), unread, ...waits };
  });

function toNotification({ created_at, ...row }: store.NotificationRow, wish: Wish): Notification {
  const values = valuesOf(row.code, row.values);
  return Notification.parse({
    ...row,
    values,
    link: linkOf(row.code, values),
    createdAt: created_at.toISOString(),
    popup: wish.popsUp(row.code) && !wish.isQuietAt(created_at),
  });
}

const unreadOf = async (trx: Trx, reader: store.Reader): Promise<number> =>
  store.countUnread(trx, reader, await sightOf(trx, reader));

/** Marks all entries up to one as read by the person; returns how many are left unread. */
export const markRead = (ctx: AppContext, reader: store.Reader, upTo: number): Promise<number> =>
  inCompanyOf(ctx, reader, async (trx) => {
    await store.moveReadMark(trx, reader, upTo);
    return await unreadOf(trx, reader);
  });

/**
 * Marks one entry as read by the person; returns how many are left unread.
 * @throws {Problem} `not_found`
 */
export const markOneRead = (ctx: AppContext, reader: store.Reader, id: number): Promise<number> =>
  inCompanyOf(ctx, reader, async (trx) => {
    if (!(await store.hasEntry(trx, reader.companyId, id))) throw missing(id);
    await store.insertSeen(trx, reader, id);
    return await unreadOf(trx, reader);
  });

/**
 * Settles a failure: it no longer waits for a person, in the whole company. One that has been settled stays so. Returns
 * how many others wait.
 * @throws {Problem} `not_found`
 */
export const settle = (ctx: AppContext, actor: Actor, id: number): Promise<number> =>
  inCompanyOf(ctx, actor, async (trx) => {
    const { companyId } = actor;
    if (!(await store.hasEntry(trx, companyId, id))) throw missing(id);
    const at = ctx.clock();
    const code = await store.settleOne(trx, actor, id, at);
    if (code !== null) {
      await store.resolvePartsOf(trx, companyId, id, at);
      await auditAct(ctx, trx, actor, {
        action: 'notifications.settled',
        subject: String(id),
        values: { code },
      });
      await announce(trx, companyId, { type: 'notifications', ids: [id] });
    }
    return (await store.countWaiting(trx, companyId, await sightOf(trx, actor))).waiting;
  });

const missing = (id: number) => problem('not_found', { detail: `There is no notification ${id}` });

/**
 * Emits a test event, which a queue and a worker deliver to the bell and the pages as all others. Returns the server's time.
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
