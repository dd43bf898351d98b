// The requests to Product Ads, as values. Reads and writes have different paths, and all of them version 2.
import type { AdsSession, DayRange, OutgoingCall } from '../../../marketplace.ts';
import { siteOf } from '../sites.ts';
import { bearer, inPath } from '../wire.ts';

export const PAGE = 50;

/** What is written: the marketplace's own names and values. */
export interface CampaignBody {
  name?: string;
  status?: 'active' | 'paused';
  budget?: number;
  roas_target?: number;
}

const shared = ({ accessToken, sellerId, signal }: AdsSession) => ({
  headers: { ...bearer(accessToken), 'api-version': '2' },
  pace: sellerId,
  signal,
});

const ofAdvertiser = ({ countryCode, advertiserId }: AdsSession) =>
  `/advertising/${siteOf(countryCode)}/advertisers/${inPath(advertiserId)}/product_ads`;

const pageQuery = (page: number) => ({ limit: String(PAGE), offset: String(page * PAGE) });

export const searchCampaigns = (
  session: AdsSession,
  page: number,
  filters: Record<string, string> = {},
): OutgoingCall => ({
  ...shared(session),
  method: 'GET',
  operation: 'searchCampaigns',
  path: `${ofAdvertiser(session)}/campaigns/search`,
  query: { ...pageQuery(page), ...filters },
});

/** A campaign, with metrics of some days: their sum, or each. */
export const getCampaign = (
  session: AdsSession,
  campaignId: string,
  query: { days: DayRange; metrics: readonly string[]; isDaily: boolean } | null = null,
): OutgoingCall => ({
  ...shared(session),
  method: 'GET',
  operation: 'getCampaign',
  path: `/advertising/${siteOf(session.countryCode)}/product_ads/campaigns/${inPath(campaignId)}`,
  ...(query !== null && {
    query: {
      date_from: query.days.from,
      date_to: query.days.to,
      metrics: query.metrics.join(','),
      ...(query.isDaily && { aggregation_type: 'DAILY' }),
    },
  }),
});

/** The ads that are in campaigns. */
export const searchAds = (session: AdsSession, page: number): OutgoingCall => ({
  ...shared(session),
  method: 'GET',
  operation: 'searchAds',
  path: `${ofAdvertiser(session)}/ads/search`,
  query: { ...pageQuery(page), 'filters[statuses]': 'active,paused,hold' },
});

const put = (
  session: AdsSession,
  operation: string,
  path: string,
  json: unknown,
): OutgoingCall => ({
  ...shared(session),
  method: 'PUT',
  operation,
  path: `/marketplace/advertising/${siteOf(session.countryCode)}/product_ads/${path}`,
  json,
});

export const putCampaign = (session: AdsSession, campaignId: string, body: CampaignBody) =>
  put(session, 'putCampaign', `campaigns/${inPath(campaignId)}`, body);

/** All variations of a product are in one group, and are paused together. */
export const putAdGroup = (session: AdsSession, adGroupId: string, body: CampaignBody) =>
  put(session, 'putAdGroup', `ad_groups/${inPath(adGroupId)}`, body);

export const getAdGroup = (session: AdsSession, adGroupId: string): OutgoingCall => ({
  ...shared(session),
  method: 'GET',
  operation: 'getAdGroup',
  path: `/advertising/${siteOf(session.countryCode)}/product_ads/ad_groups/${inPath(adGroupId)}`,
});
