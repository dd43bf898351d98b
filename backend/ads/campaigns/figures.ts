// Figures of advertising: sums as the database has them, and ratios of sums.
import { sql } from 'kysely';
import { toAmount } from '../../kernel/money.ts';
import type { Fault } from '../../kernel/problem.ts';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import type { Trx } from '../../platform/db.ts';
import { refuseFaults } from '../../platform/validation.ts';
import {
  type AdFigures,
  type FigureDays,
  type FigureRange,
  MAX_FIGURE_DAYS,
  USUAL_FIGURE_DAYS,
} from '../contract.ts';

/** Orders count within a week of the click, and are reported a day later; invalid clicks are deducted within three days. */
const SETTLED_AFTER_DAYS = 8;

/** Sums in minor units; null where there is no day. */
export interface FigureRow {
  impressions: number | null;
  clicks: number | null;
  cost: number | null;
  orders: number | null;
  units: number | null;
  sales: number | null;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 100) / 100;

const UNKNOWN: AdFigures = {
  impressions: null,
  clicks: null,
  investment: null,
  sales: null,
  units: null,
  revenue: null,
  acos: null,
  ctr: null,
  conversion: null,
  roas: null,
  cpc: null,
};

/** @param readAt when the account's figures were last read; a day that was read and has no row is zero */
export function toFigures(row: FigureRow, readAt: Date | null): AdFigures {
  if (readAt === null) return UNKNOWN;
  const [impressions, clicks, cost] = [row.impressions ?? 0, row.clicks ?? 0, row.cost ?? 0];
  const [orders, units, sales] = [row.orders ?? 0, row.units ?? 0, row.sales ?? 0];
  return {
    impressions,
    clicks,
    investment: toAmount(cost),
    sales: orders,
    units,
    revenue: toAmount(sales),
    acos: percent(cost, sales),
    ctr: percent(clicks, impressions),
    conversion: percent(orders, clicks),
    roas: ratio(sales, cost),
    cpc: clicks === 0 ? null : Math.round((cost / clicks) * 100) / 10_000,
  };
}

/** The sums of a table of days, as columns; `bigint` sums are `numeric` in PostgreSQL. */
export const SUMS = sql`sum(d.impressions)::bigint as impressions, sum(d.clicks)::bigint as clicks,
  sum(d.cost)::bigint as cost, sum(d.orders)::bigint as orders, sum(d.units)::bigint as units,
  sum(d.sales)::bigint as sales`;

/** The time zone by which a company's days are counted: that of its first advertiser. */
export async function zoneOf(trx: Trx, companyId: number): Promise<string> {
  const row = await trx
    .selectFrom('ads_advertiser')
    .select('time_zone')
    .where('company_id', '=', companyId)
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

/**
 * The days of figures that are requested; by default the latest 30.
 * @throws Problem 422 with the fault `end_before_start` or `range_too_long`
 */
export function figureDays(
  { from: requestedFrom, to: end }: FigureRange,
  now: Date,
  zone: string,
): FigureDays {
  const today = dayOf(now, zone);
  const to = end === undefined || end > today ? today : end;
  const from = requestedFrom ?? addDays(to, 1 - USUAL_FIGURE_DAYS);
  if (from > to) refuseFaults([fault('to', 'end_before_start', 'The range ends before it starts')]);
  if (addDays(from, MAX_FIGURE_DAYS) < to)
    refuseFaults([fault('from', 'range_too_long', `More than ${MAX_FIGURE_DAYS} days`)]);
  return { from, to, settlingFrom: addDays(today, -SETTLED_AFTER_DAYS) };
}
