// The listings of undos: what is to come back for each, and what came of it.
import { type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import type { UndoCode } from '../contract.ts';

export type UndoRow = Selectable<Tables['price_undo']>;
export type ListingRow = Omit<
  Selectable<Tables['price_undo_ad']>,
  'company_id' | 'undo_id' | 'update_id'
>;
/** A listing of an undo with what names it. */
export type NamedListing = ListingRow & {
  title: string | null;
  sku_marketplace: string | null;
  currency_code: string | null;
  rule_name: string | null;
};

const PLANNED =
  sql.raw(`seq, listing_id, rule_id, update_ids, taken, kept, price, restore_price, below_minimum,
  below_cost, large_drop`);
const NAMES = sql`${PLANNED}, state, code`;
/** What came of the listing `a`: once its price is on its way, what became of the update `u` that brings it back. */
const REPORTED = sql.raw(`case when a.state <> 'restoring' then a.state
    when u.state in ('applied', 'undone') then 'restored'
    when u.state in ('rejected', 'error') then 'failed'
    when u.state = 'canceled' then 'canceled' else a.state end`);
const bringingBack = (companyId: number) => sql`
      left join lateral (select u.state from price_update u
        where u.company_id = ${companyId} and u.id = a.update_id) u on true`;
const TYPES =
  sql.raw(`(seq integer, listing_id bigint, rule_id bigint, update_ids jsonb, taken integer, kept integer,
  price bigint, restore_price bigint, below_minimum boolean, below_cost boolean, large_drop boolean, state text,
  code text)`);
/** Rows of one statement: enough to be cheap, few enough to keep it small. */
const AT_ONCE = 1_000;

export async function insertListings(
  trx: Trx,
  companyId: number,
  id: number,
  rows: readonly ListingRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await sql`
      insert into price_undo_ad (company_id, undo_id, ${NAMES})
      select ${companyId}, ${id}, ${NAMES}
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + AT_ONCE))}::jsonb) as r ${TYPES}`.execute(
      trx,
    );
  }
}

/** The next listings that wait to be restored. */
export const nextListings = async (
  trx: Trx,
  companyId: number,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<ListingRow[]> =>
  (
    await sql<ListingRow>`
      select ${NAMES} from price_undo_ad
      where company_id = ${companyId} and undo_id = ${id} and state = 'open' and seq > ${after}
      order by seq limit ${limit}`.execute(trx)
  ).rows;

/** What came of a listing. */
export interface Outcome {
  seq: number;
  state: 'restoring' | 'refused';
  code: UndoCode | null;
  /** The price update that brings the price back. */
  updateId: number | null;
}

export async function saveOutcomes(
  trx: Trx,
  companyId: number,
  id: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    update price_undo_ad a set state = r.state, code = r.code, update_id = r."updateId"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as r (seq integer, state text, code text, "updateId" bigint)
    where a.company_id = ${companyId} and a.undo_id = ${id} and a.seq = r.seq`.execute(trx);
}

/** A page of an undo's listings with what names them, those that are left as they are first. */
export const namedListings = async (
  trx: Trx,
  companyId: number,
  id: number,
  { from, limit }: { from: number; limit: number },
): Promise<NamedListing[]> =>
  (
    await sql<NamedListing>`
      select ${PLANNED}, ${REPORTED} as state, a.code, l.title, l.sku_marketplace, l.currency_code, r.name as rule_name
      from (select * from price_undo_ad where company_id = ${companyId} and undo_id = ${id}
        order by state <> 'refused', seq limit ${limit} offset ${from}) a
      left join lateral (select title, sku_marketplace, currency_code from listing l
        where l.company_id = ${companyId} and l.id = a.listing_id) l on true
      left join lateral (select name from rule r
        where r.company_id = ${companyId} and r.id = a.rule_id) r on true
      ${bringingBack(companyId)}
      order by a.state <> 'refused', a.seq`.execute(trx)
  ).rows;

/** What the listings of an undo come to. */
export interface Tally {
  state: string;
  code: string | null;
  currency_code: string | null;
  rule_id: number | null;
  rule_name: string | null;
  count: number;
  below_minimum: number;
  below_cost: number;
  large_drops: number;
  raises: number;
  raised_by: number;
  lowers: number;
  lowered_by: number;
}

export const tallyOf = async (trx: Trx, companyId: number, id: number): Promise<Tally[]> =>
  (
    await sql<Tally>`
      select ${REPORTED} as state, a.code, l.currency_code, a.rule_id, r.name as rule_name, count(*) as count,
        count(*) filter (where below_minimum) as below_minimum,
        count(*) filter (where below_cost) as below_cost,
        count(*) filter (where large_drop) as large_drops,
        count(*) filter (where restore_price > a.price) as raises,
        coalesce(sum(restore_price - a.price) filter (where restore_price > a.price), 0)::bigint as raised_by,
        count(*) filter (where restore_price < a.price) as lowers,
        coalesce(sum(a.price - restore_price) filter (where restore_price < a.price), 0)::bigint as lowered_by
      from price_undo_ad a
      left join listing l on l.company_id = a.company_id and l.id = a.listing_id
      left join rule r on r.company_id = a.company_id and r.id = a.rule_id
      ${bringingBack(companyId)}
      where a.company_id = ${companyId} and a.undo_id = ${id}
      group by 1, 2, 3, 4, 5`.execute(trx)
  ).rows;
