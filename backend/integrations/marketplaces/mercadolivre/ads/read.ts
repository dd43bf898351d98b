// Campaigns of Product Ads with what is in them. There are no bids, keywords or placements: a campaign has a budget, a ROAS
// target and items, of which the variations of a product are one ad group.
import type { CampaignStatus, ImpressionShares } from '../../../../kernel/ads.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { toMinor } from '../../../../kernel/money.ts';
import { ok, type Result } from '../../../../kernel/result.ts';
import { addDays, dayOf } from '../../../../kernel/time-zone.ts';
import type {
  AdsPart,
  AdsSession,
  CallFailure,
  DayRange,
  Fetcher,
  OutgoingCall,
  RemoteAd,
  RemoteAdGroup,
  RemoteCampaign,
} from '../../../marketplace.ts';
import { HOMES } from '../sites.ts';
import { decode } from '../wire.ts';
import * as requests from './requests.ts';
import { Campaign, Found, FoundAd } from './wire.ts';

export interface AdsMeans {
  fetcher: Fetcher;
  clock: Clock;
}

/** A search with more pages repeats itself. */
const MAX_PAGES = 4_000;
/** The days over which the impression share is reported. */
const SHARE_DAYS = 30;
const SHARES = [
  'impression_share',
  'top_impression_share',
  'lost_impression_share_by_budget',
  'lost_impression_share_by_ad_rank',
  'acos_benchmark',
];

const STATUSES: Readonly<Record<string, CampaignStatus>> = {
  active: 'ENABLED',
  paused: 'PAUSED',
  // The item is paused or out of stock: its ad continues with it.
  hold: 'PAUSED',
  deleted: 'ARCHIVED',
};
export const statusOf = (status: string): CampaignStatus => STATUSES[status] ?? 'UNDEFINED';

/** The last days of an advertiser. @param ago how many days before today they end */
export function latestDays(
  { clock }: AdsMeans,
  { countryCode }: AdsSession,
  { days, ago }: { days: number; ago: number },
): DayRange {
  const to = addDays(dayOf(clock(), HOMES[countryCode]?.timeZone ?? 'UTC'), -ago);
  return { from: addDays(to, 1 - days), to };
}

/** A campaign's target in hundredths of ROAS. */
export function roasOf({ roas_target, acos_target }: Campaign): number | null {
  if (roas_target !== null && roas_target > 0) return Math.round(roas_target * 100);
  return acos_target !== null && acos_target > 0 ? Math.round(10_000 / acos_target) : null;
}

function sharesOf({ metrics }: Campaign): ImpressionShares | null {
  if (metrics === null || metrics.impression_share === null) return null;
  return {
    shown: metrics.impression_share,
    shownOnTop: metrics.top_impression_share,
    lostByBudget: metrics.lost_impression_share_by_budget,
    lostByRank: metrics.lost_impression_share_by_ad_rank,
    usualAcos: metrics.acos_benchmark,
  };
}

const toCampaign = (campaign: Campaign, shares: ImpressionShares | null): RemoteCampaign => ({
  campaignId: campaign.id,
  name: campaign.name,
  status: statusOf(campaign.status),
  type: 'ads',
  biddingStrategy: null,
  placements: [],
  dailyBudget: toMinor(campaign.budget ?? 0),
  roasTarget: roasOf(campaign),
  shares,
  startDate: campaign.date_created?.slice(0, 10) ?? null,
  endDate: null,
  serving: null,
});

/** The pages of a search. */
async function* pagesOf(
  { fetcher }: AdsMeans,
  requestOf: (page: number) => OutgoingCall,
  what: string,
): AsyncGenerator<Result<readonly unknown[], CallFailure>> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = decode(await fetcher(requestOf(page)), Found, what);
    if (!answer.ok) return yield answer;
    const { results, paging } = answer.value;
    yield ok(results);
    const total = paging?.total ?? null;
    const isLast =
      total === null ? results.length < requests.PAGE : (page + 1) * requests.PAGE >= total;
    if (results.length === 0 || isLast) return;
  }
}

export async function findCampaigns(
  means: AdsMeans,
  session: AdsSession,
): Promise<Result<Campaign[], CallFailure>> {
  const found: Campaign[] = [];
  const requestOf = (page: number) => requests.searchCampaigns(session, page);
  for await (const page of pagesOf(means, requestOf, 'the campaigns')) {
    if (!page.ok) return page;
    found.push(...page.value.flatMap((entry) => Campaign.safeParse(entry).data ?? []));
  }
  return ok(found);
}

/** The impression shares of a running campaign; null: the marketplace does not report them. */
async function getShares(
  means: AdsMeans,
  session: AdsSession,
  { id, status }: Campaign,
): Promise<Result<ImpressionShares | null, CallFailure>> {
  if (status !== 'active') return ok(null);
  const days = latestDays(means, session, { days: SHARE_DAYS, ago: 1 });
  const query = { days, metrics: SHARES, isDaily: false };
  const call = requests.getCampaign(session, id, query);
  const answer = decode(await means.fetcher(call), Campaign, 'the campaign');
  if (answer.ok) return ok(sharesOf(answer.value));
  const isRefused = answer.error.kind === 'not_found' || answer.error.kind === 'invalid';
  return isRefused ? ok(null) : answer;
}

/** An item's group; before groups existed, each item was a group by itself. */
const groupIdOf = ({ ad_group_id, item_id }: FoundAd) => ad_group_id ?? item_id;

const inCampaign = (ad: FoundAd): ad is FoundAd & { campaign_id: string } =>
  ad.campaign_id !== null && ad.campaign_id !== '0';

function groupsOf(ads: readonly FoundAd[]): RemoteAdGroup[] {
  const groups = new Map<string, RemoteAdGroup>();
  for (const ad of ads.filter(inCampaign)) {
    const adGroupId = groupIdOf(ad);
    const status = statusOf(ad.status);
    const known = groups.get(adGroupId);
    if (known?.status === 'ENABLED') continue;
    groups.set(adGroupId, {
      adGroupId,
      campaignId: ad.campaign_id,
      name: ad.family_name ?? ad.title ?? ad.item_id,
      status: status === 'ENABLED' ? status : (known?.status ?? status),
      defaultBid: null,
    });
  }
  return [...groups.values()];
}

const adsOf = (ads: readonly FoundAd[]): RemoteAd[] =>
  ads.filter(inCampaign).map((ad) => ({
    adId: ad.item_id,
    campaignId: ad.campaign_id,
    adGroupId: groupIdOf(ad),
    skuMarketplace: ad.item_id,
    status: statusOf(ad.status),
    serving: ad.status === 'active' || ad.status === 'paused' ? null : ad.status,
  }));

/** All that an advertiser has, page by page. */
export async function* readAll(
  means: AdsMeans,
  session: AdsSession,
): AsyncGenerator<Result<AdsPart, CallFailure>> {
  const found = await findCampaigns(means, session);
  if (!found.ok) return yield found;
  const items: RemoteCampaign[] = [];
  for (const campaign of found.value) {
    const shares = await getShares(means, session, campaign);
    if (!shares.ok) return yield shares;
    items.push(toCampaign(campaign, shares.value));
  }
  yield ok({ kind: 'campaigns', items });
  const requestOf = (page: number) => requests.searchAds(session, page);
  for await (const page of pagesOf(means, requestOf, 'the ads')) {
    if (!page.ok) return yield page;
    const ads = page.value.flatMap((entry) => FoundAd.safeParse(entry).data ?? []);
    yield ok({ kind: 'adGroups', items: groupsOf(ads) });
    yield ok({ kind: 'ads', items: adsOf(ads) });
  }
}
