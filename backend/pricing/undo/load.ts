// Reading what an undo of many updates is about.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { MAX_UNDO_LISTINGS, MAX_UNDO_UPDATES, type UndoScope } from '../contract.ts';
import { problem } from '../problems.ts';
import { anyOf, loadTargets } from '../updates/listing-store.ts';
import { loadSubjects, type Subject } from '../updates/load-facts.ts';
import type { RuleRow } from '../updates/rule-store.ts';
import type { KnownListing, KnownUpdate, Plan } from './plan.ts';

const tooMany = () => problem('too_many_updates', { values: { limit: MAX_UNDO_UPDATES } });

/** The chosen updates of one listing. */
export interface Chosen {
  listingId: number;
  updateIds: number[];
}

/**
 * The updates that a person chose, by their listings: some, or all that a rule applied within a time, by the time at which
 * they were applied. Those that do not exist are left out.
 * @throws Problem 422 `selection_too_large` or `too_many_updates`
 */
export async function chosenUpdates(
  trx: Trx,
  companyId: number,
  { updateIds, ruleId, since, until }: UndoScope,
): Promise<Chosen[]> {
  const condition =
    updateIds === undefined
      ? sql`u.rule_id = ${ruleId} and u.state = 'applied' and u.reverts is null and u.moved_at >= ${since}
          and ${until === undefined ? sql`true` : sql`u.moved_at < ${until} and u.created_at < ${until}`}`
      : sql`u.id = any(${updateIds}::bigint[])`;
  const { rows } = await sql<{ listing_id: number; ids: number[] }>`
    select listing_id, jsonb_agg(id order by id) as ids from (
      select u.listing_id, u.id from price_update u where u.company_id = ${companyId} and ${condition}
      limit ${MAX_UNDO_UPDATES + 1}) chosen
    group by listing_id order by listing_id`.execute(trx);
  if (rows.length > MAX_UNDO_LISTINGS) {
    throw problem('selection_too_large', { values: { limit: MAX_UNDO_LISTINGS } });
  }
  if (rows.reduce((total, { ids }) => total + ids.length, 0) > MAX_UNDO_UPDATES) throw tooMany();
  return rows.map(({ listing_id, ids }) => ({ listingId: listing_id, updateIds: ids }));
}

interface UpdateLine {
  id: number;
  listing_id: number;
  rule_id: number;
  state: string;
  reverts: number | null;
  old_price: number;
  new_price: number;
  moved_at: Date;
}

const toKnown = (row: UpdateLine): KnownUpdate => ({
  id: row.id,
  ruleId: row.rule_id,
  state: row.state,
  reverts: row.reverts,
  oldPrice: row.old_price,
  newPrice: row.new_price,
  movedAt: row.moved_at,
});

/** A listing as an undo needs it: how its price came about, and what its limits and costs are. */
export interface UndoListing extends KnownListing {
  subject: Subject;
  skuMarketplace: string;
}

/**
 * The rule that an undo of a listing is about: the one that prices it now and would send the price again, else the one whose
 * update is taken back last.
 */
export const ruleOfUndo = (
  { subject }: Pick<UndoListing, 'subject'>,
  { taken }: Pick<Extract<Plan, { kind: 'restore' }>, 'taken'>,
): number => subject.ruleId ?? taken.at(-1)!.ruleId;

/**
 * The listings of chosen updates as they are now; those that are gone are left out.
 * @param room so many updates are read at most
 * @throws Problem 422 `too_many_updates`
 */
export async function loadUndoListings(
  trx: Trx,
  companyId: number,
  chosen: readonly Chosen[],
  room = MAX_UNDO_UPDATES,
): Promise<Map<number, UndoListing>> {
  const listingIds = chosen.map(({ listingId }) => listingId);
  const ids = chosen.flatMap(({ updateIds }) => updateIds);
  const [{ rows }, busy, subjects, targets] = await Promise.all([
    sql<UpdateLine>`
      with oldest as (
        select listing_id, min(created_at) as at from price_update
        where company_id = ${companyId} and id = any(${ids}::bigint[]) group by listing_id)
      select u.id, u.listing_id, u.rule_id, u.state, u.reverts, u.old_price, u.new_price, u.moved_at
      from oldest join price_update u on u.company_id = ${companyId} and u.listing_id = oldest.listing_id
        and u.created_at >= oldest.at
      where u.state = 'applied' or u.id = any(${ids}::bigint[])
      order by u.id limit ${room + 1}`.execute(trx),
    sql<{ listing_id: number }>`
      select slot.listing_id from price_update_slot slot
      -- From the places to their updates: no plan may walk over all updates of a company instead.
      cross join lateral (select state, reverts from price_update
        where company_id = slot.company_id and id = slot.update_id and created_at = slot.created_at
        limit 1) u
      where slot.company_id = ${companyId} and slot.listing_id = any(${listingIds}::bigint[])
        and (u.state = 'sent' or u.reverts is not null)`.execute(trx),
    loadSubjects(trx, companyId, listingIds),
    loadTargets(trx, companyId, listingIds),
  ]);
  if (rows.length > room) throw tooMany();
  const updates = Map.groupBy(rows, (row) => row.listing_id);
  const isBusy = new Set(busy.rows.map((row) => row.listing_id));
  return new Map(
    subjects.map((subject) => [
      subject.listingId,
      {
        listingId: subject.listingId,
        price: subject.facts.price,
        updates: (updates.get(subject.listingId) ?? []).map(toKnown),
        isBusy: isBusy.has(subject.listingId),
        subject,
        skuMarketplace: targets.get(subject.listingId)?.skuMarketplace ?? '',
      },
    ]),
  );
}

/** Rules by their ids; `hold` locks them until the transaction ends. */
export async function rulesByIds(
  trx: Trx,
  companyId: number,
  ids: Iterable<number>,
  { hold }: { hold: boolean },
): Promise<Map<number, RuleRow>> {
  const query = trx
    .selectFrom('rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(anyOf('id', [...new Set(ids)]))
    .orderBy('id');
  const rows = await (hold ? query.forUpdate() : query).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
