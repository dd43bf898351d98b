// Use cases of rules: making, changing, enabling, disabling, archiving, finding.

import type * as z from 'zod';
import { toAmountOrNull } from '../../kernel/money.ts';
import type { Fault } from '../../kernel/problem.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { refuseFaults } from '../../platform/validation.ts';
import type { Rule, RuleEdit, RuleInput, RuleOrigin } from '../contract.ts';
import { isInForce } from '../engine/gates.ts';
import { endOf, fromStoredRule, startOf, toRuleAnswer, toStoredRule } from '../engine/rule.ts';
import { surelyAfter } from '../engine/timers.ts';
import { problem } from '../problems.ts';
import { announceRules, publishLeftPause, publishMoved } from '../updates/events.ts';
import { acceptPresentPrices, forgetLearned, lockListings } from '../updates/listing-store.ts';
import { pairsOf, withPairs } from '../updates/pairs.ts';
import { RULE_DUE } from '../updates/queues.ts';
import { reprice } from '../updates/reprice.ts';
import { type RuleRow, ruleById } from '../updates/rule-store.ts';
import { supersede, waitingOfListings } from '../updates/store.ts';
import { requireBuybox } from './buybox.ts';
import * as rules from './store.ts';

const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

/** What the audit log says of something done to a rule: what its limits are from now on. */
export const toRuleAudit = (
  what: 'rule_created' | 'rule_changed' | 'rule_status_changed',
  row: RuleRow,
  more: object,
) => ({
  action: `pricing.${what}`,
  subject: String(row.id),
  values: {
    name: row.name,
    version: row.version,
    minPrice: toAmountOrNull(row.min_price),
    maxPrice: toAmountOrNull(row.max_price),
    ...more,
  },
});

/** Writes to the audit log what a person did with a rule. */
export const auditRule = (
  ctx: AppContext,
  trx: Trx,
  { companyId, personId }: Actor,
  what: Parameters<typeof toRuleAudit>[0],
  row: RuleRow,
  more: object,
): Promise<void> =>
  audit(trx, { companyId, personId, ...toRuleAudit(what, row, more), at: ctx.clock() });

/** What prices several listings is a group's rule, and stays one however few are left. */
const originOf = ({ origin, listingIds }: RuleInput, before?: string): RuleOrigin =>
  origin ?? (before === 'group' || new Set(listingIds).size > 1 ? 'group' : 'own');

const ruleNotFound = () => problem('rule_not_found');

const answerOf = async (trx: Trx, companyId: number, row: RuleRow): Promise<Rule> =>
  toRuleAnswer(row, await rules.listingsOfRule(trx, companyId, row.id));

/**
 * Makes a rule for listings that have none yet, and decides their prices.
 * @throws Problem 422 with a fault at each listing that is unknown, has a rule, shares its price with one that has, or is in
 *   another country; 422 `no_buybox`
 */
export async function createRule(ctx: AppContext, actor: Actor, input: RuleInput): Promise<Rule> {
  const { companyId } = actor;
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    const listingIds = sorted(input.listingIds);
    await lockListings(trx, companyId, await withPairs(trx, companyId, listingIds));
    await checkListings(ctx, trx, companyId, input, 'listingIds', null);
    const row = await rules.insertRule(
      trx,
      companyId,
      { ...toStoredRule(input), name: input.name, origin: originOf(input) },
      actor.personId,
      ctx.clock(),
    );
    await assignListings(trx, companyId, row, listingIds);
    await scheduleDates(ctx, trx, companyId, [row.id], input);
    await announceRules(trx, companyId, [row.id]);
    await auditRule(ctx, trx, actor, 'rule_created', row, { listings: listingIds.length });
    await reprice(ctx, trx, companyId, listingIds, { ruleEdited: false, byPerson: true });
    return await answerOf(trx, companyId, row);
  });
}

/**
 * Changes a rule. The waiting updates of its listings are cancelled, and their prices decided again.
 * @throws Problem 404 `rule_not_found`, 409 `rule_changed` or `rule_archived`, 422 with a fault at each unfit listing,
 *   422 `no_buybox`
 */
