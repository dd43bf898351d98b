// Undos of many updates as long work: some listings are restored in each transaction. The result of a listing is written with
// its price update, so that a crash never causes a second restore.

import type { Actor, AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import type { UndoCode } from '../contract.ts';
import { longWorkOf } from '../long-work/long-work.ts';
import { auditRule, cancelWaiting } from '../rules/actions.ts';
import { listingsOfRule, saveRule } from '../rules/store.ts';
import { announceRules } from '../updates/events.ts';
import { companySettings, lockListings } from '../updates/listing-store.ts';
import type { RuleRow } from '../updates/rule-store.ts';
import { updatesByIds } from '../updates/store.ts';
import { loadUndoListings, ruleOfUndo, rulesByIds } from './load.ts';
import { type KnownUpdate, planUndo } from './plan.ts';
import { type Restoration, restorePrices } from './restore.ts';
import * as store from './store.ts';

const OPEN = ['queued', 'writing'];

export const undoWork = longWorkOf<store.UndoRow>({
  name: 'pricing.price-undo',
  table: 'price_undo',
  // Pages follow it as they follow bulk actions.
  live: 'rule-batches',
  open: OPEN,
  cancellable: OPEN,
  started: () => 'writing',
  waiting: { most: 10, states: OPEN, tooMany: 'too_many_batches' },
  notFound: 'batch_not_found',
  leaseSeconds: 20,
  expireInSeconds: 3_600,
  cleanupCron: '*/5 * * * *',
  retainedOfCompany: 50,
});

/** Listings of one transaction: enough to be fast, few enough that others hardly wait for one of them. */
const AT_ONCE = 50;

const actorOf = ({ company_id, person_id }: store.UndoRow): Actor => ({
  companyId: company_id,
  personId: person_id,
  role: 'manager',
});

/** Stops rules that are on, so that they do not decide again what is being taken back. */
async function disableRules(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  rules: ReadonlyMap<number, RuleRow>,
): Promise<Map<number, RuleRow>> {
  const { companyId } = actor;
  const after = new Map(rules);
  for (const { id, status } of rules.values()) {
    if (status !== 'enabled') continue;
    const row = await saveRule(trx, companyId, id, { status: 'disabled' }, ctx.clock());
    await cancelWaiting(ctx, trx, companyId, await listingsOfRule(trx, companyId, id));
    await auditRule(ctx, trx, actor, 'rule_status_changed', row, { status: 'disabled' });
    after.set(id, row);
  }
  await announceRules(trx, companyId, [...rules.keys()]);
  return after;
}

/** A listing with the updates that are taken back, oldest first, or why none is. */
type Planned = { row: store.ListingRow } & ({ taken: readonly KnownUpdate[] } | { code: UndoCode });

/** Restores those of some listings that did not change since the preview. The caller has locked the undo. */
async function restoreStep(
  ctx: AppContext,
  trx: Trx,
  undo: store.UndoRow,
  rows: readonly store.ListingRow[],
): Promise<store.Outcome[]> {
  const { company_id: companyId } = undo;
  const actor = actorOf(undo);
  const chosen = rows.flatMap(({ listing_id: listingId, update_ids: updateIds }) =>
    listingId === null ? [] : [{ listingId, updateIds }],
  );
  const ruleIds = rows.flatMap(({ rule_id }) => rule_id ?? []);
  // Stopping a rule cancels what waits for its other listings: they are locked too, in the common order of locks.
  const others: number[] = [];
  if (undo.rule === 'disable') {
    const known = await rulesByIds(trx, companyId, ruleIds, { hold: false });
    for (const { id, status } of known.values())
      if (status === 'enabled') others.push(...(await listingsOfRule(trx, companyId, id)));
  }
  const held = new Set([...chosen.map(({ listingId }) => listingId), ...others]);
  await lockListings(
    trx,
    companyId,
    [...held].sort((a, b) => a - b),
  );
  const [{ stopsPriceChanges }, listings] = await Promise.all([
    companySettings(trx, companyId),
    loadUndoListings(trx, companyId, chosen),
  ]);
  const refused = (row: store.ListingRow, code: store.Outcome['code']): store.Outcome => ({
    seq: row.seq,
    state: 'refused',
    code,
    updateId: null,
  });
  if (stopsPriceChanges) return rows.map((row) => refused(row, 'price_changes_stopped'));

  const planned = rows.map((row): Planned => {
    const listing = listings.get(row.listing_id ?? 0);
    if (listing === undefined) return { row, code: 'update_not_found' };
    const plan = planUndo(listing, new Set(row.update_ids), undo.seen_at);
    if (plan.kind === 'refuse') return { row, code: plan.code };
    // A listing is restored as the preview showed it, or not at all.
    const isAsShown = plan.price === row.restore_price && ruleOfUndo(listing, plan) === row.rule_id;
    return isAsShown ? { row, taken: plan.taken } : { row, code: 'changed_since_preview' };
  });
  // Only the rules of listings that are restored: where nothing comes back, nothing is stopped.
  const deciding = planned.flatMap((each) => ('taken' in each ? (each.row.rule_id ?? []) : []));
  const rules = await rulesByIds(trx, companyId, deciding, { hold: true });
  const present = undo.rule === 'disable' ? await disableRules(ctx, trx, actor, rules) : rules;
  const firsts = planned.flatMap((each) => ('taken' in each ? [each.taken[0]!.id] : []));
  const updates = new Map(
    (await updatesByIds(trx, companyId, firsts)).map((update) => [update.id, update]),
  );
  const restorations: Restoration[] = [];
  const outcomes = planned.map((each): store.Outcome => {
    const { row } = each;
    if ('code' in each) return refused(row, each.code);
    const first = updates.get(each.taken[0]!.id);
    const rule = present.get(row.rule_id ?? 0);
    if (first === undefined || rule === undefined) return refused(row, 'changed_since_preview');
    restorations.push({
      first,
      unwanted: each.taken.at(-1)!.newPrice,
      rule,
      isRuleChanged: false,
    });
    return { seq: row.seq, state: 'restoring', code: null, updateId: null };
  });
  const sent = await restorePrices(ctx, trx, actor, restorations);
  return outcomes.map((outcome, place) =>
    outcome.state === 'refused'
      ? outcome
      : { ...outcome, updateId: sent.get(rows[place]?.listing_id ?? 0) ?? null },
  );
}

export const undoRunner = undoWork.runner({
  writing: undoWork.inSteps(async (ctx, trx, undo, after) => {
    const { company_id: companyId, id, total } = undo;
    const rows = await store.nextListings(trx, companyId, id, { after, limit: AT_ONCE });
    const last = rows.at(-1)?.seq;
    if (last === undefined) return { end: 'done', columns: { done: total } };
    await store.saveOutcomes(trx, companyId, id, await restoreStep(ctx, trx, undo, rows));
    return { done: rows.length, last };
  }),
});
