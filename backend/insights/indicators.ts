// Figures of a range of days, by period and group, out of the sums of days.
import type { PageQuery } from '../kernel/page.ts';
import { addDays, dayOf, startOfDay } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import { timesOfAccounts, timesOfListings } from '../sales/actions.ts';
import { askedPeriods, askedRange } from './ask.ts';
import {
  FACTS,
  factsOf,
  type IndicatorQuery,
  type IndicatorRow,
  type Indicators,
  type MetricName,
  metricOf,
  type Source,
} from './contract.ts';
import { countDays } from './engine/completeness.ts';
import { cellMaker, costsOf, noSums, type Part, type Sums } from './engine/fold.ts';
import { daysOf, moved, periodsOf, type Range, shiftOf } from './engine/periods.ts';
import { addFacts, noFacts } from './engine/value.ts';
import {
  type Account,
  type Asked,
  accountsOf,
  type KnownDays,
  knownDays,
  type Listing,
  listingsOf,
  type Membership,
  type SumRow,
  sumsOfAccounts,
  sumsOfListings,
} from './store.ts';

/** What figures are put together for: all, a marketplace, an account or a listing. */
interface Group {
  id: number;
  /** Null: all. */
  label: IndicatorRow['group'];
  accounts: Account[];
}

const ALL = 0;
const STATES = ['won', 'shared', 'losing', 'barred', 'unseen'] as const;

/** The groups of a question, in their order. */
function groupsOf(
  ctx: AppContext,
  { groupBy }: IndicatorQuery,
  accounts: readonly Account[],
  listings: readonly Listing[] | null,
): Group[] {
  const has = new Set(listings?.map(({ accountId }) => accountId));
  const its = accounts.filter(({ id }) => listings === null || has.has(id));
  if (groupBy === 'account')
    return its.map((account) => {
      const { id, name, marketplaceId } = account;
      return { id, label: { id, name, marketplaceId }, accounts: [account] };
    });
  if (groupBy === 'marketplace')
    return [...Map.groupBy(its, ({ marketplaceId }) => marketplaceId)]
      .sort(([a], [b]) => a - b)
      .map(([id, some]) => {
        const name = ctx.marketplaces.factsOf(id)?.name ?? String(id);
        return { id, label: { id, name, marketplaceId: id }, accounts: some };
      });
  if (groupBy === 'listing')
    return (listings ?? []).map(({ id, name, accountId, marketplaceId }) => ({
      id,
      label: { id, name, marketplaceId },
      accounts: its.filter((account) => account.id === accountId),
    }));
  return [{ id: ALL, label: null, accounts: its }];
}

/** Which of the groups each account, or each listing, belongs to. */
function membersOf(
  { groupBy }: IndicatorQuery,
  groups: readonly Group[],
  listings: readonly Listing[] | null,
): Membership {
  if (groupBy === 'listing') return new Map(groups.map(({ id }) => [id, id]));
  const byAccount = new Map(
    groups.flatMap((group) => group.accounts.map(({ id }) => [id, group.id] as const)),
  );
  if (listings === null) return byAccount;
  return new Map(
    listings.flatMap(({ id, accountId }) => {
      const group = byAccount.get(accountId);
      return group === undefined ? [] : [[id, group] as const];
    }),
  );
}

/** Sums by `<group> <first day of the period>`. */
type Found = Map<string, Sums>;

const keyOf = (group: number, period: string) => `${group} ${period}`;

function sumsAt(found: Found, key: string): Sums {
  const sums = found.get(key) ?? noSums();
  found.set(key, sums);
  return sums;
}

function addSold(found: Found, rows: readonly SumRow[]): void {
  for (const { group, period, currencyCode, ...facts } of rows) {
    const { byCurrency } = sumsAt(found, keyOf(group, period));
    const sums = byCurrency.get(currencyCode) ?? noFacts();
    addFacts(sums, facts);
    byCurrency.set(currencyCode, sums);
  }
}

/** What is looked for: sums of accounts, or of listings where some are named. */
interface Search {
  companyId: number;
  members: Membership;
  isByListing: boolean;
  accounts: readonly Account[];
  sources: ReadonlySet<Source>;
}

/** Adds the time with the buybox of accounts. */
async function addTimesOfAccounts(
  ctx: AppContext,
  trx: Trx,
  { companyId, members }: Search,
  asked: Asked,
  found: Found,
): Promise<void> {
  const { range, granularity, shift } = asked;
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
    const sums = sumsAt(found, keyOf(group, start)).times;
    for (const state of STATES) sums[state] = (sums[state] ?? 0) + Math.max(0, more[state]);
  }
}

/** The same of listings: of the periods as each of their accounts begins and ends them. */
async function addTimesOfListings(
  ctx: AppContext,
  trx: Trx,
  { companyId, members, accounts }: Search,
  { range, granularity, shift }: Asked,
  found: Found,
): Promise<void> {
  const periods = periodsOf(moved(range, shift), granularity).map((period) => {
    const { from, to } = moved(period, -shift);
    return { key: period.from, from, next: addDays(to, 1) };
  });
  const spans = [...Map.groupBy(accounts, ({ timeZone }) => timeZone)].flatMap(([zone, its]) =>
    periods.flatMap(({ key, from, next }) => {
      const span = { key, from: startOfDay(from, zone), to: startOfDay(next, zone) };
      return its.map(({ id: accountId }) => ({ accountId, ...span }));
    }),
  );
  const rows = await timesOfListings(ctx, trx, companyId, [...members.keys()], spans);
  for (const { listingId, key, state, ms } of rows) {
    const sums = sumsAt(found, keyOf(members.get(listingId)!, key)).times;
    sums[state] = (sums[state] ?? 0) + ms;
  }
}

