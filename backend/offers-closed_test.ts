// Mercado Livre closes the call that lists a product's sellers while its market runs: connector, engine and sandbox.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { AccountSession, Marketplace, RemoteListing } from './integrations/marketplace.ts';
import { mercadoLivre } from './integrations/marketplaces/mercadolivre/manifest.ts';
import { connectMarketplaces } from './integrations/registry.ts';
import type { Market } from './kernel/market.ts';
import { RuleBody } from './pricing/contract.ts';
import { decide } from './pricing/engine/decide.ts';
import { toRule } from './pricing/engine/rule.ts';
import type { Decision, ListingFacts } from './pricing/engine/types.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';

const SELLER = '810000001';

/** Whether only its seller sets its price. */
const isFree = ({ status, promotionStatus, automation }: RemoteListing) =>
  status === 'ENABLED' && promotionStatus === 'none' && automation === null;

describe('a running market whose offers are no longer reported', () => {
  let sandbox: Sandbox;
  let now = Date.now();
  let marketplace: Marketplace;
  let session: AccountSession;
  let listings: RemoteListing[];

  const clock = () => new Date(now);
  const rule = (more: Parameters<typeof RuleBody.parse>[0]) =>
    toRule(
      RuleBody.parse({ strategy: 'WIN', minPrice: 0.01, maxPrice: 90_000, ...(more as object) }),
    );
  const factsOf = (listing: RemoteListing): ListingFacts => ({
    ...listing,
    marketplaceId: 2,
    offerId: listing.skuMarketplace,
    isAutomated: false,
    lastSetPrice: null,
    costs: null,
    acos: null,
    roas: null,
  });

  async function marketOf(listing: RemoteListing): Promise<Market> {
    const target = { ...listing, catalogProductId: listing.catalogProductId };
    const got = await marketplace.getMarkets!(session, [target], clock());
    assert.ok(got.ok);
    const market = got.value.get(listing.skuMarketplace);
    assert.ok(market?.ok);
    return market.value;
  }

  /** Polls a listing, and sets the price of its rule. */
  async function turn(listing: RemoteListing, more: object = {}) {
    const price = sandbox.control.item(listing.skuMarketplace)!.price;
    const market = await marketOf(listing);
    const facts = { ...factsOf(listing), price };
    const decision: Decision = decide(facts, rule(more), market, null, clock());
    if (decision.price !== null) {
      const push = {
        skuMarketplace: listing.skuMarketplace,
        price: decision.price,
        currencyCode: listing.currencyCode,
        operationKey: crypto.randomUUID(),
      };
      const outcome = await marketplace.setPrice(session, push);
      assert.equal(outcome.kind, 'confirmed', JSON.stringify(outcome));
    }
    return { market, decision };
  }
  const statusNow = (listing: RemoteListing) =>
    sandbox.control.item(listing.skuMarketplace)!.status;
  /** Those that can win by their price. */
  const contenders = () =>
    listings.filter((listing) => {
      const item = sandbox.control.item(listing.skuMarketplace);
      return item !== null && item.priceToWin !== null && item.status === 'competing';
    });

  beforeAll(async () => {
    sandbox = await startSandbox({ tickMs: 0, ratePerMinute: 1_000_000, historyDays: 0 });
    const place = {
      environment: { MELI_CALLS_PER_MINUTE: '0' },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: {},
    };
    marketplace = connectMarketplaces(place, clock, {}, [mercadoLivre]).bySlug('mercadolivre')!;
    const granted = await marketplace.authorize({ code: `TG-demo-${SELLER}`, params: {} });
    assert.ok(granted.ok);
    session = { sellerId: SELLER, accessToken: granted.value[0]!.credentials.accessToken };
    listings = [];
    for await (const page of marketplace.scanListings(session)) {
      assert.ok(page.ok);
      const got = await marketplace.getListings(session, page.value);
      assert.ok(got.ok);
      for (const one of got.value.values())
        if (one.ok && isFree(one.value)) listings.push(one.value);
    }
  });
  afterAll(() => sandbox.stop());

  it('is priced by its offers while they are reported', async () => {
    const [listing] = contenders();
    assert.ok(listing);
    const { market } = await turn(listing);
    assert.ok(market.offers.length > 1 && market.reportsOffers === undefined);
  });

  for (const closed of [403, 410, 404] as const) {
    it(`continues by the price to win after a ${closed}, and EXTERNAL rules wait`, async () => {
      sandbox.control.closeOffers(closed);
      sandbox.control.tick(30);
      // A 404 is believed once it is the answer for many different products.
      if (closed === 404) for (const listing of listings) await marketOf(listing);
      const losing = contenders().slice(0, 5);
      assert.ok(losing.length > 0);
      for (const listing of losing) {
        const reported = sandbox.control.item(listing.skuMarketplace)!.priceToWin;
        const outside = await turn(listing, { competition: 'EXTERNAL' });
        assert.equal(outside.decision.code, 'offers_not_reported');
        const { market, decision } = await turn(listing);
        assert.equal(market.reportsOffers, false);
        assert.ok((market.buybox.winnerPrice ?? 0) > 0);
        assert.equal(decision.price, reported);
        assert.notEqual(statusNow(listing), 'competing');
        // After winning the price stays: no known fact raises or lowers it.
        assert.equal((await turn(listing)).decision.outcome, 'KEEP');
      }
    });
  }

  it('is read in full again once the call is answered', async () => {
    sandbox.control.closeOffers(null);
    now += 16 * 60_000;
    const [listing] = contenders();
    assert.ok(listing);
    const market = await marketOf(listing);
    assert.ok(market.offers.length > 1 && market.reportsOffers === undefined);
  });
});
