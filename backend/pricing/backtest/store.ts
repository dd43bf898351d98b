// The rows of backtests and of the changes that they found.
import { type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import { type StoredCompetitor, toStoredCompetitor } from '../engine/stored-decision.ts';
import type { Change } from './engine/run.ts';

export type BacktestRow = Selectable<Tables['backtest']>;
export type ChangeRow = Selectable<Tables['backtest_change']> & {
  title: string;
  sku_marketplace: string;
  currency_code: string;
};

export type BacktestListRow = BacktestRow & {
  title: string | null;
  currency_code: string | null;
  started_by: string | null;
};

/** A page of backtests, the newest first, each with its first listing and who started it; and how many there are. */
export async function backtestsPage(
  trx: Trx,
  companyId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BacktestListRow[]; total: number }> {
  const rows = await trx
    .selectFrom('backtest as b')
    .leftJoin('listing as l', (join) =>
      join
        .onRef('l.company_id', '=', 'b.company_id')
        .on('l.id', '=', sql<number>`(b.listing_ids ->> 0)::bigint`),
    )
    .leftJoin('person as p', 'p.id', 'b.person_id')
    .where('b.company_id', '=', companyId)
    .selectAll('b')
    .select(['l.title', 'l.currency_code', 'p.name as started_by'])
    .orderBy('b.id', 'desc')
    .limit(limit)
    .offset(page * limit)
    .execute();
  const { total } = await trx
    .selectFrom('backtest')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export const clearChanges = async (trx: Trx, companyId: number, id: number): Promise<void> => {
  await trx
    .deleteFrom('backtest_change')
    .where('company_id', '=', companyId)
    .where('backtest_id', '=', id)
    .execute();
};

/** Writes changes that were found, numbered from `first`. */
export async function insertChanges(
  trx: Trx,
  companyId: number,
  id: number,
  first: number,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map(({ listingId, at, from, to, decision }, index) => ({
    seq: first + index,
    listing_id: listingId,
    at,
    old_price: from,
    new_price: to,
    event_type: decision.eventType,
    price_tag: decision.priceTag,
    rival: toStoredCompetitor(decision.rival) satisfies StoredCompetitor | null,
    explanation: decision.explanation,
  }));
  await sql`
    insert into backtest_change (company_id, backtest_id, seq, listing_id, at, old_price, new_price, event_type,
      price_tag, rival, explanation)
    select ${companyId}, ${id}, seq, listing_id, at, old_price, new_price, event_type, price_tag, rival,
      explanation
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(seq integer, listing_id bigint, at timestamptz,
      old_price bigint, new_price bigint, event_type text, price_tag text, rival jsonb, explanation jsonb)`.execute(
    trx,
  );
}

const changes = (trx: Trx, companyId: number, id: number, listingId: number | null) =>
  trx
    .selectFrom('backtest_change as c')
    .where('c.company_id', '=', companyId)
    .where('c.backtest_id', '=', id)
    .$if(listingId !== null, (query) => query.where('c.listing_id', '=', listingId));

const shown = (trx: Trx, companyId: number, id: number, listingId: number | null) =>
  changes(trx, companyId, id, listingId)
    .innerJoin('listing as l', (join) =>
      join.onRef('l.company_id', '=', 'c.company_id').onRef('l.id', '=', 'c.listing_id'),
    )
    .selectAll('c')
    .select(['l.title', 'l.sku_marketplace', 'l.currency_code'])
    .orderBy('c.seq');

/** A page of changes in their order, and how many there are. */
export async function changesPage(
  trx: Trx,
  companyId: number,
  id: number,
  listingId: number | null,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    shown(trx, companyId, id, listingId)
      .limit(limit)
      .offset(page * limit)
      .execute(),
    changes(trx, companyId, id, listingId)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

/** The changes that come after one, in their order. */
export const changesAfter = (
  trx: Trx,
  companyId: number,
  id: number,
  seq: number,
  limit: number,
): Promise<ChangeRow[]> =>
  shown(trx, companyId, id, null).where('c.seq', '>', seq).limit(limit).execute();
