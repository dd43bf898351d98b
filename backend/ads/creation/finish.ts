// What follows once a part is created: the campaign is shown here at once, and the ads that it replaces are paused.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { AdsPart } from '../../integrations/marketplace.ts';
import type { Trx } from '../../platform/db.ts';
import { READ_CAMPAIGNS, send } from '../advertisers/queues.ts';
import * as structure from '../advertisers/structure-store.ts';
import * as automation from '../automation/store.ts';
import { reportMoved } from '../changes/events.ts';
import { requestPush } from '../changes/queues.ts';
import { addChanges } from '../changes/store.ts';
import { reportCreation } from './events.ts';
import * as store from './store.ts';

/** A marketplace lists what is created within this. */
const VISIBLE_MS = 30_000;

/** A created step as a reading would report it; null: only readings report it. */
function partOf(
  step: store.StepRow,
  remoteId: string,
  campaignId: string,
  groupId: string,
): AdsPart | null {
  const { body } = step;
  switch (body.what) {
    case 'campaign': {
      const unread = { roasTarget: null, shares: null, serving: null };
      const item = { ...body, ...unread, campaignId: remoteId };
      return { kind: 'campaigns', items: [item] };
    }
    case 'adGroup': {
      const item = { ...body, campaignId, adGroupId: remoteId, status: 'ENABLED' as const };
      return { kind: 'adGroups', items: [item] };
    }
    case 'ad': {
      const { skuMarketplace } = body;
      const common = { status: 'ENABLED' as const, serving: null };
      const item = { adId: remoteId, campaignId, adGroupId: groupId, skuMarketplace, ...common };
      return { kind: 'ads', items: [item] };
    }
    case 'target':
    case 'enable':
    case 'existing':
      return null;
  }
}

/** Stores what is created so far. @returns our id of the campaign, once it exists */
export async function saveCreated(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  creation: store.CreationRow,
  steps: readonly store.StepRow[],
  moves: readonly store.StepMove[],
): Promise<number | null> {
  const where = { companyId, accountId: creation.account_id, now: ctx.clock() };
  const all = await store.stepsOf(trx, companyId, creation.id);
  const remoteIds = new Map(all.map(({ position, remote_id }) => [position, remote_id]));
  const remoteCampaign = remoteIds.get(0) ?? null;
  if (remoteCampaign === null) return null;
  for (const [at, step] of steps.entries()) {
    const { remoteId } = moves[at]!;
    if (remoteId === null) continue;
    const part = partOf(step, remoteId, remoteCampaign, remoteIds.get(step.parent ?? -1) ?? '');
    if (part !== null) await structure.savePart(trx, where, part);
  }
  const campaignId = await structure.campaignIdOf(trx, where, remoteCampaign);
  if (steps[0]!.part === 'campaign') {
    const { strategy, goalAcos } = creation.draft;
    const set = { strategy, goal_acos: goalAcos, automation: 'off' } as const;
    await automation.saveStrategy(trx, companyId, campaignId, set);
  }
  if (steps[0]!.part === 'enable' && moves[0]!.state === 'done')
    await structure.setCampaignStatus(trx, where, campaignId, 'ENABLED');
  return campaignId;
}

/** Pauses the ads that the campaign's ads replace: by a change for each, which can be undone. */
async function pauseMoved(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  { account_id: accountId, campaign_id: campaignId, draft }: store.CreationRow,
  personId: number | null,
): Promise<void> {
  const listingIds = draft.movedListingIds.filter((id) =>
    draft.groups.some((group) => group.listingIds.includes(id)),
  );
  if (listingIds.length === 0 || campaignId === null) return;
  const ads = await store.adsElsewhere(trx, companyId, { accountId, campaignId, listingIds });
  const ids = await addChanges(
    trx,
    ads.map((ad) => ({
      companyId,
      accountId,
      campaignId: ad.campaign_id,
      object: 'ad' as const,
      objectId: ad.id,
      field: 'status' as const,
      before: 'ENABLED',
      after: 'PAUSED',
      state: 'approved' as const,
      undoes: null,
      personId,
      reason: null,
      now: ctx.clock(),
    })),
  );
  for (const changeId of ids) await requestPush(ctx, trx, { companyId, changeId });
  for (const id of new Set(ads.map((ad) => ad.campaign_id)))
    await reportMoved(ctx, trx, companyId, id);
}

/** Ends a creation whose steps are all done. */
export async function finish(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  creation: store.CreationRow,
): Promise<void> {
  const now = ctx.clock();
  const moved = { state: 'done', code: null, settled_at: now };
  await store.moveCreation(trx, companyId, creation, moved, now);
  const personId = await store.creatorOf(trx, companyId, creation.id);
  await pauseMoved(ctx, trx, companyId, creation, personId);
  await store.deleteDraftOf(trx, companyId, creation.id);
  const key = { companyId, accountId: creation.account_id };
  await send(ctx, trx, READ_CAMPAIGNS, key, new Date(now.getTime() + VISIBLE_MS));
  await reportCreation(ctx, trx, companyId, creation.campaign_id);
  ctx.log.info('Campaign created', { companyId, creationId: creation.id, name: creation.name });
}
