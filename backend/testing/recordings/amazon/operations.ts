// The operations of Amazon that a replay knows: the product's request, and how it decodes the answer.
import type * as z from 'zod';
import { failure, unreadable } from '../../../integrations/answers.ts';
import type {
  AccountSession,
  CallFailure,
  OutgoingCall,
} from '../../../integrations/marketplace.ts';
import { readFeesEntry } from '../../../integrations/marketplaces/amazon/fees.ts';
import type { Operation } from '../../../integrations/marketplaces/amazon/limits.ts';
import { toListing } from '../../../integrations/marketplaces/amazon/listings.ts';
import {
  conditionOf,
  isFields,
  textOf,
} from '../../../integrations/marketplaces/amazon/offer-list.ts';
import {
  readExpectedEntry,
  readOffersEntry,
} from '../../../integrations/marketplaces/amazon/offers.ts';
import { Metrics, Orders, toOrder } from '../../../integrations/marketplaces/amazon/orders.ts';
import { readPreview, readSubmission } from '../../../integrations/marketplaces/amazon/prices.ts';
import { Transactions, toRefund } from '../../../integrations/marketplaces/amazon/refunds.ts';
import * as requests from '../../../integrations/marketplaces/amazon/requests.ts';
import { type Store, storeOf } from '../../../integrations/marketplaces/amazon/stores.ts';
import {
  Batch,
  type BatchEntry,
  CatalogItems,
  CreatedDestination,
  CreatedReport,
  Destinations,
  decode,
  FeesEstimates,
  type FeesResult,
  failureOfEntry,
  Item,
  Participations,
  Report,
  ReportDocument,
  Reports,
  Search,
  Subscription,
} from '../../../integrations/marketplaces/amazon/wire.ts';
import { priceOf } from '../../../kernel/lenient.ts';
import type { Condition } from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { type Exchange, has, lists, recordOf } from '../exchange.ts';

/** The time of every replay. */
export const NOW = new Date('2026-03-02T15:00:00Z');
/** Minor units; above all fees. */
const ANY_PRICE = 100_000_00;
const HOME = storeOf('A2Q3Y263D00KWC');
const STORE_ID = /"marketplace_?id"\s*:\s*"([A-Z0-9]{10,16})"/i;
const CURRENCY = /"currency_?code"\s*:\s*"([A-Z]{3})"/i;

type Read = (body: unknown, exchange: Exchange) => Result<unknown, CallFailure>;
/** How the product uses one operation. */
export interface Replayed {
  /** With a group for each part of the path that the product fills in. */
  path: RegExp;
  /** The request that the product makes for the same parts. */
  build(session: AccountSession, parts: string[], body: unknown): OutgoingCall;
  read: Read;
  /** Required content of an answer; absent: the status is enough. */
  isSufficient?: (payload: unknown) => boolean;
}

const answered = (body: unknown) => ok({ status: 200, body, failure: null });
const by =
  (schema: z.ZodType): Read =>
  (body) =>
    decode(answered(body), schema, 'the record');

/** The store of a record, to which the product is configured, even outside America. */
export const storeIn = ({ text }: Exchange): Store => ({
  ...HOME,
  id: STORE_ID.exec(text)?.[1] ?? HOME.id,
  currencyCode: CURRENCY.exec(text)?.[1] ?? HOME.currencyCode,
});

const listing = (body: unknown, exchange: Exchange): Result<unknown, CallFailure> => {
  const item = decode(answered(body), Item, 'the listing');
  return item.ok ? toListing(item.value, storeIn(exchange), NOW) : item;
};

/** All of many have to be decoded; the first that fails is reported. */
function each<T>(entries: readonly T[], read: (entry: T) => Result<unknown, CallFailure>) {
  for (const entry of entries) {
    const one = read(entry);
    if (!one.ok) return one;
  }
  return ok(entries.length);
}

/** The product reports each entry as undecodable, correctly. */
const nothingReported = failure('invalid', 'nothing_told', 'No entry tells what was asked for');

/** An entry that is a refusal is read as one: only a good one that cannot be understood fails its batch. */
const batch =
  (
    isSufficient: (body: unknown) => boolean,
    read: (entry: BatchEntry, store: Store) => Result<unknown, CallFailure>,
  ): Read =>
  (body, exchange) => {
    const reported = decode(answered(body), Batch, 'the batch');
    if (!reported.ok) return reported;
    const { responses } = reported.value;
    const good = responses.filter((entry) => failureOfEntry(entry, 0) === null);
    const telling = good.filter((entry) => isSufficient(entry.body));
    return telling.length === 0 && good.length > 0
      ? fail(nothingReported)
      : each(telling, (entry) => read(entry, storeIn(exchange)));
  };

