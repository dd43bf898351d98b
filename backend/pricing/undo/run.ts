// Working an undo of many updates: one worker at a time has it in hand, restores some ads in each transaction, and stops
// where it is taken away. What came of an ad is written with its price update, so one that a process died over is never
// restored twice.
import { type Trx, within } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
import type { Claim } from '../claims.ts';
import type { UndoCode } from '../contract.ts';
import { auditRule, cancelWaiting } from '../rule-actions.ts';
import { listingsOfRule, type RuleRow, saveRule } from '../rule-store.ts';
import { companySettings, lockListings } from '../store.ts';
import { tellRules } from '../tell.ts';
import { updatesByIds } from '../update-store.ts';
import { loadUndoAds, ruleOfUndo, rulesByIds } from './load.ts';
import { planUndo, type SeenUpdate } from './plan.ts';
import { type Restoration, restorePrices } from './restore.ts';
import * as store from './store.ts';

/** Taken up so often without a step, an undo has failed. */
const MOST_ATTEMPTS = 5;
/** Ads of one transaction: enough to be fast, few enough that whoever wants one of them hardly waits. */
const AT_ONCE = 50;

export type Taken =
  | { kind: 'none' }
  /** Another worker has one of the company in hand: one after the other. */
  | { kind: 'busy' }
  | { kind: 'taken'; claim: Claim };

const inCompany = <T>(house: House, companyId: number, work: (trx: Trx) => Promise<T>) =>
  within(house.db, { company: companyId }, work);

/** Tells open pages how far an undo is: they follow it as they follow every batch. */
export const tellUndo = (trx: Trx, companyId: number, id: number): Promise<void> =>
  announce(trx, companyId, { type: 'rule-batches', ids: [id] });

/**
 * Takes up the next undo of a company, the oldest first.
 * @param only this one, whatever else waits
 */
export const takeNext = (house: House, companyId: number, only?: number): Promise<Taken> =>
  inCompany(house, companyId, async (trx): Promise<Taken> => {
    await store.holdCompany(trx, companyId);
    const open = await store.openUndos(trx, companyId);
    for (const row of open.filter(({ id }) => only === undefined || id === only)) {
      if (row.isAlive) return { kind: 'busy' };
      const claim = { id: row.id, claim: house.uuid() };
      if (row.attempts < MOST_ATTEMPTS) {
        await store.takeUp(trx, companyId, row, 'writing', claim.claim);
        await tellUndo(trx, companyId, row.id);
        return { kind: 'taken', claim };
      }
      await store.moveUndo(trx, companyId, row.id, { state: 'failed' });
      await tellUndo(trx, companyId, row.id);
      house.log.error('an undo of many updates failed for good', undefined, {
        companyId,
        undo: row.id,
      });
    }
    return { kind: 'none' };
  });

/** The undo was cancelled, or another worker has it. */
class TakenAway extends Error {}

const actorOf = ({ company_id, person_id }: store.UndoRow): Actor => ({
  companyId: company_id,
  personId: person_id,
  role: 'manager',
});

/** Stops rules that are on, so that they do not decide again what is being taken back. */
async function disableRules(
  house: House,
  trx: Trx,
  actor: Actor,
  rules: ReadonlyMap<number, RuleRow>,
): Promise<Map<number, RuleRow>> {
  const { companyId } = actor;
  const after = new Map(rules);
  for (const { id, status } of rules.values()) {
    if (status !== 'enabled') continue;
    const row = await saveRule(trx, companyId, id, { status: 'disabled' }, house.clock());
    await cancelWaiting(house, trx, companyId, await listingsOfRule(trx, companyId, id));
    await auditRule(house, trx, actor, 'rule_status_changed', row, { status: 'disabled' });
    after.set(id, row);
  }
  await tellRules(trx, companyId, [...rules.keys()]);
  return after;
}

/** An ad with the updates that are taken back, oldest first, or why none is. */
type Planned = { row: store.AdRow } & ({ taken: readonly SeenUpdate[] } | { code: UndoCode });

