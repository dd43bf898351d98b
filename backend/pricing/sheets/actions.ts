// Use cases of uploaded sheets: taking a file, telling what it would do, writing it, stopping it and taking it back.
import type * as z from 'zod';
import type { Locale } from '../../kernel/id.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { Problem } from '../../kernel/problem.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import { beginUndo, checkWaiting, found, scopeOf } from '../bulk/actions.ts';
import * as items from '../bulk/item-store.ts';
import { requestBatches } from '../bulk/jobs.ts';
import { tellBatch } from '../bulk/run.ts';
import * as store from '../bulk/store.ts';
import { type Tally, talliesOf } from '../bulk/tally.ts';
import type { ChangeKind, ItemRow, RowState } from '../bulk/terms.ts';
import {
  BatchState,
  Sheet,
  type SheetFault,
  SheetFaultCode,
  type SheetRow,
  type SheetRowKind,
} from '../contract.ts';
import { nameOf } from '../switch-store.ts';
import { formatOf } from './file.ts';

/** What is kept of a file beside its rows. */
const Content = Sheet.pick({ fileName: true, format: true, applied: true });
type Content = z.infer<typeof Content>;
const Report = Sheet.pick({ columns: true, fault: true });

const sumOf = (tally: Tally, like: (row: Tally[number]) => boolean): number =>
  tally.filter(like).reduce((sum, { count }) => sum + count, 0);

function countsOf(tally: Tally): Sheet['counts'] {
  const kindOf = (wanted: ChangeKind) => sumOf(tally, ({ kind }) => kind === wanted);
  const stateOf = (...wanted: RowState[]) => sumOf(tally, ({ state }) => wanted.includes(state));
  return {
    rows: sumOf(tally, () => true),
    made: kindOf('made'),
    changed: kindOf('changed'),
    unchanged: kindOf('unchanged'),
    wrong: kindOf('refused'),
    written: stateOf('written', 'restored', 'kept'),
    restored: stateOf('restored'),
    notRestored: stateOf('kept'),
  };
}

function toSheet(row: store.BatchRow, tally: Tally, personName: string | null): Sheet {
  const report = row.report === null ? { columns: [], fault: null } : Report.parse(row.report);
  return {
    id: row.id,
    ...Content.parse(row.content),
    ...report,
    state: BatchState.parse(row.state),
    progress: { done: row.done, total: row.total },
    counts: countsOf(tally.filter(({ id }) => id === row.id)),
    personName,
    createdAt: row.created_at.toISOString(),
  };
}

async function answerOf(trx: Trx, companyId: number, id: number): Promise<Sheet> {
  const row = await found(trx, companyId, id, 'sheet');
  const [tally, name] = await Promise.all([
    talliesOf(trx, companyId, [row]),
    nameOf(trx, row.person_id),
  ]);
  return toSheet(row, tally, name);
}

const auditSheet = (
  house: House,
  trx: Trx,
  { companyId, personId }: Actor,
  what: 'sheet_uploaded' | 'sheet_applied' | 'sheet_canceled' | 'sheet_undone',
  id: number,
  values: object,
) =>
  audit(trx, {
    companyId,
    personId,
    action: `pricing.${what}`,
    subject: String(id),
    values,
    at: house.clock(),
  });

const startNow = (house: House, trx: Trx, companyId: number) =>
  requestBatches(house, trx, companyId, { startAfter: house.clock() });

/**
 * Takes a file, to be read by a job.
 * @throws Problem 415 `not_a_sheet`, 409 `too_many_batches`
 */
export async function uploadSheet(
  house: House,
  actor: Actor,
  fileName: string,
  bytes: Uint8Array,
  locale: Locale,
): Promise<Sheet> {
  const { companyId, personId } = actor;
  const format = formatOf(bytes);
  if (format === null) throw new Problem(415, 'not_a_sheet', 'Send a CSV or XLSX file');
  return await within(house.db, scopeOf(actor), async (trx) => {
    await checkWaiting(trx, companyId);
    const content: Content = { fileName, format, applied: null };
    const draft = { personId, kind: 'sheet', content, locale, total: 0 } as const;
    const { id } = await store.insertBatch(trx, companyId, draft, house.clock());
    await store.keepFile(trx, companyId, id, bytes);
    await auditSheet(house, trx, actor, 'sheet_uploaded', id, { fileName, bytes: bytes.length });
    await startNow(house, trx, companyId);
    return await answerOf(trx, companyId, id);
  });
}

/** A page of the uploaded files, the latest first. */
export const querySheets = (house: House, actor: Actor, query: PageQuery): Promise<Page<Sheet>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { rows, total } = await store.batchesPage(trx, actor.companyId, 'sheet', query);
    const tally = await talliesOf(trx, actor.companyId, rows);
    const people = [...new Set(rows.map(({ person_id }) => person_id))];
    const names = new Map(
      await Promise.all(people.map(async (id) => [id, await nameOf(trx, id)] as const)),
    );
    return toPage(
      rows.map((row) => toSheet(row, tally, names.get(row.person_id) ?? null)),
      total,
      query,
    );
  });

