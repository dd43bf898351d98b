// Recorded answers of Mercado Livre, through the product's own requests and decoders.
import { toMinor } from '../../../kernel/money.ts';
import type { Result } from '../../../kernel/result.ts';
import type { CallFailure, Marketplace, PushOutcome } from '../../marketplace.ts';
import {
  type Exchange,
  failed,
  type RecordedRequest,
  type Replayer,
  type Sent,
  typedError,
  understood,
  unused,
  type Verdict,
  wireOf,
} from '../../replay/exchange.ts';
import { createMercadoLivre } from './index.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const clock = () => NOW;
const APP = {
  clientId: 'app',
  clientSecret: 'secret',
  redirectUri: 'https://product.example/back',
};
const PRODUCT = 'MLB900';

/** What the call of the port is told of the recorded request. */
interface Given {
  request: RecordedRequest;
  /** The id in the path, as recorded: it may be a placeholder. */
  id: string;
  /** The id in the answer, where it has one. */
  answered: string | null;
  body: Record<string, unknown>;
}

interface Operation {
  name: string;
  method: string;
  path: RegExp;
  /** What an answer cannot be without: documentations show excerpts, and one without it tells nothing of the call. */
  isTelling: (answer: Record<string, unknown>) => boolean;
  /** A 404 is an answer too: the item stands outside the catalog, the product has no offers. */
  isAbsenceTelling?: true;
  /** False: the same address serves a purpose that the product has no use for. */
  isUsed?: (given: Given) => boolean;
  /** Makes the call of the port that sends this request. */
  run(marketplace: Marketplace, given: Given): Promise<Result<unknown, CallFailure> | PushOutcome>;
  /** The recorded answer as the product would meet it, where it asks for it within another one. */
  wrap?: (answer: string, status: number) => { text: string; status: number };
  /** The request under which the product asks for the same. */
  asked?: { path: string };
  /** What the product asks for before, with the answers that lead to this request, by `METHOD path`. */
  before?: (given: Given) => Record<string, unknown>;
}

const sessionOf = (sellerId: string) => ({ sellerId, accessToken: 'APP_USR-replay' });
const SESSION = sessionOf('770011223');

const target = (skuMarketplace: string, catalogProductId: string | null = PRODUCT) => ({
  skuMarketplace,
  catalogProductId,
  condition: 'new' as const,
});

async function marketOf(marketplace: Marketplace, one: ReturnType<typeof target>) {
  const got = await marketplace.getMarkets(SESSION, [one], NOW);
  return got.ok ? got.value.get(one.skuMarketplace)! : got;
}

async function listingOf(marketplace: Marketplace, ids: string[]) {
  const got = await marketplace.getListings(SESSION, ids);
  if (!got.ok) return got;
  return [...got.value.values()].find((one) => one.ok) ?? [...got.value.values()][0]!;
}

/** The first page of what advertising came to; no page where the seller does not advertise. */
async function figuresOf(marketplace: Marketplace): Promise<Result<unknown, CallFailure>> {
  const days = { from: '2026-02-01', to: '2026-03-01' };
  for await (const page of marketplace.getAdFigures?.(SESSION, days) ?? []) return page;
  return { ok: true, value: new Map() };
}

const priceIn = ({ body }: Given): number | null =>
  typeof body.price === 'number' && body.price > 0 ? body.price : null;

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The fee of an ad that stands where the record's question says. */
async function feeOf(marketplace: Marketplace, { request: { query } }: Given) {
  const one = {
    ...target('MLB1', null),
    listingTypeId: typeIn(query),
    fulfillment: false,
    price: Math.max(1, toMinor(Number(query.price) || 0)),
    currencyCode: query.currency_id ?? 'ARS',
  };
  const got = await marketplace.getFees?.(SESSION, [one]);
  return got?.ok ? got.value.get('MLB1')! : got!;
}

const typeIn = (query: Record<string, string>) => query.listing_type_id ?? 'gold_special';

/** The answer names the type that was asked for, with its fee. */
const tellsFee = (answer: Record<string, unknown>) =>
  [answer, ...Object.values(answer)].map(recordOf).some(has('listing_type_id', 'sale_fee_details'));

const has =
  (...names: string[]) =>
  (answer: Record<string, unknown>) =>
    names.every((name) => (answer[name] ?? null) !== null);

