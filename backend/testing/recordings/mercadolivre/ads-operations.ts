// The operations of Product Ads that a replay knows.
import type {
  AdsPart,
  AdsSession,
  CallFailure,
  Connector,
} from '../../../integrations/marketplace.ts';
import { countryOf } from '../../../integrations/marketplaces/mercadolivre/sites.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import { has, lists, recordOf } from '../exchange.ts';
import type { Given } from './calls.ts';
import { at, type Operation } from './operation.ts';

const CAMPAIGNS = '/advertising/*/advertisers/*/product_ads/campaigns/search';
const DAYS = '2026-02-01.2026-02-28';

/** The advertiser of a path: `/advertising/{site}/advertisers/{id}/…`. */
function sessionOf({ request }: Given): AdsSession {
  const [, , site = '', of, id = '1'] = request.path.split('/');
  return {
    advertiserId: of === 'advertisers' ? id : '1',
    sellerId: '770011223',
    countryCode: countryOf(site) ?? 'BR',
    accessToken: 'APP_USR-replay',
  };
}

const siteIn = ({ request }: Given) => request.path.split('/')[2];

const entriesIn = (answer: unknown, name = 'results'): Record<string, unknown>[] => {
  const list = Array.isArray(answer) ? answer : recordOf(answer)[name];
  return Array.isArray(list) ? list.map(recordOf) : [];
};

type Items<K extends AdsPart['kind']> = Extract<AdsPart, { kind: K }>['items'];

/** The first page of one kind that the product reads. */
async function partOf<K extends AdsPart['kind']>(
  marketplace: Connector,
  given: Given,
  kind: K,
): Promise<Result<Items<K>, CallFailure>> {
  for await (const part of marketplace.ads!.readAll(sessionOf(given))) {
    if (!part.ok) return part;
    if (part.value.kind === kind) return ok(part.value.items as Items<K>);
  }
  throw new Error(`read no ${kind}`);
}

/** Everything that was recorded has to be understood. */
function counted<T>(read: readonly T[], wanted: number): Result<readonly T[], CallFailure> {
  if (read.length === wanted) return ok(read);
  throw new Error(`understood ${read.length} of ${wanted} entries`);
}

/** The search that leads to a campaign. */
const searchOf = (given: Given, campaigns: readonly Record<string, unknown>[]) => ({
  [`GET /advertising/${siteIn(given)}/advertisers/1/product_ads/campaigns/search`]: {
    results: campaigns,
  },
});

const oneOf = ({ request }: Given) => ({
  id: request.path.split('/').at(-1),
  name: 'Campaign',
  status: 'active',
});

export const ADS_OPERATIONS: Operation[] = [
  {
    name: 'GET /advertising/{site}/advertisers/{id}/product_ads/campaigns/search',
    method: 'GET',
    path: at(CAMPAIGNS),
    isSufficient: (answer) => entriesIn(answer).every(has('id', 'name', 'status')),
    // Day by day it does not say of which campaign.
    isUsed: ({ request: { query } }) => query.aggregation_type === undefined,
    async run(marketplace, given) {
      const campaigns = await partOf(marketplace, given, 'campaigns');
      return campaigns.ok ? counted(campaigns.value, entriesIn(given.answer).length) : campaigns;
    },
    beside: (given) =>
      Object.fromEntries(
        entriesIn(given.answer).map((campaign) => [
          `GET /advertising/${siteIn(given)}/product_ads/campaigns/${campaign.id}`,
          campaign,
        ]),
      ),
  },
  {
    name: 'GET /advertising/{site}/product_ads/campaigns/{id}',
    method: 'GET',
    path: at('/advertising/*/product_ads/campaigns/*'),
    isSufficient: has('id', 'name', 'status', 'metrics'),
    isUsed: ({ request: { query } }) => query.aggregation_type === undefined,
    async run(marketplace, given) {
      const campaigns = await partOf(marketplace, given, 'campaigns');
      const shares = campaigns.ok && campaigns.value.flatMap((one) => one.shares ?? []);
      return shares === false ? (campaigns as Result<never, CallFailure>) : counted(shares, 1);
    },
    beside: (given) => searchOf(given, [oneOf(given)]),
  },
  {
    name: 'GET /advertising/{site}/product_ads/campaigns/{id} (by day)',
    method: 'GET',
    path: at('/advertising/*/product_ads/campaigns/*'),
    isSufficient: (answer) => entriesIn(answer).every(has('date')),
    isUsed: ({ request: { query } }) => query.aggregation_type === 'DAILY',
    async run(marketplace, given) {
      const made = await marketplace.ads!.getReport(sessionOf(given), 'campaigns', DAYS);
      if (!made.ok || made.value.state !== 'done') return made;
      for await (const rows of made.value.rows)
        return counted(rows, entriesIn(given.answer).length);
      return counted([], entriesIn(given.answer).length);
    },
    beside: (given) => searchOf(given, [oneOf(given)]),
  },
  {
    name: 'GET /advertising/{site}/advertisers/{id}/product_ads/ads/search (in campaigns)',
    method: 'GET',
    path: at('/advertising/*/advertisers/*/product_ads/ads/search'),
    isSufficient: (answer) =>
      lists('results')(answer) && entriesIn(answer).every(has('item_id', 'status')),
    isUsed: ({ request: { query } }) =>
      query.metrics === undefined && query.aggregation_type === undefined,
    async run(marketplace, given) {
      const ads = await partOf(marketplace, given, 'ads');
      const wanted = entriesIn(given.answer).filter(({ campaign_id }) => Boolean(campaign_id));
      return ads.ok ? counted(ads.value, wanted.length) : ads;
    },
    beside: (given) => ({
      [`GET ${given.request.path.replace('/ads/search', '/campaigns/search')}`]: { results: [] },
    }),
  },
];
