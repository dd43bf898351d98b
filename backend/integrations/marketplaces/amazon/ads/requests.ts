// The requests to Amazon Ads, as values. Each entity has a media type of its own, in `Content-Type` and `Accept`.
import type { AdsSession, DayRange, OutgoingCall } from '../../../marketplace.ts';

export interface Entity {
  path: string;
  list: string;
  /** One of them in an answer, and the field of its id. */
  one: string;
  id: string;
  media: string;
}

const entity = (path: string, list: string, one: string, id: string, name: string): Entity => ({
  path,
  list,
  one,
  id,
  media: `application/vnd.sp${name}.v3+json`,
});

export const CAMPAIGNS = entity('campaigns', 'campaigns', 'campaign', 'campaignId', 'Campaign');
export const AD_GROUPS = entity('adGroups', 'adGroups', 'adGroup', 'adGroupId', 'AdGroup');
export const PRODUCT_ADS = entity('productAds', 'productAds', 'productAd', 'adId', 'ProductAd');
export const KEYWORDS = entity('keywords', 'keywords', 'keyword', 'keywordId', 'Keyword');
export const NEGATIVE_KEYWORDS = entity(
  'negativeKeywords',
  'negativeKeywords',
  'negativeKeyword',
  'keywordId',
  'NegativeKeyword',
);
export const CAMPAIGN_NEGATIVE_KEYWORDS = entity(
  'campaignNegativeKeywords',
  'campaignNegativeKeywords',
  'campaignNegativeKeyword',
  'keywordId',
  'CampaignNegativeKeyword',
);
export const TARGETS = entity(
  'targets',
  'targetingClauses',
  'targetingClause',
  'targetId',
  'TargetingClause',
);
export const NEGATIVE_TARGETS = entity(
  'negativeTargets',
  'negativeTargetingClauses',
  'negativeTargetingClause',
  'targetId',
  'NegativeTargetingClause',
);

/** The quota's name for requests about profiles, which need a token alone; other calls use their profile's. */
const NO_PROFILE = 'profiles';

export interface AdsClient {
  clientId: string;
}

const headersOf = ({ clientId }: AdsClient, accessToken: string) => ({
  authorization: `Bearer ${accessToken}`,
  'amazon-advertising-api-clientid': clientId,
});

const forProfile = (
  client: AdsClient,
  session: AdsSession,
  operation: string,
  rest: Pick<OutgoingCall, 'method' | 'path' | 'json'> & { media: string; whole?: boolean },
): OutgoingCall => {
  const { media, whole, ...call } = rest;
  return {
    ...call,
    operation,
    headers: {
      ...headersOf(client, session.accessToken),
      'amazon-advertising-api-scope': session.advertiserId,
      accept: media,
      'content-type': media,
      ...(whole && { prefer: 'return=representation' }),
    },
    pace: session.advertiserId,
    signal: session.signal,
  };
};

/** @param accessLevel what the token has to allow for a profile to be in the answer */
export const getProfiles = (
  client: AdsClient,
  session: Pick<AdsSession, 'accessToken' | 'signal'>,
  accessLevel: 'view' | 'edit',
): OutgoingCall => ({
  method: 'GET',
  operation: 'profiles',
  path: '/v2/profiles',
  query: { accessLevel },
  headers: headersOf(client, session.accessToken),
  pace: NO_PROFILE,
  signal: session.signal,
});

const PAGE = 500;

export interface ListQuery {
  ids?: readonly string[];
  /** Of some campaigns alone. */
  campaignIds?: readonly string[];
  /** Of exactly these names. */
  names?: readonly string[];
  nextToken?: string | null;
  isExtended?: boolean;
}

/** Lists entities of all states, page by page. */
export const list = (
  client: AdsClient,
  session: AdsSession,
  { path, id, media }: Entity,
  { ids, campaignIds, names, nextToken, isExtended = false }: ListQuery,
): OutgoingCall =>
  forProfile(client, session, 'list', {
    method: 'POST',
    path: `/sp/${path}/list`,
    media,
    json: {
      maxResults: PAGE,
      ...(campaignIds && { campaignIdFilter: { include: campaignIds } }),
      ...(ids && { [`${id}Filter`]: { include: ids } }),
      ...(names && { nameFilter: { queryTermMatchType: 'EXACT_MATCH', include: names } }),
      ...(nextToken && { nextToken }),
      ...(isExtended && { includeExtendedDataFields: true }),
    },
  });

const writing =
  (method: 'POST' | 'PUT', operation: string) =>
  (
    client: AdsClient,
    session: AdsSession,
    { path, list: name, media }: Entity,
    elements: readonly Record<string, unknown>[],
  ): OutgoingCall =>
    forProfile(client, session, operation, {
      method,
      path: `/sp/${path}`,
      media,
      whole: true,
      json: { [name]: elements },
    });

/** Creates entities, or changes them; the answer has each as it is then. */
export const create = writing('POST', 'create');
export const update = writing('PUT', 'update');

const REPORT_MEDIA = 'application/vnd.createasyncreportrequest.v3+json';

export interface ReportConfiguration {
  reportTypeId: string;
  groupBy: readonly string[];
  columns: readonly string[];
}

export const createReport = (
  client: AdsClient,
  session: AdsSession,
  configuration: ReportConfiguration,
  { from, to }: DayRange,
): OutgoingCall =>
  forProfile(client, session, 'createReport', {
    method: 'POST',
    path: '/reporting/reports',
    media: REPORT_MEDIA,
    json: {
      name: `${configuration.reportTypeId} ${from} ${to}`,
      startDate: from,
      endDate: to,
      configuration: {
        adProduct: 'SPONSORED_PRODUCTS',
        timeUnit: 'DAILY',
        format: 'GZIP_JSON',
        ...configuration,
      },
    },
  });

export const getReport = (client: AdsClient, session: AdsSession, reportId: string): OutgoingCall =>
  forProfile(client, session, 'getReport', {
    method: 'GET',
    path: `/reporting/reports/${encodeURIComponent(reportId)}`,
    media: REPORT_MEDIA,
  });
