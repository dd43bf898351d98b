// Writes to a company's bell.
import { type BellEntry, type BellKind, hourOf, type Resolved } from '../kernel/bell.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, withinByKeys } from '../platform/db.ts';
import { announce } from '../platform/live.ts';
import { COUNTERS, DIGESTS } from './counters.ts';
import { codesDelivered, kindOf } from './kinds.ts';
import * as store from './store.ts';

/** An entry with the pop-up policy of its kind. */
export type Reported = BellEntry & Pick<BellKind, 'level' | 'restMinutes'>;

/** What the events of a batch change in the bell of one company. */
export interface Report {
  entries: readonly Reported[];
  resolved?: readonly Resolved[];
  /** The `counted` kinds to be counted again. */
  counts?: readonly string[];
}

/** Counts may start to wait repeatedly, so they show a pop-up once an hour at most. */
const POPS_UP_AGAIN_MS = 3_600_000;

/** Writes to the bell, one transaction at a time, and announces the entries that changed. */
async function write(trx: Trx, companyId: number, work: () => Promise<number[]>): Promise<void> {
  await store.lockBell(trx, companyId);
  const ids = await work();
  if (ids.length > 0) await announce(trx, companyId, { type: 'notifications', ids });
}

/** The same in a separate transaction. */
const inBell = (
  ctx: AppContext,
  companyId: number,
  work: (trx: Trx, now: Date) => Promise<number[]>,
): Promise<void> =>
  withinByKeys(ctx.db, { company: companyId }, (trx) =>
    write(trx, companyId, () => work(trx, ctx.clock())),
  );

/**
 * Settles the failures that are over, inserts the entries, counts what waits and announces it all, in one transaction.
 * Entries that were reported before are left out, so an event that is delivered twice is reported once.
 */
export async function notify(
  ctx: AppContext,
  companyId: number,
  { entries, resolved = [], counts = [] }: Report,
): Promise<void> {
  if (entries.length + resolved.length + counts.length === 0) return;
  await inBell(ctx, companyId, async (trx, now) => {
    const ids: number[] = [];
    for (const one of resolved) ids.push(...(await store.settleResolved(trx, companyId, one, now)));
    const single = entries.flatMap((entry) => ('subject' in entry ? [toRow(entry)] : []));
    ids.push(...(await store.insertEntries(trx, companyId, single, now)));
    ids.push(...(await reportListings(trx, companyId, entries.filter(isOfListing), now)));
    for (const code of new Set(counts))
      ids.push(...(await countWaiting(trx, companyId, code, now)));
    return ids;
  });
}

const levelOf = (code: string) => kindOf(code)!.level;

type OfListing = Extract<Reported, { listingId: number }>;

const toRow = ({
  code,
  level,
  values,
  subject,
}: Pick<store.NewNotification, 'code' | 'level' | 'values' | 'subject'>) => ({
  code,
  level,
  values,
  subject,
});

const isOfListing = (entry: Reported): entry is OfListing => 'listingId' in entry;

const keyOf = ({ code, cause, listingId }: Pick<OfListing, 'code' | 'cause' | 'listingId'>) =>
  JSON.stringify([code, cause, listingId]);

/** Reports listings that were not reported before: in the entry of the running hour with the same kind and cause, or a new one. */
async function reportListings(
  trx: Trx,
  companyId: number,
  entries: readonly OfListing[],
  now: Date,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const newest = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const parts = [...newest.values()].map((entry) => ({
    listing_id: entry.listingId,
    code: entry.code,
    cause: entry.cause,
    resolved_before: new Date(now.getTime() - (entry.restMinutes ?? 0) * 60_000),
    happened_at: entry.happenedAt ?? null,
  }));
  const inserted = await store.insertParts(trx, companyId, parts, now);
  const fresh = inserted.map(
    ({ listing_id: listingId, code, cause }) => newest.get(keyOf({ listingId, code, cause }))!,
  );
  const ids: number[] = [];
  for (const some of Map.groupBy(fresh, ({ code, cause }) => `${code} ${cause}`).values())
    ids.push(await reportTogether(trx, companyId, some, now));
  return ids;
}

/** Reports listings with the same kind and cause in one entry; returns its id. */
async function reportTogether(
  trx: Trx,
  companyId: number,
  some: readonly OfListing[],
  now: Date,
): Promise<number> {
  const [{ code, cause, level, values, listingId }] = some as [OfListing];
  const since = hourOf(now).from;
  const open = await store.openSince(trx, companyId, { code, cause, since });
  const written = open ?? (await writeFirst());
  const count = (open === undefined ? 0 : Number(written.values.count)) + some.length;
  await store.rewrite(trx, companyId, written.id, { ...written.values, count });
  await store.assignParts(trx, companyId, written.id, {
    code,
    cause,
    listingIds: some.map((entry) => entry.listingId),
  });
  return written.id;

  async function writeFirst() {
    const subject = `${code}:${cause}:${listingId}:${now.toISOString()}`;
    const entry = { code, level, values, subject };
    const [id] = await store.insertEntries(trx, companyId, [entry], now);
    return { id: id!, values };
  }
}

/** Counts again what waits, and updates the entry; returns its id where something changed. */
async function countWaiting(
  trx: Trx,
  companyId: number,
  code: string,
  now: Date,
): Promise<number[]> {
  const values = await COUNTERS[code]!(trx, companyId);
  const newest = await store.newestCount(trx, companyId, code);
  const isOpen = newest !== undefined && newest.settled_at === null;
  if (values === null && !isOpen) return [];
  if (isOpen && JSON.stringify(values) === JSON.stringify(newest.values)) return [];
  const isLately =
    newest !== undefined && now.getTime() - newest.created_at.getTime() < POPS_UP_AGAIN_MS;
  if (isOpen || isLately) {
    await store.saveCount(trx, companyId, newest.id, { values, now });
    return [newest.id];
  }
  const subject = `counts:${code}:${now.toISOString()}`;
  const entry = { code, level: levelOf(code), values: values!, subject, counts: true };
  return await store.insertEntries(trx, companyId, [entry], now);
}

/** Counts again what the company's open entries count, for events that came in another order or not at all. */
export const recount = (ctx: AppContext, trx: Trx, companyId: number): Promise<void> =>
  write(trx, companyId, async () => {
    const ids: number[] = [];
    for (const code of await store.openCounts(trx, companyId))
      if (COUNTERS[code] !== undefined)
        ids.push(...(await countWaiting(trx, companyId, code, ctx.clock())));
    return ids;
  });

/** Sums up an hour again. */
export const digest = (ctx: AppContext, companyId: number, at: Date): Promise<void> =>
  inBell(ctx, companyId, async (trx, now) => {
    const hour = hourOf(at);
    const entries: store.NewNotification[] = [];
    for (const sumUp of DIGESTS) {
      const some = await sumUp(trx, companyId, hour);
      entries.push(...some.map((entry) => ({ ...entry, level: levelOf(entry.code) })));
    }
    const { from } = hour;
    return await store.replaceDigests(
      trx,
      companyId,
      { codes: codesDelivered('digest'), from, entries },
      now,
    );
  });