interface Answered {
  found: Found;
  /** By `<account> <first day of the period>`. */
  known: Map<string, KnownDays>;
}

/** The sums of some days, and which of them are known. */
async function search(ctx: AppContext, trx: Trx, of: Search, asked: Asked): Promise<Answered> {
  const found: Found = new Map();
  const sumsOf = of.isByListing ? sumsOfListings : sumsOfAccounts;
  const addTimes = of.isByListing ? addTimesOfListings : addTimesOfAccounts;
  const accountIds = of.accounts.map(({ id }) => id);
  const [sold, days] = await Promise.all([
    of.sources.has('orders') ? sumsOf(trx, of.companyId, of.members, asked) : [],
    knownDays(trx, of.companyId, accountIds, asked),
    of.sources.has('buybox') && addTimes(ctx, trx, of, asked, found),
  ]);
  addSold(found, sold);
  return {
    found,
    known: new Map(days.map((row) => [keyOf(row.accountId, row.period), row])),
  };
}

/** The part of a group in a period. @param range the days that were asked for, where they were moved */
function partOf(
  { found, known }: Answered,
  group: Group,
  period: Range,
  range: Range,
  today: ReadonlyMap<number, string>,
): Part {
  const sums = found.get(keyOf(group.id, period.from)) ?? noSums();
  const accounts = group.accounts.map(({ id }) => ({
    today: today.get(id)!,
    known: known.get(keyOf(id, period.from)),
  }));
  return { sums, completeness: { ...countDays(range, accounts), costs: costsOf(sums) } };
}

/** Those in which a group sold something. */
const currenciesOf = (
  group: Group,
  periods: readonly Range[],
  all: readonly Answered[],
): string[] =>
  [
    ...new Set(
      all.flatMap(({ found }) =>
        periods.flatMap(({ from }) => [
          ...(found.get(keyOf(group.id, from))?.byCurrency.keys() ?? []),
        ]),
      ),
    ),
  ].sort();

const readUntilOf = ({ accounts }: Group): string | null => {
  const times = accounts.map(({ readUntil }) => readUntil?.getTime() ?? null);
  const first = times.includes(null) ? null : Math.min(...(times as number[]));
  return first === null || !Number.isFinite(first) ? null : new Date(first).toISOString();
};

/** The sources of what is asked for. */
const sourcesIn = (metrics: readonly MetricName[]): Set<Source> =>
  new Set(metrics.flatMap((name) => factsOf(metricOf(name)).map((fact) => FACTS[fact].source)));

/**
 * The figures of a range of days, by group and period. Days are those of each account's time zone. A day that was read and
 * has no sums sold nothing; of one that was not read nothing counts.
 * @throws Problem 422 that names each field that is wrong
 */
export const queryIndicators = (
  ctx: AppContext,
  companyId: number,
  query: IndicatorQuery,
  { page, limit }: PageQuery,
): Promise<Indicators> => {
  const now = ctx.clock();
  const range = askedRange(query, now);
  const { granularity, filters, compare } = query;
  const metrics = [...new Set(query.metrics)];
  return within(ctx.db, { company: companyId }, async (trx) => {
    const accounts = await accountsOf(trx, ctx.marketplaces, companyId, filters);
    const ids = accounts.map(({ id }) => id);
    const { listingIds } = filters;
    const listings =
      listingIds === undefined ? null : await listingsOf(trx, companyId, listingIds, ids);
    const all = groupsOf(ctx, query, accounts, listings);
    const groups = all.slice(page * limit, (page + 1) * limit);
    const periods = askedPeriods(range, granularity, groups.length);
    const its = [...new Set(groups.flatMap((group) => group.accounts))];
    const of: Search = {
      companyId,
      members: membersOf(query, groups, listings),
      isByListing: listings !== null,
      accounts: its,
      sources: sourcesIn(metrics),
    };
    const shift = shiftOf(range);
    const before = { range: moved(range, -shift), granularity, shift };
    const [present, previous] = await Promise.all([
      search(ctx, trx, of, { range, granularity, shift: 0 }),
      compare === 'previous' ? search(ctx, trx, of, before) : null,
    ]);
    const today = new Map(its.map(({ id, timeZone }) => [id, dayOf(now, timeZone)]));
    const rows = groups.flatMap((group) => {
      const answers = previous === null ? [present] : [present, previous];
      const readUntil = readUntilOf(group);
      const cells = cellMaker(metrics, currenciesOf(group, periods, answers));
      return periods.map((period): IndicatorRow => {
        const part = partOf(present, group, period, period, today);
        const earlier = moved(period, -shift);
        const other = previous && partOf(previous, group, period, earlier, today);
        return {
          group: group.label,
          ...period,
          completeness: part.completeness,
          readUntil,
          compared: other && { ...earlier, completeness: other.completeness },
          cells: cells(part, other),
        };
      });
    });
    return {
      asOf: now.toISOString(),
      ...range,
      timeZones: [...new Set(its.map(({ timeZone }) => timeZone))].sort(),
      totalGroups: all.length,
      rows,
    };
  });
};