const outcome = (ended: ReturnType<typeof readPreview>): Result<unknown, CallFailure> => {
  if (ended === 'valid' || ended.kind === 'accepted') return ok(null);
  if (ended.kind === 'failed') return fail(ended.failure);
  const { code, message } =
    ended.kind === 'rejected' ? ended : { code: ended.kind, message: ended.kind };
  return fail({ kind: 'invalid', code, message, retryAfterMs: null });
};

/** An order is understood, also where it was not made in the store of its record. */
const order = (body: unknown, exchange: Exchange): Result<unknown, CallFailure> =>
  toOrder(storeIn(exchange), body) === null ? fail(unreadable('the order')) : ok(null);

/** The questions of a batch. */
export const entriesIn = (body: unknown) =>
  isFields(body) && Array.isArray(body.requests) ? body.requests.filter(isFields) : [];
/** The answer contains a list of offers. */
const reportsOffers = (body: unknown) => lists('Offers')(recordOf(body).payload);
export const wordOf = (value: unknown) => textOf(value) ?? '';

/** The price of a fee estimate in its answer; the product does not need it. */
function priceIn({ FeesEstimateIdentifier: identifier, FeesEstimate: reported }: FeesResult) {
  const price = identifier?.PriceToEstimateFees?.ListingPrice;
  const currencyCode = price?.CurrencyCode ?? reported?.TotalFeesEstimate?.CurrencyCode ?? '';
  return { minor: priceOf(price?.Amount ?? null) ?? ANY_PRICE, currencyCode };
}

/** A fee was reported or refused. */
const isFee = (entry: FeesResult) =>
  entry.Status !== 'Success' || (entry.FeesEstimate?.TotalFeesEstimate?.Amount ?? null) !== null;

const LISTINGS = '\\/listings\\/2021-08-01\\/items';
const REPORTS = '\\/reports\\/2021-06-30';
const NOTIFICATIONS = '\\/notifications\\/v1';
const whole = (path: string) => new RegExp(`^${path.replaceAll('*', '(.+)')}$`);

