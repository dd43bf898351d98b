// Writing changes of many rules in one transaction, by the same steps as a rule that a person saves by itself.
import { sql } from 'kysely';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import type { Trx } from '../../../platform/db.ts';
import type { RuleOrigin } from '../../contract.ts';
import type { RuleContent } from '../../engine/rule.ts';
import { announceRules, publishLeftPause } from '../../updates/events.ts';
import { acceptPresentPrices, anyOf, forgetLearned } from '../../updates/listing-store.ts';
import { reprice } from '../../updates/reprice.ts';
import type { RuleRow } from '../../updates/rule-store.ts';
import { cancelWaiting, scheduleDates } from '../actions.ts';
import { auditRules, insertRules, saveRules } from './rule-rows.ts';

/** A rule that is made for listings. */
export interface Making {
  listingIds: readonly number[];
  name: string;
  origin: RuleOrigin;
  after: RuleContent;
}

/** A rule that is changed; `after` archived releases its listings, `before` archived takes them again. */
export interface Changing {
  ruleId: number;
  listingIds: readonly number[];
  before: RuleContent;
  after: RuleContent;
}

const LONGEST_NAME = 120;

/** Gives listings to rules. */
async function give(
  trx: Trx,
  companyId: number,
  pairs: readonly { ruleId: number; listingId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    insert into rule_listing (company_id, rule_id, listing_id)
    select ${companyId}::bigint, n.rule_id, n.listing_id
    from unnest(${pairs.map(({ ruleId }) => ruleId)}::bigint[], ${pairs.map(({ listingId }) => listingId)}::bigint[])
      as n (rule_id, listing_id)`.execute(trx);
}

/** Takes all listings away from rules. */
async function release(trx: Trx, companyId: number, changings: readonly Changing[]): Promise<void> {
  if (changings.length === 0) return;
  const ruleIds = changings.map(({ ruleId }) => ruleId);
  await trx
    .deleteFrom('rule_listing')
    .where('company_id', '=', companyId)
    .where(anyOf('rule_id', ruleIds))
    .execute();
}

async function make(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  makings: readonly Making[],
): Promise<RuleRow[]> {
  if (makings.length === 0) return [];
  const { companyId, personId } = actor;
  const now = ctx.clock();
  const contents = makings.map(({ name, origin, after }) => ({
    ...after,
    origin,
    name: name.slice(0, LONGEST_NAME),
  }));
  const rows = await insertRules(trx, companyId, contents, personId, now);
  const listingsOf = (at: number) => makings[at]!.listingIds;
  await give(
    trx,
    companyId,
    rows.flatMap(({ id }, at) => listingsOf(at).map((listingId) => ({ ruleId: id, listingId }))),
  );
  await forgetLearned(
    trx,
    companyId,
    makings.flatMap(({ listingIds }) => listingIds),
  );
  // Rules that are made together begin and end together.
  const ids = rows.map(({ id }) => id);
  await scheduleDates(ctx, trx, companyId, ids, makings[0]!.after.settings);
  await auditRules(
    ctx,
    trx,
    actor,
    rows.map((row, at) => ({
      what: 'rule_created',
      row,
      more: { listings: listingsOf(at).length },
    })),
  );
  return rows;
}

const isStatusOnly = ({ before, after }: Changing): boolean =>
  JSON.stringify({ ...before, status: null }) === JSON.stringify({ ...after, status: null });

async function change(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  changings: readonly Changing[],
): Promise<RuleRow[]> {
  if (changings.length === 0) return [];
  const { companyId } = actor;
  const now = ctx.clock();
  const contents = changings.map(({ ruleId, after }) => ({ ...after, id: ruleId }));
  const rows = await saveRules(trx, companyId, contents, now);
  const idsOf = (some: readonly Changing[]) => some.flatMap(({ listingIds }) => listingIds);
  const isBack = ({ before, after }: Changing) =>
    before.status === 'archived' && after.status !== 'archived';
  await cancelWaiting(ctx, trx, companyId, idsOf(changings));
  await release(
    trx,
    companyId,
    changings.filter(({ after }) => after.status === 'archived'),
  );
  await give(
    trx,
    companyId,
    changings
      .filter(isBack)
      .flatMap(({ ruleId, listingIds }) => listingIds.map((listingId) => ({ ruleId, listingId }))),
  );
  const started = changings.filter(
    ({ before, after }) => after.status === 'enabled' && before.status !== 'enabled',
  );
  await forgetLearned(trx, companyId, idsOf(changings.filter(isBack)));
  await acceptPresentPrices(trx, companyId, idsOf(started));
  const acts = changings.map((each, at) => ({
    what: isStatusOnly(each) ? ('rule_status_changed' as const) : ('rule_changed' as const),
    row: rows[at]!,
    more: { listings: each.listingIds.length, status: each.after.status },
  }));
  await auditRules(ctx, trx, actor, acts);
  return rows;
}

/**
 * Makes and changes rules and has the prices of their listings decided again, all in the caller's transaction, which has
 * locked the listings and the rules, and checked that none changed. Returns the rules in the order of the arguments.
 */
export async function writeRules(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  makings: readonly Making[],
  changings: readonly Changing[],
): Promise<{ made: RuleRow[]; changed: RuleRow[] }> {
  const { companyId } = actor;
  const made = await make(ctx, trx, actor, makings);
  const changed = await change(ctx, trx, actor, changings);
  const ids = [...made, ...changed].map(({ id }) => id);
  if (ids.length === 0) return { made, changed };
  await announceRules(trx, companyId, ids);
  await publishLeftPause(
    ctx,
    trx,
    companyId,
    changings.map(({ before, after }) => ({ before: before.status, after: after.status })),
  );
  const edited = changings.filter((each) => !isStatusOnly(each) && each.after.status === 'enabled');
  const started = changings.filter((each) => isStatusOnly(each) && each.after.status === 'enabled');
  const listingsOf = (some: readonly Changing[]) => some.flatMap(({ listingIds }) => listingIds);
  await reprice(
    ctx,
    trx,
    companyId,
    listingsOf(edited).sort((a, b) => a - b),
    {
      ruleEdited: true,
    },
  );
  const begun = [...makings.flatMap(({ listingIds }) => listingIds), ...listingsOf(started)];
  await reprice(
    ctx,
    trx,
    companyId,
    begun.sort((a, b) => a - b),
    { ruleEdited: false, byPerson: true },
  );
  return { made, changed };
}
