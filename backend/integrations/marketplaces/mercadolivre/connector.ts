import type { Clock } from '../../../kernel/clock.ts';
import type { Connector, Fetcher } from '../../marketplace.ts';
import { type AdsPages, createAdsChannel } from './ads/channel.ts';
import { getAdFigures } from './ads/figures.ts';
import { authorize, type MercadoLivreApp, refresh } from './auth.ts';
import { findProductOf, findProducts, getProductOffers, getProducts } from './catalog.ts';
import { consentOf } from './consent.ts';
import { getFees } from './fees.ts';
import { getHealth } from './health.ts';
import { getListings, scanListings } from './listings.ts';
import { decodeNotification } from './notifications.ts';
import { getMarkets } from './offers.ts';
import { createOffersCall } from './offers-call.ts';
import { getOrder, getOrders, getSalesTotals } from './orders.ts';
import { type MercadoLivrePace, pollsPerSecond } from './pace.ts';
import { offerPage } from './pages.ts';
import { getPrice, setPrice } from './prices.ts';
import { createSellerDirectory } from './sellers.ts';
import { getVariations } from './variations.ts';

/** Mercado Livre behind the port. */
export function createMercadoLivre(
  app: MercadoLivreApp & MercadoLivrePace & AdsPages,
  fetcher: Fetcher,
  clock: Clock,
): Connector {
  const sellers = createSellerDirectory(fetcher, clock);
  const offersCall = createOffersCall();
  return {
    polls: { perSecond: pollsPerSecond(app), batch: 1 },
    consent: consentOf(app),
    authorize: (given, signal) => authorize(app, fetcher, clock, given, signal),
    refresh: (credentials, { signal }) => refresh(app, fetcher, clock, credentials, signal),
    scanListings: (session) => scanListings(fetcher, session),
    getListings: (session, ids) => getListings(fetcher, session, ids),
    getMarkets: (session, targets, now) =>
      getMarkets({ fetcher, sellers, offersCall }, session, targets, now),
    findProducts: (session, query) => findProducts(fetcher, session, query),
    findProductOf: (session, listing) => findProductOf(fetcher, session, listing),
    getProducts: (session, ids, country) => getProducts(fetcher, session, ids, country),
    getProductOffers: (session, targets) => getProductOffers(fetcher, sellers, session, targets),
    getPrice: (session, id) => getPrice(fetcher, session, id),
    setPrice: (session, push) => setPrice(fetcher, session, push),
    getFees: (session, targets) => getFees(fetcher, session, targets),
    getVariations: (session, id) => getVariations(fetcher, session, id),
    getHealth: (session, id) => getHealth(fetcher, session, id),
    ads: createAdsChannel({ fetcher, clock, ...app }),
    getAdFigures: (session, days) => getAdFigures(fetcher, session, days),
    getOrders: (session, query) => getOrders(fetcher, session, query),
    getOrder: (session, orderId) => getOrder(fetcher, session, orderId),
    getSalesTotals: (session, days) => getSalesTotals(fetcher, session, days),
    offerPage,
    decodeNotification,
  };
}
