import { findAmazonSeller } from '../world.ts';
import { type AmazonRoom, type AmazonWire, CURRENCY, MARKETPLACE } from './room.ts';

/** `getMarketplaceParticipations`. */
export function mountSellers(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/sellers/v1/marketplaceParticipations', (call) => {
    const seller = findAmazonSeller(room.world(), call.get('sellerId'));
    return call.json({
      payload: [
        {
          marketplace: {
            id: MARKETPLACE,
            name: 'Amazon.com.br',
            countryCode: 'BR',
            defaultCurrencyCode: CURRENCY,
            defaultLanguageCode: 'pt_BR',
            domainName: 'www.amazon.com.br',
          },
          storeName: seller?.amazon?.name ?? '',
          participation: { isParticipating: true, hasSuspendedListings: false },
        },
      ],
    });
  });
}
