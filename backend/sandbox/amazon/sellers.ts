import { findAmazonSeller, sellsAbroad } from '../world.ts';
import type { AmazonRoom, AmazonWire } from './room.ts';
import { STORES } from './stores.ts';

/** `getMarketplaceParticipations`. */
export function mountSellers(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/sellers/v1/marketplaceParticipations', (call) => {
    const seller = findAmazonSeller(room.world(), call.get('sellerId'));
    const stores = seller && sellsAbroad(seller.id) ? Object.values(STORES) : [STORES.BR];
    return call.json({
      payload: stores.map((store) => ({
        marketplace: {
          id: store.id,
          name: store.name,
          countryCode: store.country,
          defaultCurrencyCode: store.currency,
          defaultLanguageCode: store.language,
          domainName: store.domain,
        },
        storeName: seller?.amazon?.name ?? '',
        participation: { isParticipating: true, hasSuspendedListings: false },
      })),
    });
  });
}