export async function updateRule(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  edit: z.output<typeof RuleEdit>,
): Promise<Rule> {
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    const saved = await editRule(ctx, trx, actor.companyId, ruleId, edit, 'rule.');
    await auditRule(ctx, trx, actor, 'rule_changed', saved.row, {
      listings: saved.listingIds.length,
    });
    await reprice(ctx, trx, actor.companyId, saved.listingIds, { ruleEdited: true });
    return await answerOf(trx, actor.companyId, saved.row);
  });
}

/**
 * Saves an edited rule in the caller's transaction, which locks the rule and its listings, old and new; the caller has
 * them repriced. Undoing an update with another rule is the same edit.
 * @param path where the edit is in the request, for the paths of faults
 * @param more further listings to lock
 */
export async function editRule(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  ruleId: number,
  { rule: input, version }: z.output<typeof RuleEdit>,
  path: string,
  more: readonly number[] = [],
): Promise<{ row: RuleRow; listingIds: number[] }> {
  const before = await lockRule(trx, companyId, ruleId, version, [...input.listingIds, ...more]);
  await checkListings(ctx, trx, companyId, input, `${path}listingIds`, ruleId);
  const row = await rules.saveRule(
    trx,
    companyId,
    ruleId,
    { ...toStoredRule(input), name: input.name, origin: originOf(input, before.row.origin) },
    ctx.clock(),
  );
  await cancelWaiting(ctx, trx, companyId, before.listingIds);
  const after = row.status === 'archived' ? [] : sorted(input.listingIds);
  await rules.removeListings(
    trx,
    companyId,
    ruleId,
    before.listingIds.filter((id) => !after.includes(id)),
  );
  await assignListings(
    trx,
    companyId,
    row,
    after.filter((id) => !before.listingIds.includes(id)),
  );
  // A price that is set while the rule is not in force takes no control away from it.
  const now = ctx.clock();
  const wasInForce = isInForce(fromStoredRule(before.row), now);
  if (!wasInForce || !isInForce(fromStoredRule(row), now)) {
    await acceptPresentPrices(trx, companyId, after);
  }
  await scheduleDates(ctx, trx, companyId, [ruleId], input);
  await announceRules(trx, companyId, [ruleId]);
  await publishLeftPause(ctx, trx, companyId, [{ before: before.row.status, after: row.status }]);
  return { row, listingIds: after };
}

/**
 * Enables, disables or archives a rule. Its waiting updates are cancelled; an archived rule releases its listings and
 * stays archived.
 * @throws Problem 404 `rule_not_found`, 409 `rule_changed` or `rule_archived`
 */
export async function setRuleStatus(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  { status, version }: { status: 'enabled' | 'disabled' | 'archived'; version: number },
): Promise<Rule> {
  const { companyId } = actor;
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    const before = await lockRule(trx, companyId, ruleId, version);
    const row = await rules.saveRule(trx, companyId, ruleId, { status }, ctx.clock());
    await cancelWaiting(ctx, trx, companyId, before.listingIds);
    if (status === 'archived') {
      await rules.removeListings(trx, companyId, ruleId, before.listingIds);
    }
    await announceRules(trx, companyId, [ruleId]);
    await publishLeftPause(ctx, trx, companyId, [{ before: before.row.status, after: status }]);
    await auditRule(ctx, trx, actor, 'rule_status_changed', row, { status });
    if (status === 'enabled') {
      if (before.row.status !== 'enabled') {
        await acceptPresentPrices(trx, companyId, before.listingIds);
      }
      await reprice(ctx, trx, companyId, before.listingIds, {
        ruleEdited: false,
        byPerson: true,
      });
    }
    return await answerOf(trx, companyId, row);
  });
}

/** One rule. @throws Problem 404 `rule_not_found` */
export const getRule = (ctx: AppContext, actor: Actor, ruleId: number): Promise<Rule> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const row = await ruleById(trx, actor.companyId, ruleId);
    if (row === undefined) throw ruleNotFound();
    return await answerOf(trx, actor.companyId, row);
  });

