// Recorded answers of Amazon Ads, through the product's own requests and decoders.
import type {
  AdsObject,
  AdsSession,
  CallFailure,
  NewAdsObject,
} from '../../../integrations/marketplace.ts';
import { createAdsChannel } from '../../../integrations/marketplaces/amazon/ads/channel.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  type Exchange,
  failed,
  nameOf,
  type Replayer,
  recordOf,
  type Sent,
  typedError,
  understood,
  unused,
  wireOf,
} from '../exchange.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const SESSION: AdsSession = {
  advertiserId: '1',
  sellerId: 'A1SELLER',
  countryCode: 'BR',
  accessToken: 'Atza|replay',
};

type Channel = ReturnType<typeof createAdsChannel>;
type Ended = Result<unknown, CallFailure>;

interface Operation {
  method: string;
  path: RegExp;
  /** Makes the calls of the port that request it, and counts what was decoded of `body`. */
  run(channel: Channel, body: unknown, path: string): Promise<Ended>;
}

const listIn = (value: unknown, name: string): unknown[] => {
  const list = recordOf(value)[name];
  return Array.isArray(list) ? list : [];
};

/** Reads all pages; the result has to contain everything of the recorded list. */
const reads = (path: string, list: string): Operation => ({
  method: 'POST',
  path: new RegExp(`^/sp/${path}/list$`),
  async run(channel, body) {
    let items = 0;
    for await (const part of channel.readAll(SESSION)) {
      if (!part.ok) return part;
      items += part.value.items.length;
    }
    const wanted = listIn(body, list).length;
    if (items === wanted) return ok(items);
    throw new Error(`understood ${items} of ${wanted} entries`);
  },
});

const OBJECTS: Readonly<Record<string, { id: string; of(id: string): AdsObject }>> = {
  campaigns: { id: 'campaignId', of: (id) => ({ what: 'campaign', id }) },
  adGroups: { id: 'adGroupId', of: (id) => ({ what: 'adGroup', id }) },
  productAds: { id: 'adId', of: (id) => ({ what: 'ad', id }) },
  keywords: {
    id: 'keywordId',
    of: (id) => ({ what: 'target', id, isKeyword: true, isNegative: false }),
  },
  targets: {
    id: 'targetId',
    of: (id) => ({ what: 'target', id, isKeyword: false, isNegative: false }),
  },
};

/** Makes one change; the answer has to contain its result. */
const writes = (path: string, list: string): Operation => ({
  method: 'PUT',
  path: new RegExp(`^/sp/${path}$`),
  async run(channel, body) {
    const { id, of } = OBJECTS[path]!;
    const [done] = listIn(recordOf(body)[list], 'success');
    const object = of(String(recordOf(done)[id] ?? '1'));
    const ended = await channel.write(SESSION, [{ object, set: { status: 'PAUSED' } }]);
    if (!ended.ok) return ended;
    const [end] = ended.value;
    return end?.kind === 'failed' ? fail(end.failure) : ok(end);
  },
});

const IN = { campaignId: '1', adGroupId: '2' };
const keyword = { kind: 'KEYWORD', text: 'garrafa', matchType: 'EXACT' } as const;
const product = { kind: 'PRODUCT', productId: 'B000000001', isExpanded: false } as const;
const target = { what: 'target', ...IN, bid: 50 } as const;

/** One thing to create of each entity. */
const NEW: Readonly<Record<string, NewAdsObject>> = {
  campaigns: {
    what: 'campaign',
    name: 'Garrafas',
    status: 'PAUSED',
    type: 'manual',
    biddingStrategy: 'DOWN_ONLY',
    placements: [],
    dailyBudget: 4_000,
    startDate: '2026-03-02',
    endDate: null,
  },
  adGroups: { what: 'adGroup', campaignId: '1', name: 'Garrafas', defaultBid: 60 },
  productAds: { what: 'ad', ...IN, skuMarketplace: 'GARRAFA-1' },
  keywords: { ...target, isNegative: false, aim: keyword },
  negativeKeywords: { ...target, isNegative: true, aim: keyword },
  targets: { ...target, isNegative: false, aim: product },
  negativeTargets: { ...target, isNegative: true, aim: product },
};