/** Every operation that the product uses. */
export const OPERATIONS: Record<Operation, Replayed> = {
  getMarketplaceParticipations: {
    path: whole('\\/sellers\\/v1\\/marketplaceParticipations'),
    build: (session) => requests.getMarketplaceParticipations(session),
    read: by(Participations),
    isSufficient: Array.isArray,
  },
  searchListingsItems: {
    path: whole(`${LISTINGS}\\/([^/]+)`),
    build: (session, [sellerId = '']) =>
      requests.searchListingsItems({ ...session, sellerId }, HOME.id, ['SKU']),
    read: (body, exchange) => {
      const reported = decode(answered(body), Search, 'the listings');
      return reported.ok
        ? each(reported.value.items.filter(has('sku')), (item) => listing(item, exchange))
        : reported;
    },
    isSufficient: lists('items'),
  },
  getListingsItem: {
    path: whole(`${LISTINGS}\\/([^/]+)\\/*`),
    build: (session, [sellerId = '', sku = '']) =>
      requests.getListingsItem({ ...session, sellerId }, HOME.id, sku),
    read: listing,
    isSufficient: has('sku'),
  },
  patchListingsItem: {
    path: whole(`${LISTINGS}\\/([^/]+)\\/*`),
    build: (session, [sellerId = '', sku = '']) => {
      const change = { productType: 'PRODUCT', offers: [] };
      return requests.patchListingsItem({ ...session, sellerId }, HOME.id, sku, change, 'submit');
    },
    read: (body, { request }) =>
      outcome(request?.query.mode === undefined ? readSubmission(body) : readPreview(body)),
    isSufficient: has('status'),
  },
  searchCatalogItems: {
    path: whole('\\/catalog\\/2022-04-01\\/items'),
    build: (session) => requests.searchCatalogItems(session, HOME.id, { keywords: 'any' }),
    read: by(CatalogItems),
    isSufficient: lists('items'),
  },
  getItemOffersBatch: {
    path: whole('\\/batches\\/products\\/pricing\\/v0\\/itemOffers'),
    build: (session, _, body) =>
      requests.getItemOffersBatch(
        session,
        HOME.id,
        entriesIn(body).map(({ uri, ItemCondition }) => ({
          asin: wordOf(uri).split('/')[5] ?? '',
          condition: conditionOf(textOf(ItemCondition)) ?? 'new',
        })),
      ),
    isSufficient: lists('responses'),
    read: batch(reportsOffers, (entry, store) => {
      const condition: Condition = conditionOf(textOf(entry.request?.ItemCondition)) ?? 'new';
      return readOffersEntry(entry, store, { asin: wordOf(entry.request?.Asin), condition });
    }),
  },
  getFeaturedOfferExpectedPriceBatch: {
    path: whole(
      '\\/batches\\/products\\/pricing\\/2022-05-01\\/offer\\/featuredOfferExpectedPrice',
    ),
    build: (session, _, body) =>
      requests.getFeaturedOfferExpectedPriceBatch(
        session,
        HOME.id,
        entriesIn(body).map(({ sku }) => wordOf(sku)),
      ),
    isSufficient: lists('responses'),
    // A successful answer may contain no price: the listing does not compete.
    read: batch(isFields, (entry, store) => ok(readExpectedEntry(entry, store))),
  },
  getMyFeesEstimates: {
    path: whole('\\/products\\/fees\\/v0\\/feesEstimate'),
    build: (session) => requests.getMyFeesEstimates(session, HOME.id, []),
    read: (body) => {
      const reported = decode(answered(body), FeesEstimates, 'the fees');
      // The records' own price: a share of it is read, whatever it is.
      if (!reported.ok) return reported;
      const telling = reported.value.filter(isFee);
      if (telling.length === 0 && reported.value.length > 0) return fail(nothingReported);
      return each(telling, (entry) => readFeesEntry(entry, priceIn(entry)));
    },
    isSufficient: Array.isArray,
  },
  searchOrders: {
    path: whole('\\/orders\\/2026-01-01\\/orders'),
    build: (session) =>
      requests.searchOrders(session, HOME.id, { updatedFrom: NOW, updatedTo: NOW, cursor: null }),
    read: (body, exchange) => {
      const reported = decode(answered(body), Orders, 'the orders');
      return reported.ok ? each(reported.value.orders, (one) => order(one, exchange)) : reported;
    },
    isSufficient: lists('orders'),
  },
  getOrder: {
    path: whole('\\/orders\\/2026-01-01\\/orders\\/([^/]+)'),
    build: (session, [orderId = '']) => requests.getOrder(session, orderId),
    read: (body, exchange) => order(recordOf(body).order, exchange),
    isSufficient: has('order'),
  },
  getOrderMetrics: {
    path: whole('\\/sales\\/v1\\/orderMetrics'),
    build: (session) => {
      const days = { from: '2026-03-01', to: '2026-03-01', timeZone: 'America/Sao_Paulo' };
      return requests.getOrderMetrics(session, HOME.id, days);
    },
    read: by(Metrics),
    isSufficient: Array.isArray,
  },
  listTransactions: {
    path: whole('\\/finances\\/2024-06-19\\/transactions'),
    build: (session) => requests.listTransactions(session, { from: NOW, to: NOW, cursor: null }),
    read: (body, exchange) => {
      const reported = decode(answered(body), Transactions, 'the transactions');
      if (!reported.ok) return reported;
      const store = storeIn(exchange);
      return each(reported.value.transactions, (one) =>
        toRefund(store, one) === null ? fail(unreadable('a transaction')) : ok(null),
      );
    },
    isSufficient: lists('transactions'),
  },
  getReports: {
    path: whole(`${REPORTS}\\/reports`),
    build: (session) => requests.getReports(session, HOME.id, NOW),
    read: by(Reports),
    isSufficient: isFields,
  },
  createReport: {
    path: whole(`${REPORTS}\\/reports`),
    build: (session) => requests.createReport(session, HOME.id),
    read: by(CreatedReport),
    isSufficient: has('reportId'),
  },
  getReport: {
    path: whole(`${REPORTS}\\/reports\\/*`),
    build: (session, [id = '']) => requests.getReport(session, id),
    read: by(Report),
    isSufficient: has('reportId', 'processingStatus'),
  },
  getReportDocument: {
    path: whole(`${REPORTS}\\/documents\\/*`),
    build: (session, [id = '']) => requests.getReportDocument(session, id),
    read: by(ReportDocument),
    isSufficient: has('url'),
  },
  getDestinations: {
    path: whole(`${NOTIFICATIONS}\\/destinations`),
    build: ({ accessToken }) => requests.getDestinations(accessToken),
    read: by(Destinations),
    isSufficient: Array.isArray,
  },
  createDestination: {
    path: whole(`${NOTIFICATIONS}\\/destinations`),
    build: ({ accessToken }) => requests.createDestination(accessToken, {}),
    read: by(CreatedDestination),
    isSufficient: has('destinationId'),
  },
  getSubscription: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/*`),
    build: (session, [type = '']) => requests.getSubscription(session, type),
    read: by(Subscription),
    isSufficient: has('subscriptionId', 'destinationId'),
  },
  createSubscription: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/*`),
    build: (session, [type = '']) => requests.createSubscription(session, type, 'D'),
    read: by(Subscription),
    isSufficient: has('subscriptionId', 'destinationId'),
  },
  deleteSubscriptionById: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/([^/]+)\\/*`),
    build: ({ accessToken }, [type = '', id = '']) =>
      requests.deleteSubscriptionById(accessToken, type, id),
    // Only the status shows whether it was deleted.
    read: () => ok(null),
  },
};
