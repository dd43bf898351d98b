// The calls of the port by which a replay leads the product to the requests of Mercado Livre that were recorded.

import { failure } from '../../../integrations/answers.ts';
import type { CallFailure, Connector } from '../../../integrations/marketplace.ts';
import { toMinor } from '../../../kernel/money.ts';
import { fail, type Result } from '../../../kernel/result.ts';
import { has, type RecordedRequest, recordOf } from '../exchange.ts';
import { feesIn, idOf, isItem } from './answers.ts';

/** The time of every replay. */
export const NOW = new Date('2026-03-02T15:00:00Z');
const PRODUCT = 'MLB900';

/** The arguments of the port's call from the recorded request. */
export interface Given {
  request: RecordedRequest;
  /** The id in the path, as recorded: it may be a placeholder. */
  id: string;
  body: Record<string, unknown>;
  /** What was answered, as far as it is JSON. */
  answer: unknown;
  /** The id in the answer, where it has one. */
  answered: string | null;
}

/** An account by its seller. */
export const sessionOf = (sellerId: string) => ({ sellerId, accessToken: 'APP_USR-replay' });
export const SESSION = sessionOf('770011223');

/** A listing; without a catalog product of its own, in that of all replays. */
export const target = (skuMarketplace: string, catalogProductId: string | null = PRODUCT) => ({
  skuMarketplace,
  catalogProductId,
  condition: 'new' as const,
});

/** The market of one listing. */
export async function marketOf(marketplace: Connector, one: ReturnType<typeof target>) {
  const got = await marketplace.getMarkets!(SESSION, [one], NOW);
  return got.ok ? got.value.get(one.skuMarketplace)! : got;
}

/** The account of the answered listing: that of the first complete one with a seller. */
function sessionIn(answer: unknown) {
  const items = [answer, ...Object.values(recordOf(answer)).map((entry) => recordOf(entry).body)];
  const item = items.find((one) => isItem(one) && has('seller_id')(one));
  return item === undefined ? SESSION : sessionOf(String(recordOf(item).seller_id));
}

/** The first of several listings that can be read, or else why the first of all cannot. */
export async function listingOf(marketplace: Connector, ids: string[], answer: unknown) {
  const got = await marketplace.getListings(sessionIn(answer), ids);
  if (!got.ok) return got;
  return [...got.value.values()].find((one) => one.ok) ?? [...got.value.values()][0]!;
}

/** The first page of advertising figures; none if the seller does not advertise. */
export async function figuresOf(marketplace: Connector): Promise<Result<unknown, CallFailure>> {
  const days = { from: '2026-02-01', to: '2026-03-01' };
  for await (const page of marketplace.getAdFigures?.(SESSION, days) ?? []) return page;
  return { ok: true, value: new Map() };
}

/** The price that a record sets; null: none. */
export const priceIn = ({ body }: Given): number | null =>
  typeof body.price === 'number' && body.price > 0 ? body.price : null;

/** What the record requests, or else the first in its answer: not every request names all. */
export const feeRequest = ({ request, answer }: Given, name: 'listing_type_id' | 'currency_id') =>
  request.query[name] ?? String(feesIn(answer).find(has(name))?.[name] ?? 'unknown');

/** The fee of a listing with the attributes of the recorded request. */
export async function feeOf(marketplace: Connector, given: Given) {
  const one = {
    ...target('MLB1', null),
    listingTypeId: feeRequest(given, 'listing_type_id'),
    fulfillment: false,
    price: Math.max(1, toMinor(Number(given.request.query.price) || 0)),
    currencyCode: feeRequest(given, 'currency_id'),
  };
  const got = await marketplace.getFees?.(SESSION, [one]);
  return got?.ok ? got.value.get('MLB1')! : got!;
}

/** The sellers of a record, from its request or its answer. */
const sellersOf = ({ request, answer, answered, id }: Given): string[] => {
  if (request.query.ids === undefined) return [answered ?? id];
  const reported = Object.values(recordOf(answer)).flatMap(
    (entry) => idOf(recordOf(entry).body) ?? [],
  );
  return reported.length > 0 ? reported : request.query.ids.split(',');
};

/** What leads to a question about sellers: their offers of a product. */
export const offersOf = (given: Given) => ({
  'GET /items/MLB1/price_to_win': { item_id: 'MLB1', status: 'competing' },
  [`GET /products/${PRODUCT}/items`]: {
    results: sellersOf(given).map((seller_id, n) => ({ item_id: `MLB${n}`, seller_id, price: 10 })),
  },
});

/** The market in which a seller has a name; sellers without one are shown by their ids. */
export async function namesOf(marketplace: Connector): Promise<Result<unknown, CallFailure>> {
  const market = await marketOf(marketplace, target('MLB1'));
  if (!market.ok || market.value.offers.some((one) => one.sellerName !== one.sellerId))
    return market;
  return fail(failure('not_found', 'seller_unknown', 'No seller is named'));
}