const KINDS = {
  made: 'made',
  changed: 'changed',
  unchanged: 'unchanged',
  wrong: 'refused',
} as const;
const toKind = (kind: ChangeKind | null): SheetRowKind =>
  kind === 'refused' ? 'wrong' : (kind ?? 'unchanged');

/** What is wrong with a row; what showed only when it was written has a code and nothing more. */
export const toFaults = (row: Pick<ItemRow, 'codes'>): SheetFault[] =>
  (row.codes ?? []).map((fault) => ({
    column: null,
    value: null,
    readings: null,
    ...fault,
    code: SheetFaultCode.catch('rule_changed').parse(fault.code),
  }));

const toRow = (row: items.NamedRow): SheetRow => ({
  line: row.line ?? 0,
  kind: toKind(row.kind),
  listingId: row.listing_id,
  title: row.title,
  sku: row.sku,
  skuMarketplace: row.sku_marketplace,
  currencyCode: row.currency_code,
  ruleId: row.rule_id,
  before: row.before?.glance ?? null,
  after: row.after,
  faults: toFaults(row),
  isWritten: row.state === 'written' || row.state === 'restored' || row.state === 'kept',
  restored: row.state === 'restored' ? true : row.state === 'kept' ? false : null,
});

/** How far a file is. @throws Problem 404 `batch_not_found` */
export const getSheet = (house: House, actor: Actor, id: number): Promise<Sheet> =>
  within(house.db, scopeOf(actor), (trx) => answerOf(trx, actor.companyId, id));

/** A page of the rows of a file. @throws Problem 404 `batch_not_found` */
export const querySheetRows = (
  house: House,
  actor: Actor,
  id: number,
  query: PageQuery,
  kind: SheetRowKind | null,
): Promise<Page<SheetRow>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet');
    const wanted = kind === null ? null : KINDS[kind];
    const place = { from: query.page * query.limit, limit: query.limit };
    const wish = { kind: wanted, refusedFirst: false };
    const rows = await items.namedRows(trx, companyId, id, wish, place);
    const tally = await talliesOf(trx, companyId, [row]);
    const total = sumOf(tally, ({ kind: one }) => wanted === null || one === wanted);
    return toPage(rows.map(toRow), total, query);
  });

/**
 * Has the good rows of a file written by a job.
 * @throws Problem 404 `batch_not_found`, 409 `not_previewed`, `rows_wrong` or `nothing_to_write`
 */
export const applySheet = (
  house: House,
  actor: Actor,
  id: number,
  rows: 'all' | 'good',
): Promise<Sheet> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', store.holdBatch);
    if (row.state !== 'previewed')
      throw new Problem(409, 'not_previewed', 'It was not read, or was applied');
    const counts = countsOf(await talliesOf(trx, companyId, [row]));
    if (rows === 'all' && counts.wrong > 0)
      throw new Problem(409, 'rows_wrong', 'Some rows are wrong', {
        values: { count: counts.wrong },
      });
    const total = counts.made + counts.changed;
    if (total === 0) throw new Problem(409, 'nothing_to_write', 'No row changes anything');
    const content: Content = { ...Content.parse(row.content), applied: rows };
    await store.moveBatch(trx, companyId, id, { state: 'writing', done: 0, total, content });
    await auditSheet(house, trx, actor, 'sheet_applied', id, { rows, changes: total });
    await tellBatch(trx, companyId, id);
    await startNow(house, trx, companyId);
    return await answerOf(trx, companyId, id);
  });

/** Stops a file; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelSheet = (house: House, actor: Actor, id: number): Promise<Sheet> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', store.holdBatch);
    if (['queued', 'reading', 'previewed', 'writing'].includes(row.state)) {
      await store.moveBatch(trx, companyId, id, { state: 'canceled' });
      await store.dropFile(trx, companyId, id);
      await auditSheet(house, trx, actor, 'sheet_canceled', id, { state: row.state });
      await tellBatch(trx, companyId, id);
    }
    return await answerOf(trx, companyId, id);
  });

/**
 * Takes back what a file wrote, for every rule that nobody changed since.
 * @throws Problem 404 `batch_not_found`, 409 `not_undoable`
 */
export const undoSheet = (house: House, actor: Actor, id: number): Promise<Sheet> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', store.holdBatch);
    const written = await beginUndo(trx, companyId, row);
    await auditSheet(house, trx, actor, 'sheet_undone', id, { rows: written });
    await startNow(house, trx, companyId);
    return await answerOf(trx, companyId, id);
  });
