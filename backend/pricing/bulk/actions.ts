// Use cases of bulk acts: asking what one would do, doing it, asking how far it is, stopping it and taking it back.
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { Problem } from '../../kernel/problem.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import {
  BULK_AT_ONCE,
  type Bulk,
  type BulkBody,
  type BulkItem,
  MAX_BULK_SELECTION,
} from '../contract.ts';
import { requireSelection, selectionListings } from '../listing-selection.ts';
import { answerOf, asked, missingRow, rowOf, sumOf, toItem } from './answers.ts';
import * as items from './item-store.ts';
import { requestBatches } from './jobs.ts';
import { loadAds } from './load.ts';
import { effectsOf, planBulk } from './plan.ts';
import { inCompany, type Reader, runBatch, takeNext, tellBatch } from './run.ts';
import * as store from './store.ts';

/** Batches of a company that may wait at once. */
export const MOST_WAITING = 10;
/** Whoever works it himself has died by then. */
const SPARE_MS = 30_000;

export const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

/** Refuses one batch more than may wait. @throws Problem 409 `too_many_batches` */
export async function checkWaiting(trx: Trx, companyId: number): Promise<void> {
  await store.holdCompany(trx, companyId);
  const open = await store.openBatches(trx, companyId);
  if (open.length < MOST_WAITING) return;
  throw new Problem(409, 'too_many_batches', 'Wait for the others, or cancel some', {
    values: { limit: MOST_WAITING },
  });
}

const auditBulk = (
  house: House,
  trx: Trx,
  { companyId, personId }: Actor,
  what: 'bulk_started' | 'bulk_canceled' | 'bulk_undone',
  { id, content, total }: store.BatchRow,
) =>
  audit(trx, {
    companyId,
    personId,
    action: `pricing.${what}`,
    subject: String(id),
    values: { ...content, listings: total },
    at: house.clock(),
  });

/** @throws Problem 404 `batch_not_found` */
export async function found(
  trx: Trx,
  companyId: number,
  id: number,
  kind: store.BatchKind,
  read: typeof store.batchById = store.batchById,
): Promise<store.BatchRow> {
  const row = await read(trx, companyId, id);
  if (row?.kind !== kind) throw new Problem(404, 'batch_not_found');
  return row;
}

/**
 * The ads that a bulk act is done to.
 * @throws Problem 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function chosen(
  house: House,
  trx: Trx,
  actor: Actor,
  { listingIds = [], selectionId }: BulkBody,
): Promise<number[]> {
  if (selectionId === undefined) return [...new Set(listingIds)];
  const { count } = await requireSelection(house, trx, actor, selectionId);
  if (count > MAX_BULK_SELECTION) {
    throw new Problem(422, 'selection_too_large', `At most ${MAX_BULK_SELECTION} ads`, {
      values: { limit: MAX_BULK_SELECTION },
    });
  }
  const ids: number[] = [];
  for await (const some of selectionListings(trx, actor.companyId, selectionId)) ids.push(...some);
  return ids;
}

/** Nothing of a bulk act is read from a file. */
const noFile: Reader = () => Promise.reject(new Error('A bulk act has no file'));

/**
 * Does one thing to the rules of many ads, or tells what it would do. Few are done before this answers, many by a job.
 * What cannot be changed is told for each ad; the rest goes on.
 * @throws Problem 409 `too_many_batches`, 404 `selection_not_found`, 422 `selection_too_large`
 */
export async function startBulk(house: House, actor: Actor, body: BulkBody): Promise<Bulk> {
  const { companyId, personId } = actor;
  const { listingIds: _ids, selectionId: _selection, dryRun, ...change } = body;
  const answer = await within(house.db, scopeOf(actor), async (trx) => {
    if (!dryRun) await checkWaiting(trx, companyId);
    const ids = await chosen(house, trx, actor, body);
    const ads = await loadAds(trx, companyId, ids);
    // Those of one rule stand together.
    const planned = planBulk(change, ads).sort(
      (a, b) => (a.ad.rule?.id ?? 0) - (b.ad.rule?.id ?? 0),
    );
    const known = new Set(ads.map(({ listingId }) => listingId));
    const rows = [
      ...planned.map(rowOf),
      ...ids
        .filter((id) => !known.has(id))
        .map((id, index) => missingRow(id, planned.length + index)),
    ];
    if (dryRun) return asked(house, body, planned, rows);
    const draft = {
      personId,
      kind: 'bulk',
      content: change,
      locale: '',
      total: rows.length,
    } as const;
    const batch = await store.insertBatch(trx, companyId, draft, house.clock());
    await items.insertRows(trx, companyId, batch.id, rows);
    const idle = rows.filter(({ state }) => state === 'idle').length;
    await store.moveBatch(trx, companyId, batch.id, {
      state: 'queued',
      done: idle,
      report: effectsOf(planned),
    });
    await auditBulk(house, trx, actor, 'bulk_started', batch);
    await requestSoon(house, trx, companyId, rows.length);
    return await answerOf(trx, companyId, { ...batch, done: idle });
  });
  return await workNow(house, actor, answer);
}