const OPERATIONS: Operation[] = [
  {
    name: 'POST /oauth/token',
    method: 'POST',
    path: /^\/oauth\/token$/,
    isTelling: has('access_token', 'refresh_token', 'expires_in'),
    run: (marketplace, { body }) =>
      body.grant_type === 'authorization_code'
        ? marketplace.authorize({ code: String(body.code), sellerId: null })
        : marketplace.refresh({
            accessToken: 'old',
            refreshToken: String(body.refresh_token),
            expiresAt: NOW,
          }),
  },
  {
    name: 'GET /users/{id}/items/search',
    method: 'GET',
    path: /^\/users\/([^/]+)\/items\/search$/,
    isTelling: has('results'),
    async run(marketplace, { id }) {
      for await (const page of marketplace.scanListings(sessionOf(id))) return page;
      return { ok: true, value: [] };
    },
  },
  {
    name: 'GET /items?ids=',
    method: 'GET',
    path: /^\/items$/,
    isTelling: () => true,
    run: (marketplace, { request }) => listingOf(marketplace, (request.query.ids ?? '').split(',')),
  },
  {
    name: 'GET /items/{id}?include_attributes=all',
    method: 'GET',
    path: /^\/items\/([^/]+)$/,
    isTelling: has('id', 'variations'),
    isUsed: ({ request }) => request.query.include_attributes === 'all',
    run: (marketplace, { id }) => marketplace.getVariations!(SESSION, id),
  },
  {
    name: 'GET /item/{id}/performance',
    isAbsenceTelling: true,
    method: 'GET',
    path: /^\/item\/([^/]+)\/performance$/,
    isTelling: has('buckets'),
    run: (marketplace, { id }) => marketplace.getHealth!(SESSION, id, 'pt'),
  },
  {
    // The product asks for it within GET /items?ids=: an item is the same there, below its own status.
    name: 'GET /items/{id}',
    method: 'GET',
    path: /^\/items\/([^/]+)$/,
    isTelling: has('id', 'price', 'currency_id'),
    isUsed: ({ request }) => request.query.attributes === undefined,
    // Asked by the id that was answered: samples are put together from several items.
    run: (marketplace, { id, answered }) => listingOf(marketplace, [answered ?? id]),
    wrap: (answer, code) => ({ status: 200, text: `[{"code":${code},"body":${answer}}]` }),
    asked: { path: '/items' },
  },
  {
    name: 'GET /items/{id}/price_to_win',
    isAbsenceTelling: true,
    method: 'GET',
    path: /^\/items\/([^/]+)\/price_to_win$/,
    isTelling: has('item_id', 'status'),
    run: (marketplace, { id }) => marketOf(marketplace, target(id, null)),
  },
  {
    name: 'GET /products/{id}/items',
    isAbsenceTelling: true,
    method: 'GET',
    path: /^\/products\/([^/]+)\/items$/,
    isTelling: has('results'),
    run: (marketplace, { id }) => marketOf(marketplace, target('MLB1', id)),
  },
  {
    name: 'GET /items/{id}/sale_price',
    method: 'GET',
    path: /^\/items\/([^/]+)\/sale_price$/,
    isTelling: has('amount'),
    run: (marketplace, { id }) => marketplace.getPrice(SESSION, id),
  },
  {
    // Asked where the sale price is not told.
    name: 'GET /items/{id}/prices',
    method: 'GET',
    path: /^\/items\/([^/]+)\/prices$/,
    isTelling: ({ prices }) =>
      Array.isArray(prices) && prices.some((one) => recordOf(one).type === 'standard'),
    run: (marketplace, { id }) => marketplace.getPrice(SESSION, id),
  },
  {
    name: 'GET /sites/{site}/listing_prices',
    method: 'GET',
    path: /^\/sites\/([^/]+)\/listing_prices$/,
    isTelling: tellsFee,
    run: feeOf,
    before: ({ id, request: { query } }) => ({
      'GET /items': [
        {
          code: 200,
          body: {
            id: 'MLB1',
            site_id: id,
            category_id: query.category_id ?? `${id}1`,
            listing_type_id: typeIn(query),
          },
        },
      ],
    }),
  },
  {
    name: 'GET /advertising/advertisers',
    isAbsenceTelling: true,
    method: 'GET',
    path: /^\/advertising\/advertisers$/,
    isTelling: has('advertisers'),
    isUsed: ({ request }) => request.query.product_id === 'PADS',
    run: (marketplace) => figuresOf(marketplace),
  },
  {
    name: 'GET /advertising/{site}/advertisers/{id}/product_ads/ads/search',
    method: 'GET',
    path: /^\/advertising\/([^/]+)\/advertisers\/[^/]+\/product_ads\/ads\/search$/,
    isTelling: has('results'),
    // Without figures, or day by day, it serves other purposes.
    isUsed: ({ request: { query } }) =>
      (query.metrics ?? '').split(',').includes('cost') && query.aggregation_type === undefined,
    run: (marketplace) => figuresOf(marketplace),
    before: ({ id, request }) => ({
      'GET /advertising/advertisers': {
        advertisers: [{ advertiser_id: request.path.split('/')[4], site_id: id }],
      },
    }),
  },
  {
    name: 'PUT /items/{id} (price)',
    method: 'PUT',
    path: /^\/items\/([^/]+)$/,
    isTelling: () => true,
    isUsed: (given) => priceIn(given) !== null && Object.keys(given.body).length === 1,
    run: (marketplace, given) =>
      marketplace.setPrice(SESSION, {
        skuMarketplace: given.id,
        price: toMinor(priceIn(given) ?? 0),
        currencyCode: 'BRL',
        operationKey: 'replay',
      }),
  },
];

