// The campaigns of Product Ads: their settings, metrics of some days, and what may be written. Reads and writes have different
// paths; many accounts may not write.
import { toAmount, toMinor } from '../../kernel/money.ts';
import { groupOf, rankShareOf } from '../world/advertising.ts';
import { dateOf, dayOf } from '../world/till.ts';
import {
  type AdDay,
  campaignKeyOf,
  itemsOf,
  lostKeyOf,
  type ProductCampaign,
  type ProductGroup,
} from '../world.ts';
import {
  type AdOrder,
  advertiserOf,
  type Days,
  daysIn,
  metricsOf,
  ordersByAds,
  total,
  wrongVersion,
} from './advertising.ts';
import { type Call, notFound, numberIn, part, type Room, refuse, type Wire } from './room.ts';
import { iso } from './shapes.ts';

const SITE = 'MLB';
const MOST_PER_PAGE = 50;
const RETAINED_DAYS = 90;
const ROAS = { least: 1, most: 35 };
/** The share of impressions at the top. */
const ON_TOP = 0.4;
/** The benchmark ACOS of comparable campaigns, in percent. */
const USUAL_ACOS = 11.5;

const settingsOf = (campaign: ProductCampaign) => ({
  id: Number(campaign.campaignId),
  name: campaign.name,
  status: campaign.status,
  strategy: campaign.strategy,
  acos_target: Math.round(10_000 / campaign.roasTarget) / 100,
  acos_top_search_target: 0,
  roas_target: campaign.roasTarget,
  channel: 'marketplace',
  advertiser_id: advertiserOf(campaign.sellerId),
  budget: toAmount(campaign.budget),
  automatic_budget: false,
  currency_id: 'BRL',
  date_created: iso(campaign.createdAt),
  last_updated: iso(campaign.updatedAt),
});

interface Reported {
  room: Room;
  campaign: ProductCampaign;
  orders: readonly AdOrder[];
}

const daysOf = (room: Room, key: string, { from, to }: Days): readonly AdDay[] =>
  (room.world().sales.adDays.get(key) ?? []).filter(({ day }) => day >= from && day <= to);

/** Metrics of some days, with how often the campaign was shown of how often it could have been. */
function campaignMetrics({ room, campaign, orders }: Reported, days: Days) {
  const { campaignId, roasTarget } = campaign;
  const shown = daysOf(room, campaignKeyOf(campaignId), days);
  const prints = total(shown, (day) => day.prints);
  const lost = total(daysOf(room, lostKeyOf(campaignId), days), (day) => day.prints);
  const won = rankShareOf(roasTarget);
  const all = (prints + lost) / won;
  const percent = (count: number) => (all === 0 ? 0 : Math.round((count / all) * 10_000) / 100);
  const its = orders.filter(({ via }) => {
    const day = dayOf(via.clickAt);
    return String(via.campaign) === campaignId && day >= days.from && day <= days.to;
  });
  return {
    ...metricsOf(shown, its),
    impression_share: percent(prints),
    top_impression_share: percent(prints * ON_TOP),
    lost_impression_share_by_budget: percent(lost),
    lost_impression_share_by_ad_rank: all === 0 ? 0 : percent(all * (1 - won)),
    acos_benchmark: USUAL_ACOS,
  };
}

/** The requested metrics. */
function pick(call: Call, metrics: Record<string, number>): Record<string, number> {
  const names = (call.req.query('metrics') ?? '').split(',');
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => names.includes(name)));
}

/** The metrics are of the last 90 days. */
const isTooOld = (room: Room, { from }: Days) => from < dayOf(room.marketNow()) - RETAINED_DAYS;

/** A campaign of the caller; null: none has this id. */
function ownCampaign(call: Call, room: Room): ProductCampaign | null {
  const campaign = room.world().ads.productCampaigns.get(part(call, 'campaign'));
  const isOwn = campaign?.sellerId === call.get('caller').sellerId;
  return isOwn && part(call, 'site') === SITE ? campaign : null;
}

const wrongPath = (call: Call) =>
  wrongVersion('2', call.req.header('api-version'))
    ? refuse(call, 400, 'bad_request', 'The header api-version must be 2')
    : null;

