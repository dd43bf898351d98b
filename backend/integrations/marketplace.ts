// The port: what a marketplace can do, what it reports, and how a push can end.
// A marketplace's folder implements it and knows nothing else of the product.
import type { GroupType, ListingChannel, ListingTag } from '../kernel/listing.ts';
import type { Condition, ListingStatus, Market, Offer, PromotionStatus } from '../kernel/market.ts';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import type { MarketplaceId } from '../kernel/marketplace-ids.ts';
import type { Minor } from '../kernel/money.ts';
import type { Result } from '../kernel/result.ts';
import type { AdsChannel } from './ads.ts';
import type { CallFailure, Consent, Credentials, DayRange, Grant } from './calls.ts';
import type {
  OrderPage,
  OrderQuery,
  RefundPage,
  RefundQuery,
  RemoteOrder,
  SalesDays,
  SalesTotal,
} from './orders.ts';

export type * from './ads.ts';
export type * from './calls.ts';
export type * from './orders.ts';

/** Codes of calls that we held back ourselves: the marketplace is down, or its limits leave no room. */
export const CIRCUIT_OPEN = 'circuit_open';
export const HELD_BACK = 'held_back';

/** Whether a failed call certainly never reached the marketplace: nothing has to be read back. */
export const neverLeft = ({ code }: CallFailure): boolean =>
  code === CIRCUIT_OPEN || code === HELD_BACK;

/** One request of a marketplace's folder, below the address that it was given. */
export interface OutgoingCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The marketplace's own name of the operation: calls are limited, counted and logged by it. */
  operation: string;
  /** Begins with a slash; whatever is put into it is percent-encoded by the caller. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** Whose quota the call uses: the seller's id, or a name for the application where all sellers share one quota. */
  pace: string;
  /** Whose failures open the circuit breaker, and whose calls wait for each other; absent: that of `pace`. */
  circuit?: string;
  /**
   * The meaning of an answer whose HTTP status does not show it; null: what its status says. The limiter and the circuit
   * breaker use it too.
   */
  faultOf?: (status: number, body: unknown) => CallFailure | null;
  /** What is made new for every attempt, such as a signature over the time. */
  sign?: (attempt: { now: Date }) => {
    query?: Record<string, string>;
    headers?: Record<string, string>;
  };
  signal?: AbortSignal | undefined;
}

/** What came back. `body` is the decoded JSON; undefined where the answer was empty or no JSON. */
export interface IncomingAnswer {
  status: number;
  body: unknown;
  /** What the status alone means; null for a 2xx. The marketplace's folder refines it from the body. */
  failure: CallFailure | null;
}

/** The only client that a marketplace's folder gets. It never throws: a missing answer is a failure too. */
export type Fetcher = (call: OutgoingCall) => Promise<Result<IncomingAnswer, CallFailure>>;

/** What a caller of the port hands in: an authorised, rate-limited, abortable client of one account. */
export interface AccountSession {
  /** As `authorize` named the account. */
  sellerId: string;
  accessToken: string;
  signal?: AbortSignal;
}

/** A listing as the marketplace reports it, decoded. */
export interface RemoteListing {
  skuMarketplace: string;
  sku: string | null;
  title: string;
  imageUrl: string | null;
  link: string | null;
  price: Minor;
  /** What buyers pay for shipping; null: only the offers of its product report it. */
  shippingPrice: Minor | null;
  currencyCode: string;
  countryCode: string;
  stock: number;
  status: ListingStatus;
  condition: Condition;
  listingTypeId: string | null;
  fulfillment: boolean;
  promotionStatus: PromotionStatus;
  catalogProductId: string | null;
  /** The marketplace's own automation that moves the price, by its name there where it has one; null: none does. */
  automation: { name: string | null } | null;
  /** Units sold since the listing was made, as the marketplace counts; null: not reported. */
  sold: number | null;
  /** The product's universal number, 14 digits; null: not reported. */
  gtin: string | null;
  /** Left out: not reported. */
  brand?: string | null;
  /** How good a listing it is, 0 to 100, whole; null: not reported, or not calculated yet. */
  healthScore: number | null;
  groupType: GroupType;
  /** The listing of the account that it was made of, with which it shares price and stock; left out: none. */
  madeOf?: string | null;
  /** How it differs from others of the same product, in the marketplace's words: `Azul, 220V`. */
  variation: string | null;
  /** Empty: not reported. */
  channels: ListingChannel[];
  tags: ListingTag[];
}

