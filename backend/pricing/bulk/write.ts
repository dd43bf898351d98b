// Writing changes of many rules in one transaction, by the same steps as a rule that a person saves by itself.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import { decideWithin } from '../decisions.ts';
import { cancelWaiting } from '../rule-actions.ts';
import type { RuleRow } from '../rule-store.ts';
import { anyOf, startAnew, startFromPresent } from '../store.ts';
import { tellRules } from '../tell.ts';
import type { Content } from './patch.ts';
import { auditRules, insertRules, saveRules } from './rule-rows.ts';

/** A rule that is made for one ad. */
export interface Making {
  listingId: number;
  name: string;
  after: Content;
}

/** A rule that is changed; `after` archived lets go of its ads, `before` archived takes them again. */
export interface Changing {
  ruleId: number;
  listingIds: readonly number[];
  before: Content;
  after: Content;
}

const LONGEST_NAME = 120;

/** Gives ads to rules. */
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

/** Takes all ads away from rules. */
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
  house: House,
  trx: Trx,
  actor: Actor,
  makings: readonly Making[],
): Promise<RuleRow[]> {
  if (makings.length === 0) return [];
  const { companyId, personId } = actor;
  const now = house.clock();
  const contents = makings.map(({ name, after }) => ({
    ...after,
    name: name.slice(0, LONGEST_NAME),
  }));
  const rows = await insertRules(trx, companyId, contents, personId, now);
  const listingIds = makings.map(({ listingId }) => listingId);
  await give(
    trx,
    companyId,
    rows.map(({ id }, at) => ({ ruleId: id, listingId: listingIds[at]! })),
  );
  await startAnew(trx, companyId, listingIds);
  const more = { listings: 1 };
  await auditRules(
    house,
    trx,
    actor,
    rows.map((row) => ({ what: 'rule_created', row, more })),
  );
  return rows;
}

const isStatusOnly = ({ before, after }: Changing): boolean =>
  JSON.stringify({ ...before, status: null }) === JSON.stringify({ ...after, status: null });

async function change(
  house: House,
  trx: Trx,
  actor: Actor,
  changings: readonly Changing[],
): Promise<RuleRow[]> {
  if (changings.length === 0) return [];
  const { companyId } = actor;
  const now = house.clock();
  const contents = changings.map(({ ruleId, after }) => ({ ...after, id: ruleId }));
  const rows = await saveRules(trx, companyId, contents, now);
  const idsOf = (some: readonly Changing[]) => some.flatMap(({ listingIds }) => listingIds);
  const isBack = ({ before, after }: Changing) =>
    before.status === 'archived' && after.status !== 'archived';
  await cancelWaiting(house, trx, companyId, idsOf(changings));
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
  await startAnew(trx, companyId, idsOf(changings.filter(isBack)));
  await startFromPresent(trx, companyId, idsOf(started));
  const acts = changings.map((each, at) => ({
    what: isStatusOnly(each) ? ('rule_status_changed' as const) : ('rule_changed' as const),
    row: rows[at]!,
    more: { listings: each.listingIds.length, status: each.after.status },
  }));
  await auditRules(house, trx, actor, acts);
  return rows;
}

/**
 * Makes and changes rules and has the prices of their ads decided anew, all in the caller's transaction, which holds
 * the ads and the rules, and knows that each is as it was looked at. Gives the rules in the order of what was asked.
 */
export async function writeRules(
  house: House,
  trx: Trx,
  actor: Actor,
  makings: readonly Making[],
  changings: readonly Changing[],
): Promise<{ made: RuleRow[]; changed: RuleRow[] }> {
  const { companyId } = actor;
  const made = await make(house, trx, actor, makings);
  const changed = await change(house, trx, actor, changings);
  const ids = [...made, ...changed].map(({ id }) => id);
  if (ids.length === 0) return { made, changed };
  await tellRules(trx, companyId, ids);
  const edited = changings.filter((each) => !isStatusOnly(each) && each.after.status === 'enabled');
  const started = changings.filter((each) => isStatusOnly(each) && each.after.status === 'enabled');
  const listingsOf = (some: readonly Changing[]) => some.flatMap(({ listingIds }) => listingIds);
  await decideWithin(
    house,
    trx,
    companyId,
    listingsOf(edited).sort((a, b) => a - b),
    {
      ruleEdited: true,
    },
  );
  const begun = [...makings.map(({ listingId }) => listingId), ...listingsOf(started)];
  await decideWithin(
    house,
    trx,
    companyId,
    begun.sort((a, b) => a - b),
    { ruleEdited: false },
  );
  return { made, changed };
}
