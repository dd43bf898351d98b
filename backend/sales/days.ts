// What accounts sold by day, and their marketplaces' own sums beside it.

import { type Selectable, sql } from 'kysely';
import { problem as catalogProblem } from '../catalog/problems.ts';
import { toAmount } from '../kernel/money.ts';
import { addDays, dayOf, lastDayAnywhere, startOfDay } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Tables, type Trx, within } from '../platform/db.ts';
import { fault } from '../platform/problems.ts';
import { refuseFaults } from '../platform/validation.ts';
import { timesOfAccounts, timesOfListing } from './buybox-time/buybox-time.ts';
import { COUNTED_STATES, type Times } from './buybox-time/engine/fold.ts';
import {
  type AccountSales,
  type BuyboxTime,
  type Counted,
  type DayState,
  type DaysQuery,
  MAX_SALES_DAYS,
  type ReconciledDay,
  type SalesSums,
} from './contract.ts';
import { ORDERS, TOTALS } from './feed-store.ts';
import { timeZoneOf } from './time-zones.ts';

/** The number of days up to the present one, by default. */
const USUAL_DAYS = 30;

/**
 * The days of a query, up to `last` at most.
 * @throws Problem 422 with the fault `end_before_start` or `range_too_long`
 */
function requestedDays({ from, to }: DaysQuery, last: string): { from: string; to: string } {
  const until = to === undefined || to > last ? last : to;
  const since = from ?? addDays(until, 1 - USUAL_DAYS);
  if (since > until)
    refuseFaults([
      { path: 'to', code: 'end_before_start', message: 'The range ends before it starts' },
    ]);
  if (addDays(since, MAX_SALES_DAYS) <= until)
    refuseFaults([
      fault('from', 'range_too_long', `The range is longer than ${MAX_SALES_DAYS} days`),
    ]);
  return { from: since, to: until };
}

interface Account {
  id: number;
  name: string;
  marketplaceId: number;
  timeZone: string;
  readUntil: Date | null;
}

/** The company's accounts, by name, or only the one of the query. @throws Problem 404 `account_not_found` */
async function accounts(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  accountId: number | undefined,
): Promise<Account[]> {
  const rows = await trx
    .selectFrom('account as a')
    .leftJoin('order_feed as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.name', 'a.marketplace_id', 'a.country_code', 'f.read_until'])
    .where('a.company_id', '=', companyId)
    .$if(accountId !== undefined, (query) => query.where('a.id', '=', accountId!))
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();
  if (rows.length === 0 && accountId !== undefined) throw catalogProblem('account_not_found');
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    marketplaceId: row.marketplace_id,
    timeZone: timeZoneOf(ctx.marketplaces, row.marketplace_id, row.country_code),
    readUntil: row.read_until,
  }));
}

/** The last day of the query that has begun for an account. */
const lastDay = (ctx: AppContext, to: string, { timeZone }: Account): string => {
  const present = dayOf(ctx.clock(), timeZone);
  return to < present ? to : present;
};

type SumRow = Omit<Selectable<Tables['account_day']>, 'company_id'>;

/** A sum with the revenue for which it is known; null where it is known for none, though something was sold. */
const partly = (amount: number, of: number, revenue: number) =>
  of === 0 && revenue > 0 ? null : { amount: toAmount(amount), ofRevenue: toAmount(of) };

const toSums = (row: SumRow): SalesSums => ({
  currencyCode: row.currency_code,
  orders: row.orders,
  units: row.units,
  revenue: toAmount(row.revenue),
  shipping: toAmount(row.shipping),
  cancelledUnits: row.cancelled_units,
  refundedUnits: row.refunded_units,
  refunds: partly(row.refunds, row.refunds_of, row.revenue),
  fees: partly(row.fees, row.fees_of, row.revenue),
  goods: partly(row.goods, row.goods_of, row.revenue),
  tax: partly(row.tax, row.tax_of, row.revenue),
  contribution: partly(row.margin, row.margin_of, row.revenue),
  held: {
    won: row.won_units,
    shared: row.shared_units,
    lost: row.lost_units,
    unknown: row.units - row.won_units - row.shared_units - row.lost_units,
  },
});

