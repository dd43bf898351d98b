// The rows of bulk actions and imports: the change that each listing or line asks for, and its outcome.
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { ChangeKind, ItemRow, RowState } from './types.ts';

const rowsOf = (trx: Trx, companyId: number, id: number) =>
  trx
    .selectFrom('rule_batch_row')
    .select([
      'seq',
      'line',
      'cells',
      'listing_id',
      'rule_id',
      'state',
      'kind',
      'codes',
      'patch',
      'before',
      'after',
      'version',
      'undo_code',
    ])
    .where('rule_batch_row.company_id', '=', companyId)
    .where('batch_id', '=', id)
    // What this file writes is what it reads.
    .$castTo<ItemRow>();

/** Listings of one rule at most: those of a rule are together. */
const MOST_OF_RULE = 1_000;

/**
 * The next rows in a state, some at a time, with all others in it of the same rules: a rule is written once.
 * @param after the last row of the previous call: the rows before it are not read again
 */
export async function nextRows(
  trx: Trx,
  companyId: number,
  id: number,
  state: RowState,
  { after, limit }: { after: number; limit: number },
): Promise<ItemRow[]> {
  const some = await rowsOf(trx, companyId, id)
    .where('state', '=', state)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = some.at(-1);
  if (last === undefined || last.rule_id === null) return some;
  const others = await rowsOf(trx, companyId, id)
    .where('state', '=', state)
    .where('seq', '>', last.seq)
    .where('seq', '<=', last.seq + MOST_OF_RULE)
    .where('rule_id', '=', last.rule_id)
    .orderBy('seq')
    .execute();
  return [...some, ...others];
}

const ROWS = sql`(seq integer, line integer, cells jsonb, listing_id bigint, rule_id bigint, state text, kind text,
  codes jsonb, patch jsonb, before jsonb, after jsonb, version integer, undo_code text)`;
/** Rows of one statement: enough to be cheap, few enough to keep it small. */
const AT_ONCE = 1_000;

export async function insertRows(
  trx: Trx,
  companyId: number,
  id: number,
  rows: readonly ItemRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await sql`
      insert into rule_batch_row (company_id, batch_id, seq, line, cells, listing_id, rule_id, state, kind, codes,
        patch, before, after, version, undo_code)
      select ${companyId}, ${id}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + AT_ONCE))}::jsonb) as r ${ROWS}`.execute(
      trx,
    );
  }
}

/** Writes the outcome of rows; what they say of themselves (line, cells) stays. */
export async function saveRows(
  trx: Trx,
  companyId: number,
  id: number,
  rows: readonly ItemRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const seqs = rows.map(({ seq }) => seq);
  const said = rows.map(({ line: _line, cells: _cells, ...row }) => row);
  await sql`
    update rule_batch_row b set rule_id = r.rule_id, state = r.state, kind = r.kind, codes = r.codes,
      patch = r.patch, before = r.before, after = r.after, version = r.version, undo_code = r.undo_code
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as r ${ROWS}
    where b.company_id = ${companyId} and b.batch_id = ${id} and b.seq between ${Math.min(...seqs)} and ${Math.max(...seqs)}
      and b.seq = r.seq`.execute(trx);
}

/** How many rows of each kind are in which state, with the first code of each. */
export const tallyOf = async (trx: Trx, companyId: number, ids: readonly number[]) =>
  (
    await sql<{
      id: number;
      kind: ChangeKind | null;
      state: RowState;
      code: string | null;
      count: number;
    }>`
    select batch_id as id, kind, state, codes->0->>'code' as code, count(*) as count from rule_batch_row
    where company_id = ${companyId} and batch_id = any(${ids}::bigint[])
    group by 1, 2, 3, 4`.execute(trx)
  ).rows;

/** An item with what names its listing; nothing where there is no such listing. */
export type NamedRow = ItemRow & {
  title: string | null;
  sku: string | null;
  sku_marketplace: string | null;
  currency_code: string | null;
  price: number | null;
};

/** Which rows of a bulk action or an import, and in which order. */
export interface Wish {
  kind: ChangeKind | null;
  /** Refused ones first, where not in their own order. */
  refusedFirst: boolean;
}

export const namedRows = (
  trx: Trx,
  companyId: number,
  id: number,
  { kind, refusedFirst }: Wish,
  { from, limit, after = -1 }: { from: number; limit: number; after?: number },
): Promise<NamedRow[]> =>
  rowsOf(trx, companyId, id)
    .where('seq', '>', after)
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .leftJoin('listing as l', (join) =>
      join
        .onRef('l.company_id', '=', 'rule_batch_row.company_id')
        .onRef('l.id', '=', 'rule_batch_row.listing_id'),
    )
    .select(['l.title', 'l.sku', 'l.sku_marketplace', 'l.currency_code', 'l.price'])
    .$if(refusedFirst, (query) => query.orderBy(sql`(kind is distinct from 'refused')`))
    .orderBy('seq')
    .offset(from)
    .limit(limit)
    .$castTo<NamedRow>()
    .execute();

export const clearRows = async (trx: Trx, companyId: number, id: number): Promise<void> => {
  await trx
    .deleteFrom('rule_batch_row')
    .where('company_id', '=', companyId)
    .where('batch_id', '=', id)
    .execute();
};
