// One step of a bulk action or an import, or of its undo: some rules in one transaction, with the outcome of each row.

import type { AppContext } from '../../../platform/app-context.ts';
import type { Trx } from '../../../platform/db.ts';
import type { RuleCreation } from '../../contract.ts';
import { contentOf, type RuleContent, toStoredRule } from '../../engine/rule.ts';
import { anyOf, lockListings } from '../../updates/listing-store.ts';
import { withPairs } from '../../updates/pairs.ts';
import type { RuleRow } from '../../updates/rule-store.ts';
import { creationOf, makingsOf, mayHaveRule } from './create.ts';
import { loadListings, lockRulesOf } from './load.ts';
import { fresh, glanceOf, inverseOf, isEmpty, newsOf, patched } from './patch.ts';
import { codeOfContent } from './plan.ts';
import type { MassEditRow } from './store.ts';
import type { ItemRow, RuledListing } from './types.ts';
import { type Changing, writeRules } from './write.ts';

const idsOf = (rows: readonly ItemRow[]): number[] =>
  [...new Set(rows.flatMap(({ listing_id }) => listing_id ?? []))].sort((a, b) => a - b);

/** Locks listings and their rules, in the common order of locks, and reads them. */
async function held(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<ReadonlyMap<number, RuledListing>> {
  await lockListings(trx, companyId, await withPairs(trx, companyId, listingIds));
  await lockRulesOf(trx, companyId, listingIds);
  const listings = await loadListings(trx, companyId, listingIds);
  return new Map(listings.map((listing) => [listing.listingId, listing]));
}

const actorOf = ({ company_id, person_id }: MassEditRow) => ({
  companyId: company_id,
  personId: person_id,
  role: 'manager' as const,
});

/** The action for a row, while its listing's rule is locked. */
type Work =
  | { kind: 'refused'; code: string }
  | { kind: 'unchanged'; before: RuleContent }
  | { kind: 'make'; listing: RuledListing; after: RuleContent }
  | { kind: 'change'; changing: Changing; back: RuleContent };

/**
 * A bulk action records which rule it saw: one that changed since is left alone. A line of an import says what its listing's
 * rule is to be, whatever it is by now.
 */
function workOf(
  batch: MassEditRow,
  creation: RuleCreation | null,
  row: ItemRow,
  listing: RuledListing | undefined,
  given: Set<number>,
): Work {
  const refused = (code: string): Work => ({ kind: 'refused', code });
  const { patch } = row;
  if (listing === undefined || patch === null) return refused('listing_not_found');
  const { rule } = listing;
  if (creation !== null) {
    if (rule !== null || !mayHaveRule(listing, given)) return refused('listing_has_rule');
    return { kind: 'make', listing, after: toStoredRule(creation.rule) };
  }
  if (batch.kind === 'bulk') {
    if (row.rule_id === null && rule !== null) return refused('listing_has_rule');
    if (row.rule_id !== null && (rule?.id !== row.rule_id || rule.version !== row.version))
      return refused('rule_changed');
  }
  const before = rule === null ? null : contentOf(rule);
  const start = before ?? fresh(patch);
  if (start === null) return refused('strategy_missing');
  const after = patched(start, patch);
  if (!after.ok)
    return refused(batch.kind === 'bulk' ? codeOfContent(after.error) : 'rule_changed');
  if (rule === null || before === null)
    return mayHaveRule(listing, given)
      ? { kind: 'make', listing, after: after.value }
      : refused(batch.kind === 'sheet' ? 'group_rule' : 'listing_has_rule');
  if (isEmpty(newsOf(before, patch))) return { kind: 'unchanged', before };
  if (batch.kind === 'sheet' && rule.listings > 1) return refused('group_rule');
  const changing = {
    ruleId: rule.id,
    listingIds: [listing.listingId],
    before,
    after: after.value,
  };
  return { kind: 'change', changing, back: before };
}

/** Changes of one rule that several of its listings report, as one. */
function onePerRule(changings: readonly Changing[]): Changing[] {
  return [...Map.groupBy(changings, ({ ruleId }) => ruleId).values()].map((same) => ({
    ...same[0]!,
    listingIds: same.flatMap(({ listingIds }) => listingIds),
  }));
}

/** Writes the changes of rows, and returns the rows with their outcomes. The caller has locked the bulk action or import. */
export async function writeStep(
  ctx: AppContext,
  trx: Trx,
  batch: MassEditRow,
  rows: readonly ItemRow[],
): Promise<ItemRow[]> {
  const listings = await held(trx, batch.company_id, idsOf(rows));
  const creation = creationOf(batch.content);
  const given = new Set<number>();
  const works = rows.map((row) => ({
    row,
    work: workOf(batch, creation, row, listings.get(row.listing_id ?? 0), given),
  }));
  const makings = makingsOf(
    works.flatMap(({ work }) => (work.kind === 'make' ? [work] : [])),
    creation,
  );
  const changings = onePerRule(
    works.flatMap(({ work }) => (work.kind === 'change' ? [work.changing] : [])),
  );
  const written = await writeRules(ctx, trx, actorOf(batch), makings, changings);
  const madeFor = new Map(
    makings.flatMap(({ listingIds }, at) => listingIds.map((id) => [id, written.made[at]!])),
  );
  const versions = new Map(written.changed.map(({ id, version }) => [id, version]));
  return works.map(({ row, work }) => outcomeOf(row, work, madeFor, versions));
}

/** A row with its outcome. */
function outcomeOf(
  row: ItemRow,
  work: Work,
  madeFor: ReadonlyMap<number, RuleRow>,
  versions: ReadonlyMap<number, number>,
): ItemRow {
  switch (work.kind) {
    case 'refused':
      return {
        ...row,
        state: 'idle',
        kind: 'refused',
        codes: [{ code: work.code }],
        after: null,
      };
    case 'unchanged':
      return { ...row, state: 'idle', kind: 'unchanged', after: glanceOf(work.before) };
    case 'make': {
      const { id, version } = madeFor.get(work.listing.listingId)!;
      const after = glanceOf(work.after);
      return {
        ...row,
        state: 'written',
        kind: 'made',
        rule_id: id,
        version,
        before: null,
        after,
      };
    }
    case 'change': {
      const { ruleId, after } = work.changing;
      return {
        ...row,
        state: 'written',
        kind: 'changed',
        rule_id: ruleId,
        version: versions.get(ruleId)!,
        before: { glance: glanceOf(work.back), back: inverseOf(work.back, row.patch ?? {}) },
        after: glanceOf(after),
      };
    }
  }
}

/** Why a rule cannot be restored; null: it can. */
function keeps(
  rows: readonly ItemRow[],
  rule: LockedRule | undefined,
  listings: ReadonlyMap<number, RuledListing>,
) {
  if (rule === undefined || rule.version !== rows[0]?.version) return 'rule_changed';
  const isGone = rows.some(({ listing_id }) => !listings.has(listing_id ?? 0));
  if (isGone) return 'listing_not_found';
  const isTaken = rows.some(({ listing_id }) => {
    const other = listings.get(listing_id ?? 0)?.rule ?? null;
    return other !== null && other.id !== rows[0]?.rule_id;
  });
  return isTaken ? 'listing_has_rule' : null;
}

interface LockedRule {
  version: number;
  content: RuleContent;
}

async function lockRules(
  trx: Trx,
  companyId: number,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, LockedRule>> {
  const rows = await trx
    .selectFrom('rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(anyOf('id', ruleIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, { version: row.version, content: contentOf(row) }]));
}

/** Undoes what rows wrote, where no person changed the rule since. The caller has locked the bulk action or import. */
export async function undoStep(
  ctx: AppContext,
  trx: Trx,
  batch: MassEditRow,
  rows: readonly ItemRow[],
): Promise<ItemRow[]> {
  const { company_id: companyId } = batch;
  const listingIds = idsOf(rows);
  await lockListings(trx, companyId, listingIds);
  const byRule = Map.groupBy(rows, ({ rule_id }) => rule_id ?? 0);
  // Locked before the listings are read, so that the rules that price them are the locked ones.
  const known = await lockRules(trx, companyId, [...byRule.keys()]);
  const listings = new Map(
    (await loadListings(trx, companyId, listingIds)).map((listing) => [listing.listingId, listing]),
  );
  const changings: Changing[] = [];
  const done = [...byRule].flatMap(([ruleId, some]) => {
    const rule = known.get(ruleId);
    const code = keeps(some, rule, listings);
    if (code !== null || rule === undefined)
      return some.map((row): ItemRow => ({ ...row, state: 'kept', undo_code: code }));
    const back = some[0]?.before?.back ?? { status: 'archived' as const };
    const { settings, ...columns } = back;
    const after: RuleContent = {
      ...rule.content,
      ...columns,
      settings: { ...rule.content.settings, ...settings },
    };
    const ids = some.flatMap(({ listing_id }) => listing_id ?? []);
    changings.push({ ruleId, listingIds: ids, before: rule.content, after });
    return some.map((row): ItemRow => ({ ...row, state: 'restored' }));
  });
  await writeRules(ctx, trx, actorOf(batch), [], changings);
  return done;
}
