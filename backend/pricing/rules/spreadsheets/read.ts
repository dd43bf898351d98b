// Reading an uploaded file into rows that a person looks at before anything is written.
import { MAX_SHEET_ROWS, SheetFormat } from '../../contract.ts';
import type { Held } from '../../long-work/long-work.ts';
import * as items from '../bulk/item-store.ts';
import { loadListingsByKeys } from '../bulk/load.ts';
import { deleteFile, fileOf, type MassEditRow } from '../bulk/store.ts';
import { withTally } from '../bulk/tally.ts';
import { BULK_PHASES, ruleWork } from '../bulk/work.ts';
import { withoutBuybox } from '../buybox.ts';
import { readApart } from './parse-in-worker.ts';
import { keysOf, planRows } from './plan.ts';
import { type Column, columnsOf, faultOfColumns, readRow } from './rows.ts';
import type { FileFault, FileRow } from './types.ts';

/** Rows that are looked up and kept at once. */
const AT_ONCE = 1_000;

type Import = Held<MassEditRow>;

const toFault = ({ code, line }: FileFault) => ({
  code,
  line,
  column: null,
  value: null,
  readings: null,
});

/** Ends the reading. @param fault what is wrong with the file as a whole */
const end = ({ companyId, hold }: Import, columns: readonly Column[], fault: object | null) =>
  hold({}, async (trx, row) => {
    await deleteFile(trx, companyId, row.id);
    const state = fault === null ? 'previewed' : 'failed';
    const report = await withTally(trx, companyId, row.id, { columns, fault }, state);
    await ruleWork.move(trx, row, state, { done: row.total, report });
  });

/** What a file holds, or what is wrong with it as a whole. */
function contentOf(rows: readonly FileRow[], codeNames: readonly string[]) {
  const [header, ...below] = rows;
  const columns = columnsOf(header?.cells ?? [], codeNames);
  const wrong = header === undefined ? null : faultOfColumns(columns);
  if (wrong !== null) return { columns, below, fault: { ...wrong, line: header?.line ?? 1 } };
  if (below.length === 0)
    return { columns, below, fault: toFault({ code: 'no_rows', line: null }) };
  if (below.length > MAX_SHEET_ROWS)
    return { columns, below, fault: toFault({ code: 'too_many_rows', line: null }) };
  return { columns, below, fault: null };
}

async function planAll(
  { ctx, companyId, row: { id }, signal, hold }: Import,
  columns: readonly Column[],
  below: readonly FileRow[],
): Promise<void> {
  const linkHosts = ctx.marketplaces.known.flatMap((one) => one.linkHosts);
  const noBuybox = withoutBuybox(ctx.marketplaces);
  const taken = new Set<number>();
  const given = new Set<number>();
  for (let start = 0; start < below.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const rows = below.slice(start, start + AT_ONCE).map((row) => readRow(columns, row, linkHosts));
    await hold({ done: start, total: below.length }, async (trx) => {
      const listings = await loadListingsByKeys(trx, companyId, keysOf(rows));
      const planned = planRows(columns, rows, listings, noBuybox, taken, given);
      const found = planned.map((row, index) => ({ ...row, seq: start + index }));
      await items.insertRows(trx, companyId, id, found);
    });
  }
}

/** Reads a file from its beginning: rows that an earlier worker wrote are deleted. */
async function readUpload(work: Import): Promise<void> {
  const { companyId, row, signal, hold } = work;
  const format = SheetFormat.parse((row.content as { format?: unknown }).format);
  const bytes = await hold({ done: 0 }, async (trx) => {
    await items.clearRows(trx, companyId, row.id);
    return await fileOf(trx, companyId, row.id);
  });
  if (bytes === undefined) throw new Error(`The file of import ${row.id} is gone`);
  const rows = await readApart(bytes, format, signal);
  if (!rows.ok) return await end(work, [], toFault(rows.error));
  const { columns, below, fault } = contentOf(
    rows.value,
    work.ctx.marketplaces.known.flatMap(({ codeNames }) => codeNames),
  );
  if (fault === null) await planAll(work, columns, below);
  await end(work, columns, fault);
}

/** Imports and bulk actions wait in one queue: its workers do both. */
export const importRunner = ruleWork.runner({ ...BULK_PHASES, reading: readUpload });
