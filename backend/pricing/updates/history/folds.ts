// Successive updates of one listing by one rule as one row: nothing else that the question finds of the listing lies between
// them.
//
// A fold is of one clock hour (UTC), and not of updates with less than an hour between them: such a row would grow with
// every update that comes, rows of pages already read would join, and some listings would have one row for a whole day. By
// the clock the rows of an hour that is over are final, and a new update changes one row of the first page at most. A fold
// is of one state, so that nothing that failed or waits is hidden behind what was applied. Where the price moved, each
// update starts from the price at which the one before ended: an undo of the whole brings the first price back.
import { type RawBuilder, sql } from 'kysely';
import type { ListBody } from '../../../kernel/filter.ts';
import { toAmount } from '../../../kernel/money.ts';
import type { Trx } from '../../../platform/db.ts';
import { columnOf, listOrder } from '../../../platform/filter-sql.ts';
import { HISTORY_TABS, type HistoryTab, type UpdateFold } from '../../contract.ts';
import { anyOf } from '../listing-store.ts';
import { FIELDS, NEWEST_FIRST, type UpdateQuestion, updatesFrom } from './fields.ts';
import { type Counts, countTabs } from './query.ts';

/** The updates of a listing, the newest first. */
const OF_LISTING = sql`partition by u.listing_id order by u.created_at desc, u.id desc`;
const hourOf = (at: string) => sql`date_bin('1 hour', ${sql.ref(at)}, 'epoch'::timestamptz)`;

/** Whether an update is the newest of its fold: the one that the row shows. */
const IS_NEWEST = sql`(u.reverts is null and lag(case when u.reverts is null then u.rule_id end) over newer = u.rule_id
  and lag(u.state) over newer = u.state
  and lag(${hourOf('u.created_at')}) over newer = ${hourOf('u.created_at')}
  and (u.state not in ('applied', 'undone') or lag(u.old_price) over newer = u.new_price)) is not true`;
const WINDOW = sql`window newer as (${OF_LISTING})`;

/** Which updates, of all states, and when it is asked. */
export type Question = UpdateQuestion & { now: Date; companyId: number };

/** The fields that the rows are ordered by, beside the key of the newest update of each. */
function orderOf(orders: ListBody['orders']): {
  keys: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
} {
  const effective = orders.length > 0 ? orders : NEWEST_FIRST;
  const keys = effective.flatMap(({ field }, place) => {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof typeof FIELDS] : undefined;
    return known === undefined ? [] : [{ field, known, column: `key${place}` }];
  });
  const placed = Object.fromEntries(
    keys.map(({ field, known, column }) => [field, { ...known, column: `f.${column}` }]),
  );
  return {
    order: listOrder(orders, placed, 'f.id', NEWEST_FIRST),
    keys: sql.join(keys.map(({ known, column }) => sql`${columnOf(known)} as ${sql.ref(column)}`)),
  };
}

/** How many folds each tab shows, how many updates those of one stand for, and the newest updates of those on a page, in order. */
export async function pageOfFolds(
  trx: Trx,
  { companyId, now, ...question }: Question,
  { tab, page, limit }: { tab: HistoryTab; page: number; limit: number },
): Promise<{ counts: Counts; updates: number; ids: number[] }> {
  const { keys, order } = orderOf(question.body.orders);
  const ofTab = { ...question, query: { ...question.query, tab } };
  const { rows } = await sql<{
    states: Record<string, number> | null;
    updates: number;
    ids: number[] | null;
  }>`
    with fold as materialized (
      select * from (
        select u.id, u.state, ${keys}, ${IS_NEWEST} as is_newest
        ${updatesFrom(companyId, question, now)} ${WINDOW}) each
      where is_newest)
    select (select jsonb_object_agg(state, count) from (
        select state, count(*) as count from fold group by state) counted) as states,
      (select count(*) ${updatesFrom(companyId, ofTab, now)}) as updates,
      (select jsonb_agg(id) from (
        select f.id from fold f where f.state in (${sql.join(HISTORY_TABS[tab])})
        order by ${order} limit ${limit} offset ${page * limit}) shown) as ids`.execute(trx);
  const { states, updates, ids } = rows[0]!;
  return { counts: countTabs(new Map(Object.entries(states ?? {}))), updates, ids: ids ?? [] };
}

interface FoldRow {
  id: number;
  update_ids: number[];
  old_price: number;
  since: Date;
}

/** The updates behind rows, by the newest of each; rows of one update alone are left out. */
export async function foldsOf(
  trx: Trx,
  { companyId, now, ...question }: Question,
  ids: readonly number[],
): Promise<Map<number, UpdateFold>> {
  const { rows } = await sql<FoldRow>`
    with shown as materialized (
      select distinct listing_id, ${hourOf('created_at')} as hour
      from price_update u where u.company_id = ${companyId} and ${anyOf('u.id', ids)}),
    each as (
      select u.id, u.listing_id, u.old_price, u.created_at, ${IS_NEWEST} as is_newest
      ${updatesFrom(companyId, question, now)}
        and u.listing_id in (select listing_id from shown)
        and exists (select from shown where shown.listing_id = u.listing_id
          and u.created_at >= shown.hour and u.created_at < shown.hour + interval '1 hour')
      ${WINDOW}),
    numbered as (
      select u.*, count(*) filter (where is_newest) over (${OF_LISTING}) as fold from each u)
    select max(u.id) filter (where is_newest) as id,
      jsonb_agg(u.id order by u.created_at, u.id) as update_ids,
      (array_agg(u.old_price order by u.created_at, u.id))[1] as old_price, min(u.created_at) as since
    from numbered u group by u.listing_id, fold having count(*) > 1`.execute(trx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        updateIds: row.update_ids,
        oldPrice: toAmount(row.old_price),
        since: row.since.toISOString(),
      },
    ]),
  );
}