/** In whole seconds; null: nothing is known. */
function toBuyboxTime(times: Times | undefined): BuyboxTime | null {
  if (times === undefined || COUNTED_STATES.every((state) => times[state] <= 0)) return null;
  const seconds = (ms: number) => Math.max(0, Math.round(ms / 1000));
  const { won, shared, losing, barred, unseen } = times;
  return {
    won: seconds(won),
    shared: seconds(shared),
    losing: seconds(losing),
    barred: seconds(barred),
    unseen: seconds(unseen),
  };
}

/** What is known of the days of a source, by account and day. */
async function sourceDays(
  trx: Trx,
  companyId: number,
  source: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, { state: DayState; pulledAt: Date }>> {
  const { rows } = await sql<{ account_id: number; day: string; state: string; pulledAt: Date }>`
    select account_id, day::text as day, state, pulled_at as "pulledAt" from source_day
    where company_id = ${companyId} and source = ${source}
      and day between ${from}::text::date and ${to}::text::date`.execute(trx);
  return new Map(
    rows.map(({ account_id, day, state, pulledAt }) => [
      `${account_id} ${day}`,
      { state: state === 'failed' ? 'unknown' : (state as DayState), pulledAt },
    ]),
  );
}

/** The sums of accounts, or of one listing, by account and day. Each day is found by its key. */
async function sumsOf(
  trx: Trx,
  companyId: number,
  range: { from: string; to: string },
  listingId: number | undefined,
): Promise<Map<string, SumRow[]>> {
  const table = sql.table(listingId === undefined ? 'account_day' : 'listing_day');
  const { rows } = await sql<SumRow>`
    select d.*, d.day::text as day from ${table} d
    where d.company_id = ${companyId} and d.day = any(${[...daysBetween(range)]}::text[]::date[])
      ${listingId === undefined ? sql`` : sql`and d.listing_id = ${listingId}`}
    order by d.currency_code`.execute(trx);
  return Map.groupBy(rows, ({ account_id, day }) => `${account_id} ${day}`);
}

function* daysBetween({ from, to }: { from: string; to: string }): Iterable<string> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day;
}

/**
 * What the company's accounts sold by day. A day that was read and has no sums sold nothing; one that was not read is unknown.
 * @throws Problem 404 `account_not_found`, 422 for days that are no range
 */
export const salesDays = (
  ctx: AppContext,
  companyId: number,
  query: DaysQuery & { listingId?: number | undefined },
): Promise<{ from: string; to: string; accounts: AccountSales[] }> => {
  const range = requestedDays(query, lastDayAnywhere(ctx.clock()));
  return within(ctx.db, { company: companyId }, async (trx) => {
    // One day more on both sides: the days of accounts begin in their own time zones.
    const around = {
      from: startOfDay(addDays(range.from, -1), 'UTC'),
      to: startOfDay(addDays(range.to, 2), 'UTC'),
    };
    const [all, known, sums, times] = await Promise.all([
      accounts(ctx, trx, companyId, query.accountId),
      sourceDays(trx, companyId, ORDERS, range),
      sumsOf(trx, companyId, range, query.listingId),
      query.listingId === undefined
        ? timesOfAccounts(ctx, trx, companyId, range)
        : timesOfListing(ctx, trx, companyId, query.listingId, around),
    ]);
    return {
      ...range,
      accounts: all.map((account) => ({
        accountId: account.id,
        accountName: account.name,
        marketplaceId: account.marketplaceId,
        timeZone: account.timeZone,
        readUntil: account.readUntil?.toISOString() ?? null,
        days: [...daysBetween({ ...range, to: lastDay(ctx, range.to, account) })].map((day) => {
          const key = `${account.id} ${day}`;
          const state = known.get(key)?.state ?? 'unknown';
          const rows = (sums.get(key) ?? []).filter(
            ({ units, cancelled_units }) => units + cancelled_units > 0,
          );
          return {
            day,
            state,
            sums: state === 'unknown' ? null : rows.map(toSums),
            buybox: toBuyboxTime(times.get(key)),
          };
        }),
      })),
    };
  });
};

