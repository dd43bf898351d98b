import { setTimeout } from 'node:timers/promises';
import type { WatchedMarket } from '@primazia/backend/monitoring/contract';
import type { ListingMovers, PricedListing } from '@primazia/backend/pricing/contract';
import type { Server } from './server.ts';

interface Listings {
  content: PricedListing[];
}

export interface Listing {
  id: number;
  title: string;
  skuMarketplace: string;
  /** Its code in lists. */
  code: string;
  price: number;
  /** One cent below the lowest price, where it wins. */
  target: number;
}

const SHOPS = {
  mercadolivre: 2,
  amazon: 1,
} as const;
type Shop = keyof typeof SHOPS;

const FIRST_POLLS_MS = 120_000;

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

const toListing = (
  { id, title, skuMarketplace, catalogProductId, price }: PricedListing,
  shop: Shop,
  target: number,
): Listing => {
  const code = shop === 'amazon' ? (catalogProductId ?? skuMarketplace) : skuMarketplace;
  return { id, title, skuMarketplace, code, price, target };
};

/** If the marketplace itself sets the price, a rule waits. */
async function isAutomated(call: Server['call'], { id }: PricedListing): Promise<boolean> {
  const { items } = await call<{ items: ListingMovers[] }>('post', '/v2/rules/movers/query', {
    listingIds: [id],
  });
  return items.some(({ movers }) => movers.some(({ kind }) => kind === 'automation'));
}

async function losingListing({ call }: Server, shop: Shop): Promise<Listing | null> {
  const path = '/v2/rules/listings/query?tab=losing&limit=100';
  const losing = await call<Listings>('post', path, of(shop));
  for (const listing of losing.content) {
    if (listing.rule !== null || listing.status !== 'ENABLED' || listing.stock === 0) continue;
    // A listing whose price another journey has changed has a history already.
    if (listing.lastUpdate !== null) continue;
    if (listing.promotionStatus === 'started' || listing.bestRivalPrice === null) continue;
    const target = Math.round(listing.bestRivalPrice * 100 - 1) / 100;
    if (target >= listing.price || target <= listing.price * 0.5) continue;
    if (await isAutomated(call, listing)) continue;
    if (shop === 'amazon') return toListing(listing, shop, target);
    const market = await call<WatchedMarket | null>('get', `/v1/buybox/${listing.id}/market`);
    const priceToWin = market?.buybox.priceToWin ?? null;
    if (priceToWin !== null && target <= priceToWin) return toListing(listing, shop, target);
  }
  return null;
}

/**
 * A listing that is losing the buybox, and that would win it a cent below the lowest price. Amazon reports no price to win
 * to a seller that loses: there any listing will do. Just after the start not all markets have been polled.
 */
export async function findLosingListing(
  server: Server,
  shop: Shop = 'mercadolivre',
): Promise<Listing> {
  const until = Date.now() + FIRST_POLLS_MS;
  for (;;) {
    const found = await losingListing(server, shop);
    if (found !== null) return found;
    if (Date.now() > until) throw new Error('no listing would win a cent below the lowest price');
    await setTimeout(500);
  }
}

/** A listing that may be given a rule. */
export async function freeListing({ call }: Server): Promise<Listing> {
  const path = '/v2/rules/listings/query?tab=no_rule&limit=100';
  const page = await call<Listings>('post', path, of('mercadolivre'));
  const free = page.content.find(({ status, rule }) => status === 'ENABLED' && rule === null);
  if (free === undefined) throw new Error('every listing of the sandbox has a rule');
  return toListing(free, 'mercadolivre', free.price);
}

/** An amount as a person in Brazil types it. */
export const typed = (amount: number): string => amount.toFixed(2).replace('.', ',');
