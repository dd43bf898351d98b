// Figures of a range of days, by period and group, out of the sums of days.
import type { PageQuery } from '../kernel/page.ts';
import { dayOf } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
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
import { type AdsDays, countAds, countDays } from './engine/completeness.ts';
import { cellMaker, costsOf, noSums, type Part } from './engine/fold.ts';
import { moved, type Range, shiftOf } from './engine/periods.ts';
import { requestedPeriods, requestedRange } from './query-range.ts';
import { type Answered, keyOf, type Search, search } from './search.ts';
import {
  type Account,
  accountsOf,
  adsDaysOf,
  campaignsOf,
  type Listing,
  listingsOf,
  type Membership,
} from './store.ts';

/** What figures are put together for: all, a marketplace, an account, a listing or a campaign. */
interface Group {
  id: number;
  /** Null: all. */
  label: IndicatorRow['group'];
  accounts: Account[];
}

const ALL = 0;

/** The groups of a question, in their order. */
function groupsOf(
  ctx: AppContext,
  { groupBy }: IndicatorQuery,
  accounts: readonly Account[],
  named: readonly Listing[] | null,
): Group[] {
  const has = new Set(named?.map(({ accountId }) => accountId));
  const its = accounts.filter(({ id }) => named === null || has.has(id));
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
  if (groupBy === 'listing' || groupBy === 'campaign')
    return (named ?? []).map(({ id, name, accountId, marketplaceId }) => ({
      id,
      label: { id, name, marketplaceId },
      accounts: its.filter((account) => account.id === accountId),
    }));
  return [{ id: ALL, label: null, accounts: its }];
}

/** Which of the groups each account belongs to, or each listing or campaign where some are named. */
function membersOf(
  { groupBy }: IndicatorQuery,
  groups: readonly Group[],
  named: readonly Listing[] | null,
): Membership {
  if (groupBy === 'listing' || groupBy === 'campaign')
    return new Map(groups.map(({ id }) => [id, id]));
  const byAccount = new Map(
    groups.flatMap((group) => group.accounts.map(({ id }) => [id, group.id] as const)),
  );
  if (named === null) return byAccount;
  return new Map(
    named.flatMap(({ id, accountId }) => {
      const group = byAccount.get(accountId);
      return group === undefined ? [] : [[id, group] as const];
    }),
  );
}

/** The part of a group in a period. @param range the days that were asked for, where they were moved */
function partOf(
  { found, known }: Answered,
  group: Group,
  period: Range,
  range: Range,
  today: ReadonlyMap<number, string>,
  adsDays: ReadonlyMap<number, AdsDays> | null,
): Part {
  const sums = found.get(keyOf(group.id, period.from)) ?? noSums();
  const accounts = group.accounts.map(({ id }) => ({
    today: today.get(id)!,
    known: known.get(keyOf(id, period.from)),
    ads: adsDays?.get(id),
  }));
  const ads = adsDays && countAds(range, accounts);
  return { sums, completeness: { ...countDays(range, accounts), ads, costs: costsOf(sums) } };
}

/** The currencies in which a group sold something. */
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

/** The sources of some metrics. */
const sourcesIn = (metrics: readonly MetricName[]): Set<Source> =>
  new Set(metrics.flatMap((name) => factsOf(metricOf(name)).map((fact) => FACTS[fact].source)));

/**
 * The figures of a range of days, by group and period. Days are those of each account's time zone. A day that was read and
 * has no sums sold nothing; a day that was not read does not count.
 * @throws Problem 422 that names each field that is wrong
 */
export const queryIndicators = (
  ctx: AppContext,
  companyId: number,
  query: IndicatorQuery,
  { page, limit }: PageQuery,
): Promise<Indicators> => {
  const now = ctx.clock();
  const range = requestedRange(query, now);
  const { granularity, filters, compare } = query;
  const metrics = [...new Set(query.metrics)];
  return within(ctx.db, { company: companyId }, async (trx) => {
    const accounts = await accountsOf(trx, ctx.marketplaces, companyId, filters);
    const ids = accounts.map(({ id }) => id);
    const { listingIds, campaignIds } = filters;
    const isByCampaign = query.groupBy === 'campaign' || campaignIds !== undefined;
    const listings =
      listingIds === undefined ? null : await listingsOf(trx, companyId, listingIds, ids);
    const named = isByCampaign
      ? await campaignsOf(trx, companyId, campaignIds, ids, range)
      : listings;
    const all = groupsOf(ctx, query, accounts, named);
    const groups = all.slice(page * limit, (page + 1) * limit);
    const periods = requestedPeriods(range, granularity, groups.length);
    const its = [...new Set(groups.flatMap((group) => group.accounts))];
    const sources = sourcesIn(metrics);
    const of: Search = {
      companyId,
      members: membersOf(query, groups, named),
      listings,
      accounts: its,
      isByCampaign,
      sources,
    };
    const shift = shiftOf(range);
    const before = { range: moved(range, -shift), granularity, shift };
    const [adsDays, present, previous] = await Promise.all([
      // What a listing's ads did is not known: a campaign advertises several.
      sources.has('ads') && listings === null ? adsDaysOf(trx, companyId, ids) : null,
      search(ctx, trx, of, { range, granularity, shift: 0 }),
      compare === 'previous' ? search(ctx, trx, of, before) : null,
    ]);
    const today = new Map(its.map(({ id, timeZone }) => [id, dayOf(now, timeZone)]));
    const rows = groups.flatMap((group) => {
      const answers = previous === null ? [present] : [present, previous];
      const readUntil = readUntilOf(group);
      const cells = cellMaker(metrics, currenciesOf(group, periods, answers));
      return periods.map((period): IndicatorRow => {
        const part = partOf(present, group, period, period, today, adsDays);
        const earlier = moved(period, -shift);
        const other = previous && partOf(previous, group, period, earlier, today, adsDays);
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
