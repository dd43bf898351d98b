// What the rows of a file would do: the listing that each names, and what its rule would say. Pure.

import { mayBeIn } from '../../../kernel/price.ts';
import { type SheetFault, SheetFaultCode, type SheetField } from '../../contract.ts';
import { contentOf, type RuleContent } from '../../engine/rule.ts';
import { mayHaveRule } from '../bulk/create.ts';
import { fresh, glanceOf, isEmpty, newsOf, patched } from '../bulk/patch.ts';
import type { ItemRow, ListingKeys, RuledListing } from '../bulk/types.ts';
import { type Column, KEY_FIELDS, type KeyField, MONEY_FIELDS, type ReadRow } from './rows.ts';

/** What rows call their listings, to look them up together. */
export function keysOf(rows: readonly ReadRow[]): ListingKeys {
  const texts = (field: KeyField) => [...new Set(rows.flatMap(({ keys }) => keys[field] ?? []))];
  const skus = texts('sku');
  return {
    ids: texts('listingId').map(Number),
    skus,
    // Where the seller has no SKUs of his own, people know listings by what the marketplace calls them.
    codes: [...new Set([...skus, ...texts('skuMarketplace')])],
  };
}

/** Finds listings by what rows call them. */
function createDirectory(listings: readonly RuledListing[]) {
  const byId = Map.groupBy(listings, ({ listingId }) => String(listingId));
  const bySku = Map.groupBy(listings, ({ sku }) => sku);
  const byCode = Map.groupBy(listings, ({ skuMarketplace }) => skuMarketplace);
  const byProduct = Map.groupBy(listings, ({ catalogProductId }) => catalogProductId);
  const named = (field: KeyField, text: string): readonly RuledListing[] => {
    if (field === 'listingId') return byId.get(text) ?? [];
    const code = byCode.get(text) ?? byProduct.get(text) ?? [];
    return field === 'sku' ? (bySku.get(text) ?? code) : code;
  };
  return (
    keys: ReadRow['keys'],
  ): { listing: RuledListing } | { code: SheetFaultCode; field: KeyField | null } => {
    const sets = KEY_FIELDS.flatMap((field) => {
      const text = keys[field];
      return text === undefined ? [] : [{ field, found: named(field, text) }];
    });
    const missing = sets.find(({ found }) => found.length === 0);
    if (missing !== undefined) return { code: 'listing_not_found', field: missing.field };
    const [first, ...others] = sets.map(({ found }) => found);
    const common = (first ?? []).filter((listing) =>
      others.every((found) => found.includes(listing)),
    );
    const [listing] = common;
    if (listing === undefined) return { code: 'keys_differ', field: null };
    return common.length > 1 ? { code: 'several_listings', field: null } : { listing };
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

/** What a row makes of its listing's rule. */
type Change =
  | { kind: 'refused'; faults: { code: SheetFaultCode; field: SheetField | null }[] }
  | { kind: 'unchanged'; before: RuleContent | null }
  | { kind: 'changed' | 'made'; before: RuleContent | null; after: RuleContent };

function changeOf(
  { patch }: ReadRow,
  listing: RuledListing,
  withoutBuybox: ReadonlySet<number>,
  given: Set<number>,
): Change {
  const { rule, marketplaceId } = listing;
  if (rule === null && isEmpty(patch)) return { kind: 'unchanged', before: null };
  const before = rule === null ? null : contentOf(rule);
  const start = before ?? fresh(patch);
  if (start === null)
    return { kind: 'refused', faults: [{ code: 'strategy_missing', field: null }] };
  if (before !== null && isEmpty(newsOf(before, patch))) return { kind: 'unchanged', before };
  if (rule !== null && rule.listings > 1)
    return { kind: 'refused', faults: [{ code: 'group_rule', field: null }] };
  const after = patched(start, patch);
  if (!after.ok) return { kind: 'refused', faults: after.error.map(faultOfContent) };
  const { competition } = after.value.settings;
  if (competition === 'BUYBOX' && withoutBuybox.has(marketplaceId))
    return {
      kind: 'refused',
      faults: [{ code: 'competition_unknown', field: 'competition' }],
    };
  if (before === null && !mayHaveRule(listing, given))
    return { kind: 'refused', faults: [{ code: 'group_rule', field: null }] };
  return { kind: before === null ? 'made' : 'changed', before, after: after.value };
}

/**
 * What rows do, in the order of the file.
 * @param withoutBuybox marketplaces that have no buybox, for which no rule competes
 * @param taken the listings that earlier rows named: it is ambiguous which row counts. Added to.
 * @param given the listings for which earlier rows make a rule. Added to.
 */
export function planRows(
  columns: readonly Column[],
  rows: readonly ReadRow[],
  listings: readonly RuledListing[],
  withoutBuybox: ReadonlySet<number>,
  taken: Set<number>,
  given: Set<number>,
): Omit<ItemRow, 'seq'>[] {
  const find = createDirectory(listings);
  const columnOf = (field: SheetField | null) =>
    field === null ? -1 : columns.findIndex((column) => column.field === field);
  return rows.map((row) => {
    const reported = ({
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
    const listing = found !== null && 'listing' in found ? found.listing : null;
    // A listing's own link is right wherever it leads: our own files say it.
    const isOwnLink = listing !== null && row.cells[columnOf('link')] === listing.link;
    const faults = row.faults.filter(({ code }) => !(isOwnLink && code === 'link_host'));
    if (found !== null && 'code' in found) faults.push(reported(found));
    for (const field of MONEY_FIELDS) {
      const cell = String(row.cells[columnOf(field)] ?? '');
      const isForeign =
        listing !== null && row.values[field] !== undefined && !mayBeIn(cell, listing.currencyCode);
      if (isForeign) faults.push(reported({ code: 'keys_differ', field }));
    }
    if (listing !== null && taken.has(listing.listingId))
      faults.push(reported({ code: 'listing_twice', field: null }));
    const change =
      listing === null || faults.length > 0 ? null : changeOf(row, listing, withoutBuybox, given);
    if (change?.kind === 'refused') faults.push(...change.faults.map(reported));
    if (listing !== null && faults.length === 0) taken.add(listing.listingId);
    const before = change !== null && 'before' in change ? change.before : null;
    const after = change !== null && 'after' in change ? change.after : null;
    return {
      line: row.line,
      cells: row.cells,
      listing_id: listing?.listingId ?? null,
      rule_id: listing?.rule?.id ?? null,
      state: after === null ? 'idle' : 'open',
      kind: faults.length > 0 ? 'refused' : (change?.kind ?? 'unchanged'),
      codes: faults.length > 0 ? faults : null,
      patch: after === null ? null : row.patch,
      before: before && { glance: glanceOf(before), back: null },
      after: after && glanceOf(after),
      version: listing?.rule?.version ?? null,
      undo_code: null,
    };
  });
}
