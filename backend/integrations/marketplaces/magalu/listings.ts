import { gtinOf } from '../../../kernel/gtin.ts';
import { safeLink } from '../../../kernel/link.ts';
import type { Condition, ListingStatus } from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteListing } from '../../marketplace.ts';
import type { Channels } from './channels.ts';
import type { ScoreBook } from './health.ts';
import type { Operation } from './limits.ts';
import { linkOf, pageIdOf } from './pages.ts';
import { CURRENCY, noPrice, readPrice, type ShownPrice } from './prices.ts';
import { getAutomation } from './rules.ts';
import { type Attribute, decode, headersOf, inPath, Sku, SkuPage, Stocks } from './wire.ts';

const PAGE = 100;
/** A list with more pages repeats itself. */
const MOST_PAGES = 10_000;
const COUNTRY = 'BR';

const STATUSES: Record<string, ListingStatus> = {
  PUBLISHED: 'ENABLED',
  UNPUBLISHED: 'PAUSED',
  UNDER_REVIEW: 'REVIEW',
  BLOCKED: 'INACTIVE',
  DELETING: 'ARCHIVED',
  DELETED: 'ARCHIVED',
};

const CONDITIONS: Record<string, Condition> = {
  NEW: 'new',
  USED: 'used',
  REMANUFACTURED: 'refurbished',
};

/** The stock for sale in a channel, in all of the seller's warehouses; reserved units count as sold. */
export const stockOf = ({ results }: Stocks, channelId: string): number =>
  results
    .filter(({ type, channel }) => type === 'AVAILABLE' && (channel?.id ?? channelId) === channelId)
    .reduce((sum, { quantity }) => sum + Math.max(0, Math.trunc(quantity)), 0);

function statusOf({ status, active }: Sku, stock: number): ListingStatus {
  // A status that is not known never gets a price: better idle than wrong.
  const known = STATUSES[status ?? ''] ?? 'INACTIVE';
  return known === 'ENABLED' && (active === false || stock === 0) ? 'PAUSED' : known;
}

/** An ISBN of 13 digits is a GTIN too. */
const gtinIn = ({ identifiers }: Sku): string | null =>
  gtinOf(
    ['ean', 'isbn'].flatMap((type) =>
      identifiers.filter((one) => one.type?.toLowerCase() === type).map(({ value }) => value),
    ),
  );

export const variationText = (attributes: readonly Attribute[]): string | null =>
  attributes.flatMap(({ value }) => value ?? []).join(', ') || null;

/** What is read of a SKU besides itself. */
export interface Facts {
  channelId: string;
  price: ShownPrice;
  stock: number;
  automation: RemoteListing['automation'];
  /** Null: not reported. */
  score: number | null;
}

/** A SKU as a listing. */
export function toListing(sku: Sku, facts: Facts): RemoteListing {
  const { channelId, price, stock, automation, score } = facts;
  const link = linkOf(sku, channelId);
  const isOfGroup = sku.attributes.length > 0 && (sku.group?.id ?? null) !== null;
  return {
    skuMarketplace: sku.sku,
    sku: sku.sku,
    title: sku.title ?? sku.sku,
    imageUrl: safeLink(sku.images[0]?.reference ?? null),
    link,
    price: price.price,
    // It depends on where the buyer is, and Magalu does not report it to the seller.
    shippingPrice: null,
    currencyCode: CURRENCY,
    countryCode: COUNTRY,
    stock,
    status: statusOf(sku, stock),
    condition: CONDITIONS[sku.condition ?? ''] ?? 'new',
    listingTypeId: null,
    fulfillment: sku.fulfillment === true,
    // No field of a SKU shows promotions; a price that one holds is refused with its own code.
    promotionStatus: 'none',
    catalogProductId: pageIdOf(link),
    automation,
    sold: null,
    gtin: gtinIn(sku),
    brand: sku.brand,
    healthScore: score,
    groupType: isOfGroup ? 'relation' : 'none',
    variation: variationText(sku.attributes),
    channels: [],
    tags: [],
  };
}

const read = (
  api: Fetcher,
  session: AccountSession,
  operation: Operation,
  path: string,
  query: Record<string, string> = {},
) =>
  api({
    method: 'GET',
    operation,
    path,
    query,
    headers: headersOf(session),
    pace: session.sellerId,
    signal: session.signal,
  });

