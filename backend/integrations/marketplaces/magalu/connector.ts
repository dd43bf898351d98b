import type { Clock } from '../../../kernel/clock.ts';
import type { Connector, Fetcher } from '../../marketplace.ts';
import { authorize, refresh } from './auth.ts';
import { createChannels } from './channels.ts';
import { consentOf } from './consent.ts';
import { createScoreBook, getHealth } from './health.ts';
import { getListings, scanListings } from './listings.ts';
import { decodeNotification, peekNotification } from './notifications.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';
import { getPrice, setPrice } from './prices.ts';
import { proofOf } from './proof.ts';
import type { MagaluSettings } from './settings.ts';
import { createSubscriber } from './subscriptions.ts';
import { getPriceWrite } from './traces.ts';
import { getVariations } from './variations.ts';

export interface MagaluMeans {
  /** Reaches the seller's API, and ID Magalu. */
  api: Fetcher;
  login: Fetcher;
  clock: Clock;
}

/**
 * Magalu (Seller API, version 1) behind the port. A listing is a SKU of the seller, which is unique in the organisation. It
 * reports neither other sellers' offers nor who holds the buybox.
 */
export function createMagalu(
  settings: Omit<MagaluSettings, 'baseUrl' | 'loginUrl' | 'isPaced'>,
  { api, login, clock }: MagaluMeans,
): Connector {
  const channels = createChannels(api);
  const scores = createScoreBook(api, channels, clock);
  return {
    consent: consentOf(settings),
    authorize: (given, signal) => authorize(settings, login, channels, clock, given, signal),
    refresh: (credentials, { signal }) => refresh(settings, login, clock, credentials, signal),
    identify: (session) => channels.ask(session),
    scanListings: (session) => scanListings(api, session),
    getListings: (session, skus) => getListings(api, channels, scores, session, skus),
    getPrice: (session, sku) => getPrice(api, channels, session, sku),
    setPrice: (session, push) => setPrice(api, channels, session, push),
    getPriceWrite: (session, trace) => getPriceWrite(api, session, trace),
    getVariations: (session, sku) => getVariations(api, session, sku),
    getHealth: (session, sku) => getHealth(scores, session, sku),
    getOrders: (session, query) => getOrders(api, session, query),
    getOrder: (session, orderId) => getOrder(api, session, orderId),
    getSalesTotals: (session, days) => getSalesTotals(api, session, days),
    subscribe: createSubscriber(settings.webhookUrl, api, clock),
    peekNotification,
    checkProof: (incoming, secrets) => proofOf(incoming, secrets, clock()),
    decodeNotification: (incoming, secrets) => decodeNotification(incoming, secrets, clock()),
  };
}
