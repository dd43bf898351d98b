// Costs from a CSV file: what is wrong with it, what would change, and the writing of it.
import { toCsv } from '../../kernel/csv.ts';
import type { Locale } from '../../kernel/id.ts';
import { problem as kernelProblem } from '../../kernel/problems.ts';
import type { Actor } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { readCsvRows } from '../../platform/csv-rows.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  type CostFault,
  type CostImport,
  type CostWrite,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_REPORTED,
} from '../contract.ts';
import type { MarketplaceContext } from '../credentials.ts';
import { problem } from '../problems.ts';
import { type CostChanged, changesOf, writeCosts } from './actions.ts';
import { type Column, columnsOf, faultOfColumns } from './columns.ts';
import { type CostRow, idIn, type Meant, readRows, resolve } from './rows.ts';
import * as store from './store.ts';
import { FAULT_TEXTS } from './texts.ts';

/** The bad rows with the reason beside each, in the columns of the file. */
function errorsCsv(
  columns: readonly Column[],
  rows: readonly CostRow[],
  locale: Locale,
): string | null {
  const bad = rows.filter(({ faults }) => faults.length > 0);
  if (bad.length === 0) return null;
  const texts = FAULT_TEXTS[locale];
  const reasonOf = ({ code, column }: CostFault) =>
    column === null ? texts[code] : `${column}: ${texts[code]}`;
  return toCsv(
    [...columns.map(({ name }) => name), texts.reason],
    bad.map(({ cells, faults }) => [
      // A cell too many stays visible, behind the reason.
      ...columns.map((_, at) => cells[at] ?? ''),
      faults.map(reasonOf).join(' | '),
      ...cells.slice(columns.length),
    ]),
  );
}

const EMPTY: CostImport = {
  written: false,
  rows: 0,
  badRows: 0,
  changes: 0,
  unchanged: 0,
  items: [],
  faults: [],
  faultCount: 0,
  shared: [],
  sharedCount: 0,
  columns: [],
  errorsCsv: null,
};

const refused = (fault: CostFault, columns: Column[] = [], rows = 0): CostImport => ({
  ...EMPTY,
  rows,
  columns,
  faults: [fault],
  faultCount: 1,
});

const keysOf = (rows: readonly CostRow[]): store.Keys => {
  const texts = (field: keyof CostRow['keys']) => [
    ...new Set(rows.flatMap(({ keys }) => keys[field] ?? [])),
  ];
  const skus = texts('sku');
  return {
    skus,
    skusMarketplace: [...new Set([...skus, ...texts('skuMarketplace')])],
    ids: texts('listingId').flatMap((text) => idIn(text) ?? []),
  };
};

type MeantListings = readonly Meant<store.Costed>[];

const givenIn = (meant: MeantListings, known: ReadonlyMap<number, store.Costed> | null) =>
  meant.flatMap(({ row, listings }) =>
    listings.flatMap((listing) => {
      const present = known === null ? listing : known.get(listing.listingId);
      return present === undefined ? [] : [{ listing: present, given: row.given }];
    }),
  );

/** Writes what the rows say over the costs that are known once they are locked. */
async function write(
  ctx: MarketplaceContext,
  trx: Trx,
  { companyId, personId }: Actor,
  meant: MeantListings,
): Promise<CostChanged[]> {
  const now = ctx.clock();
  const ids = meant.flatMap(({ listings }) => listings.map(({ listingId }) => listingId));
  await store.lockCosts(trx, companyId, ids, now);
  const held = await store.costedListings(trx, companyId, ids);
  const known = new Map(held.map((listing) => [listing.listingId, listing]));
  const changes = await writeCosts(ctx, trx, companyId, givenIn(meant, known));
  if (changes.length === 0) return changes;
  await audit(trx, {
    companyId,
    personId,
    action: 'catalog.costs_imported',
    subject: null,
    values: { rows: meant.length, listings: changes.length },
    at: now,
  });
  return changes;
}

function report(
  columns: Column[],
  rows: readonly CostRow[],
  meant: MeantListings,
  changes: readonly CostChanged[],
  locale: Locale,
): CostImport {
  const lineOf = new Map(
    meant.flatMap(({ row, listings }) => listings.map(({ listingId }) => [listingId, row.line])),
  );
  const faults = rows.flatMap((row) => row.faults);
  const shared = meant
    .filter(({ listings }) => listings.length > 1)
    .map(({ row, listings }) => ({ line: row.line, listings: listings.length }));
  return {
    written: false,
    rows: rows.length,
    badRows: rows.filter((row) => row.faults.length > 0).length,
    changes: changes.length,
    unchanged: lineOf.size - changes.length,
    items: changes.slice(0, MAX_REPORTED).map(({ before, after }) => ({
      line: lineOf.get(before.listingId) ?? 0,
      listingId: before.listingId,
      title: before.title,
      sku: before.sku,
      skuMarketplace: before.skuMarketplace,
      currencyCode: before.currencyCode,
      before: store.toListingCosts(before.known),
      after: store.toListingCosts(after),
    })),
    faults: faults.slice(0, MAX_REPORTED),
    faultCount: faults.length,
    shared: shared.slice(0, MAX_REPORTED),
    sharedCount: shared.length,
    columns,
    errorsCsv: errorsCsv(columns, rows, locale),
  };
}

/**
 * Reads costs from a CSV file and writes them where asked to, all in one transaction. A SKU that several listings share
 * counts for all of them, an amount for those of one currency: its own, or the only one that they have. Faults of rows
 * are reported and never thrown.
 * @param csv of 5 MB at most
 * @throws Problem 413 `body_too_large`, 422 `too_many_rows`
 */
export async function importCosts(
  ctx: MarketplaceContext,
  actor: Actor,
  { csv, write: wish }: { csv: string; write: CostWrite },
  locale: Locale,
): Promise<CostImport> {
  if (new TextEncoder().encode(csv).length > MAX_IMPORT_BYTES)
    throw kernelProblem('body_too_large', {
      detail: `At most ${MAX_IMPORT_BYTES} bytes`,
      values: { limit: MAX_IMPORT_BYTES },
    });
  // The header, and one row more than is allowed.
  const sheet = readCsvRows(csv, MAX_IMPORT_ROWS + 2);
  if (!sheet.ok)
    return refused({ line: sheet.error.line, column: null, code: 'not_csv', value: null });
  const [header, ...below] = sheet.value;
  const columns = columnsOf(
    header?.cells ?? [],
    ctx.marketplaces.known.flatMap(({ codeNames }) => codeNames),
  );
  const wrong = faultOfColumns(columns);
  if (wrong !== null)
    return refused({ line: header?.line ?? 1, value: null, ...wrong }, columns, below.length);
  if (below.length > MAX_IMPORT_ROWS)
    throw problem('too_many_rows', { values: { limit: MAX_IMPORT_ROWS } });
  const rows = readRows(columns, below);
  return await within(ctx.db, { company: actor.companyId }, async (trx) => {
    const listings = await store.listingsByKeys(trx, actor.companyId, keysOf(rows));
    const meant = resolve(columns, rows, listings);
    const isGood = rows.every(({ faults }) => faults.length === 0);
    const writes =
      meant.length > 0 && (wish === 'good_rows' || (wish === 'all_or_nothing' && isGood));
    const changes = writes
      ? await write(ctx, trx, actor, meant)
      : changesOf(givenIn(meant, null), ctx.clock());
    const reported = report(columns, rows, meant, changes, locale);
    return { ...reported, written: writes && changes.length > 0 };
  });
}
