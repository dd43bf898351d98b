// Applies advice, and undoes it, through the actions of the domains that own what changes.
import * as z from 'zod';
import { cancelChange, changeAd, undoChange } from '../../ads/actions.ts';
import type { AdsChangeBody } from '../../ads/contract.ts';
import { toAmount } from '../../kernel/money.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import {
  approve,
  createRule,
  getRule,
  setRuleStatus,
  undo as undoUpdates,
  updateRule,
} from '../../pricing/actions.ts';
import { RuleInput, RuleName } from '../../pricing/contract.ts';
import type { AdviceChange } from './rules/advice.ts';
import { adsChanges, appliedUpdates } from './store.ts';

const Id = z.int();
/** What undoing an act needs. */
export const Undo = z.discriminatedUnion('act', [
  z.object({ act: z.literal('create_rule'), ruleId: Id, version: z.int(), listingId: Id }),
  z.object({ act: z.literal('enable_rule'), ruleId: Id, version: z.int() }),
  z.object({
    act: z.literal('lower_minimum'),
    ruleId: Id,
    version: z.int(),
    minPrice: z.number().nullable(),
  }),
  z.object({ act: z.literal('approve_update'), ruleId: Id, updateId: Id }),
  z.object({ act: z.enum(['set_budget', 'set_bids', 'pause_target']), changeIds: z.array(Id) }),
]);
export type Undo = z.infer<typeof Undo>;

/** Most characters of the listing's title in a rule's name. */
const LONGEST_NAME = 120;
const ruleName = (title: string): string =>
  RuleName.parse(`Primazia · ${title}`.slice(0, LONGEST_NAME));

/** A rule with another minimum. @throws Problem of `updateRule` */
async function setMinimum(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  version: number,
  minPrice: number | null,
) {
  const before = await getRule(ctx, actor, ruleId);
  const rule = RuleInput.parse({ ...before, minPrice });
  const after = await updateRule(ctx, actor, ruleId, { rule, version });
  return { before, after };
}

/**
 * Makes changes of a campaign, which are sent one by one. What is refused is left out, unless all of it is.
 * @throws Problem of `changeAd`
 */
async function changeAds(
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  bodies: readonly AdsChangeBody[],
): Promise<number[]> {
  const changeIds: number[] = [];
  let refusal: Problem | null = null;
  for (const body of bodies)
    try {
      changeIds.push((await changeAd(ctx, actor, campaignId, body)).id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refusal = error;
    }
  if (changeIds.length === 0 && refusal !== null) throw refusal;
  return changeIds;
}

/**
 * Does an act.
 * @param title of the listing
 * @returns what undoes it
 * @throws Problem of the action that does it
 */
export async function doAct(
  ctx: AppContext,
  actor: Actor,
  change: AdviceChange,
  title: string,
): Promise<Undo> {
  const { act } = change;
  switch (act) {
    case 'create_rule': {
      const { listingId } = change;
      const rule = await createRule(
        ctx,
        actor,
        RuleInput.parse({
          name: ruleName(title),
          listingIds: [listingId],
          strategy: 'PRIMAZIA',
          minPrice: toAmount(change.minPrice),
          maxPrice: toAmount(change.maxPrice),
        }),
      );
      return { act, ruleId: rule.id, version: rule.version, listingId };
    }
    case 'enable_rule': {
      const { ruleId, version } = change;
      const rule = await setRuleStatus(ctx, actor, ruleId, { status: 'enabled', version });
      return { act, ruleId, version: rule.version };
    }
    case 'lower_minimum': {
      const { ruleId, version, minPrice } = change;
      const { before, after } = await setMinimum(ctx, actor, ruleId, version, toAmount(minPrice));
      return { act, ruleId, version: after.version, minPrice: before.minPrice };
    }
    case 'approve_update': {
      const { ruleId, updateId } = change;
      await approve(ctx, actor, ruleId, updateId);
      return { act, ruleId, updateId };
    }
    case 'set_budget': {
      const { campaignId, after } = change;
      const body = {
        object: 'campaign',
        objectId: campaignId,
        dailyBudget: toAmount(after),
      } as const;
      return { act, changeIds: await changeAds(ctx, actor, campaignId, [body]) };
    }
    case 'set_bids': {
      const { campaignId, bids } = change;
      const bodies = bids.map(({ targetId, after }) => ({
        object: 'target' as const,
        objectId: targetId,
        bid: toAmount(after),
      }));
      return { act, changeIds: await changeAds(ctx, actor, campaignId, bodies) };
    }
    case 'pause_target': {
      const { campaignId, targetId } = change;
      const body = { object: 'target', objectId: targetId, status: 'PAUSED' } as const;
      return { act, changeIds: await changeAds(ctx, actor, campaignId, [body]) };
    }
  }
}

/** Undoes the prices that a rule has set since it was given to listings. @throws Problem of `undo` */
async function undoPrices(
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  since: Date,
): Promise<void> {
  const updates = await within(ctx.db, scopeOf(actor), (trx) =>
    appliedUpdates(trx, actor.companyId, ruleId, since),
  );
  for (const { newest, oldest } of updates)
    await undoUpdates(ctx, actor, ruleId, newest, { choice: 'keep_rule', oldestId: oldest });
}

const UNSENT = new Set(['pending', 'approved', 'suggested', 'marked']);

/** Undoes changes of a campaign; cancels those that were not sent yet. @throws Problem of `undoChange` */
async function undoAds(ctx: AppContext, actor: Actor, changeIds: readonly number[]): Promise<void> {
  const changes = await within(ctx.db, scopeOf(actor), (trx) =>
    adsChanges(trx, actor.companyId, changeIds),
  );
  for (const { id, state } of changes)
    if (UNSENT.has(state)) await cancelChange(ctx, actor, id);
    // What the marketplace refused, and what another change replaced, has changed nothing.
    else if (state !== 'rejected' && state !== 'canceled' && state !== 'undone')
      await undoChange(ctx, actor, id);
}

/** Undoes an act. @param since when it was done @throws Problem of the action that does it */
export async function undoAct(
  ctx: AppContext,
  actor: Actor,
  undo: Undo,
  since: Date,
): Promise<void> {
  switch (undo.act) {
    case 'create_rule':
      await undoPrices(ctx, actor, undo.ruleId, since);
      await setRuleStatus(ctx, actor, undo.ruleId, { status: 'archived', version: undo.version });
      return;
    case 'enable_rule':
      await undoPrices(ctx, actor, undo.ruleId, since);
      await setRuleStatus(ctx, actor, undo.ruleId, { status: 'disabled', version: undo.version });
      return;
    case 'lower_minimum':
      await setMinimum(ctx, actor, undo.ruleId, undo.version, undo.minPrice);
      return;
    case 'approve_update':
      await undoUpdates(ctx, actor, undo.ruleId, undo.updateId, { choice: 'keep_rule' });
      return;
    default:
      await undoAds(ctx, actor, undo.changeIds);
  }
}
