// What the lines of orders add up to, by listing and account and day. A day is always summed from all of its lines, and the sums of
// the account change by the difference: the outcome is the same however often it is summed, and wherever that is interrupted.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { Id } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';

const SumJob = z.object({ companyId: Id });
export type SumJob = z.infer<typeof SumJob>;
/** Sums the days of a company that changed; of several waiting jobs of one company only one is kept. */
export const SUM: Queue<SumJob> = {
  name: 'sales.sum-days',
  schema: SumJob,
  batch: 10,
  concurrency: 2,
  expireInSeconds: 300,
  retryLimit: 8,
  retryDelay: 2,
  policy: 'short',
};

/** Where this many lines change at once, as many as a marketplace's page has, more are about to follow. */
const BURST = 50;
/** How long sums wait in a burst, in milliseconds: summing a day reads all of its lines, so it is not done for each few of them. */
const BURST_MS = 1_000;

/** Enqueues the sums of a company's changed days, in the caller's transaction. */
export const requestSums = (ctx: AppContext, trx: Trx, companyId: number, changedLines: number) =>
  ctx.jobs.send(trx, SUM, [{ companyId }], {
    key: String(companyId),
    ...(changedLines >= BURST && { startAfter: new Date(ctx.clock().getTime() + BURST_MS) }),
  });

/** Days of listings that are summed in one transaction. */
const CHUNK = 5_000;

const IS_SOLD = `l.state in ('paid', 'refunded') and l.price is not null`;
const AMOUNT = 'l.price * l.units';
/** The parts of sums, by name: amounts of a whole line, computed once for all sums that count them. */
const PARTS: Readonly<Record<string, string>> = {
  is_sold: IS_SOLD,
  amount: AMOUNT,
  fees: '(coalesce(l.fee, round(l.price * l.fee_percent / 100 + l.fee_fixed) * l.units))::bigint',
  goods: 'l.cost * l.units',
  tax: `round(${AMOUNT} * l.tax_percent / 100)::bigint`,
};

