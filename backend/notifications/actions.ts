import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { within, withinByKeys } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import { announce } from '../platform/live.ts';
import { Notification } from './contract.ts';
import type { Entry } from './entries.ts';
import * as store from './store.ts';

/** Who reads: the company's bell is one, what was read of it is each person's own. */
type Reader = Pick<Actor, 'companyId' | 'personId'>;

/**
 * Rings the company's bell: writes the entries and announces them, in one transaction. What was told before
 * stays silent, so an event that is delivered twice rings once.
 */
export async function ring(
  house: House,
  companyId: number,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await withinByKeys(house.db, { company: companyId }, async (trx) => {
    const ids = await store.insertEntries(trx, companyId, entries, house.clock());
    if (ids.length > 0) await announce(trx, companyId, { type: 'notifications', ids });
  });
}

/** A page of the bell, newest first, with how many the person has not read. */
export const listNotifications = (
  house: House,
  reader: Reader,
  query: PageQuery,
): Promise<Page<Notification> & { unread: number }> =>
  within(house.db, { company: reader.companyId, person: reader.personId }, async (trx) => {
    const { companyId, personId } = reader;
    const { rows, total } = await store.pageOfEntries(trx, companyId, query);
    const mark = await store.readUpTo(trx, companyId, personId);
    const unread = await store.countAfter(trx, companyId, mark);
    const content = rows.map((row) => toNotification(row, mark));
    return { ...toPage(content, total, query), unread };
  });

const toNotification = (row: store.NotificationRow, readUpTo: number): Notification =>
  Notification.parse({
    id: row.id,
    level: row.level,
    code: row.code,
    values: row.values,
    createdAt: row.created_at.toISOString(),
    read: row.id <= readUpTo,
  });

/** Marks what stands up to one entry as read by the person; gives how many are left unread. */
export const markRead = (house: House, reader: Reader, upTo: number): Promise<number> =>
  within(house.db, { company: reader.companyId, person: reader.personId }, async (trx) => {
    const { companyId, personId } = reader;
    await store.moveReadMark(trx, companyId, personId, upTo);
    const mark = await store.readUpTo(trx, companyId, personId);
    return await store.countAfter(trx, companyId, mark);
  });
