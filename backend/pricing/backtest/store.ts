// The rows of replays and of the changes that they found.
import { type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import { type Claim, claimsOf } from '../claims.ts';
import type { BacktestReport, RuleBody } from '../contract.ts';
import { type StoredRival, toStoredRival } from '../translate.ts';
import type { Change } from './replay.ts';

export type BacktestRow = Selectable<Tables['backtest']>;
export type ChangeRow = Selectable<Tables['backtest_change']> & {
  title: string;
  sku_marketplace: string;
  currency_code: string;
};

const OPEN = ['queued', 'running'];

const CLAIMS = claimsOf<BacktestRow>('backtest', { open: OPEN, leaseSeconds: 10 });
export const {
  holdCompany,
  byId: backtestById,
  open: openBacktests,
  forget: forgetBacktests,
} = CLAIMS;

export type BacktestListRow = BacktestRow & {
  title: string | null;
  currency_code: string | null;
  started_by: string | null;
};

/** A page of replays, the newest first, each with its first ad and who started it; and how many there are. */
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

export interface NewBacktest {
  personId: number;
  rule: RuleBody & { name?: string };
  listingIds: number[];
  days: number;
  unitsPerDay: number;
}

export const insertBacktest = (
  trx: Trx,
  companyId: number,
  { personId, rule, listingIds, days, unitsPerDay }: NewBacktest,
  now: Date,
): Promise<BacktestRow> =>
  trx
    .insertInto('backtest')
    .values({
      company_id: companyId,
      person_id: personId,
      rule,
      // The driver would send a bare array as one of PostgreSQL's own.
      listing_ids: sql<number[]>`${JSON.stringify(listingIds)}::text::jsonb`,
      days,
      units_per_day: unitsPerDay,
      state: 'queued',
      report: null,
      claim: null,
      beat_at: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const update = (trx: Trx, companyId: number, id: number) =>
  trx.updateTable('backtest').where('company_id', '=', companyId).where('id', '=', id);

const clearChanges = (trx: Trx, companyId: number, id: number) =>
  trx
    .deleteFrom('backtest_change')
    .where('company_id', '=', companyId)
    .where('backtest_id', '=', id)
    .execute();

/** Cancels a replay that waits or runs; one that is over stays as it is. Whoever works it notices at its next beat. */
export async function cancelOpen(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const canceled = await update(trx, companyId, id)
    .set({ state: 'canceled', claim: null })
    .where('state', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  if (canceled === undefined) return false;
  await clearChanges(trx, companyId, id);
  return true;
}

/** Takes a replay up from its beginning: whatever another worker found of it is void. */
export async function takeUp(
  trx: Trx,
  companyId: number,
  row: Pick<BacktestRow, 'id' | 'attempts'>,
  claim: string,
): Promise<void> {
  await CLAIMS.takeUp(trx, companyId, row, 'running', claim);
  await update(trx, companyId, row.id).set({ done: 0, total: 0 }).execute();
  await clearChanges(trx, companyId, row.id);
}

/** Gives a replay up for good. */
export async function failBacktest(trx: Trx, companyId: number, id: number): Promise<void> {
  await update(trx, companyId, id).set({ state: 'failed', claim: null }).execute();
  await clearChanges(trx, companyId, id);
}

const ofClaim = (trx: Trx, companyId: number, { id, claim }: Claim) =>
  update(trx, companyId, id).where('claim', '=', claim).where('state', '=', 'running');

/** Tells how far a replay is; false: it is no longer in these hands, because it was cancelled or taken over. */
export const beat = async (
  trx: Trx,
  companyId: number,
  claim: Claim,
  progress: { done: number; total: number },
): Promise<boolean> => (await CLAIMS.beat(trx, companyId, claim, progress)) !== null;

/**
 * Lays a replay down, so that the next worker need not wait until this one counts as dead.
 * @param isFault whether it counts as an attempt that failed
 */
export const layDown = (trx: Trx, companyId: number, claim: Claim, isFault: boolean) =>
  ofClaim(trx, companyId, claim)
    .set((eb) => ({ beat_at: null, attempts: eb('attempts', '-', isFault ? 0 : 1) }))
    .execute();

/** Ends a replay with its report; false: it is no longer in these hands. */
export const finish = async (
  trx: Trx,
  companyId: number,
  claim: Claim,
  progress: { done: number; total: number },
  report: BacktestReport,
): Promise<boolean> =>
  (await ofClaim(trx, companyId, claim)
    .set({ ...progress, state: 'done', claim: null, report })
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Writes changes that were found, numbered from `first`; false: the replay is no longer in these hands. */
export async function insertChanges(
  trx: Trx,
  companyId: number,
  claim: Claim,
  first: number,
  changes: readonly Change[],
): Promise<boolean> {
  const held = await trx
    .selectFrom('backtest')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', claim.id)
    .where('claim', '=', claim.claim)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) return false;
  const rows = changes.map(({ listingId, at, from, to, decision }, index) => ({
    seq: first + index,
    listing_id: listingId,
    at,
    old_price: from,
    new_price: to,
    event_type: decision.eventType,
    price_tag: decision.priceTag,
    rival: toStoredRival(decision.rival) satisfies StoredRival | null,
    explanation: decision.explanation,
  }));
  await sql`
    insert into backtest_change (company_id, backtest_id, seq, listing_id, at, old_price, new_price, event_type,
      price_tag, rival, explanation)
    select ${companyId}, ${claim.id}, seq, listing_id, at, old_price, new_price, event_type, price_tag, rival,
      explanation
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(seq integer, listing_id bigint, at timestamptz,
      old_price bigint, new_price bigint, event_type text, price_tag text, rival jsonb, explanation jsonb)`.execute(
    trx,
  );
  return true;
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