/** One of several variations that a listing sells, or one listing of a family, decoded. */
export interface RemoteVariation {
  /** The code by which the marketplace's API knows the listing that sells it. */
  skuMarketplace: string;
  sku: string | null;
  /** By the marketplace's codes of attributes, in capitals: COLOR, SIZE… */
  attributes: Record<string, string>;
  stock: number | null;
  price: Minor | null;
}

/** One thing that makes a listing healthy, in the marketplace's words. */
export interface RemoteHealthItem {
  /** The marketplace's own name of it. */
  code: string;
  isDone: boolean;
  description: string;
  /** What to do about it; null: not reported. */
  message: string | null;
}

/** How healthy the marketplace finds a listing, and why. */
export interface RemoteHealth {
  /** 0 to 100, whole; null: not calculated yet. */
  score: number | null;
  categories: { name: string; items: RemoteHealthItem[] }[];
}

/** The results of advertising a listing in some days, in minor units of its currency. */
export interface AdFigures {
  spend: Minor;
  /** Revenue from buyers who came by an ad. */
  sales: Minor;
}

/** Which of the seller's listings a notification is about: one, or all that are under a product of the catalog. */
export type NotificationSubject =
  | { skuMarketplace: string }
  | { catalogProductId: string; condition: Condition | null };

/** The market or the content of listings changed. */
export interface ListingNotification {
  sellerId: string;
  about: 'market' | 'listing';
  subject: NotificationSubject;
  /** The whole market, where the notification itself carries it and no poll is needed; else null. */
  market: Market | null;
}

/** An order was placed, or changed. */
export interface OrderNotification {
  sellerId: string;
  about: 'order';
  subject: { orderId: string };
}

/** A price was set, by us or by others, or an accepted one was refused after all. */
export interface PriceWriteNotification {
  sellerId: string;
  about: 'price_write';
  subject: { skuMarketplace: string };
}

/**
 * The seller's authorization ended, or ends soon. Only notifications that a signature proves: otherwise anybody could
 * stop the price updates of others.
 */
export interface AccessNotification {
  sellerId: string;
  about: 'access_ended' | 'access_ending';
  subject: null;
}

/** What a notification is about, decoded: the account, and what has to be read again there. */
export type MarketplaceNotification =
  | ListingNotification
  | OrderNotification
  | PriceWriteNotification
  | AccessNotification;

/** A notification as it came in. */
export interface IncomingNotification {
  body: unknown;
  headers: Headers;
  /** The body's bytes as they were sent, which signatures are made over. */
  raw: Uint8Array;
  /** The address that was called, at the origin under which people reach the product, whatever proxy is before it. */
  url: string;
}

/** The account that a notification claims to be for, and its subscription: its secret is found by them. */
export interface NotificationOrigin {
  sellerId: string;
  topic: string;
}

/** What the proof of a notification comes to: `proven`, or why it is not. */
export type Proof =
  | 'proven'
  /** No secret of its account and topic is stored. */
  | 'no_secret'
  | 'no_time'
  /** Its time differs too much from ours. */
  | 'wrong_time'
  | 'no_signature'
  | 'wrong_signature';

/** The error of a notification that does not prove that the marketplace sent it. */
export const UNPROVEN = 'unproven';

/** The code of a refused `authorize` of a seller who does not sell in the country that was chosen. */
export const NOT_IN_COUNTRY = 'not_in_country';

/** A seller who authorized the product. */
export interface AuthorizedSeller {
  /** Names the account. Of a seller with an account in each of several countries: see `kernel/seller.ts`. */
  sellerId: string;
  /** What the marketplace calls the account. */
  nickname: string;
  /** Where the seller sells, where the marketplace reports it; absent: the country that the person chose. */
  countryCode?: string;
  credentials: Credentials;
}

/** The owner of a token, as the marketplace reports it. */
export interface RemoteIdentity {
  sellerId: string;
  /** Null: not reported. */
  name: string | null;
  /** The sales channel in which the seller's prices are; null: not reported. */
  channelId: string | null;
}

/** What the connector needs to know of a listing to see its market. */
export interface MarketTarget {
  skuMarketplace: string;
  catalogProductId: string | null;
  condition: Condition;
}

