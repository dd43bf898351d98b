import type { WatchedMarket } from '@primazia/backend/monitoring/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import type { Server } from './server.ts';

interface Listings {
  content: PricedListing[];
}

export interface Ad {
  id: number;
  title: string;
  skuMarketplace: string;
  price: number;
  /** One cent below the lowest price, where it wins. */
  target: number;
}

/** An ad that is losing the buybox, and that would win it a cent below the lowest price. */
export async function findLosingAd({ call }: Server): Promise<Ad> {
  const losing = await call<Listings>('post', '/v2/rules/listings/query?tab=losing&limit=100', {});
  for (const ad of losing.content) {
    if (ad.rule !== null || ad.status !== 'ENABLED' || ad.stock === 0) continue;
    if (ad.promotionStatus === 'started' || ad.bestRivalPrice === null) continue;
    const market = await call<WatchedMarket | null>('get', `/v1/buybox/${ad.id}/market`);
    const priceToWin = market?.buybox.priceToWin ?? null;
    const target = Math.round(ad.bestRivalPrice * 100 - 1) / 100;
    if (priceToWin !== null && target <= priceToWin && target > ad.price * 0.5) {
      const { id, title, skuMarketplace, price } = ad;
      return { id, title, skuMarketplace, price, target };
    }
  }
  throw new Error('no ad of the sandbox would win a cent below the lowest price');
}

/** An ad that may be given a rule. */
export async function freeAd({ call }: Server): Promise<Ad> {
  const page = await call<Listings>('post', '/v2/rules/listings/query?tab=no_rule&limit=100', {});
  const free = page.content.find(({ status, rule }) => status === 'ENABLED' && rule === null);
  if (free === undefined) throw new Error('every ad of the sandbox has a rule');
  const { id, title, skuMarketplace, price } = free;
  return { id, title, skuMarketplace, price, target: price };
}
