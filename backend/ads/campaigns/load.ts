// A campaign for a decision: its groups, ads and targets, its figures of some days, and the facts of each bid.
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import * as advertisers from '../advertisers/store.ts';
import type { FigureRange } from '../contract.ts';
import { bidFacts, type GroupFacts } from './bid-facts.ts';
import * as store from './facts-store.ts';
import { figureDays } from './figures.ts';
import { findCampaign } from './query.ts';

interface Scope {
  companyId: number;
  campaignId: number;
  range: FigureRange;
  /** Targets at most, those that cost most first. */
  limit: number;
  /** A target that is loaded in any case. */
  targetId?: number;
}

/** Null: the company has no such campaign, its account is disconnected, or the marketplace no longer lists it. */
export async function loadCampaign(
  ctx: AppContext,
  trx: Trx,
  { companyId, campaignId, range, limit, targetId }: Scope,
) {
  const now = ctx.clock();
  const advertiser = await advertisers.advertiserOfCampaign(trx, companyId, campaignId);
  if (advertiser === undefined) return null;
  const zone = advertiser.time_zone;
  const days = figureDays(range, now, zone);
  const [row, groups, ads, targets] = await Promise.all([
    findCampaign(trx, { companyId, now, days }, campaignId),
    store.groupsOf(trx, companyId, campaignId),
    store.adsOf(trx, companyId, campaignId),
    store.targetsOf(trx, { companyId, campaignId, ...days }, limit + 1),
  ]);
  if (row === null) return null;
  const byGroup = Map.groupBy(ads, (ad) => ad.group_id);
  const withAds = groups.map((group): GroupFacts => ({ group, ads: byGroup.get(group.id) ?? [] }));
  const shown = targets.slice(0, limit);
  const extra =
    targetId === undefined || shown.some(({ id }) => id === targetId)
      ? []
      : await store.targetsOf(trx, { companyId, campaignId, ...days }, 1, targetId);
  const facts = await bidFacts(trx, companyId, {
    row,
    groups: withAds,
    targets: [...shown, ...extra],
    capabilities: advertiser.capabilities,
    zone,
    now,
  });
  return {
    row,
    advertiser,
    days,
    groups: withAds,
    targets: shown,
    isKnown: (id: number) => [...shown, ...extra].some((target) => target.id === id),
    facts,
    isPartial: targets.length > limit,
  };
}
