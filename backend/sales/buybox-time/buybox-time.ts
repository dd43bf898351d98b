// How long listings held the buybox, by day: changes of their states are added up, and read with the time since.
import { calendarOf } from '../../kernel/time-zone.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  add,
  addInterval,
  COUNTED_STATES,
  type DayTimes,
  foldChanges,
  timesUntil,
} from './engine/fold.ts';
import * as store from './store.ts';

/** Changes that one transaction adds up. */
const CHUNK = 5_000;

/** Adds up a part of a company's changes, in the caller's transaction; @returns how many there were. */
async function addUpSome(ctx: AppContext, trx: Trx, companyId: number): Promise<number> {
  const now = ctx.clock().getTime();
  await store.lockBuyboxTime(trx, companyId);
  const changes = await store.takeChanges(trx, companyId, CHUNK);
  const [zones, open] = await Promise.all([
    store.timeZones(trx, ctx.marketplaces, companyId),
    store.openDays(trx, companyId),
  ]);
  for (const [accountId, timeZone] of zones) {
    const its = changes.get(accountId) ?? [];
    const before = open.get(accountId) ?? null;
    if (its.length === 0 && before === null) continue;
    const ids = [...new Set(its.map(({ listingId }) => listingId))];
    const known = await store.listingStates(trx, companyId, ids);
    const folded = foldChanges(timeZone, before, known, its, now);
    if (its.length === 0 && folded.open.day === before?.day) continue;
    await Promise.all([
      store.saveListings(trx, companyId, accountId, folded.listings),
      store.saveIntervals(trx, companyId, folded.intervals),
      store.saveOpenDay(trx, companyId, accountId, folded.open),
      store.addToDays(trx, companyId, accountId, folded.days),
    ]);
  }
  return [...changes.values()].reduce((sum, its) => sum + its.length, 0);
}

/**
 * Adds up the changes of a company's listings, some at a time, and the days that are over. A change counts once, wherever this is
 * interrupted: the transaction that adds it also takes it.
 * @returns how many changes there were
 */
export async function addUpBuyboxTime(
  ctx: AppContext,
  companyId: number,
  signal: AbortSignal,
): Promise<number> {
  for (let taken = 0; ; ) {
    signal.throwIfAborted();
    const some = await within(ctx.db, { company: companyId }, (trx) =>
      addUpSome(ctx, trx, companyId),
    );
    taken += some;
    if (some < CHUNK) return taken;
  }
}

/** From a day after its last observation, it is not known who holds the buybox of a listing. */
export const noteUnseen = (ctx: AppContext, trx: Trx, companyId: number) =>
  store.noteUnseen(trx, companyId, ctx.clock());

const keyOf = (accountId: number, day: string) => `${accountId} ${day}`;

/** Milliseconds in each state by `<account> <day>`, of all listings of the accounts, up to now. */
export async function timesOfAccounts(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  range: { from: string; to: string },
): Promise<DayTimes> {
  const [stored, zones, open] = await Promise.all([
    store.accountTimes(trx, companyId, range),
    store.timeZones(trx, ctx.marketplaces, companyId),
    store.openDays(trx, companyId),
  ]);
  const all: DayTimes = new Map();
  for (const { accountId, day, times } of stored) all.set(keyOf(accountId, day), { ...times });
  const now = ctx.clock().getTime();
  for (const [accountId, itsOpen] of open) {
    const timeZone = zones.get(accountId);
    if (timeZone === undefined) continue;
    for (const [day, times] of timesUntil(timeZone, itsOpen, now))
      if (day >= range.from && day <= range.to)
        for (const state of COUNTED_STATES) add(all, keyOf(accountId, day), state, times[state]);
  }
  return all;
}

/** The same of one listing. */
export async function timesOfListing(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingId: number,
  range: { from: Date; to: Date },
): Promise<DayTimes> {
  const to = new Date(Math.min(range.to.getTime(), ctx.clock().getTime()));
  const [found, zones] = await Promise.all([
    store.listingIntervals(trx, companyId, listingId, range.from, to),
    store.timeZones(trx, ctx.marketplaces, companyId),
  ]);
  const all: DayTimes = new Map();
  if (found === null) return all;
  const days: DayTimes = new Map();
  const dayAt = calendarOf(zones.get(found.accountId) ?? 'UTC');
  for (const interval of found.intervals) addInterval(days, dayAt, interval);
  for (const [day, times] of days) all.set(keyOf(found.accountId, day), times);
  return all;
}

/** How long some listings were in each state in spans of time, by listing, the span's key and state. */
export const timesOfListings = (
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  spans: readonly store.Span[],
) => store.timesInSpans(trx, companyId, listingIds, spans, ctx.clock());