function mountReads(wire: Wire, room: Room): void {
  wire.get('/advertising/:site/advertisers/:id/product_ads/campaigns/search', (call) => {
    const wrong = wrongPath(call);
    if (wrong !== null) return wrong;
    const { sellerId } = call.get('caller');
    if (part(call, 'site') !== SITE || part(call, 'id') !== String(advertiserOf(sellerId)))
      return notFound(call, `Advertiser ${part(call, 'id')} not found`);
    const statuses = call.req.query('filters[status]')?.split(',') ?? ['active', 'paused'];
    const found = [...room.world().ads.productCampaigns.values()].filter(
      (one) => one.sellerId === sellerId && statuses.includes(one.status),
    );
    const limit = numberIn(call, 'limit', { fallback: MOST_PER_PAGE, most: MOST_PER_PAGE });
    const offset = numberIn(call, 'offset', { fallback: 0, most: Number.MAX_SAFE_INTEGER });
    const days = call.req.query('metrics') === undefined ? undefined : daysIn(call);
    if (days === null || (days && isTooOld(room, days)))
      return refuse(call, 400, 'bad_request', 'Invalid date_from or date_to');
    const orders = days === undefined ? [] : ordersByAds(room, sellerId, days);
    const results = found.slice(offset, offset + limit).map((campaign) => ({
      ...settingsOf(campaign),
      ...(days && { metrics: pick(call, campaignMetrics({ room, campaign, orders }, days)) }),
    }));
    return call.json({ paging: { offset, total: found.length, limit }, results });
  });

  wire.get('/advertising/:site/product_ads/campaigns/:campaign', (call) => {
    const wrong = wrongPath(call);
    if (wrong !== null) return wrong;
    const campaign = ownCampaign(call, room);
    if (campaign === null) return notFound(call, `Campaign ${part(call, 'campaign')} not found`);
    if (call.req.query('metrics') === undefined) return call.json(settingsOf(campaign));
    const days = daysIn(call);
    if (days === null || isTooOld(room, days))
      return refuse(call, 400, 'bad_request', 'Invalid date_from or date_to');
    const reported = { room, campaign, orders: ordersByAds(room, campaign.sellerId, days) };
    if (call.req.query('aggregation_type') !== 'DAILY') {
      const metrics = pick(call, campaignMetrics(reported, days));
      return call.json({ ...settingsOf(campaign), metrics });
    }
    const each = Array.from({ length: days.to - days.from + 1 }, (_, n) => days.from + n);
    return call.json(
      each.map((day) => ({
        date: dateOf(day),
        ...pick(call, campaignMetrics(reported, { from: day, to: day })),
      })),
    );
  });

  wire.get('/advertising/:site/product_ads/ad_groups/:group', (call) => {
    const group = wrongPath(call) ?? ownGroup(call, room);
    if (group instanceof Response) return group;
    return call.json({ id: Number(group.adGroupId), status: group.status });
  });
}

/** An ad group of the caller, or the answer that refuses it. */
function ownGroup(call: Call, room: Room): ProductGroup | Response {
  const adGroupId = part(call, 'group');
  const world = room.world();
  const isOwn = itemsOf(world, call.get('caller').sellerId).some((id) => groupOf(id) === adGroupId);
  if (!isOwn || part(call, 'site') !== SITE)
    return notFound(call, `Ad group ${adGroupId} not found`);
  return world.ads.productGroups.get(adGroupId) ?? { adGroupId, status: 'active' };
}

/** What a body sets of a campaign; null: it is invalid. */
function changeOf(body: Record<string, unknown>): Partial<ProductCampaign> | null {
  const { name, status, budget, roas_target: roasTarget } = body;
  const isWrong =
    Object.keys(body).length === 0 ||
    (name !== undefined && (typeof name !== 'string' || name === '')) ||
    (status !== undefined && status !== 'active' && status !== 'paused') ||
    (budget !== undefined && !(typeof budget === 'number' && budget >= 1)) ||
    (roasTarget !== undefined &&
      !(typeof roasTarget === 'number' && roasTarget >= ROAS.least && roasTarget <= ROAS.most));
  if (isWrong) return null;
  return {
    ...(name !== undefined && { name: name as string }),
    ...(status !== undefined && { status: status as 'active' | 'paused' }),
    ...(budget !== undefined && { budget: toMinor(budget as number) }),
    ...(roasTarget !== undefined && { roasTarget: roasTarget as number }),
  };
}

async function bodyOf(call: Call): Promise<Record<string, unknown>> {
  const read: unknown = await call.req.json().catch(() => null);
  return typeof read === 'object' && read !== null ? { ...read } : {};
}

/** An account that may not write gets a 401, whatever its token allows. */
const notPermitted = (call: Call) =>
  call.json(
    {
      message: 'User does not have permission to write.',
      error: 'mclics.campaigns.exceptions.UnauthorizedException',
      status: 401,
      cause: [],
    },
    401,
  );

function mountWrites(wire: Wire, room: Room): void {
  wire.use('/marketplace/advertising/*', async (call, next) => {
    const wrong = wrongPath(call);
    if (wrong !== null) return wrong;
    if (!room.mayWriteAds(call.get('caller').sellerId)) return notPermitted(call);
    return await next();
  });

  wire.put('/marketplace/advertising/:site/product_ads/campaigns/:campaign', async (call) => {
    const campaign = ownCampaign(call, room);
    if (campaign === null) return notFound(call, `Campaign ${part(call, 'campaign')} not found`);
    const change = changeOf(await bodyOf(call));
    if (change === null) return refuse(call, 400, 'bad_request', 'Invalid campaign');
    const value = { ...campaign, ...change, updatedAt: room.marketNow() };
    room.changeAds([{ entity: 'productCampaigns', value }]);
    return call.json(settingsOf(value));
  });

  wire.put('/marketplace/advertising/:site/product_ads/ad_groups/:group', async (call) => {
    const group = ownGroup(call, room);
    if (group instanceof Response) return group;
    const { status } = await bodyOf(call);
    if (status !== 'active' && status !== 'paused')
      return refuse(call, 400, 'bad_request', 'Invalid status');
    room.changeAds([{ entity: 'productGroups', value: { ...group, status } }]);
    return call.json({ id: Number(group.adGroupId), status });
  });
}

export function mountProductAds(wire: Wire, room: Room): void {
  mountReads(wire, room);
  mountWrites(wire, room);
}
