// Reading an uploaded file into rows that a person looks at before anything is written.
import type { House } from '../../platform/house.ts';
import * as items from '../bulk/item-store.ts';
import { loadAdsByKeys } from '../bulk/load.ts';
import { inCompany, type Reader, TakenAway, tellBatch } from '../bulk/run.ts';
import * as store from '../bulk/store.ts';
import { withTally } from '../bulk/tally.ts';
import type { Claim } from '../claims.ts';
import { MAX_SHEET_ROWS, SheetFormat } from '../contract.ts';
import { readApart } from './apart.ts';
import { keysOf, planRows } from './plan.ts';
import { type Column, columnsOf, faultOfColumns, readRow } from './rows.ts';
import type { FileFault, FileRow } from './terms.ts';

/** Rows that are looked up and kept at once. */
const AT_ONCE = 1_000;

interface Work {
  house: House;
  companyId: number;
  claim: Claim;
}

/** Does something in a transaction as long as the file is in these hands. @throws TakenAway */
const held = <T>(
  { house, companyId, claim }: Work,
  progress: { done?: number; total?: number },
  work: (trx: Parameters<Parameters<typeof inCompany>[2]>[0], batch: store.BatchRow) => Promise<T>,
): Promise<T> =>
  inCompany(house, companyId, async (trx) => {
    const batch = await store.beat(trx, companyId, claim, progress);
    if (batch === null) throw new TakenAway();
    await tellBatch(trx, companyId, claim.id);
    return await work(trx, batch);
  });

const toFault = ({ code, line }: FileFault) => ({
  code,
  line,
  column: null,
  value: null,
  readings: null,
});

/** Ends the reading: what is wrong with the file as a whole, or nothing. */
const end = (work: Work, columns: readonly Column[], fault: object | null) =>
  held(work, {}, async (trx, batch) => {
    await store.dropFile(trx, work.companyId, batch.id);
    const state = fault === null ? 'previewed' : 'failed';
    const report = await withTally(trx, work.companyId, batch.id, { columns, fault }, state);
    await store.moveBatch(trx, work.companyId, batch.id, { state, done: batch.total, report });
  });

/** What a file holds, or what is wrong with it as a whole. */
function contentOf(rows: readonly FileRow[]) {
  const [header, ...below] = rows;
  const columns = columnsOf(header?.cells ?? []);
  const wrong = header === undefined ? null : faultOfColumns(columns);
  if (wrong !== null) return { columns, below, fault: { ...wrong, line: header?.line ?? 1 } };
  if (below.length === 0)
    return { columns, below, fault: toFault({ code: 'no_rows', line: null }) };
  if (below.length > MAX_SHEET_ROWS)
    return { columns, below, fault: toFault({ code: 'too_many_rows', line: null }) };
  return { columns, below, fault: null };
}

async function planAll(
  work: Work,
  columns: readonly Column[],
  below: readonly FileRow[],
  signal: AbortSignal,
): Promise<void> {
  const { companyId, claim } = work;
  const taken = new Set<number>();
  for (let start = 0; start < below.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const rows = below.slice(start, start + AT_ONCE).map((row) => readRow(columns, row));
    await held(work, { done: start, total: below.length }, async (trx) => {
      const ads = await loadAdsByKeys(trx, companyId, keysOf(rows));
      const planned = planRows(columns, rows, ads, taken);
      const found = planned.map((row, index) => ({ ...row, seq: start + index }));
      await items.insertRows(trx, companyId, claim.id, found);
    });
  }
}

/** Reads a file from its beginning: whatever another worker found in it is void. */
export const readUpload: Reader = async (house, companyId, claim, signal) => {
  const work: Work = { house, companyId, claim };
  const { bytes, format } = await held(work, { done: 0 }, async (trx, batch) => {
    await items.clearRows(trx, companyId, claim.id);
    return {
      bytes: await store.fileOf(trx, companyId, claim.id),
      format: SheetFormat.parse((batch.content as { format?: unknown }).format),
    };
  });
  if (bytes === undefined) throw new Error(`The file of batch ${claim.id} is gone`);
  const rows = await readApart(bytes, format, signal);
  if (!rows.ok) return await end(work, [], toFault(rows.error));
  const { columns, below, fault } = contentOf(rows.value);
  if (fault === null) await planAll(work, columns, below, signal);
  await end(work, columns, fault);
};
