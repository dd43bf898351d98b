// Use cases of imports: uploading a file, previewing it, applying it, cancelling it and undoing it.
import type * as z from 'zod';
import type { Locale } from '../../../kernel/id.ts';
import { type Page, type PageQuery, toPage } from '../../../kernel/page.ts';
import { type Actor, type AppContext, scopeOf } from '../../../platform/app-context.ts';
import { auditAct } from '../../../platform/audit.ts';
import { type Trx, within } from '../../../platform/db.ts';
import {
  MassEditState,
  Sheet,
  type SheetFault,
  SheetFaultCode,
  type SheetRow,
  type SheetRowKind,
} from '../../contract.ts';
import { problem } from '../../problems.ts';
import { personName } from '../../safety/stop-switch-store.ts';
import { beginUndo, found } from '../bulk/actions.ts';
import * as items from '../bulk/item-store.ts';
import * as store from '../bulk/store.ts';
import { type Tally, talliesOf } from '../bulk/tally.ts';
import type { ChangeKind, ItemRow, RowState } from '../bulk/types.ts';
import { ruleWork } from '../bulk/work.ts';
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

function toSheet(row: store.MassEditRow, tally: Tally, personName: string | null): Sheet {
  const report = row.report === null ? { columns: [], fault: null } : Report.parse(row.report);
  return {
    id: row.id,
    ...Content.parse(row.content),
    ...report,
    state: MassEditState.parse(row.state),
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
    personName(trx, row.person_id),
  ]);
  return toSheet(row, tally, name);
}

const auditSheet = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  what: 'sheet_uploaded' | 'sheet_applied' | 'sheet_canceled' | 'sheet_undone',
  id: number,
  values: object,
) =>
  auditAct(ctx, trx, actor, {
    action: `pricing.${what}`,
    subject: String(id),
    values,
  });

/**
 * Accepts a file, which a job reads.
 * @throws Problem 415 `not_a_sheet`, 409 `too_many_batches`
 */
export async function uploadSheet(
  ctx: AppContext,
  actor: Actor,
  fileName: string,
  bytes: Uint8Array,
  locale: Locale,
): Promise<Sheet> {
  const { companyId, personId } = actor;
  const format = formatOf(bytes);
  if (format === null) throw problem('not_a_sheet', { detail: 'Send a CSV or XLSX file' });
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    await ruleWork.requireRoom(trx, companyId);
    const content: Content = { fileName, format, applied: null };
    const { id } = await ruleWork.insert(trx, companyId, {
      person_id: personId,
      created_at: ctx.clock(),
      kind: 'sheet',
      content,
      locale,
    });
    await store.saveFile(trx, companyId, id, bytes);
    await auditSheet(ctx, trx, actor, 'sheet_uploaded', id, { fileName, bytes: bytes.length });
    await ruleWork.requestWorker(ctx, trx, companyId);
    return await answerOf(trx, companyId, id);
  });
}

/** A page of the uploaded files, the latest first. */
export const querySheets = (
  ctx: AppContext,
  actor: Actor,
  query: PageQuery,
): Promise<Page<Sheet>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { rows, total } = await store.massEditsPage(trx, actor.companyId, 'sheet', query);
    const tally = await talliesOf(trx, actor.companyId, rows);
    const people = [...new Set(rows.map(({ person_id }) => person_id))];
    const names = new Map(
      await Promise.all(people.map(async (id) => [id, await personName(trx, id)] as const)),
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

/** What is wrong with a row; a fault that only writing the row revealed has nothing but its code. */
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
export const getSheet = (ctx: AppContext, actor: Actor, id: number): Promise<Sheet> =>
  within(ctx.db, scopeOf(actor), (trx) => answerOf(trx, actor.companyId, id));

/** A page of the rows of a file. @throws Problem 404 `batch_not_found` */
export const querySheetRows = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  query: PageQuery,
  kind: SheetRowKind | null,
): Promise<Page<SheetRow>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
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
  ctx: AppContext,
  actor: Actor,
  id: number,
  rows: 'all' | 'good',
): Promise<Sheet> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', ruleWork.requireLocked);
    if (row.state !== 'previewed') throw problem('not_previewed');
    const counts = countsOf(await talliesOf(trx, companyId, [row]));
    if (rows === 'all' && counts.wrong > 0)
      throw problem('rows_wrong', { values: { count: counts.wrong } });
    const total = counts.made + counts.changed;
    if (total === 0) throw problem('nothing_to_write');
    const content: Content = { ...Content.parse(row.content), applied: rows };
    await ruleWork.move(trx, row, 'writing', { done: 0, total, content });
    await auditSheet(ctx, trx, actor, 'sheet_applied', id, { rows, changes: total });
    await ruleWork.requestWorker(ctx, trx, companyId);
    return await answerOf(trx, companyId, id);
  });

/** Stops a file; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelSheet = (ctx: AppContext, actor: Actor, id: number): Promise<Sheet> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', ruleWork.requireLocked);
    if (await ruleWork.cancel(trx, row))
      await auditSheet(ctx, trx, actor, 'sheet_canceled', id, { state: row.state });
    return await answerOf(trx, companyId, id);
  });

/**
 * Undoes an import, for every rule that was not changed since.
 * @throws Problem 404 `batch_not_found`, 409 `not_undoable`
 */
export const undoSheet = (ctx: AppContext, actor: Actor, id: number): Promise<Sheet> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, 'sheet', ruleWork.requireLocked);
    const { total } = await beginUndo(trx, row);
    await auditSheet(ctx, trx, actor, 'sheet_undone', id, { rows: total });
    await ruleWork.requestWorker(ctx, trx, companyId);
    return await answerOf(trx, companyId, id);
  });
