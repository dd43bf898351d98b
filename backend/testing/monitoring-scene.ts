// Fixture of monitoring's tests: companies with connected accounts at a marketplace in memory.
import { connectAccount, type MarketplaceContext } from '../catalog/actions.ts';
import type { CallFailure, MarketplaceNotification } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import type { Market, Offer } from '../kernel/market.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { callFailure, type MemoryMarketplace, memoryMarketplace } from './memory-marketplace.ts';
import { type SeededCompany, seedCompany, type TestContext, testContext } from './test-context.ts';

export interface Scene {
  ctx: TestContext & MarketplaceContext;
  database: TestDatabase;
  company: SeededCompany;
  /** The marketplace's answers about markets, by the listing's id there: a market, a failure, or several in turn. */
  markets: Map<string, Answer | Answer[]>;
  /** Listings whose market was requested, in order. */
  requested: string[];
  /** Invalidates the issued access tokens. */
  revokeAccess(): void;
  addListing(
    sku: string,
    more?: { price?: number; status?: string; accountId?: number },
  ): Promise<number>;
  close(): Promise<void>;
}

export type Answer = Result<Omit<Market, 'observedAt'>, CallFailure>;

export const SLUG = 'memory';

export const offer = (sellerId: string, price: number, more: Partial<Offer> = {}): Offer => ({
  offerId: `X${sellerId}`,
  sellerId,
  sellerName: `Loja ${sellerId}`,
  marketplaceId: 2,
  price,
  shippingPrice: 0,
  shippingTimeHours: null,
  fulfillment: null,
  reputation: null,
  listingTypeId: null,
  condition: 'new',
  available: true,
  position: 1,
  isOwn: false,
  comparison: 'IDENTICAL',
  ...more,
});

/** A market in which the listing loses at `ownPrice` against one competitor. */
export const losing = (
  sku: string,
  sellerId: string,
  { ownPrice = 10_000, rivalPrice = 9_500, observedAt = new Date(0) } = {},
): Market => ({
  observedAt,
  buybox: { status: 'LOSING', winnerSellerId: 'rival', priceToWin: null, reason: null },
  offers: [
    offer('rival', rivalPrice),
    offer(sellerId, ownPrice, { offerId: sku, isOwn: true, position: 2 }),
  ],
});

export const failure = (
  kind: CallFailure['kind'],
  retryAfterMs: number | null = null,
): Result<never, CallFailure> => fail(callFailure(kind, kind, retryAfterMs));

/** The body of a notification of the marketplace in memory is its decoded value; a string cannot be decoded. */
function decodeNotification({
  body,
}: {
  body: unknown;
}): Result<readonly MarketplaceNotification[], string> {
  if (typeof body === 'string') return fail(body);
  return ok(body === null ? [] : [body as MarketplaceNotification].flat());
}

/** A fresh database with one company, whose account is connected. */
export async function scene(): Promise<Scene> {
  const database = await testDatabase();
  const company = await seedCompany(database.owner);
  const { companyId, accountId, sellerId } = company;
  const markets = new Map<string, Answer | Answer[]>();
  const requested: string[] = [];

  const plain = testContext(database.db);
  const memory = memoryMarketplace(plain.clock, { sellerId });
  const marketOf = (sku: string, now: Date): Result<Market, CallFailure> => {
    requested.push(sku);
    const given = markets.get(sku);
    const answer = Array.isArray(given) ? (given.length > 1 ? given.shift() : given[0]) : given;
    if (answer === undefined) return failure('not_found');
    return answer.ok ? ok({ ...answer.value, observedAt: now }) : answer;
  };
  const getMarkets: MemoryMarketplace['getMarkets'] = async (session, targets, now) => {
    const admitted = await memory.getMarkets(session, targets, now);
    if (!admitted.ok) return admitted;
    const skus = targets.map(({ skuMarketplace }) => skuMarketplace);
    return ok(new Map(skus.map((sku) => [sku, marketOf(sku, now)])));
  };
  const marketplaces = marketplacesOf([{ ...memory, getMarkets, decodeNotification }]);
  const ctx = Object.assign(plain, { marketplaces });

  memory.codes.add('code');
  await connectAccount(ctx, companyId, SLUG, { code: 'code', params: {} });

  return {
    ctx,
    database,
    company,
    markets,
    requested,
    revokeAccess: () => memory.revokeAccess(),
    async addListing(sku, more = {}) {
      const [row] = await database.owner<{ id: number }[]>`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price,
          shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
          promotion_status, catalog_product_id, created_at, updated_at)
        values (${companyId}, ${more.accountId ?? accountId}, 2, ${sku}, ${`Ad ${sku}`},
          ${more.price ?? 10_000}, 0, 'BRL', 'BR', 5, ${more.status ?? 'ENABLED'}, 'new', false,
          'none', ${`P-${sku}`}, ${ctx.clock()}, ${ctx.clock()})
        returning id`;
      return row!.id;
    },
    close: () => database.close(),
  };
}