/** A product of a marketplace's catalog, under which sellers offer. */
export interface RemoteProduct {
  productId: string;
  title: string;
  brand: string | null;
  /** Its universal number, 14 digits; null: not reported. */
  gtin: string | null;
  imageUrl: string | null;
  /** Its page. */
  link: string;
}

/** A search for products of a catalog: by their universal number, or by words of their titles. */
export type ProductQuery = { countryCode: string } & (
  | { gtin: string }
  | { title: string; brand: string | null }
);

/** A listing of another seller whose product is searched for. */
export interface SoughtListing {
  /** The marketplace's id of the listing. */
  itemId: string;
  /** A link to it, which may have words of its title. */
  link: string;
  /** The title of the own listing that it competes with, where the link has no words. */
  title: string;
  countryCode: string;
}

/** A product whose offers are asked for, whether the account sells it or not. */
export interface ProductTarget {
  productId: string;
  condition: Condition;
}

/** What is offered of a product: at most `MAX_OFFERS`, of `total`. */
export interface ProductMarket {
  offers: Offer[];
  total: number;
}

/** How fast the marketplace's limits let one account poll markets. */
export interface PollPace {
  /** Listings a second over time; null: no limit is known. */
  perSecond: number | null;
  /** Listings that one call polls. */
  batch: number;
  /** The operation that is limited, where the marketplace reports its rate in answers. */
  operation?: string;
}

/** A price to set. */
export interface PricePush {
  skuMarketplace: string;
  price: Minor;
  currencyCode: string;
  /** The same at every attempt. */
  operationKey: string;
}

/** What the connector needs to know of a listing to find what the marketplace keeps of a sale. */
export interface FeeTarget {
  skuMarketplace: string;
  catalogProductId: string | null;
  listingTypeId: string | null;
  /** Whether the marketplace stores and ships it. */
  fulfillment: boolean;
  /** The price at which to sell. */
  price: Minor;
  currencyCode: string;
}

/** What the marketplace keeps of one unit sold. */
export interface Fee {
  /** Of the price, 0 to 100 with two decimal places at most. */
  feePercent: number;
  /** The part that does not change with the price. */
  feeFixed: Minor;
}

/** How a price push ended. Only `confirmed` means that the marketplace shows the price. */
export type PushOutcome =
  | { kind: 'confirmed'; price: Minor }
  /** Accepted, but not shown yet: read back later. `trace`: the marketplace's own id of the write, where it has one. */
  | { kind: 'accepted'; trace?: string }
  /** The marketplace answered 2xx and shows another price all the same. */
  | { kind: 'ignored'; price: Minor; code: string; message: string }
  /** For good: the same push would be refused again. */
  | { kind: 'rejected'; code: string; message: string }
  /** For now. */
  | { kind: 'failed'; failure: CallFailure };

/** How an accepted write ended at the marketplace. `done`: it took effect, so buyers see the price now or soon. */
export type PriceWrite =
  | { kind: 'pending' }
  | { kind: 'done' }
  | { kind: 'refused'; code: string; message: string };

/** Notifications that a marketplace could not deliver, the oldest first. */
export interface LostNotifications {
  notifications: readonly MarketplaceNotification[];
  /** The number of notifications that were not understood. */
  unreadable: number;
  /** Confirms that these were received, after which the next come; null: there are none. */
  receipt: string | null;
  hasMore: boolean;
}

/** What a marketplace expects for an answer to its notifications. */
export interface NotificationAnswer {
  status: 200 | 202;
  /** Null: an empty body. */
  body: Readonly<Record<string, unknown>> | null;
}

