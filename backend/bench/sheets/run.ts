// A workbook of many rules from upload to rules: read and previewed, written, and undone; then the same rules by one bulk
// action. The floors of the same run: parsing the file, and inserting the same rules by plain SQL without checks,
// decisions or events.
import process from 'node:process';
import type postgres from 'postgres';
import writeExcel from 'write-excel-file/node';
import { ListBody } from '../../kernel/filter.ts';
import { toDb, within } from '../../platform/db.ts';
import {
  applySheet,
  getBulk,
  getSheet,
  selectListings,
  startBulk,
  undoSheet,
  uploadSheet,
} from '../../pricing/actions.ts';
import { BulkBody, ListingQuery } from '../../pricing/contract.ts';
import { readFile } from '../../pricing/rules/spreadsheets/file.ts';
import { importRunner } from '../../pricing/rules/spreadsheets/read.ts';
import { lockListings } from '../../pricing/updates/listing-store.ts';
import { growListings } from '../../testing/growth.ts';
import { rounded } from '../../testing/statistics.ts';
import { seedCompany, testContext } from '../../testing/test-context.ts';
import { withDatabases } from '../databases.ts';

const POLL_MS = 20;
const MEGABYTE = 1024 * 1024;

export interface SheetsMeasurement {
  bench: 'sheets';
  name: string;
  value: number;
  unit: string;
  rows: number;
  cores: number;
}

interface Watched {
  seconds: number;
  /** The longest that nothing else was done in this process. */
  stallMs: number;
  /** In addition to the value before. */
  megabytes: number;
}

/** Runs something and samples the process during it. */
async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const before = process.memoryUsage().rss;
  let most = before;
  let stallMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    stallMs = Math.max(stallMs, now - last - POLL_MS);
    last = now;
    most = Math.max(most, process.memoryUsage().rss);
  }, POLL_MS);
  const started = performance.now();
  await work();
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, stallMs, megabytes: (most - before) / MEGABYTE };
}

/** Acquires the lock of a listing repeatedly, as a push does; gives the longest wait. */
function knocking(db: ReturnType<typeof toDb>, companyId: number, listingIds: readonly number[]) {
  let longestMs = 0;
  let isOver = false;
  const knock = async () => {
    for (let n = 0; !isOver; n++) {
      const id = listingIds[(n * 7_919) % listingIds.length]!;
      const started = performance.now();
      await within(db, { company: companyId }, (trx) => lockListings(trx, companyId, [id]));
      longestMs = Math.max(longestMs, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const knocked = knock();
  return async () => {
    isOver = true;
    await knocked;
    return longestMs;
  };
}

const workbook = async (listingIds: readonly number[]): Promise<Uint8Array> => {
  const header = [
    ...['ID', 'SKU', 'ASIN/MLB', 'Link', 'Preço mínimo', 'Preço máximo', 'Estratégia'],
    ...[
      'Pedir aprovação',
      'Se alguém mudar o preço fora daqui',
      'Margem segura (%)',
      'O que a regra olha',
    ],
    'Situação da regra',
  ];
  const rows = listingIds.map((id, n) => [
    ...[String(id), '', '', 'https://produto.mercadolivre.com.br/MLB-1', 80 + (n % 10), 120.5],
    ...['Ganhar', 'Não', 'A regra retoma o controle', n % 5, 'Buybox', 1],
  ]);
  return new Uint8Array(await writeExcel([header, ...rows]).toBuffer());
};

/** The same rules by plain SQL, rolled back. */
async function floorOf(owner: postgres.Sql, companyId: number, ids: readonly number[]) {
  const started = performance.now();
  await owner
    .begin(async (sql) => {
      await sql`
        with made as (
          insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at, updated_at)
          select ${companyId}::bigint, id::text, 'own', 1, 'enabled', 8000, 12050, '{}', now(), now()
          from unnest(${[...ids]}::bigint[]) as n (id)
          returning id, name
        )
        insert into rule_listing (company_id, rule_id, listing_id)
        select ${companyId}::bigint, id, name::bigint from made`;
      throw new Error('taken back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'taken back')) throw error;
    });
  return (performance.now() - started) / 1_000;
}

export const runSheets = (plan: {
  rows: number;
  tell: (line: string) => void;
}): Promise<{ measurements: SheetsMeasurement[]; faults: string[] }> =>
  withDatabases(['bench_sheets'], async ([database]) => {
    const { owner, app } = database!;
    const { rows, tell } = plan;
    const company = await seedCompany(owner);
    const { companyId, actor } = company;
    const { listingIds } = await growListings(owner, { ...company, count: rows });
    await owner`analyze`;
    const db = toDb(app);
    const ctx = testContext(db);
    const never = new AbortController().signal;
    const work = async () => {
      const acquired = await importRunner.acquire(ctx, companyId);
      if (acquired.kind !== 'acquired') throw new Error(`nothing was acquired: ${acquired.kind}`);
      await importRunner.run(ctx, acquired, never);
    };
    const measurements: SheetsMeasurement[] = [];
    const measure = (name: string, value: number, unit: string) => {
      const cores = navigator.hardwareConcurrency;
      measurements.push({ bench: 'sheets', name, value: rounded(value), unit, rows, cores });
    };
    const note = (name: string, { seconds, stallMs, megabytes }: Watched) => {
      measure(name, seconds, 's');
      measure(`${name}, longest stall of the process`, stallMs, 'ms');
      measure(`${name}, memory`, megabytes, 'MB');
    };

    tell(`writing a workbook of ${rows} rows`);
    const bytes = await workbook(listingIds);
    measure('file', bytes.length / MEGABYTE, 'MB');
    note('floor: read the file alone', await watched(() => readFile(bytes, 'xlsx')));
    const { id } = await uploadSheet(ctx, actor, 'bench.xlsx', bytes, 'pt');
    tell('reading it');
    note('read and preview', await watched(work));
    measure('floor: insert the rules by SQL', await floorOf(owner, companyId, listingIds), 's');
    await applySheet(ctx, actor, id, 'all');
    tell('writing it');
    const written = knocking(db, companyId, listingIds);
    note('apply', await watched(work));
    measure('apply, longest wait for the lock of an ad', await written(), 'ms');
    const sheet = await getSheet(ctx, actor, id);
    tell('taking it back');
    await undoSheet(ctx, actor, id);
    note('undo', await watched(work));
    const undone = await getSheet(ctx, actor, id);

    const all = ListingQuery.parse({ tab: 'all' });
    const selection = await selectListings(ctx, actor, all, ListBody.parse({}));
    const fields = { strategy: 'WIN', minPrice: 80 };
    const act = BulkBody.parse({ action: 'edit', fields, selectionId: selection.id });
    let bulkId: number | null = null;
    tell('the same by a bulk act');
    note(
      'bulk: ask',
      await watched(async () => {
        bulkId = (await startBulk(ctx, actor, act)).id;
      }),
    );
    note('bulk: apply', await watched(work));
    const bulk = await getBulk(ctx, actor, bulkId ?? 0);
    const faults = [
      ...(bulk.counts.made === rows ? [] : [`${bulk.counts.made} of ${rows} made by the bulk act`]),
      ...(sheet.counts.written === rows ? [] : [`${sheet.counts.written} of ${rows} written`]),
      ...(undone.counts.restored === rows ? [] : [`${undone.counts.restored} of ${rows} restored`]),
    ];
    return { measurements, faults };
  });
