// The bids of a campaign, decided automatically: what the engine would change becomes a change that is proposed or sent.
//
// - It decides by figures that were read. Where the latest are older than two days, or all changes are stopped, it decides nothing.
// - A person has precedence. What a person changed or declined, and what was changed outside of the product, stays for a week; a
//   person's change that waits is left alone.
// - Pausing is only proposed: nothing would let the target run again.
// - A strategy that steers its average ACOS has its multiplier moved once in a day of the account.
// - A proposal holds as long as the engine would make it: the next decision replaces or ends it.
import { AdsCapabilities } from '../../kernel/ads.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { arePricesStopped } from '../../pricing/actions.ts';
import { loadCampaign } from '../campaigns/load.ts';
import { reportMoved } from '../changes/events.ts';
import { requestPush } from '../changes/queues.ts';
import * as changes from '../changes/store.ts';
import { CAMPAIGN_STRATEGIES } from '../contract/strategies.ts';
import { type AdsAutomation, type AdsChangeField, CampaignStrategy } from '../contract.ts';
import { decideBid } from '../engine/decide.ts';
import { figuresOf } from '../engine/figures.ts';
import { steerRos } from '../engine/steer.ts';
import type { BidDecision, BidFacts } from '../engine/types.ts';
import type { DecisionJob } from './queues.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
/** Older figures decide nothing. */
const FRESH_MS = 2 * DAY_MS;
/** How long a person's or another tool's decision about a target stays. */
const OTHERS_MS = 7 * DAY_MS;
/** More targets than the marketplaces take in a campaign. */
const MOST_TARGETS = 20_000;

/** A change of a target that the engine would make. */
export interface Wish {
  targetId: number;
  field: AdsChangeField;
  before: string | null;
  after: string;
  decision: BidDecision;
}

/** The change that a decision asks for; null: none. */
export function wishOf(targetId: number, facts: BidFacts, decision: BidDecision): Wish | null {
  if (decision.outcome === 'PAUSE')
    return { targetId, field: 'status', before: 'ENABLED', after: 'PAUSED', decision };
  const { bid } = decision;
  if (decision.outcome !== 'CHANGE' || bid === null || bid === facts.bid) return null;
  const before = facts.bid === null ? null : String(facts.bid);
  return { targetId, field: 'bid', before, after: String(bid), decision };
}

/** Ends proposals that the engine would no longer make. @returns the wishes that are still to be recorded */
async function meetOpen(
  trx: Trx,
  companyId: number,
  targetIds: readonly number[],
  wishes: readonly Wish[],
  now: Date,
): Promise<Wish[]> {
  const taken = new Set<string>();
  const key = (targetId: number, field: string) => `${targetId} ${field}`;
  const wished = new Map(wishes.map((wish) => [key(wish.targetId, wish.field), wish]));
  for (const open of await changes.openTargetChanges(trx, companyId, targetIds)) {
    const its = key(open.object_id, open.field);
    const isProposal = open.created_by === null && open.state === 'pending';
    if (!isProposal || wished.get(its)?.after === open.after_value) taken.add(its);
    else {
      const end = { state: 'canceled', code: 'outdated', settled_at: now };
      await changes.moveChange(trx, companyId, open, end);
    }
  }
  return wishes.filter(({ targetId, field }) => !taken.has(key(targetId, field)));
}

/** Records changes, and requests that those are sent that wait for no person. */
async function record(
  ctx: AppContext,
  trx: Trx,
  { companyId, campaignId }: DecisionJob,
  { accountId, automation }: { accountId: number; automation: AdsAutomation },
  wishes: readonly Wish[],
): Promise<void> {
  const asks = automation === 'proposed' || (await changes.requiresApproval(trx, companyId));
  const states = wishes.map(({ field }) =>
    asks || field === 'status' ? ('pending' as const) : ('approved' as const),
  );
  const ids = await changes.addChanges(
    trx,
    wishes.map(({ targetId, field, before, after, decision }, at) => ({
      companyId,
      accountId,
      campaignId,
      object: 'target' as const,
      objectId: targetId,
      field,
      before,
      after,
      state: states[at]!,
      undoes: null,
      personId: null,
      reason: { explanation: decision.explanation, alternatives: decision.alternatives },
      now: ctx.clock(),
    })),
  );
  for (const [at, changeId] of ids.entries())
    if (states[at] === 'approved') await requestPush(ctx, trx, { companyId, changeId });
}

