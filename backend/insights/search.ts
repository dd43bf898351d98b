// Looks up the sums of groups and periods, each source as it is kept.
import { addDays, startOfDay } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Trx } from '../platform/db.ts';
import { timesOfAccounts, timesOfListings } from '../sales/actions.ts';
import type { Source } from './contract.ts';
import { noSums, type Sums } from './engine/fold.ts';
import { daysOf, moved, periodsOf } from './engine/periods.ts';
import { addFacts, noFacts } from './engine/value.ts';
import {
  type Account,
  type AdRow,
  adSumsOf,
  changesOf,
  type KnownDays,
  knownDays,
  type Listing,
  type Membership,
  type Span,
  type SumRow,
  sumsOfAccounts,
  sumsOfListings,
} from './store.ts';

const STATES = ['won', 'shared', 'losing', 'barred', 'unseen'] as const;
const MINUTE_MS = 60_000;

/** Sums by `<group> <first day of the period>`. */
export type Found = Map<string, Sums>;

export const keyOf = (group: number, period: string) => `${group} ${period}`;

function sumsAt(found: Found, key: string): Sums {
  const sums = found.get(key) ?? noSums();
  found.set(key, sums);
  return sums;
}

function addMoney(found: Found, rows: readonly (SumRow | AdRow)[]): void {
  for (const { group, period, currencyCode, ...facts } of rows) {
    const { byCurrency } = sumsAt(found, keyOf(group, period));
    const sums = byCurrency.get(currencyCode) ?? noFacts();
    addFacts(sums, facts);
    byCurrency.set(currencyCode, sums);
  }
}

/** A search: for sums of accounts, or of listings where some are named. */
export interface Search {
  companyId: number;
  members: Membership;
  listings: readonly Listing[] | null;
  accounts: readonly Account[];
  /** The members are campaigns. */
  isByCampaign: boolean;
  sources: ReadonlySet<Source>;
}

/** Adds the time with the buybox of accounts. */
async function addTimesOfAccounts(
  ctx: AppContext,
  trx: Trx,
  { companyId, members }: Search,
  span: Span,
  found: Found,
): Promise<void> {
  const { range, granularity, shift } = span;
  const times = await timesOfAccounts(ctx, trx, companyId, range);
  const starts = new Map(
    periodsOf(moved(range, shift), granularity).flatMap((period) =>
      daysOf(moved(period, -shift)).map((day) => [day, period.from] as const),
    ),
  );
  for (const [key, more] of times) {
    const [accountId, day = ''] = key.split(' ');
    const group = members.get(Number(accountId));
    const start = starts.get(day);
    if (group === undefined || start === undefined) continue;
    const sums = sumsAt(found, keyOf(group, start)).plain;
    for (const state of STATES) sums[state] = (sums[state] ?? 0) + Math.max(0, more[state]);
  }
}

/** The periods of the requested days, as a time zone begins and ends them. */
const spansIn = ({ range, granularity, shift }: Span, timeZone: string) =>
  periodsOf(moved(range, shift), granularity).map((period) => {
    const { from, to } = moved(period, -shift);
    return {
      key: period.from,
      from: startOfDay(from, timeZone),
      to: startOfDay(addDays(to, 1), timeZone),
    };
  });

/** The same of listings. */
async function addTimesOfListings(
  ctx: AppContext,
  trx: Trx,
  { companyId, members, accounts }: Search,
  span: Span,
  found: Found,
): Promise<void> {
  const spans = [...Map.groupBy(accounts, ({ timeZone }) => timeZone)].flatMap(([zone, its]) =>
    spansIn(span, zone).flatMap((span) => its.map(({ id: accountId }) => ({ accountId, ...span }))),
  );
  const rows = await timesOfListings(ctx, trx, companyId, [...members.keys()], spans);
  for (const { listingId, key, state, ms } of rows) {
    const sums = sumsAt(found, keyOf(members.get(listingId)!, key)).plain;
    sums[state] = (sums[state] ?? 0) + ms;
  }
}

/** Adds the price changes of accounts, or of listings. */
async function addChanges(
  trx: Trx,
  { companyId, members, accounts, listings }: Search,
  span: Span,
  found: Found,
): Promise<void> {
  const counts = [...Map.groupBy(accounts, ({ timeZone }) => timeZone)].map(async ([zone, its]) => {
    const ofZone = new Set(its.map(({ id }) => id));
    const ids = (listings?.filter(({ accountId }) => ofZone.has(accountId)) ?? its)
      .map(({ id }) => id)
      .filter((id) => members.has(id));
    const spans = spansIn(span, zone);
    const member = listings === null ? 'account' : 'listing';
    for (const row of await changesOf(trx, companyId, member, ids, spans)) {
      const { key } = spans[row.span]!;
      const sums = sumsAt(found, keyOf(members.get(row.member)!, key)).plain;
      sums.changes = (sums.changes ?? 0) + row.changes;
      sums.saved = (sums.saved ?? 0) + row.changes * row.minutes * MINUTE_MS;
    }
  });
  await Promise.all(counts);
}

export interface Answered {
  found: Found;
  /** By `<account> <first day of the period>`. */
  known: Map<string, KnownDays>;
}

/** The sums of some days, and which of them are known. */
export async function search(ctx: AppContext, trx: Trx, of: Search, span: Span): Promise<Answered> {
  const found: Found = new Map();
  const { listings } = of;
  const isByListing = listings !== null;
  const sumsOf = isByListing ? sumsOfListings : sumsOfAccounts;
  const addTimes = isByListing ? addTimesOfListings : addTimesOfAccounts;
  const accountIds = of.accounts.map(({ id }) => id);
  const member = of.isByCampaign ? 'campaign' : 'account';
  const [sold, advertised, days] = await Promise.all([
    of.sources.has('orders') ? sumsOf(trx, of.companyId, of.members, span) : [],
    of.sources.has('ads') && !isByListing
      ? adSumsOf(trx, of.companyId, of.members, span, member)
      : [],
    knownDays(trx, of.companyId, accountIds, span),
    of.sources.has('buybox') && addTimes(ctx, trx, of, span, found),
    of.sources.has('updates') && addChanges(trx, of, span, found),
  ]);
  addMoney(found, sold);
  addMoney(found, advertised);
  return {
    found,
    known: new Map(days.map((row) => [keyOf(row.accountId, row.period), row])),
  };
}
