// What the rows of a file would do: the ad that each names, and what its rule would say. Pure.

import { mayBeIn } from '../../kernel/price.ts';
import {
  type Content,
  contentOf,
  fresh,
  glanceOf,
  isEmpty,
  newsOf,
  patched,
} from '../bulk/patch.ts';
import type { AdKeys, ItemRow, RuledAd } from '../bulk/terms.ts';
import { type SheetFault, SheetFaultCode, type SheetField } from '../contract.ts';
import { type Column, KEY_FIELDS, type KeyField, type ReadRow } from './rows.ts';

/** What rows call their ads, to look them up together. */
export function keysOf(rows: readonly ReadRow[]): AdKeys {
  const texts = (field: KeyField) => [...new Set(rows.flatMap(({ keys }) => keys[field] ?? []))];
  const skus = texts('sku');
  return {
    ids: texts('listingId').map(Number),
    skus,
    // Where the seller has no SKUs of his own, people know ads by what the marketplace calls them.
    codes: [...new Set([...skus, ...texts('skuMarketplace')])],
  };
}

/** Finds ads by what rows call them. */
export function createDirectory(ads: readonly RuledAd[]) {
  const byId = Map.groupBy(ads, ({ listingId }) => String(listingId));
  const bySku = Map.groupBy(ads, ({ sku }) => sku);
  const byCode = Map.groupBy(ads, ({ skuMarketplace }) => skuMarketplace);
  const byProduct = Map.groupBy(ads, ({ catalogProductId }) => catalogProductId);
  const named = (field: KeyField, text: string): readonly RuledAd[] => {
    if (field === 'listingId') return byId.get(text) ?? [];
    const code = byCode.get(text) ?? byProduct.get(text) ?? [];
    return field === 'sku' ? (bySku.get(text) ?? code) : code;
  };
  return (
    keys: ReadRow['keys'],
  ): { ad: RuledAd } | { code: SheetFaultCode; field: KeyField | null } => {
    const sets = KEY_FIELDS.flatMap((field) => {
      const text = keys[field];
      return text === undefined ? [] : [{ field, found: named(field, text) }];
    });
    const missing = sets.find(({ found }) => found.length === 0);
    if (missing !== undefined) return { code: 'listing_not_found', field: missing.field };
    const [first, ...others] = sets.map(({ found }) => found);
    const common = (first ?? []).filter((ad) => others.every((found) => found.includes(ad)));
    const [ad] = common;
    if (ad === undefined) return { code: 'keys_differ', field: null };
    return common.length > 1 ? { code: 'several_listings', field: null } : { ad };
  };
}

/** The column in which a fault of the whole rule shows. */
const PLACES: Readonly<Record<string, SheetField>> = {
  acosLimit: 'competition',
  roasLimit: 'competition',
};

function faultOfContent({ field, code }: { field: string; code: string }): {
  code: SheetFaultCode;
  field: SheetField;
} {
  const place = PLACES[field] ?? (field as SheetField);
  if (code === 'required') return { code: 'competition_needs_form', field: place };
  return { code: SheetFaultCode.safeParse(code).data ?? 'too_large', field: place };
}

/** The amounts that were read from a row, by the column of each. */
const amountsOf = ({ patch }: ReadRow) =>
  [
    ['minPrice', patch.min_price],
    ['maxPrice', patch.max_price],
  ] as const;

/** What a row makes of its ad's rule. */
type Change =
  | { kind: 'refused'; faults: { code: SheetFaultCode; field: SheetField | null }[] }
  | { kind: 'unchanged'; before: Content | null }
  | { kind: 'changed' | 'made'; before: Content | null; after: Content };

function changeOf({ patch }: ReadRow, { rule }: RuledAd): Change {
  if (rule === null && isEmpty(patch)) return { kind: 'unchanged', before: null };
  const before = rule === null ? null : contentOf(rule);
  const start = before ?? fresh(patch);
  if (start === null)
    return { kind: 'refused', faults: [{ code: 'strategy_missing', field: null }] };
  if (before !== null && isEmpty(newsOf(before, patch))) return { kind: 'unchanged', before };
  if (rule !== null && rule.ads > 1)
    return { kind: 'refused', faults: [{ code: 'group_rule', field: null }] };
  const after = patched(start, patch);
  if (!after.ok) return { kind: 'refused', faults: after.error.map(faultOfContent) };
  return { kind: before === null ? 'made' : 'changed', before, after: after.value };
}

/**
 * What rows do, in the order of the file.
 * @param taken the ads that earlier rows named: nobody could tell which row counts. Added to.
 */
export function planRows(
  columns: readonly Column[],
  rows: readonly ReadRow[],
  ads: readonly RuledAd[],
  taken: Set<number>,
): Omit<ItemRow, 'seq'>[] {
  const find = createDirectory(ads);
  const columnOf = (field: SheetField | null) =>
    field === null ? -1 : columns.findIndex((column) => column.field === field);
  return rows.map((row) => {
    const told = ({
      code,
      field,
    }: {
      code: SheetFaultCode;
      field: SheetField | null;
    }): SheetFault => {
      const at = columnOf(field);
      const value = at < 0 ? null : String(row.cells[at] ?? '').slice(0, 100);
      return { code, column: columns[at]?.name ?? null, value, readings: null };
    };
    const hasKeys = Object.keys(row.keys).length > 0;
    const found = hasKeys ? find(row.keys) : null;
    const ad = found !== null && 'ad' in found ? found.ad : null;
    // An ad's own link is right wherever it leads: our own files say it.
    const isOwnLink = ad !== null && row.cells[columnOf('link')] === ad.link;
    const faults = row.faults.filter(({ code }) => !(isOwnLink && code === 'link_host'));
    if (found !== null && 'code' in found) faults.push(told(found));
    for (const [field, amount] of amountsOf(row)) {
      const cell = String(row.cells[columnOf(field)] ?? '');
      const isForeign = ad !== null && amount !== undefined && !mayBeIn(cell, ad.currencyCode);
      if (isForeign) faults.push(told({ code: 'keys_differ', field }));
    }
    if (ad !== null && taken.has(ad.listingId))
      faults.push(told({ code: 'listing_twice', field: null }));
    const change = ad === null || faults.length > 0 ? null : changeOf(row, ad);
    if (change?.kind === 'refused') faults.push(...change.faults.map(told));
    if (ad !== null && faults.length === 0) taken.add(ad.listingId);
    const before = change !== null && 'before' in change ? change.before : null;
    const after = change !== null && 'after' in change ? change.after : null;
    return {
      line: row.line,
      cells: row.cells,
      listing_id: ad?.listingId ?? null,
      rule_id: ad?.rule?.id ?? null,
      state: after === null ? 'idle' : 'open',
      kind: faults.length > 0 ? 'refused' : (change?.kind ?? 'unchanged'),
      codes: faults.length > 0 ? faults : null,
      patch: after === null ? null : row.patch,
      before: before && { glance: glanceOf(before), back: null },
      after: after && glanceOf(after),
      version: ad?.rule?.version ?? null,
      undo_code: null,
    };
  });
}
