// A person's settings of a campaign: its strategy, and the automation of its bids.
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import * as advertisers from '../advertisers/store.ts';
import { figureDays } from '../campaigns/figures.ts';
import { findCampaign, toCampaign } from '../campaigns/query.ts';
import { reportMoved } from '../changes/events.ts';
import { endProposals } from '../changes/store.ts';
import { AdsAutomation, type Campaign, type CampaignStrategyBody } from '../contract.ts';
import { problem } from '../problems.ts';
import { requestDecision } from './queues.ts';
import * as store from './store.ts';

type Wanted = Pick<CampaignStrategyBody, 'strategy' | 'goalAcos'> & Partial<CampaignStrategyBody>;

/**
 * Sets a campaign's strategy in the caller's transaction; without a word about its automation, that stays, or ends with the
 * strategy. Ends waiting proposals, as the next ones follow from the new settings.
 * @throws as `setCampaignStrategy`
 */
export async function setStrategy(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  campaignId: number,
  { strategy, goalAcos, automation: wanted }: Wanted,
) {
  const { companyId } = actor;
  const known = await store.lockCampaign(trx, companyId, campaignId);
  if (known === undefined) throw problem('campaign_not_found');
  const advertiser = await advertisers.advertiserOf(trx, companyId, known.account_id);
  if (advertiser?.status !== 'active') throw problem('no_advertiser');
  const automation =
    wanted ?? (strategy === 'none' ? 'off' : AdsAutomation.parse(known.automation));
  const { writes, bid } = AdsCapabilities.parse(advertiser.capabilities);
  if (automation !== 'off' && !writes) throw problem('ads_read_only');
  if (automation !== 'off' && bid === null) throw problem('no_bids');
  await store.saveStrategy(trx, companyId, campaignId, {
    strategy,
    goal_acos: goalAcos,
    automation,
  });
  await endProposals(trx, companyId, campaignId, ctx.clock());
  if (automation !== 'off') await requestDecision(ctx, trx, { companyId, campaignId });
  await auditAct(ctx, trx, actor, {
    action: 'ads.strategy_set',
    subject: String(campaignId),
    values: { strategy, goalAcos, automation },
  });
  await reportMoved(ctx, trx, companyId, campaignId);
  return advertiser;
}

/**
 * Sets a campaign's strategy.
 * @throws Problem 404 `campaign_not_found`, 409 `no_advertiser`, `ads_read_only`, `no_bids`
 */
export const setCampaignStrategy = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  body: CampaignStrategyBody,
): Promise<Campaign> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const advertiser = await setStrategy(ctx, trx, actor, campaignId, body);
    const now = ctx.clock();
    const days = figureDays({}, now, advertiser.time_zone);
    const row = await findCampaign(trx, { companyId, now, days }, campaignId);
    if (row === null) throw problem('campaign_not_found');
    return toCampaign(row);
  });
