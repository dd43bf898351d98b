// Recorded answers of Amazon, through the product's own requests and decoders.
import type * as z from 'zod';
import { priceOf } from '../../../kernel/lenient.ts';
import type { Condition } from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, OutgoingCall } from '../../marketplace.ts';
import {
  type Exchange,
  failed,
  type RecordedRequest,
  type Replayer,
  typedError,
  understood,
  unused,
  type Verdict,
} from '../../replay/exchange.ts';
import { readFeesEntry } from './fees.ts';
import type { Operation } from './limits.ts';
import { toListing } from './listings.ts';
import { decodeNotice } from './notices.ts';
import { conditionOf, isFields, textOf } from './offer-list.ts';
import { readExpectedEntry, readOffersEntry } from './offers.ts';
import { readPreview, readSubmission } from './prices.ts';
import * as requests from './requests.ts';
import { type Store, storeOf } from './stores.ts';
import {
  Batch,
  type BatchEntry,
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
} from './wire.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const KEY = 'replay';
const HOME = storeOf('A2Q3Y263D00KWC');
const STORE_ID = /"marketplace_?id"\s*:\s*"([A-Z0-9]{10,16})"/i;

type Read = (body: unknown, exchange: Exchange) => Result<unknown, CallFailure>;
interface Replayed {
  /** With a group for each part of the path that the product fills in. */
  path: RegExp;
  /** The request that the product makes for the same parts. */
  build(session: AccountSession, parts: string[], body: unknown): OutgoingCall;
  read: Read;
}

const answered = (body: unknown) => ok({ status: 200, body, failure: null });
const by =
  (schema: z.ZodType): Read =>
  (body) =>
    decode(answered(body), schema, 'the record');

/** The store that a record is of: the product would have been set to it, also where that is none of America. */
const storeIn = ({ text }: Exchange): Store => ({
  ...HOME,
  id: STORE_ID.exec(text)?.[1] ?? HOME.id,
});

const listing = (body: unknown, exchange: Exchange): Result<unknown, CallFailure> => {
  const item = Item.safeParse(body);
  return item.success
    ? toListing(item.data, storeIn(exchange), NOW)
    : fail(unreadable('the listing'));
};

/** Every one of many has to be read; the first that cannot be tells. */
function each<T>(entries: readonly T[], read: (entry: T) => Result<unknown, CallFailure>) {
  for (const entry of entries) {
    const one = read(entry);
    if (!one.ok) return one;
  }
  return ok(entries.length);
}

/** An entry that is a refusal is read as one: only a good one that cannot be understood fails its batch. */
const batch =
  (read: (entry: BatchEntry) => Result<unknown, CallFailure>): Read =>
  (body) => {
    const told = decode(answered(body), Batch, 'the batch');
    if (!told.ok) return told;
    const good = told.value.responses.filter((entry) => failureOfEntry(entry, 0) === null);
    return each(good, read);
  };

const outcome = (ended: ReturnType<typeof readPreview>): Result<unknown, CallFailure> => {
  if (ended === 'valid' || ended.kind === 'accepted') return ok(null);
  if (ended.kind === 'failed') return fail(ended.failure);
  const { code, message } =
    ended.kind === 'rejected' ? ended : { code: ended.kind, message: ended.kind };
  return fail({ kind: 'invalid', code, message, retryAfterMs: null });
};

const entriesIn = (body: unknown) =>
  isFields(body) && Array.isArray(body.requests) ? body.requests.filter(isFields) : [];
const wordOf = (value: unknown) => textOf(value) ?? '';

/** The price that an answer about fees says it was asked at. */
function priceIn({ FeesEstimateIdentifier: asked }: FeesResult) {
  const price = asked?.PriceToEstimateFees?.ListingPrice;
  return { minor: priceOf(price?.Amount ?? null) ?? 0, currencyCode: price?.CurrencyCode ?? '' };
}

const LISTINGS = '\\/listings\\/2021-08-01\\/items';
const REPORTS = '\\/reports\\/2021-06-30';
const NOTIFICATIONS = '\\/notifications\\/v1';
const whole = (path: string) => new RegExp(`^${path.replaceAll('*', '(.+)')}$`);