/** The calls and decoders of a marketplace, as its folder makes them from its settings. */
export interface Connector {
  /** How fast an account's markets can be polled; absent: without a limit, one by one. */
  polls?: PollPace;
  /** Absent: the product is not registered there, so that no account can be connected. */
  consent?: Consent;
  /** Exchanges an authorisation code, for at least one seller; a main account opens all of its sellers' accounts. */
  authorize(
    grant: Grant,
    signal?: AbortSignal,
  ): Promise<Result<readonly AuthorizedSeller[], CallFailure>>;
  /**
   * Renews the credentials of a seller. The old refresh token may be dead the moment that this returns: store before use.
   * A refresh token that is dead for good fails with the code `invalid_grant` (RFC 6749 5.2).
   */
  refresh(
    credentials: Credentials,
    account: { sellerId: string; signal?: AbortSignal },
  ): Promise<Result<Credentials, CallFailure>>;
  /** The owner of the session's token. Absent where the marketplace has no call for it. */
  identify?(session: AccountSession): Promise<Result<RemoteIdentity, CallFailure>>;
  /** Ids of all listings of the account, page by page. */
  scanListings(session: AccountSession): AsyncIterable<Result<string[], CallFailure>>;
  /**
   * Listings by id, in batches as the marketplace allows; one result per id, in the order asked. An id that is no listing
   * itself, but a parent of several, is not found, and its listings come after all that were asked for.
   */
  getListings(
    session: AccountSession,
    ids: string[],
  ): Promise<Result<Map<string, Result<RemoteListing, CallFailure>>, CallFailure>>;
  /**
   * The markets of listings as they are now, in batches as the marketplace allows; one result per listing, by its
   * `skuMarketplace`. Absent where the marketplace reports nothing of other sellers' offers.
   */
  getMarkets?(
    session: AccountSession,
    targets: readonly MarketTarget[],
    now: Date,
  ): Promise<Result<Map<string, Result<Market, CallFailure>>, CallFailure>>;
  /** Products of the catalog, the best first, at most 20. Absent where the catalog cannot be searched. */
  findProducts?(
    session: AccountSession,
    query: ProductQuery,
  ): Promise<Result<RemoteProduct[], CallFailure>>;
  /**
   * Products of the catalog by id, in batches as the marketplace allows; one result per id. Absent where `findProducts`
   * is.
   */
  getProducts?(
    session: AccountSession,
    productIds: readonly string[],
    countryCode: string,
  ): Promise<Result<Map<string, Result<RemoteProduct, CallFailure>>, CallFailure>>;
  /**
   * The product of the catalog on whose page a listing of another seller is offered, by a search that makes at most 11
   * calls; null: it is not among those that were found. Absent where a link to a listing names its product.
   */
  findProductOf?(
    session: AccountSession,
    listing: SoughtListing,
  ): Promise<Result<string | null, CallFailure>>;
  /**
   * The offers of any products of the catalog, in batches as the marketplace allows; one result per product id. A product that nobody
   * offers has none. Absent where the marketplace reports nothing of products that the account does not sell.
   */
  getProductOffers?(
    session: AccountSession,
    targets: readonly ProductTarget[],
    now: Date,
  ): Promise<Result<Map<string, Result<ProductMarket, CallFailure>>, CallFailure>>;
  /** The price that buyers see now. */
  getPrice(session: AccountSession, skuMarketplace: string): Promise<Result<Minor, CallFailure>>;
  /** Sets a price and reads the answer closely. `operationKey` makes a second sending harmless where the marketplace knows such keys. */
  setPrice(session: AccountSession, push: PricePush): Promise<PushOutcome>;
  /** Prices of the same key may leave in one call of `setPrices`. Absent where each leaves by itself. */
  batchKey?(skuMarketplace: string): string;
  /**
   * Sets several prices of one `batchKey`, as `setPrice` does each. Some may succeed and others not: one outcome for each
   * push, in their order. It fails only where the failure holds for all of them. Absent together with `batchKey`.
   */
  setPrices?(
    session: AccountSession,
    pushes: readonly PricePush[],
  ): Promise<Result<readonly PushOutcome[], CallFailure>>;
  /** How a price that was accepted came out, by its trace. Absent where there are no traces. */
  getPriceWrite?(session: AccountSession, trace: string): Promise<Result<PriceWrite, CallFailure>>;
  /**
   * What the marketplace keeps of a sale of each listing at the price given, in batches as it allows; one result per listing, by
   * its `skuMarketplace`. Absent where the marketplace does not report.
   */
  getFees?(
    session: AccountSession,
    targets: readonly FeeTarget[],
  ): Promise<Result<Map<string, Result<Fee, CallFailure>>, CallFailure>>;
  /**
   * The variations that a listing sells, or all listings of its family, itself included; none where it has none.
   * Absent where the marketplace does not report them.
   */
  getVariations?(
    session: AccountSession,
    skuMarketplace: string,
  ): Promise<Result<RemoteVariation[], CallFailure>>;
  /**
   * How healthy a listing is. One that the marketplace has not calculated yet has no score and no categories. Absent where
   * the marketplace does not report it.
   * @param locale the language of the words, where the marketplace has several
   */
  getHealth?(
    session: AccountSession,
    skuMarketplace: string,
    locale: string,
  ): Promise<Result<RemoteHealth, CallFailure>>;
  /**
   * The page on which buyers see another seller's offer of the product that a listing sells; null: it has none. Absent
   * where offers have no pages of their own.
   */
  offerPage?(
    offer: { offerId: string | null; sellerId: string },
    ad: { skuMarketplace: string; link: string },
  ): string | null;
  /**
   * Subscribes to the account's notifications; harmless when repeated. Absent where they come by themselves.
   * @param held when each stored secret was handed out, by its topic
   * @returns the secrets that were handed out now, by their topics; earlier ones are accepted beside them for some time
   */
  subscribe?(
    session: AccountSession,
    held: ReadonlyMap<string, Date>,
  ): Promise<Result<Readonly<Record<string, string>>, CallFailure>>;
  /**
   * The results of advertising in some days, for each advertised listing of the account, by its `skuMarketplace`,
   * page by page; a listing may be on several. Absent where the marketplace does not report them.
   */
  getAdFigures?(
    session: AccountSession,
    days: DayRange,
  ): AsyncIterable<Result<Map<string, AdFigures>, CallFailure>>;
  /**
   * Orders that changed in a period, page by page, in no particular order; one may be on several pages. Absent where the
   * marketplace does not report orders.
   */
  getOrders?(session: AccountSession, query: OrderQuery): Promise<Result<OrderPage, CallFailure>>;
  /** One order with its shipments. Absent where `getOrders` is. */
  getOrder?(session: AccountSession, orderId: string): Promise<Result<RemoteOrder, CallFailure>>;
  /**
   * Refunds that were posted or changed in a period, page by page; one may be on several pages. Absent where orders report
   * their refunds themselves, or nothing does.
   */
  getRefunds?(
    session: AccountSession,
    query: RefundQuery,
  ): Promise<Result<RefundPage, CallFailure>>;
  /** The marketplace's own sums of some days; a day without orders may be left out. Absent where it has none. */
  getSalesTotals?(
    session: AccountSession,
    days: SalesDays,
  ): Promise<Result<SalesTotal[], CallFailure>>;
  /**
   * The account whose secret proves a notification; nothing of the notification is trusted yet. Null: unknown. Absent
   * where no proof depends on the account.
   */
  peekNotification?(incoming: IncomingNotification): NotificationOrigin | null;
  /**
   * What a notification is about, of one account or several; empty: a topic that the product does not use. Where the
   * marketplace signs notifications, one without a valid proof fails with `UNPROVEN`.
   * @param secrets those of the account and topic that `peekNotification` named: any of them may prove it
   */
  decodeNotification(
    incoming: IncomingNotification,
    secrets: readonly string[],
  ): Result<readonly MarketplaceNotification[], string>;
  /**
   * Whether one of the secrets proves a notification, or why none does, as `decodeNotification` finds it. Absent where
   * `peekNotification` is.
   */
  checkProof?(incoming: IncomingNotification, secrets: readonly string[]): Proof;
  /**
   * The notifications of all accounts that could not be delivered, as many as come at once. They come again until
   * `confirmLost` was called. Absent where the marketplace keeps none.
   */
  getLost?(signal?: AbortSignal): Promise<Result<LostNotifications, CallFailure>>;
  /** Confirms that lost notifications were received. Absent together with `getLost`. */
  confirmLost?(receipt: string, signal?: AbortSignal): Promise<Result<null, CallFailure>>;
  /** Its advertising. Absent where it has no API for that. */
  ads?: AdsChannel;
  /** Whose quota the calls of an account use, as `OutgoingCall.pace` names it; absent: that of its seller. */
  quotaOf?(sellerId: string): string;
  /** Absent: notifications are answered as the product's own API answers. */
  answerNotification?: NotificationAnswer;
}

/** A marketplace that is set up in this installation. */
export interface Marketplace extends Connector {
  id: MarketplaceId;
  /** What it allows one account, or all together, by operation; `*`: all that are not named. Empty: no limit is known. */
  limits: Readonly<Record<string, { perSecond: number; burst: number }>>;
  /** The name in routes. */
  slug: string;
}

/** The marketplaces of this installation: what is known of all, and those that are set up. */
export interface Marketplaces extends KnownMarketplaces {
  all: readonly Marketplace[];
  byId(id: number): Marketplace | null;
  bySlug(slug: string): Marketplace | null;
}