/** Restores some ads, as far as they still are what the person saw. The caller holds the undo. */
async function restoreStep(
  house: House,
  trx: Trx,
  undo: store.UndoRow,
  rows: readonly store.AdRow[],
): Promise<store.Outcome[]> {
  const { company_id: companyId } = undo;
  const actor = actorOf(undo);
  const chosen = rows.flatMap(({ listing_id: listingId, update_ids: updateIds }) =>
    listingId === null ? [] : [{ listingId, updateIds }],
  );
  const ruleIds = rows.flatMap(({ rule_id }) => rule_id ?? []);
  // A rule that is stopped takes what waits for its other ads along: they are held too, in the order that everyone keeps.
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
  const [{ stopsPriceChanges }, ads] = await Promise.all([
    companySettings(trx, companyId),
    loadUndoAds(trx, companyId, chosen),
  ]);
  const refused = (row: store.AdRow, code: store.Outcome['code']): store.Outcome => ({
    seq: row.seq,
    state: 'refused',
    code,
    updateId: null,
  });
  if (stopsPriceChanges) return rows.map((row) => refused(row, 'price_changes_stopped'));

  const planned = rows.map((row): Planned => {
    const ad = ads.get(row.listing_id ?? 0);
    if (ad === undefined) return { row, code: 'update_not_found' };
    const plan = planUndo(ad, new Set(row.update_ids), undo.seen_at);
    if (plan.kind === 'refuse') return { row, code: plan.code };
    // What was shown is what is done, or nothing.
    const isAsShown = plan.price === row.restore_price && ruleOfUndo(ad, plan) === row.rule_id;
    return isAsShown ? { row, taken: plan.taken } : { row, code: 'changed_since_preview' };
  });
  // Only the rules of ads that are restored: where nothing comes back, nothing is stopped.
  const deciding = planned.flatMap((each) => ('taken' in each ? (each.row.rule_id ?? []) : []));
  const rules = await rulesByIds(trx, companyId, deciding, { hold: true });
  const present = undo.rule === 'disable' ? await disableRules(house, trx, actor, rules) : rules;
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
  const sent = await restorePrices(house, trx, actor, restorations);
  return outcomes.map((outcome, place) =>
    outcome.state === 'refused'
      ? outcome
      : { ...outcome, updateId: sent.get(rows[place]?.listing_id ?? 0) ?? null },
  );
}

/** Does one step; gives the last ad that it came to, or null: there was none left. @throws TakenAway */
const oneStep = (
  house: House,
  companyId: number,
  claim: Claim,
  after: number,
): Promise<number | null> =>
  inCompany(house, companyId, async (trx) => {
    const undo = await store.beat(trx, companyId, claim);
    if (undo === null) throw new TakenAway();
    const rows = await store.nextAds(trx, companyId, undo.id, { after, limit: AT_ONCE });
    await tellUndo(trx, companyId, undo.id);
    if (rows.length === 0) {
      await store.moveUndo(trx, companyId, undo.id, { state: 'done', done: undo.total });
      return null;
    }
    const outcomes = await restoreStep(house, trx, undo, rows);
    await store.saveOutcomes(trx, companyId, undo.id, outcomes);
    // It gets on: what failed before counts no more.
    await store.beat(trx, companyId, claim, { done: undo.done + rows.length, attempts: 0 });
    return rows.at(-1)!.seq;
  });

/**
 * Works an undo that was taken up to its end. One that is cancelled or taken over meanwhile ends quietly; one that
 * fails is laid down, to go on where it was.
 */
export async function runUndo(
  house: House,
  companyId: number,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let after: number | null = -1; after !== null; ) {
      signal.throwIfAborted();
      after = await oneStep(house, companyId, claim, after);
    }
  } catch (error) {
    if (error instanceof TakenAway) return;
    await inCompany(house, companyId, (trx) => store.layDown(trx, companyId, claim));
    throw error;
  }
}