const differenceOf = (ours: Counted, theirs: Counted): ReconciledDay['difference'] => {
  const sales = Math.round((ours.sales - theirs.sales) * 100) / 100;
  return {
    orders: ours.orders - theirs.orders,
    units: ours.units - theirs.units,
    sales,
    percent: theirs.sales === 0 ? null : Math.round((sales / theirs.sales) * 10_000) / 100,
  };
};

const NOTHING: Counted = { orders: 0, units: 0, sales: 0 };

/**
 * The sums of accounts beside what their marketplaces count, by day and currency, of days that are over.
 * @throws Problem 404 `account_not_found`, 422 for days that are no range
 */
export const reconciliation = (ctx: AppContext, companyId: number, query: DaysQuery) => {
  const range = requestedDays(query, lastDayAnywhere(ctx.clock()));
  return within(ctx.db, { company: companyId }, async (trx) => {
    const [all, read, reported, sums, { rows: totals }] = await Promise.all([
      accounts(ctx, trx, companyId, query.accountId),
      sourceDays(trx, companyId, ORDERS, range),
      sourceDays(trx, companyId, TOTALS, range),
      sumsOf(trx, companyId, range, undefined),
      sql<Omit<Selectable<Tables['marketplace_day']>, 'company_id'>>`
        select m.*, m.day::text as day from marketplace_day m where m.company_id = ${companyId}
          and m.day between ${range.from}::text::date and ${range.to}::text::date`.execute(trx),
    ]);
    const theirs = Map.groupBy(totals, ({ account_id, day }) => `${account_id} ${day}`);
    const days: ReconciledDay[] = [];
    for (const { id: accountId } of all) {
      for (const day of daysBetween(range)) {
        const key = `${accountId} ${day}`;
        const state = read.get(key)?.state ?? 'unknown';
        const isRead = state === 'settling' || state === 'settled';
        const isReported = (reported.get(key)?.state ?? 'unknown') !== 'unknown';
        const rows = sums.get(key) ?? [];
        const others = theirs.get(key) ?? [];
        const currencies = new Set([...rows, ...others].map((row) => row.currency_code));
        for (const currencyCode of [...currencies].sort()) {
          const own = rows.find((row) => row.currency_code === currencyCode);
          const other = others.find((row) => row.currency_code === currencyCode);
          const ours = !isRead
            ? null
            : own
              ? { orders: own.orders, units: own.units, sales: toAmount(own.revenue) }
              : NOTHING;
          const marketplace = !isReported
            ? null
            : other
              ? { orders: other.orders, units: other.units, sales: toAmount(other.sales) }
              : NOTHING;
          if (ours === null && marketplace === null) continue;
          const difference = ours && marketplace && differenceOf(ours, marketplace);
          days.push({ accountId, day, currencyCode, ours, marketplace, difference });
        }
      }
    }
    const askedAt = (accountId: number) =>
      [...reported]
        .filter(([key]) => key.startsWith(`${accountId} `))
        .reduce<Date | null>(
          (latest, [, { pulledAt }]) => (latest === null || pulledAt > latest ? pulledAt : latest),
          null,
        );
    return {
      ...range,
      accounts: all.map(({ id, name, marketplaceId, timeZone }) => ({
        accountId: id,
        accountName: name,
        marketplaceId,
        timeZone,
        askedAt: askedAt(id)?.toISOString() ?? null,
      })),
      days,
    };
  });
};
