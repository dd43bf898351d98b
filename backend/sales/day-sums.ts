// What the lines of orders add up to, by listing and account and day. A day is always summed from all of its lines, and the
// sums of the account move by the difference: however often, and wherever that is broken off, the outcome is the same.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { Id } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Queue } from '../platform/jobs.ts';

const SumJob = z.object({ companyId: Id });
export type SumJob = z.infer<typeof SumJob>;
/** Sums the days of a company that changed. Of several that wait for one company only one is kept. */
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

/** Enqueues the sums of a company's changed days, in the caller's transaction. */
export const requestSums = (ctx: AppContext, trx: Trx, companyId: number) =>
  ctx.jobs.send(trx, SUM, [{ companyId }], { key: String(companyId) });

/** Days of listings that are summed in one transaction. */
const CHUNK = 5_000;

const IS_SOLD = `l.state in ('paid', 'refunded') and l.price is not null`;
const AMOUNT = 'l.price * l.units';
const FEE = 'coalesce(l.fee, round(l.price * l.fee_percent / 100 + l.fee_fixed) * l.units)';
const TAX = `round(${AMOUNT} * l.tax_percent / 100)`;
const GOODS = 'l.cost * l.units';

const total = (value: string, condition = IS_SOLD) =>
  `coalesce(sum(${value}) filter (where ${condition}), 0)`;
const known = (value: string) => total(AMOUNT, `${IS_SOLD} and ${value} is not null`);

/** Each sum by its column; a sum of what is not known of all lines has the revenue of those that it is known of. */
const SUMS: Readonly<Record<string, string>> = {
  units: total('l.units'),
  revenue: total(AMOUNT),
  shipping: total('l.shipping'),
  cancelled_units: total('l.units', `l.state = 'cancelled'`),
  refunded_units: total('l.refunded_units'),
  refunds: total('l.refunded'),
  refunds_of: known('l.refunded'),
  fees: total(FEE),
  fees_of: known(FEE),
  goods: total(GOODS),
  goods_of: known(GOODS),
  tax: total(TAX),
  tax_of: known(TAX),
  margin: total(`${AMOUNT} - ${FEE} - ${TAX} - ${GOODS}`),
  margin_of: known(`(${FEE} + ${TAX} + ${GOODS})`),
  won_units: total('l.units', `${IS_SOLD} and l.held = 'won'`),
  shared_units: total('l.units', `${IS_SOLD} and l.held = 'shared'`),
  lost_units: total('l.units', `${IS_SOLD} and l.held = 'lost'`),
};
const NAMES = Object.keys(SUMS);

/** The same words for each sum, with commas between. */
const each = (words: (name: string) => string, names = NAMES): RawBuilder<unknown> =>
  sql.raw(names.map(words).join(', '));

/** What a listing has besides: an order with two listings counts for each, and once for the account. */
const OF_LISTING = ['orders', 'counted_orders', ...NAMES];

interface DirtyDay {
  day: string;
  account_id: number;
  listing_id: number;
}

/**
 * Takes marks of a company for this transaction; those that somebody else holds are left to him. By their place in the table:
 * where statistics still say that it is empty, a join would compare each mark with each.
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
 * Sums days. No statistics tell how many rows the parts of this statement have, and the planner expects one: what sets two of
 * them against each other is a set operation, as a join of them would compare each row with each.
 */
async function sumDays(trx: Trx, companyId: number, dirty: readonly DirtyDay[]): Promise<void> {
  const days = dirty.map(({ day }) => day).sort();
  const listings = [...new Set(dirty.map(({ listing_id }) => listing_id))];
  await sql`
    with keys as materialized (
      select * from unnest(${dirty.map(({ day }) => day)}::text[]::date[],
        ${dirty.map((one) => one.account_id)}::bigint[], ${dirty.map((one) => one.listing_id)}::bigint[])
        as k(day, account_id, listing_id)
    ), fresh as materialized (
      select l.day, l.account_id, l.listing_id, l.currency_code,
        count(distinct l.order_id) filter (where ${sql.raw(IS_SOLD)}) as orders,
        count(*) filter (where l.counts_order) as counted_orders, ${each((name) => `${SUMS[name]} as ${name}`)}
      from order_line l join keys k
        on k.day = l.day and k.account_id = l.account_id and k.listing_id = l.listing_id
      where l.company_id = ${companyId} and l.listing_id = any(${listings}::bigint[])
        and l.day between ${days[0]}::text::date and ${days.at(-1)}::text::date
      group by l.day, l.account_id, l.listing_id, l.currency_code
    ), old as materialized (
      select d.* from listing_day d join keys k
        on k.day = d.day and k.account_id = d.account_id and k.listing_id = d.listing_id
      where d.company_id = ${companyId} and d.listing_id = any(${listings}::bigint[])
        and d.day between ${days[0]}::text::date and ${days.at(-1)}::text::date
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
