import type { Clock } from '../../../kernel/clock.ts';
import { MARKETPLACE } from '../../../kernel/marketplace-ids.ts';
import type { Fetcher, Marketplace } from '../../marketplace.ts';
import { type AmazonApp, authorize, refresh } from './auth.ts';
import { consentOf } from './consent.ts';
import { getFees } from './fees.ts';
import { getHealth } from './health.ts';
import { type AmazonPace, looksOf } from './limits.ts';
import { getListings } from './listings.ts';
import { decodeNotice } from './notices.ts';
import { getMarkets } from './offers.ts';
import { getPrice, setPrice } from './prices.ts';
import { type Download, scanListings } from './report.ts';
import { offerPage, storeOf } from './stores.ts';
import { createSubscriber, type Delivery } from './subscriptions.ts';
import { getVariations } from './variations.ts';

export { type AmazonPace, amazonPace, LIMITS } from './limits.ts';
export type { Download } from './report.ts';

/** How Amazon knows the product, and how notifications find it. */
export interface AmazonSettings extends AmazonApp, AmazonPace {
  /** The one store that the accounts sell in, by Amazon's id. */
  marketplaceId: string;
  /** What a notification has to bear. */
  webhookKey: string;
  delivery: Delivery;
}

export interface AmazonMeans {
  /** Reaches the Selling Partner API, and Login with Amazon. */
  api: Fetcher;
  login: Fetcher;
  download: Download;
  clock: Clock;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Amazon (Selling Partner API) behind the port. An ad is a SKU there, which is unique in the account. */
export function createAmazon(settings: AmazonSettings, means: AmazonMeans): Marketplace {
  const { api, login, clock } = means;
  const store = storeOf(settings.marketplaceId);
  const { eventBus, queueArn } = settings.delivery;
  const isDelivered = eventBus !== null || queueArn !== null;
  const consent = consentOf(settings, store);
  return {
    id: MARKETPLACE.AMAZON,
    slug: 'amazon',
    looks: looksOf(settings),
    ...(consent && { consent }),
    authorize: (given, signal) => authorize(settings, { login, api }, store, clock, given, signal),
    refresh: (credentials, signal) => refresh(settings, login, clock, credentials, signal),
    scanListings: (session) => scanListings(means, store, session),
    getListings: (session, skus) => getListings(api, store, clock, session, skus),
    getMarkets: (session, targets, now) => getMarkets(api, store, session, targets, now),
    getPrice: (session, sku) => getPrice(api, store, clock, session, sku),
    setPrice: (session, push) => setPrice(api, store, clock, session, push),
    getFees: (session, targets) => getFees(api, store, session, targets),
    getVariations: (session, sku) => getVariations(api, store, session, sku, clock()),
    getHealth: (session, sku, locale) => getHealth(api, store, session, sku, locale),
    // Without a place inside AWS nothing can be sent: then markets are only looked at.
    ...(isDelivered && {
      subscribe: createSubscriber(settings, settings.delivery, { login, api }, clock),
    }),
    offerPage,
    decodeNotice: (incoming) => decodeNotice(store, settings.webhookKey, incoming),
  };
}