/** Has a batch worked by a job: at once, or where few rows are worked by the caller only in case that he dies. */
const requestSoon = (house: House, trx: Trx, companyId: number, rows: number): Promise<void> => {
  const wait = rows > BULK_AT_ONCE ? 0 : SPARE_MS;
  const startAfter = new Date(house.clock().getTime() + wait);
  return requestBatches(house, trx, companyId, { startAfter });
};

/** Works a batch of few ads while its caller waits. */
async function workNow(house: House, actor: Actor, bulk: Bulk): Promise<Bulk> {
  const { companyId } = actor;
  if (bulk.id === null || bulk.progress.total > BULK_AT_ONCE) return bulk;
  const taken = await takeNext(house, companyId, bulk.id);
  const never = new AbortController().signal;
  if (taken.kind === 'taken') await runBatch(house, companyId, taken, noFile, never);
  return await getBulk(house, actor, bulk.id);
}

/** @throws Problem 404 `batch_not_found` */
export const getBulk = (house: House, actor: Actor, id: number): Promise<Bulk> =>
  within(house.db, scopeOf(actor), async (trx) =>
    answerOf(trx, actor.companyId, await found(trx, actor.companyId, id, 'bulk')),
  );

/** A page of the ads of a bulk act. @throws Problem 404 `batch_not_found` */
export const queryBulkItems = (
  house: House,
  actor: Actor,
  id: number,
  query: PageQuery,
): Promise<Page<BulkItem>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    await found(trx, companyId, id, 'bulk');
    const wish = { kind: null, refusedFirst: true };
    const place = { from: query.page * query.limit, limit: query.limit };
    const rows = await items.namedRows(trx, companyId, id, wish, place);
    const total = sumOf(await items.tallyOf(trx, companyId, [id]), () => true);
    return toPage(rows.map(toItem), total, query);
  });

/** Stops a bulk act; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelBulk = (house: House, actor: Actor, id: number): Promise<Bulk> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'bulk', store.holdBatch);
    if (row.state === 'queued' || row.state === 'writing') {
      await store.moveBatch(trx, companyId, id, { state: 'canceled' });
      await auditBulk(house, trx, actor, 'bulk_canceled', row);
      await tellBatch(trx, companyId, id);
    }
    return await answerOf(trx, companyId, await found(trx, companyId, id, 'bulk'));
  });

/** Makes a batch that is over one that is taken back. @throws Problem 409 `not_undoable` */
export async function beginUndo(trx: Trx, companyId: number, row: store.BatchRow): Promise<number> {
  const tally = await items.tallyOf(trx, companyId, [row.id]);
  const written = sumOf(tally, ({ state }) => state === 'written');
  if (!['done', 'canceled', 'failed'].includes(row.state) || written === 0)
    throw new Problem(409, 'not_undoable', 'There is nothing of it to take back');
  await store.moveBatch(trx, companyId, row.id, { state: 'undoing', done: 0, total: written });
  await tellBatch(trx, companyId, row.id);
  return written;
}

/**
 * Takes a bulk act back, for every rule that nobody changed since.
 * @throws Problem 404 `batch_not_found`, 409 `not_undoable`
 */
export async function undoBulk(house: House, actor: Actor, id: number): Promise<Bulk> {
  const { companyId } = actor;
  const bulk = await inCompany(house, companyId, async (trx) => {
    const row = await found(trx, companyId, id, 'bulk', store.holdBatch);
    const written = await beginUndo(trx, companyId, row);
    await auditBulk(house, trx, actor, 'bulk_undone', row);
    await requestSoon(house, trx, companyId, written);
    return await answerOf(trx, companyId, await found(trx, companyId, id, 'bulk'));
  });
  return await workNow(house, actor, bulk);
}
