// What an undo of chosen updates would do, listing by listing: planned before anything is written.
import type { Trx } from '../../platform/db.ts';
import { MAX_UNDO_UPDATES, type UndoScope } from '../contract.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import { fromStoredRule } from '../engine/rule.ts';
import { isUnderCost } from '../rules/selection.ts';
import { type BreakerTerms, largeDrops } from '../safety/engine/circuit-breaker.ts';
import type { RuleRow } from '../updates/rule-store.ts';
import { type Chosen, loadUndoListings, ruleOfUndo, rulesByIds, type UndoListing } from './load.ts';
import { planUndo } from './plan.ts';
import type { NamedListing, Tally } from './store.ts';

/** Listings that are read with one statement. */
const CHUNK = 1_000;

const missing = (ids: number[], seq: number): NamedListing => ({
  seq,
  listing_id: null,
  rule_id: null,
  update_ids: ids,
  taken: 0,
  kept: 0,
  price: null,
  restore_price: null,
  below_minimum: false,
  below_cost: false,
  large_drop: false,
  state: 'refused',
  code: 'update_not_found',
  title: null,
  sku_marketplace: null,
  currency_code: null,
  rule_name: null,
});

interface RecentPrices {
  rules: ReadonlyMap<number, RuleRow>;
  breaker: BreakerTerms;
  seenAt: Date | null;
}

function drafted(
  listing: UndoListing,
  { updateIds }: Chosen,
  { rules, breaker, seenAt }: RecentPrices,
  seq: number,
): NamedListing {
  const plan = planUndo(listing, new Set(updateIds), seenAt);
  const chosen = listing.updates.findLast(({ id }) => updateIds.includes(id));
  const ruleId = plan.kind === 'restore' ? ruleOfUndo(listing, plan) : (chosen?.ruleId ?? null);
  const rule = ruleId === null ? undefined : rules.get(ruleId);
  const row = {
    ...missing(updateIds, seq),
    listing_id: listing.listingId,
    rule_id: ruleId,
    price: listing.price,
    title: listing.subject.title,
    sku_marketplace: listing.skuMarketplace,
    currency_code: listing.subject.currencyCode,
    rule_name: rule?.name ?? null,
  };
  if (plan.kind === 'refuse') return { ...row, code: plan.code };
  const { costs } = listing.subject.facts;
  const minimum = rule === undefined ? null : minimumOf(fromStoredRule(rule), costs);
  const leaving = {
    id: 0,
    ruleId: 0,
    listingId: listing.listingId,
    from: listing.price,
    to: plan.price,
  };
  return {
    ...row,
    state: 'open',
    code: null,
    taken: plan.taken.length,
    kept: plan.older,
    restore_price: plan.price,
    below_minimum: typeof minimum === 'number' && plan.price < minimum,
    below_cost: isUnderCost(plan.price, costs),
    large_drop: largeDrops([leaving], breaker).length > 0,
  };
}

/**
 * What would become of each listing; of updates that were named one by one those that are gone are reported.
 * @param signal ends it between two statements
 * @throws Problem 422 `too_many_updates`
 */
export async function draftUndo(
  trx: Trx,
  companyId: number,
  chosen: readonly Chosen[],
  { updateIds }: UndoScope,
  { breaker, seenAt }: Pick<RecentPrices, 'breaker' | 'seenAt'>,
  signal: AbortSignal,
): Promise<NamedListing[]> {
  const rows: NamedListing[] = [];
  let room = MAX_UNDO_UPDATES;
  for (let start = 0; start < chosen.length; start += CHUNK) {
    const some = chosen.slice(start, start + CHUNK);
    signal.throwIfAborted();
    const listings = await loadUndoListings(trx, companyId, some, room);
    for (const { updates } of listings.values()) room -= updates.length;
    const ruleIds = [...listings.values()].flatMap(({ updates, subject }) => [
      ...updates.map(({ ruleId }) => ruleId),
      ...(subject.ruleId === null ? [] : [subject.ruleId]),
    ]);
    const rules = await rulesByIds(trx, companyId, ruleIds, { hold: false });
    for (const each of some) {
      const listing = listings.get(each.listingId);
      const row =
        listing === undefined
          ? missing(each.updateIds, rows.length)
          : drafted(listing, each, { rules, breaker, seenAt }, rows.length);
      rows.push(row);
    }
  }
  const found = new Set(chosen.flatMap((each) => each.updateIds));
  for (const id of new Set(updateIds)) if (!found.has(id)) rows.push(missing([id], rows.length));
  return rows;
}

/** The tally of drafted listings, in the form in which the database counts stored ones. */
export const tallied = (rows: readonly NamedListing[]): Tally[] =>
  rows.map((row) => {
    const by = row.restore_price === null || row.price === null ? 0 : row.restore_price - row.price;
    return {
      state: row.state,
      code: row.code,
      currency_code: row.currency_code,
      rule_id: row.rule_id,
      rule_name: row.rule_name,
      count: 1,
      below_minimum: Number(row.below_minimum),
      below_cost: Number(row.below_cost),
      large_drops: Number(row.large_drop),
      raises: Number(by > 0),
      raised_by: Math.max(by, 0),
      lowers: Number(by < 0),
      lowered_by: Math.max(-by, 0),
    };
  });
