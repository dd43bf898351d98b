import type { Clock } from '../../../kernel/clock.ts';
import type { Download } from '../../manifest.ts';
import type { Connector, Fetcher } from '../../marketplace.ts';
import { authorize, refresh } from './auth.ts';
import { consentOf } from './consent.ts';
import { getFees } from './fees.ts';
import { getHealth } from './health.ts';
import { pollsOf } from './limits.ts';
import { getListings } from './listings.ts';
import { decodeNotification } from './notifications.ts';
import { getMarkets } from './offers.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';
import { getPrice, setPrice } from './prices.ts';
import { scanListings } from './report.ts';
import type { AmazonSettings } from './settings.ts';
import { offerPage, storeOf } from './stores.ts';
import { createSubscriber } from './subscriptions.ts';
import { getVariations } from './variations.ts';

export interface AmazonMeans {
  /** Reaches the Selling Partner API, and Login with Amazon. */
  api: Fetcher;
  login: Fetcher;
  download: Download;
  clock: Clock;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Amazon (Selling Partner API) behind the port. A listing is a SKU there, which is unique in the account. */
export function createAmazon(settings: AmazonSettings, means: AmazonMeans): Connector {
  const { api, login, clock } = means;
  const store = storeOf(settings.marketplaceId);
  const { eventBus, queueArn } = settings.delivery;
  const isDelivered = eventBus !== null || queueArn !== null;
  const consent = consentOf(settings, store);
  return {
    polls: pollsOf(settings),
    ...(consent && { consent }),
    authorize: (given, signal) => authorize(settings, { login, api }, store, clock, given, signal),
    refresh: (credentials, { signal }) => refresh(settings, login, clock, credentials, signal),
    scanListings: (session) => scanListings(means, store, session),
    getListings: (session, skus) => getListings(api, store, clock, session, skus),
    getMarkets: (session, targets, now) => getMarkets(api, store, session, targets, now),
    getPrice: (session, sku) => getPrice(api, store, clock, session, sku),
    setPrice: (session, push) => setPrice(api, store, clock, session, push),
    getFees: (session, targets) => getFees(api, store, session, targets),
    getVariations: (session, sku) => getVariations(api, store, session, sku, clock()),
    getHealth: (session, sku, locale) => getHealth(api, store, session, sku, locale),
    getOrders: (session, query) => getOrders(api, store, session, query),
    getOrder: (session, orderId) => getOrder(api, store, session, orderId),
    getSalesTotals: (session, days) => getSalesTotals(api, store, session, days),
    // Without a place inside AWS nothing can be sent: then markets are only polled.
    ...(isDelivered && {
      subscribe: createSubscriber(settings, settings.delivery, { login, api }, clock),
    }),
    offerPage,
    decodeNotification: (incoming) => decodeNotification(store, settings.webhookKey, incoming),
  };
}