/** A page of SKUs, in the order in which they were made. */
export const getSkuPage = async (
  api: Fetcher,
  session: AccountSession,
  query: Record<string, string>,
) =>
  decode(
    await read(api, session, 'readProducts', '/seller/v1/portfolios/skus', {
      _limit: String(PAGE),
      _sort: 'created_at:asc',
      ...query,
    }),
    SkuPage,
    'the list of SKUs',
  );

export const getSku = async (api: Fetcher, session: AccountSession, sku: string) =>
  decode(
    await read(api, session, 'readProducts', `/seller/v1/portfolios/skus/${inPath(sku)}`),
    Sku,
    `the SKU ${sku}`,
  );

/** All SKUs of the seller, page by page. */
export async function* scanListings(
  api: Fetcher,
  session: AccountSession,
): AsyncGenerator<Result<string[], CallFailure>> {
  const seen = new Set<string>();
  for (let page = 0, offset = 0; page < MOST_PAGES; page++) {
    const answer = await getSkuPage(api, session, { _offset: String(offset) });
    if (!answer.ok) return yield answer;
    const skus = answer.value.results.map(({ sku }) => sku);
    if (skus.length === 0) return;
    const before = seen.size;
    for (const sku of skus) seen.add(sku);
    // The previous page came again.
    if (seen.size === before) return yield fail(unreadable('the list of SKUs'));
    yield ok(skus);
    // Magalu may return fewer than requested, and reports its own limit.
    if (skus.length < (answer.value.meta?.page?.limit ?? 1)) return;
    offset += skus.length;
  }
  return yield fail(unreadable('the list of SKUs'));
}

async function getStock(
  api: Fetcher,
  session: AccountSession,
  channelId: string,
  sku: string,
): Promise<Result<number, CallFailure>> {
  const path = `/seller/v1/portfolios/stocks/${inPath(sku)}`;
  const answer = decode(
    await read(api, session, 'readStocks', path),
    Stocks,
    `the stock of ${sku}`,
  );
  if (answer.ok) return ok(stockOf(answer.value, channelId));
  return answer.error.kind === 'not_found' ? ok(0) : answer;
}

/** Reads one listing, with a call for each part, as there are no batches. */
async function getListing(
  api: Fetcher,
  session: AccountSession,
  channelId: string,
  sku: string,
  score: number | null,
): Promise<Result<RemoteListing, CallFailure>> {
  const [found, price, stock, automation] = await Promise.all([
    getSku(api, session, sku),
    readPrice(api, session, channelId, sku, 'readPrices'),
    getStock(api, session, channelId, sku),
    getAutomation(api, session, channelId, sku),
  ]);
  if (!found.ok) return found;
  if (!price.ok) return price;
  if (!stock.ok) return stock;
  if (!automation.ok) return automation;
  // The SKU exists, so that it must not count as deleted.
  if (price.value === null) return fail({ ...noPrice(sku), kind: 'invalid' });
  return ok(
    toListing(found.value, {
      channelId,
      price: price.value,
      stock: stock.value,
      automation: automation.value,
      score,
    }),
  );
}

/** A failure that concerns all SKUs: a refused token, or only failures that say nothing of a single SKU. */
function failureOfAll(answers: readonly Result<unknown, CallFailure>[]): CallFailure | null {
  const failures = answers.flatMap((one) => (one.ok ? [] : [one.error]));
  const refused = failures.find(({ kind }) => kind === 'unauthorized');
  if (refused !== undefined) return refused;
  const all = failures.length === answers.length ? failures : [];
  return all.find(({ kind, code }) => kind !== 'not_found' && code !== NO_PRICE) ?? null;
}
const NO_PRICE = noPrice('').code;

/** Listings by SKU. One that fails leaves the others alone. */
export async function getListings(
  api: Fetcher,
  channels: Channels,
  scores: ScoreBook,
  session: AccountSession,
  skus: readonly string[],
): Promise<Result<Map<string, Result<RemoteListing, CallFailure>>, CallFailure>> {
  if (skus.length === 0) return ok(new Map());
  const channel = await channels.of(session);
  if (!channel.ok) return channel;
  const known = await scores.of(session);
  const answers = await Promise.all(
    skus.map((sku) =>
      getListing(
        api,
        session,
        channel.value,
        sku,
        known.ok ? (known.value.get(sku) ?? null) : null,
      ),
    ),
  );
  const together = failureOfAll(answers);
  if (together !== null) return fail(together);
  return ok(
    new Map(
      skus.map((sku, at) => [
        sku,
        answers[at] ?? fail(failure('not_found', 'sku_not_found', `No SKU ${sku}`)),
      ]),
    ),
  );
}