const OPERATIONS: Record<Operation, Replayed> = {
  getMarketplaceParticipations: {
    path: whole('\\/sellers\\/v1\\/marketplaceParticipations'),
    build: (session) => requests.getMarketplaceParticipations(session),
    read: by(Participations),
  },
  searchListingsItems: {
    path: whole(`${LISTINGS}\\/([^/]+)`),
    build: (session, [sellerId = '']) =>
      requests.searchListingsItems({ ...session, sellerId }, HOME.id, ['SKU']),
    read: (body, exchange) => {
      const told = decode(answered(body), Search, 'the listings');
      return told.ok ? each(told.value.items, (item) => listing(item, exchange)) : told;
    },
  },
  getListingsItem: {
    path: whole(`${LISTINGS}\\/([^/]+)\\/*`),
    build: (session, [sellerId = '', sku = '']) =>
      requests.getListingsItem({ ...session, sellerId }, HOME.id, sku),
    read: listing,
  },
  patchListingsItem: {
    path: whole(`${LISTINGS}\\/([^/]+)\\/*`),
    build: (session, [sellerId = '', sku = '']) => {
      const change = { productType: 'PRODUCT', offers: [] };
      return requests.patchListingsItem({ ...session, sellerId }, HOME.id, sku, change, 'submit');
    },
    read: (body, { request }) =>
      outcome(request?.query.mode === undefined ? readSubmission(body) : readPreview(body)),
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
    read: batch((entry) => {
      const condition: Condition = conditionOf(textOf(entry.request?.ItemCondition)) ?? 'new';
      return readOffersEntry(entry, { asin: wordOf(entry.request?.Asin), condition });
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
    read: batch((entry) =>
      // A good answer may tell no price: the ad does not compete.
      isFields(entry.body) ? ok(readExpectedEntry(entry)) : fail(unreadable('the expected price')),
    ),
  },
  getMyFeesEstimates: {
    path: whole('\\/products\\/fees\\/v0\\/feesEstimate'),
    build: (session) => requests.getMyFeesEstimates(session, HOME.id, []),
    read: (body) => {
      const told = decode(answered(body), FeesEstimates, 'the fees');
      // The records' own price: a share of it is read, whatever it is.
      return told.ok ? each(told.value, (entry) => readFeesEntry(entry, priceIn(entry))) : told;
    },
  },
  getReports: {
    path: whole(`${REPORTS}\\/reports`),
    build: (session) => requests.getReports(session, HOME.id, NOW),
    read: by(Reports),
  },
  createReport: {
    path: whole(`${REPORTS}\\/reports`),
    build: (session) => requests.createReport(session, HOME.id),
    read: by(CreatedReport),
  },
  getReport: {
    path: whole(`${REPORTS}\\/reports\\/*`),
    build: (session, [id = '']) => requests.getReport(session, id),
    read: by(Report),
  },
  getReportDocument: {
    path: whole(`${REPORTS}\\/documents\\/*`),
    build: (session, [id = '']) => requests.getReportDocument(session, id),
    read: by(ReportDocument),
  },
  getDestinations: {
    path: whole(`${NOTIFICATIONS}\\/destinations`),
    build: ({ accessToken }) => requests.getDestinations(accessToken),
    read: by(Destinations),
  },
  createDestination: {
    path: whole(`${NOTIFICATIONS}\\/destinations`),
    build: ({ accessToken }) => requests.createDestination(accessToken, {}),
    read: by(CreatedDestination),
  },
  getSubscription: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/*`),
    build: (session, [type = '']) => requests.getSubscription(session, type),
    read: by(Subscription),
  },
  createSubscription: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/*`),
    build: (session, [type = '']) => requests.createSubscription(session, type, 'D'),
    read: by(Subscription),
  },
  deleteSubscriptionById: {
    path: whole(`${NOTIFICATIONS}\\/subscriptions\\/([^/]+)\\/*`),
    build: ({ accessToken }, [type = '', id = '']) =>
      requests.deleteSubscriptionById(accessToken, type, id),
    // Whether it is gone is told by the status alone.
    read: () => ok(null),
  },
};

const isUsed = (name: string): name is Operation => Object.hasOwn(OPERATIONS, name);

/** Why the product would not send what was recorded; null: it would. */
function mismatch(replayed: Replayed, { method, path, body }: RecordedRequest): string | null {
  const parts = replayed.path.exec(path);
  if (parts === null) return `would not call ${path}`;
  const session = { sellerId: 'SELLER', accessToken: 'Atza|replay' };
  const call = replayed.build(session, parts.slice(1), body);
  if (call.method !== method || decodeURIComponent(call.path) !== path)
    return `would send ${call.method} ${call.path}`;
  const uris = (of: unknown) =>
    entriesIn(of)
      .map((entry) => `${wordOf(entry.method)} ${wordOf(entry.uri)}`)
      .join();
  return uris(call.json) === uris(body) ? null : `would ask for ${uris(call.json)}`;
}

function noticeOf(exchange: Exchange): Verdict {
  const headers = new Headers({ 'x-api-key': KEY });
  const body = { detail: JSON.parse(exchange.text) };
  const notice = decodeNotice(storeIn(exchange), KEY, { body, headers });
  if (!notice.ok) return typedError(notice.error);
  return notice.value === null ? unused(exchange.operation ?? 'notification') : understood;
}

/**
 * Replays one exchange. A good answer that the product cannot understand counts as failed: the caller would be told of
 * an error that there is not. A price that Amazon refuses is one that there is.
 */
export const replay: Replayer = (exchange) => {
  const { operation, request, status, text, isWhole } = exchange;
  const verdict = (): Verdict => {
    if (operation?.startsWith('notifications/') && isWhole) return noticeOf(exchange);
    if (operation === null || !isUsed(operation)) return unused(operation ?? 'no operation');
    const replayed = OPERATIONS[operation];
    const wrong = request === null ? null : mismatch(replayed, request);
    if (wrong !== null) return failed(wrong);
    const body: unknown = isWhole && text !== '' ? JSON.parse(text) : undefined;
    if (status >= 400) {
      const plain = { code: String(status), message: `HTTP ${status}`, retryAfterMs: null };
      const failure: CallFailure = { kind: 'invalid', ...plain };
      const told = decode(ok({ status, body, failure }), Batch, 'the error');
      return told.ok ? failed(`took a ${status} for success`) : typedError(told.error.code);
    }
    const read = replayed.read(body, exchange);
    if (read.ok) return understood;
    const isMisread = isWhole && read.error.code === 'unreadable';
    return isMisread ? failed(read.error.message) : typedError(read.error.code);
  };
  try {
    return Promise.resolve(verdict());
  } catch (fault) {
    return Promise.resolve(failed(`threw ${fault instanceof Error ? fault.message : 'something'}`));
  }
};