const answerOf = ({ text, isWhole }: Exchange): unknown =>
  isWhole && text !== '' ? JSON.parse(text) : undefined;

/** The id that an answer says it is about. */
function answeredId(exchange: Exchange): string | null {
  const { id } = recordOf(answerOf(exchange));
  return typeof id === 'string' ? id : null;
}

/** Whether a record holds a good answer, of which the product has to make sense. */
function isGoodAnswer(exchange: Exchange, { isTelling }: Operation): boolean {
  const answer = recordOf(answerOf(exchange));
  return exchange.isWhole && exchange.status < 400 && isTelling(answer);
}

function operationOf(
  exchange: Exchange,
  request: RecordedRequest,
): { operation: Operation; given: Given } | null {
  for (const operation of OPERATIONS) {
    const match = operation.path.exec(request.path);
    if (match === null || operation.method !== request.method) continue;
    const given = {
      request,
      id: match[1] ?? '',
      answered: answeredId(exchange),
      body: recordOf(request.body),
    };
    if (operation.isUsed?.(given) ?? true) return { operation, given };
  }
  return null;
}

const codeOf = (ended: Result<unknown, CallFailure> | PushOutcome): string | null => {
  if ('ok' in ended) return ended.ok ? null : ended.error.code;
  if (ended.kind === 'failed') return ended.failure.code;
  return ended.kind === 'rejected' ? ended.code : null;
};

/** Ids and numbers of a path as one word, so that operations without a use are named once each. */
const nameOf = ({ method, path }: RecordedRequest) =>
  `${method} ${path.replaceAll(/\/(?:[A-Z]{3}[A-Z]?\d+|\d+|[^/]*\$[^/]*|\{[^/]*\}|[A-Z]+-[\w-]+)(?=\/|$)/g, '/{id}')}`;

/** Whether the recorded body is a notification, whatever request the record puts beside it. */
function noticeOf(exchange: Exchange, marketplace: Marketplace): Verdict | null {
  const body = recordOf(answerOf(exchange));
  if (typeof body.topic !== 'string' || body.resource === undefined) return null;
  const notice = marketplace.decodeNotice({ body, headers: new Headers() });
  if (!notice.ok) return typedError(notice.error);
  return notice.value === null ? unused(`notification ${body.topic}`) : understood;
}

/** The request that the record tells of has to be among those that the product would have sent. */
function mismatch({ operation, given }: { operation: Operation; given: Given }, sent: Sent[]) {
  const { method } = given.request;
  const path = operation.asked?.path ?? given.request.path;
  const same = sent.find((one) => one.method === method && one.path === path);
  if (same === undefined) return `would send ${sent.map((one) => `${one.method} ${one.path}`)}`;
  const unknown = Object.keys(recordOf(same.body)).filter((name) => !(name in given.body));
  return given.request.body !== undefined && unknown.length > 0
    ? `would send ${unknown.join(', ')} besides`
    : null;
}

/**
 * Replays one exchange.
 * A good answer that the product cannot understand counts as failed: the caller would be told of an error
 * that there is not.
 */
export const replay: Replayer = async (exchange) => {
  const bare = createMercadoLivre(
    APP,
    wireOf(() => ({ status: 404, text: '' }), clock).fetcher,
    clock,
  );
  const notice = noticeOf(exchange, bare);
  if (notice !== null) return notice;
  const { request, status, text } = exchange;
  if (request === null) return unused('no request recorded');
  const found = operationOf(exchange, request);
  if (found === null) return unused(nameOf(request));

  const { operation, given } = found;
  const path = operation.asked?.path ?? request.path;
  const answer = operation.wrap?.(text, status) ?? { text, status };
  const before = operation.before?.(given) ?? {};
  const { fetcher, sent } = wireOf((one) => {
    if (one.path === path && one.method === request.method) return answer;
    const known = before[`${one.method} ${one.path}`];
    return known === undefined
      ? { status: 404, text: '{}' }
      : { status: 200, text: JSON.stringify(known) };
  }, clock);
  try {
    const ended = await operation.run(createMercadoLivre(APP, fetcher, clock), given);
    const wrong = mismatch(found, sent);
    if (wrong !== null) return failed(wrong);
    const code = codeOf(ended);
    const isSuccess = status < 400 || (status === 404 && operation.isAbsenceTelling);
    if (code === null) return isSuccess ? understood : failed(`took a ${status} for success`);
    return isGoodAnswer(exchange, operation)
      ? failed(`took a good answer for ${code}`)
      : typedError(code);
  } catch (fault) {
    return failed(`threw ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};
