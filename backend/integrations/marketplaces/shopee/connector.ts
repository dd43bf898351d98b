import type { Clock } from '../../../kernel/clock.ts';
import type { Connector, Fetcher } from '../../marketplace.ts';
import { authorize, refresh } from './auth.ts';
import { consentOf } from './consent.ts';
import { getHealth } from './health.ts';
import { getListings, scanListings } from './listings.ts';
import { confirmLost, getLost } from './lost.ts';
import { decodeNotification } from './notifications.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';
import { batchKey, getPrice, setPrice, setPrices } from './prices.ts';
import { getRefunds } from './refunds.ts';
import { APPLICATION } from './requests.ts';
import type { ShopeeSettings } from './settings.ts';
import { getVariations } from './variations.ts';

/** Shopee (Open Platform v2) behind the port. A listing is an item without models, or each model of one. */
export function createShopee(settings: ShopeeSettings, fetcher: Fetcher, clock: Clock): Connector {
  const shopee = { partner: settings, fetcher, clock };
  return {
    consent: consentOf(settings),
    authorize: (grant, signal) => authorize(shopee, grant, signal),
    refresh: (credentials, account) => refresh(shopee, credentials, account),
    scanListings: (session) => scanListings(shopee, session),
    getListings: (session, codes) => getListings(shopee, session, codes, settings.itemPage),
    getPrice: (session, code) => getPrice(shopee, session, code),
    setPrice: (session, push) => setPrice(shopee, session, push),
    batchKey,
    setPrices: (session, pushes) => setPrices(shopee, session, pushes),
    getVariations: (session, code) => getVariations(shopee, session, code),
    getHealth: (session, code, locale) => getHealth(shopee, session, code, locale),
    getOrders: (session, query) => getOrders(shopee, session, query),
    getOrder: (session, orderId) => getOrder(shopee, session, orderId),
    getRefunds: (session, query) => getRefunds(shopee, session, query),
    getSalesTotals: (session, days) => getSalesTotals(shopee, session, days),
    quotaOf: () => APPLICATION,
    decodeNotification: (incoming) => decodeNotification(settings, clock, incoming),
    getLost: (signal) => getLost(shopee, signal),
    confirmLost: (receipt, signal) => confirmLost(shopee, receipt, signal),
    // Shopee counts a delivery as failed where the answer has a body.
    answerNotification: { status: 200, body: null },
  };
}