const total = (value: string, condition = 'p.is_sold') =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)`;
const known = (value: string) => total('p.amount', `p.is_sold and ${value} is not null`);

/** Each sum by its column; a sum that is not known for all lines has the revenue of those for which it is. */
const SUMS: Readonly<Record<string, string>> = {
  units: total('p.units'),
  revenue: total('p.amount'),
  shipping: total('p.shipping'),
  cancelled_units: total('p.units', `p.state = 'cancelled'`),
  refunded_units: total('p.refunded_units'),
  refunds: total('p.refunded'),
  refunds_of: known('p.refunded'),
  fees: total('p.fees'),
  fees_of: known('p.fees'),
  goods: total('p.goods'),
  goods_of: known('p.goods'),
  tax: total('p.tax'),
  tax_of: known('p.tax'),
  margin: total('p.amount - p.fees - p.tax - p.goods'),
  margin_of: known('(p.fees + p.tax + p.goods)'),
  won_units: total('p.units', `p.is_sold and p.held = 'won'`),
  shared_units: total('p.units', `p.is_sold and p.held = 'shared'`),
  lost_units: total('p.units', `p.is_sold and p.held = 'lost'`),
};
const NAMES = Object.keys(SUMS);

/** The same SQL for each sum, with commas between. */
const each = (words: (name: string) => string, names = NAMES): RawBuilder<unknown> =>
  sql.raw(names.map(words).join(', '));

/** The columns that only a listing has too: an order with two listings counts for each, and once for the account. */
const OF_LISTING = ['orders', 'counted_orders', ...NAMES];

interface DirtyDay {
  day: string;
  account_id: number;
  listing_id: number;
}

/**
 * Takes marks of a company for this transaction, and skips those that another transaction holds. It deletes by `ctid`: where
 * statistics still say that the table is empty, a join would compare each mark with each.
 */
async function takeDirty(trx: Trx, companyId: number): Promise<DirtyDay[]> {
  const { rows } = await sql<DirtyDay>`
    delete from dirty_day where ctid = any(array(
      select ctid from dirty_day where company_id = ${companyId}
      order by day, account_id, listing_id limit ${CHUNK} for update skip locked))
    returning day::text as day, account_id, listing_id`.execute(trx);
  return rows;
}

/**
 * Sums days. There are no statistics for the parts of this statement, so the planner expects one row in each. The lines of each day
 * are therefore found by their keys, and two parts are compared by set operations: a join would compare each row with each.
 */
async function sumDays(trx: Trx, companyId: number, dirty: readonly DirtyDay[]): Promise<void> {
  await sql`
    with keys as materialized (
      select * from unnest(${dirty.map(({ day }) => day)}::text[]::date[],
        ${dirty.map((one) => one.account_id)}::bigint[], ${dirty.map((one) => one.listing_id)}::bigint[])
        as k(day, account_id, listing_id)
    ), fresh as materialized (
      select k.day, k.account_id, k.listing_id, s.*
      from keys k
      cross join lateral (
        select p.currency_code, count(distinct p.order_id) filter (where p.is_sold) as orders,
          count(*) filter (where p.counts_order) as counted_orders, ${each((name) => `${SUMS[name]} as ${name}`)}
        from (
          select l.*, ${each((name) => `${PARTS[name]} as ${name}`, Object.keys(PARTS))}
          from order_line l
          where l.company_id = ${companyId} and l.listing_id = k.listing_id and l.day = k.day
            and l.account_id = k.account_id
          -- Merged into the outer query, each part would be computed again by every sum.
          offset 0
        ) p
        group by p.currency_code
      ) s
    ), old as materialized (
      select d.* from keys k
      cross join lateral (
        select * from listing_day d
        where d.company_id = ${companyId} and d.day = k.day and d.listing_id = k.listing_id
          and d.account_id = k.account_id
        offset 0
      ) d
    ), sold_no_more as materialized (
      select day, account_id, listing_id, currency_code from old
      except select day, account_id, listing_id, currency_code from fresh
    ), gone as (
      delete from listing_day d using sold_no_more o
      where d.company_id = ${companyId} and d.day = o.day and d.account_id = o.account_id
        and d.listing_id = o.listing_id and d.currency_code = o.currency_code
    ), written as (
      insert into listing_day as d (company_id, day, account_id, listing_id, currency_code, ${each((name) => name, OF_LISTING)})
      select ${companyId}, day, account_id, listing_id, currency_code, ${each((name) => name, OF_LISTING)} from fresh
      on conflict (company_id, day, listing_id, account_id, currency_code) do update
        set ${each((name) => `${name} = excluded.${name}`, OF_LISTING)}
      where (${each((name) => `d.${name}`, OF_LISTING)})
        is distinct from (${each((name) => `excluded.${name}`, OF_LISTING)})
    ), moved as (
      select account_id, day, currency_code, sum(counted_orders) as orders,
        ${each((name) => `sum(${name}) as ${name}`)}
      from (
        select account_id, day, currency_code, counted_orders, ${each((name) => name)} from fresh
        union all
        select account_id, day, currency_code, -counted_orders, ${each((name) => `-${name}`)} from old
      ) moves
      group by account_id, day, currency_code
    )
    insert into account_day as d (company_id, account_id, day, currency_code, orders, ${each((name) => name)})
    select ${companyId}, account_id, day, currency_code, orders, ${each((name) => name)} from moved
    order by account_id, day, currency_code
    on conflict (company_id, account_id, day, currency_code) do update
      set ${each((name) => `${name} = d.${name} + excluded.${name}`, ['orders', ...NAMES])}`.execute(
    trx,
  );
}

/** Sums all days of a company that changed, some at a time; @returns how many there were. */
export async function sumCompany(
  ctx: AppContext,
  companyId: number,
  signal: AbortSignal,
): Promise<number> {
  for (let summed = 0; ; ) {
    signal.throwIfAborted();
    const some = await within(ctx.db, { company: companyId }, async (trx) => {
      const dirty = await takeDirty(trx, companyId);
      if (dirty.length > 0) await sumDays(trx, companyId, dirty);
      return dirty.length;
    });
    summed += some;
    if (some < CHUNK) return summed;
  }
}