/** Creates one thing; the answer has to tell its id, or why there is none. */
const creates = (path: string): Operation => ({
  method: 'POST',
  path: new RegExp(`^/sp/${path}$`),
  async run(channel) {
    const ended = await channel.create!(SESSION, [NEW[path]!]);
    if (!ended.ok) return ended;
    const [end] = ended.value;
    return end?.kind === 'failed' ? fail(end.failure) : ok(end);
  },
});

const OPERATIONS: readonly Operation[] = [
  reads('campaigns', 'campaigns'),
  reads('adGroups', 'adGroups'),
  reads('productAds', 'productAds'),
  reads('keywords', 'keywords'),
  reads('negativeKeywords', 'negativeKeywords'),
  reads('campaignNegativeKeywords', 'campaignNegativeKeywords'),
  reads('targets', 'targetingClauses'),
  reads('negativeTargets', 'negativeTargetingClauses'),
  writes('campaigns', 'campaigns'),
  writes('adGroups', 'adGroups'),
  writes('productAds', 'productAds'),
  writes('keywords', 'keywords'),
  writes('targets', 'targetingClauses'),
  ...Object.keys(NEW).map(creates),
  {
    method: 'POST',
    path: /^\/reporting\/reports$/,
    run: (channel) =>
      channel.requestReport(SESSION, 'targets', { from: '2026-02-01', to: '2026-02-14' }),
  },
  {
    method: 'GET',
    path: /^\/reporting\/reports\/[^/]+$/,
    run: (channel, _body, path) =>
      channel.getReport(SESSION, 'targets', path.split('/').at(-1) ?? ''),
  },
  {
    method: 'GET',
    path: /^\/v2\/profiles$/,
    run: (channel) => channel.getAdvertisers(SESSION),
  },
];

const emptyReport = () =>
  new Blob(['[]'])
    .stream()
    .pipeThrough(new CompressionStream('gzip')) as ReadableStream<Uint8Array>;

function channelOver(exchange: Exchange, sent: { all: Sent[] }): Channel {
  const { fetcher, sent: all } = wireOf(
    (one) =>
      one.path === exchange.request?.path
        ? { status: exchange.status, text: exchange.text }
        : { status: 200, text: '{}' },
    () => NOW,
  );
  sent.all = all;
  return createAdsChannel({
    api: fetcher,
    client: { clientId: 'replay' },
    login: () => Promise.reject(new Error('there is no sign-in here')),
    redirectUri: 'https://product.example/back',
    homeCountry: 'BR',
    download: () => Promise.resolve(ok(emptyReport())),
  });
}

function bodyOf({ text }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replays one exchange: a good answer that the product takes for an error counts as failed. */
export const replay: Replayer = async (exchange) => {
  const { request, status, operation: name } = exchange;
  const operation = OPERATIONS.find(
    ({ method, path }) => method === request?.method && path.test(request.path),
  );
  if (request === null || operation === undefined)
    return unused(name ?? (request === null ? 'no request' : nameOf(request)));
  const sent: { all: Sent[] } = { all: [] };
  try {
    const channel = channelOver(exchange, sent);
    const ended = await operation.run(channel, bodyOf(exchange), request.path);
    const isRequested = sent.all.some(
      ({ method, path }) => method === request.method && path === request.path,
    );
    if (!isRequested) return failed(`would not ask for ${request.method} ${request.path}`);
    if (ended.ok) return understood;
    return status < 300
      ? failed(`took a good answer for ${ended.error.code}`)
      : typedError(ended.error.code);
  } catch (fault) {
    return failed(fault instanceof Error ? fault.message : String(fault));
  }
};
