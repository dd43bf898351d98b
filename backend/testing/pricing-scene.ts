// A company that sells, the competitors of its listings, and a marketplace whose answers to a push the test chooses.

import { connectAccount, type MarketplaceContext } from '../catalog/actions.ts';
import { type CallFailure, CIRCUIT_OPEN, type PushOutcome } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import type { BuyboxStatus, Market, Offer } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import type { Actor } from '../platform/app-context.ts';
import { RuleInput } from '../pricing/contract.ts';
import { workers } from '../pricing/jobs.ts';
import type { UpdateRow } from '../pricing/updates/store.ts';
import { ANY_PACE } from './any-pace.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import {
  callFailure,
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from './memory-marketplace.ts';
import { offer } from './monitoring-scene.ts';
import { recordObserved } from './record-markets.ts';
import { drain, seedCompany, seededUuids, type TestContext, testContext } from './test-context.ts';

/** The outcome of a push: at the marketplace, and in the answer. */
export type PushEnd =
  | 'confirm'
  /** 2xx, but the price does not change. */
  | 'ignore'
  | 'reject'
  | 'rate_limit'
  /** The price does not change, and there is no answer. */
  | 'unavailable'
  /** Stopped by the circuit breaker: nothing is sent. */
  | 'hold back'
  /** The price is set there, and the answer is lost. */
  | 'lose'
  /** Accepted; shown when the test says so. */
  | 'accept'
  /** Never answers, even if the signal aborts. */
  | 'hang'
  /** The price is set, then the calling process crashes. */
  | 'die after'
  /** The calling process crashes before the price is set. */
  | 'die before';

export interface PushedPrice {
  skuMarketplace: string;
  price: Minor;
  operationKey: string;
}

export interface Shop {
  marketplace: MemoryMarketplace;
  /** Every push that reached the marketplace. */
  pushes: PushedPrice[];
  /** How the next pushes end, in turn; then all are confirmed. */
  ends: PushEnd[];
  /** Run while a push is at the marketplace. */
  during: (() => Promise<void>) | null;
  /** While set, the price cannot be read. */
  blind: CallFailure | null;
  /** The price that buyers see. */
  shown(sku: string): Minor;
  /** The price is changed outside the product. */
  change(sku: string, price: Minor): void;
}

function openShop(clock: () => Date, sellerId: string): Shop {
  const marketplace = memoryMarketplace(clock, { sellerId, lifeSeconds: 30 * 24 * 3600 });
  const change = (sku: string, price: Minor) => {
    marketplace.listings.set(sku, { ...remoteListing(sku), price });
  };
  const shop: Shop = {
    marketplace,
    pushes: [],
    ends: [],
    during: null,
    blind: null,
    shown: (sku) => marketplace.listings.get(sku)!.price,
    change,
  };
  const { getPrice } = marketplace;
  marketplace.getPrice = (session, sku) =>
    shop.blind === null
      ? getPrice(session, sku)
      : Promise.resolve({ ok: false, error: shop.blind });
  marketplace.setPrice = async (_session, push) => {
    const { skuMarketplace, price, operationKey } = push;
    shop.pushes.push({ skuMarketplace, price, operationKey });
    await shop.during?.();
    return await endOf(shop, skuMarketplace, price, shop.ends.shift() ?? 'confirm');
  };
  return shop;
}

function endOf(
  shop: Shop,
  sku: string,
  price: Minor,
  end: PushEnd,
): PushOutcome | Promise<PushOutcome> {
  switch (end) {
    case 'confirm':
      shop.change(sku, price);
      return { kind: 'confirmed', price };
    case 'ignore':
      return {
        kind: 'ignored',
        price: shop.shown(sku),
        code: 'not_modified',
        message: 'as it was',
      };
    case 'reject':
      return { kind: 'rejected', code: 'item.price.not_modifiable', message: 'locked' };
    case 'rate_limit':
      return { kind: 'failed', failure: callFailure('rate_limited', '429', 45_000) };
    case 'unavailable':
      return { kind: 'failed', failure: callFailure('unavailable', '503') };
    case 'hold back':
      return { kind: 'failed', failure: callFailure('unavailable', CIRCUIT_OPEN, 45_000) };
    case 'lose':
      shop.change(sku, price);
      return { kind: 'failed', failure: callFailure('unavailable', 'timeout') };
    case 'accept':
      return { kind: 'accepted' };
    case 'hang':
      return new Promise<PushOutcome>(() => {});
    case 'die after':
      shop.change(sku, price);
      throw new Error('process crashed');
    case 'die before':
      throw new Error('process crashed');
  }
}

