import { type Page, toPage } from '../kernel/page.ts';
import { Problem } from '../kernel/problem.ts';
import { audit } from '../platform/audit.ts';
import { type Trx, within, withinByKeys } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import type { DomainEvent } from '../platform/jobs.ts';
import { announce } from '../platform/live.ts';
import { BELL_TRIED, BellTried, type Level, Notification } from './contract.ts';
import type { Entry, Passed } from './entries.ts';
import * as store from './store.ts';

const inCompanyOf = <T>(house: House, reader: store.Reader, work: (trx: Trx) => Promise<T>) =>
  within(house.db, { company: reader.companyId, person: reader.personId }, work);

/**
 * Rings the company's bell: settles what has passed, writes the entries and announces both, in one transaction. What
 * was told before stays silent, so an event that is delivered twice rings once.
 */
export async function ring(
  house: House,
  companyId: number,
  entries: readonly Entry[],
  passed: readonly Passed[] = [],
): Promise<void> {
  if (entries.length === 0 && passed.length === 0) return;
  await withinByKeys(house.db, { company: companyId }, async (trx) => {
    await store.lockBell(trx, companyId);
    const now = house.clock();
    const ids: number[] = [];
    for (const one of passed) ids.push(...(await store.settlePassed(trx, companyId, one, now)));
    ids.push(...(await store.insertEntries(trx, companyId, entries, now)));
    if (ids.length > 0) await announce(trx, companyId, { type: 'notifications', ids });
  });
}

/** A page of the bell, newest first, with how many the person has not read and how many wait for somebody. */
export const listNotifications = (
  house: House,
  reader: store.Reader,
  query: store.BellQuery,
): Promise<Page<Notification> & { unread: number; waiting: number }> =>
  inCompanyOf(house, reader, async (trx) => {
    const { rows, total } = await store.pageOfEntries(trx, reader, query);
    const unread = await store.countUnread(trx, reader);
    const waiting = await store.countWaiting(trx, reader.companyId);
    return { ...toPage(rows.map(toNotification), total, query), unread, waiting };
  });

const toNotification = ({ created_at, ...row }: store.NotificationRow): Notification =>
  Notification.parse({ ...row, createdAt: created_at.toISOString() });

/** Marks what stands up to one entry as read by the person; gives how many are left unread. */
export const markRead = (house: House, reader: store.Reader, upTo: number): Promise<number> =>
  inCompanyOf(house, reader, async (trx) => {
    await store.moveReadMark(trx, reader, upTo);
    return await store.countUnread(trx, reader);
  });

/**
 * Marks one entry as read by the person; gives how many are left unread.
 * @throws {Problem} `not_found`
 */
export const markOneRead = (house: House, reader: store.Reader, id: number): Promise<number> =>
  inCompanyOf(house, reader, async (trx) => {
    if (!(await store.hasEntry(trx, reader.companyId, id))) throw missing(id);
    await store.insertSeen(trx, reader, id);
    return await store.countUnread(trx, reader);
  });

/**
 * Settles a failure: it waits for nobody any longer, in the whole company. One that has been settled stays so. Gives
 * how many others wait.
 * @throws {Problem} `not_found`
 */
export const settle = (house: House, actor: Actor, id: number): Promise<number> =>
  inCompanyOf(house, actor, async (trx) => {
    const { companyId, personId } = actor;
    if (!(await store.hasEntry(trx, companyId, id))) throw missing(id);
    const at = house.clock();
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

const missing = (id: number) => new Problem(404, 'not_found', `There is no notification ${id}`);

const TRIED: DomainEvent<BellTried> = { name: BELL_TRIED, schema: BellTried };

/**
 * Sends an event of no meaning the way that all others take: written down here, worked by a worker, rung in the bell,
 * told to the pages. Gives the server's time.
 * @throws {Problem} `not_found` in production, where nobody's bell is to be tried
 */
export const tryBell = async (
  house: House,
  actor: Actor,
  { level, mark }: { level: Level; mark: string },
): Promise<Date> => {
  if (house.config.environment === 'production') {
    throw new Problem(404, 'not_found', 'The bell is not tried out in production');
  }
  return await inCompanyOf(house, actor, async (trx) => {
    const { companyId, personId } = actor;
    const by = await store.nameOf(trx, personId);
    await house.jobs.emit(trx, TRIED, { companyId, level, by, mark });
    return house.clock();
  });
};