/** Locks a rule and its listings (and `more`), in the common order of locks, and checks that the rule may change. */
async function lockRule(
  trx: Trx,
  companyId: number,
  ruleId: number,
  version: number,
  more: readonly number[] = [],
): Promise<{ row: RuleRow; listingIds: number[] }> {
  const known = await rules.listingsOfRule(trx, companyId, ruleId);
  const pairs = await withPairs(trx, companyId, more);
  await lockListings(trx, companyId, sorted([...known, ...pairs]));
  const row = await rules.lockRule(trx, companyId, ruleId);
  if (row === undefined) throw ruleNotFound();
  if (row.status === 'archived') throw problem('rule_archived');
  if (row.version !== version) {
    throw problem('rule_changed', { values: { version: row.version } });
  }
  // The listings of a rule change only together with its version, so those that were locked are those that it has.
  return { row, listingIds: known };
}

/**
 * Refuses listings that do not exist, that another rule prices, itself or through the listing whose price it shares, or that
 * are in different countries.
 */
async function checkListings(
  { marketplaces }: AppContext,
  trx: Trx,
  companyId: number,
  { listingIds, competition }: RuleInput,
  path: string,
  ruleId: number | null,
): Promise<void> {
  const found = new Map(
    (await rules.candidates(trx, companyId, listingIds)).map((row) => [row.id, row]),
  );
  const country = found.get(listingIds[0]!)?.country_code;
  const pairs = Map.groupBy(
    await pairsOf(trx, companyId, listingIds),
    ({ listingId }) => listingId,
  );
  const places = new Map(listingIds.map((id, index) => [id, index]));
  const faults = listingIds.flatMap((id, index): Fault[] => {
    const fault = (code: string, message: string) => [{ path: `${path}.${index}`, code, message }];
    const row = found.get(id);
    if (row === undefined) return fault('listing_not_found', `There is no listing ${id}`);
    if (row.rule_id !== null && row.rule_id !== ruleId) {
      return fault('listing_has_rule', `The listing ${id} has a rule already`);
    }
    // A pair has one price: where both are chosen the first stays.
    const isUnchanged = ruleId !== null && row.rule_id === ruleId;
    const pair = (isUnchanged ? undefined : pairs.get(id))?.find(
      ({ otherId, ruleId: taken }) => taken !== null || (places.get(otherId) ?? index) < index,
    );
    if (pair !== undefined)
      return fault('pair_has_rule', `The listing ${id} shares its price with ${pair.otherTitle}`);
    if (country !== undefined && row.country_code !== country) {
      return fault('different_countries', 'All listings of a rule are in one country');
    }
    return [];
  });
  refuseFaults(faults);
  if (competition === 'BUYBOX')
    requireBuybox(
      marketplaces,
      [...found.values()].map((row) => row.marketplace_id),
    );
}

/** Assigns listings to a rule. It starts from their present prices, whatever an older rule set. */
async function assignListings(
  trx: Trx,
  companyId: number,
  rule: RuleRow,
  listingIds: readonly number[],
): Promise<void> {
  if (rule.status === 'archived') return;
  await rules.addListings(trx, companyId, rule.id, listingIds);
  await forgetLearned(trx, companyId, listingIds);
}

/** Cancels the waiting updates of listings, a person's undo excepted. */
export async function cancelWaiting(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  const waiting = await waitingOfListings(trx, companyId, listingIds);
  const canceled = await supersede(trx, companyId, waiting, ctx.clock());
  await publishMoved(ctx, trx, companyId, canceled);
}

/** Has the listings of rules decided when they begin and when they end. */
export async function scheduleDates(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  ruleIds: readonly number[],
  dates: Pick<RuleInput, 'startDate' | 'endDate'>,
): Promise<void> {
  const now = ctx.clock();
  for (const date of [startOf(dates.startDate), endOf(dates.endDate)]) {
    if (date === null || date < now) continue;
    const startAfter = surelyAfter(date);
    const jobs = ruleIds.map((ruleId) => ({ companyId, ruleId }));
    await ctx.jobs.send(trx, RULE_DUE, jobs, { startAfter });
  }
}