/** A competitor's offer on the page of a product, where marketplaces do not report the offer's id. */
export const competitor = (sellerId: string, price: Minor, more: Partial<Offer> = {}): Offer =>
  offer(sellerId, price, { offerId: null, ...more });

export interface Scene {
  database: TestDatabase;
  ctx: TestContext & MarketplaceContext;
  shop: Shop;
  actor: Actor;
  companyId: number;
  accountId: number;
  /** Puts a listing on sale, here and at the marketplace; gives its id. */
  sell(sku: string, price: Minor, more?: { countryCode?: string }): Promise<number>;
  /** The market as it is seen now. */
  see(listingId: number, status: BuyboxStatus, offers: Offer[]): Promise<void>;
  /** A rule as a person types it: WIN, 0.01 below the lowest, from 80.00 to 120.00. */
  rule(listingIds: number[], more?: Record<string, unknown>): RuleInput;
  /** The updates of a listing, oldest first. */
  updates(listingId: number): Promise<UpdateRow[]>;
  /** Works pricing's queues until they are empty. */
  work(): Promise<void>;
  /** A second process over the same database. */
  another(): TestContext & MarketplaceContext;
  close(): Promise<void>;
}

/**
 * A scene with its own database, or with its own company in a database that several scenes use one after the other:
 * jobs that are still queued there are deleted.
 * @param isPaced the company keeps the default smallest rise and pace
 */
export async function openScene(shared?: TestDatabase, { isPaced = false } = {}): Promise<Scene> {
  const database = shared ?? (await testDatabase());
  if (shared !== undefined) await shared.owner`delete from pgboss.job`;
  const { companyId, accountId, sellerId, actor } = await seedCompany(database.owner);
  if (!isPaced) {
    await database.owner`update company set ${database.owner(ANY_PACE)} where id = ${companyId}`;
  }
  let processes = 0;
  const process = (): TestContext => {
    processes += 1;
    return testContext(database.db, { uuid: seededUuids(processes) });
  };
  const first = process();
  const shop = openShop(() => first.clock(), sellerId);
  const { marketplace } = shop;
  const marketplaces = marketplacesOf([marketplace]);
  const ctx = { ...first, marketplaces };
  marketplace.codes.add('code');
  await connectAccount(ctx, companyId, marketplace.slug, { code: 'code', params: {} });

  return {
    database,
    ctx,
    shop,
    actor,
    companyId,
    accountId,
    async sell(sku, price, { countryCode = 'BR' } = {}) {
      shop.change(sku, price);
      const listing = remoteListing(sku, { price });
      const [row] = await database.owner<{ id: number }[]>`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, link, price,
          shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
          promotion_status, created_at, updated_at)
        values (${companyId}, ${accountId}, 2, ${sku}, ${listing.sku}, ${listing.title}, ${listing.link},
          ${price}, 0, 'BRL', ${countryCode}, 5, 'ENABLED', 'new', false, 'none', ${ctx.clock()},
          ${ctx.clock()})
        returning id`;
      return row!.id;
    },
    async see(listingId, status, offers) {
      const market: Market = {
        observedAt: ctx.clock(),
        buybox: {
          status,
          winnerSellerId: status === 'LOSING' ? (offers[0]?.sellerId ?? null) : null,
          priceToWin: null,
          reason: null,
        },
        offers,
      };
      await recordObserved(ctx, companyId, [{ listingId, market }]);
    },
    rule: (listingIds, more = {}) =>
      RuleInput.parse({
        name: 'Vencer o menor',
        listingIds,
        strategy: 'WIN',
        minPrice: 80,
        maxPrice: 120,
        ...more,
      }),
    updates: (listingId) =>
      database.owner<UpdateRow[]>`
        select * from price_update where listing_id = ${listingId} order by id`,
    work: () => drain(ctx, workers(ctx)),
    another: () => ({ ...process(), clock: ctx.clock, marketplaces }),
    close: () => (shared === undefined ? database.close() : Promise.resolve()),
  };
}
