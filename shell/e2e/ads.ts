import { setTimeout } from 'node:timers/promises';
import { MARKETPLACE } from '@primazia/backend/kernel/marketplace-ids';
import type { WatchedMarket } from '@primazia/backend/monitoring/contract';
import type { ListingMovers, PricedListing } from '@primazia/backend/pricing/contract';
import type { Server } from './server.ts';

interface Listings {
  content: PricedListing[];
}

export interface Ad {
  id: number;
  title: string;
  skuMarketplace: string;
  /** By what lists call it. */
  code: string;
  price: number;
  /** One cent below the lowest price, where it wins. */
  target: number;
}

const SHOPS = {
  mercadolivre: MARKETPLACE.MERCADO_LIVRE,
  amazon: MARKETPLACE.AMAZON,
} as const;
type Shop = keyof typeof SHOPS;

const FIRST_LOOKS_MS = 120_000;

const of = (shop: Shop) => ({
  filters: [
    {
      field: 'marketplaceId',
      condition: '=',
      value: String(SHOPS[shop]),
      logicalOperator: 'AND',
    },
  ],
});

const toAd = (
  { id, title, skuMarketplace, catalogProductId, price }: PricedListing,
  shop: Shop,
  target: number,
): Ad => {
  const code = shop === 'amazon' ? (catalogProductId ?? skuMarketplace) : skuMarketplace;
  return { id, title, skuMarketplace, code, price, target };
};

/** Where the marketplace itself moves the price, a rule waits. */
async function isAutomated(call: Server['call'], { id }: PricedListing): Promise<boolean> {
  const { items } = await call<{ items: ListingMovers[] }>('post', '/v2/rules/movers/query', {
    listingIds: [id],
  });
  return items.some(({ movers }) => movers.some(({ kind }) => kind === 'automation'));
}

async function losingAd({ call }: Server, shop: Shop): Promise<Ad | null> {
  const path = '/v2/rules/listings/query?tab=losing&limit=100';
  const losing = await call<Listings>('post', path, of(shop));
  for (const ad of losing.content) {
    if (ad.rule !== null || ad.status !== 'ENABLED' || ad.stock === 0) continue;
    // One that another journey has moved has a history already.
    if (ad.lastUpdate !== null) continue;
    if (ad.promotionStatus === 'started' || ad.bestRivalPrice === null) continue;
    const target = Math.round(ad.bestRivalPrice * 100 - 1) / 100;
    if (target >= ad.price || target <= ad.price * 0.5) continue;
    if (await isAutomated(call, ad)) continue;
    if (shop === 'amazon') return toAd(ad, shop, target);
    const market = await call<WatchedMarket | null>('get', `/v1/buybox/${ad.id}/market`);
    const priceToWin = market?.buybox.priceToWin ?? null;
    if (priceToWin !== null && target <= priceToWin) return toAd(ad, shop, target);
  }
  return null;
}

/**
 * An ad that is losing the buybox, and that would win it a cent below the lowest price. Amazon tells no price to win
 * to somebody who loses: there any one does. Just after the start not all markets have been looked at.
 */
export async function findLosingAd(server: Server, shop: Shop = 'mercadolivre'): Promise<Ad> {
  const until = Date.now() + FIRST_LOOKS_MS;
  for (;;) {
    const found = await losingAd(server, shop);
    if (found !== null) return found;
    if (Date.now() > until) throw new Error('no ad would win a cent below the lowest price');
    await setTimeout(500);
  }
}

/** An ad that may be given a rule. */
export async function freeAd({ call }: Server): Promise<Ad> {
  const path = '/v2/rules/listings/query?tab=no_rule&limit=100';
  const page = await call<Listings>('post', path, of('mercadolivre'));
  const free = page.content.find(({ status, rule }) => status === 'ENABLED' && rule === null);
  if (free === undefined) throw new Error('every ad of the sandbox has a rule');
  return toAd(free, 'mercadolivre', free.price);
}

/** An amount as a person here types it. */
export const typed = (amount: number): string => amount.toFixed(2).replace('.', ',');
