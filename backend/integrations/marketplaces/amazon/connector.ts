import type { Clock } from '../../../kernel/clock.ts';
import type { Download } from '../../manifest.ts';
import type {
  AccountSession,
  Connector,
  FeeTarget,
  Fetcher,
  MarketTarget,
  OrderQuery,
  PricePush,
  ProductQuery,
  ProductTarget,
  RefundQuery,
  SalesDays,
} from '../../marketplace.ts';
import { createAdsChannel } from './ads/channel.ts';
import { authorize, grant, refresh } from './auth.ts';
import { findProducts, getProductOffers, getProducts } from './catalog.ts';
import { consentOf } from './consent.ts';
import { getFees } from './fees.ts';
import { getHealth } from './health.ts';
import { pollsOf } from './limits.ts';
import { getListings } from './listings.ts';
import { decodeNotification } from './notifications.ts';
import { getMarkets } from './offers.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';
import { getPrice, setPrice } from './prices.ts';
import { getRefunds } from './refunds.ts';
import { scanListings } from './report.ts';
import type { AmazonSettings } from './settings.ts';
import { type Accounts, accountsOver, offerPage, type Store, storeOf } from './stores.ts';
import { createSubscriber } from './subscriptions.ts';
import { getVariations } from './variations.ts';

export interface AmazonMeans {
  /** Reaches the Selling Partner API, and Login with Amazon. */
  api: Fetcher;
  login: Fetcher;
  /** Reaches Amazon Ads. */
  ads: Fetcher;
  download: Download;
  clock: Clock;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Turns a call of the port into one in the store of its account. */
const within =
  <Args extends unknown[], Answer>(
    accounts: Accounts,
    call: (store: Store, session: AccountSession, ...args: Args) => Answer,
  ) =>
  (account: AccountSession, ...args: Args): Answer => {
    const { store, session } = accounts.open(account);
    return call(store, session, ...args);
  };

/** Amazon (Selling Partner API) behind the port. A listing is a SKU there, which is unique in the account. */
export function createAmazon(settings: AmazonSettings, means: AmazonMeans): Connector {
  const { api, login, clock } = means;
  const accounts = accountsOver(storeOf(settings.marketplaceId));
  const { eventBus, queueArn } = settings.delivery;
  const subscribe = createSubscriber(settings, settings.delivery, { login, api }, clock);
  const isDelivered = eventBus !== null || queueArn !== null;
  const consent = consentOf(settings, accounts);
  return {
    polls: pollsOf(settings),
    ...(consent && { consent }),
    authorize: (given, signal) =>
      authorize(settings, { login, api }, accounts, clock, given, signal),
    refresh: (credentials, { signal }) => refresh(settings, login, clock, credentials, signal),
    scanListings: within(accounts, (store, session) => scanListings(means, store, session)),
    getListings: within(accounts, (store, session, skus: string[]) =>
      getListings(api, store, clock, session, skus),
    ),
    getMarkets: within(accounts, (store, session, targets: readonly MarketTarget[], now: Date) =>
      getMarkets(api, store, session, targets, now),
    ),
    findProducts: within(accounts, (store, session, query: ProductQuery) =>
      findProducts(api, store, session, query),
    ),
    getProducts: within(accounts, (store, session, asins: readonly string[]) =>
      getProducts(api, store, session, asins),
    ),
    getProductOffers: within(
      accounts,
      (store, session, targets: readonly ProductTarget[], now: Date) =>
        getProductOffers(api, store, session, targets, now),
    ),
    getPrice: within(accounts, (store, session, sku: string) =>
      getPrice(api, store, clock, session, sku),
    ),
    setPrice: within(accounts, (store, session, push: PricePush) =>
      setPrice(api, store, clock, session, push),
    ),
    getFees: within(accounts, (store, session, targets: readonly FeeTarget[]) =>
      getFees(api, store, session, targets),
    ),
    getVariations: within(accounts, (store, session, sku: string) =>
      getVariations(api, store, session, sku, clock()),
    ),
    getHealth: within(accounts, (store, session, sku: string, locale: string) =>
      getHealth(api, store, session, sku, locale),
    ),
    getOrders: within(accounts, (store, session, query: OrderQuery) =>
      getOrders(api, store, session, query),
    ),
    getOrder: within(accounts, (store, session, orderId: string) =>
      getOrder(api, store, session, orderId),
    ),
    getRefunds: within(accounts, (store, session, query: RefundQuery) =>
      getRefunds(api, store, session, query),
    ),
    getSalesTotals: within(accounts, (store, session, days: SalesDays) =>
      getSalesTotals(api, store, session, days),
    ),
    // Without a destination inside AWS Amazon can send nothing: then markets are only polled.
    ...(isDelivered && {
      subscribe: within(accounts, (_, session) => subscribe(session)),
    }),
    offerPage,
    ads: createAdsChannel({
      api: means.ads,
      client: { clientId: settings.ads.clientId },
      login: (form, signal) => grant({ ...settings, ...settings.ads }, login, clock, form, signal),
      redirectUri: settings.ads.redirectUri,
      homeCountry: accounts.stores[0]!.countryCode,
      download: means.download,
    }),
    decodeNotification: (incoming) => decodeNotification(accounts, settings.webhookKey, incoming),
  };
}