/**
 * The facts of a campaign's bids with today's multiplier, which is saved; unchanged for a strategy that is not steered, and where
 * nothing was spent.
 */
async function steer(
  trx: Trx,
  { companyId, campaignId }: DecisionJob,
  campaign: { strategy: string; steeredOn: string | null; multiplier: number | null },
  today: string,
  facts: readonly BidFacts[],
): Promise<readonly BidFacts[]> {
  const strategy = CampaignStrategy.catch('none').parse(campaign.strategy);
  if (!CAMPAIGN_STRATEGIES[strategy].isSteered || campaign.steeredOn === today) return facts;
  const ros = steerRos(
    campaign.multiplier,
    facts.map((its) => ({ facts: its, figures: figuresOf(its) })),
  );
  if (ros === null) return facts;
  await store.saveSteering(trx, companyId, campaignId, { ros_multiplier: ros, steered_on: today });
  return facts.map((its) => ({ ...its, multipliers: { ...its.multipliers, ros } }));
}

/** Decides the bids of a campaign. */
export const decideCampaign = (ctx: AppContext, job: DecisionJob): Promise<void> =>
  within(ctx.db, { company: job.companyId }, async (trx) => {
    const { companyId, campaignId } = job;
    const campaign = await store.lockCampaign(trx, companyId, campaignId);
    if (campaign === undefined || campaign.automation === 'off') return;
    const scope = { companyId, campaignId, range: {}, limit: MOST_TARGETS };
    const loaded = await loadCampaign(ctx, trx, scope);
    if (loaded === null || (await arePricesStopped(trx, companyId))) return;
    const { row, advertiser, groups, targets, facts } = loaded;
    const now = ctx.clock();
    const readAt = advertiser.figures_at?.getTime() ?? 0;
    const isOpen =
      advertiser.status === 'active' && AdsCapabilities.parse(advertiser.capabilities).writes;
    if (!isOpen || now.getTime() - readAt > FRESH_MS) {
      ctx.log.info('No bids are decided: advertising cannot be changed, or its figures are old', {
        companyId,
        campaignId,
        figuresAt: advertiser.figures_at,
      });
      return;
    }
    const isAtWork = row.status === 'ENABLED' && row.state === 'active';
    const running = new Set(
      groups.flatMap(({ group }) => (group.status === 'ENABLED' ? [group.id] : [])),
    );
    const decided = isAtWork
      ? targets.filter(
          ({ status, group_id }) =>
            status === 'ENABLED' && group_id !== null && running.has(group_id),
        )
      : [];
    const ids = targets.map(({ id }) => id);
    const others = await store.targetsOfOthers(
      trx,
      companyId,
      ids,
      new Date(now.getTime() - OTHERS_MS),
    );
    const known = decided.flatMap(({ id }) => {
      const its = facts.get(id);
      return its === undefined ? [] : [{ id, its }];
    });
    const today = dayOf(now, advertiser.time_zone);
    const steered = await steer(
      trx,
      job,
      { ...campaign, multiplier: row.ros_multiplier },
      today,
      known.map(({ its }) => its),
    );
    const wishes = known.flatMap(({ id }, at) => {
      const its = steered[at]!;
      const wish = others.has(id) ? null : wishOf(id, its, decideBid(its));
      return wish === null ? [] : [wish];
    });
    const open = await meetOpen(trx, companyId, ids, wishes, now);
    const automation = campaign.automation as AdsAutomation;
    await record(ctx, trx, job, { accountId: campaign.account_id, automation }, open);
    await store.setDecided(trx, companyId, campaignId, now);
    await reportMoved(ctx, trx, companyId, campaignId);
  });
