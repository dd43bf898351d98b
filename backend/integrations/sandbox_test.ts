// Mercado Livre's connector against the sandbox: two independent implementations of one wire format.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { Market } from '../kernel/market.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import type {
  AccountSession,
  AdFigures,
  Marketplace,
  MarketTarget,
  RemoteListing,
} from './marketplace.ts';
import { mercadoLivre } from './marketplaces/mercadolivre/manifest.ts';
import { connectMarketplaces } from './registry.ts';

const DAY = 86_400_000;
const SELLER = '810000001';
const clock = () => new Date();

describe('Mercado Livre’s connector and the sandbox', () => {
  let sandbox: Sandbox;
  let marketplace: Marketplace;
  let session: AccountSession;
  const listings = new Map<string, RemoteListing>();
  const markets = new Map<string, Market>();

  beforeAll(async () => {
    sandbox = await startSandbox({ tickMs: 0, ratePerMinute: 100_000, historyDays: 2 });
    const place = {
      environment: { MELI_CALLS_PER_MINUTE: '0' },
      publicUrl: 'http://localhost:8080',
      sandboxUrl: sandbox.url,
      secrets: {},
    };
    const found = connectMarketplaces(place, clock, {}, [mercadoLivre]).bySlug('mercadolivre');
    assert.ok(found);
    marketplace = found;
  });
  afterAll(() => sandbox.stop());

  async function marketOf(target: MarketTarget) {
    const got = await marketplace.getMarkets!(session, [target], clock());
    return got.ok ? got.value.get(target.skuMarketplace)! : got;
  }

  it('agree on tokens: one exchange, renewals that work once', async () => {
    const granted = await marketplace.authorize({ code: `TG-demo-${SELLER}`, params: {} });
    assert.ok(granted.ok);
    const [seller] = granted.value;
    assert.equal(seller?.sellerId, SELLER);
    const renewed = await marketplace.refresh(seller.credentials, seller);
    assert.ok(renewed.ok);
    const again = await marketplace.refresh(seller.credentials, seller);
    assert.equal(!again.ok && again.error.code, 'invalid_grant');
    session = { sellerId: SELLER, accessToken: renewed.value.accessToken };
    const foreign = { ...session, accessToken: 'APP_USR-nobody' };
    const refused = await marketplace.getPrice(foreign, 'MLB1');
    assert.equal(!refused.ok && refused.error.kind, 'unauthorized');
  });

  it('agree on listings', async () => {
    const ids: string[] = [];
    for await (const page of marketplace.scanListings(session)) {
      assert.ok(page.ok);
      ids.push(...page.value);
    }
    assert.ok(ids.length > 250);
    assert.equal(new Set(ids).size, ids.length);
    const got = await marketplace.getListings(session, ids);
    assert.ok(got.ok);
    for (const [id, listing] of got.value) {
      assert.ok(listing.ok, id);
      listings.set(id, listing.value);
      assert.ok(listing.value.sku && listing.value.imageUrl && listing.value.link, id);
    }
    const statuses = new Set([...listings.values()].map((one) => one.status));
    assert.ok(statuses.has('ENABLED'));
    const promotions = new Set([...listings.values()].map((one) => one.promotionStatus));
    assert.ok(promotions.has('none'));
    const all = [...listings.values()];
    const automated = all.filter(({ automation }) => automation !== null);
    assert.ok(automated.length > 0 && automated.length < 30, String(automated.length));
    assert.ok(all.every(({ gtin, sold }) => gtin !== null && sold !== null && sold >= 0));
  });

  it('agree on how listings are found, and on what some sell in several variations', async () => {
    const all = [...listings.values()];
    assert.ok(all.every(({ channels }) => channels.includes('marketplace')));
    const several = all.filter(({ groupType }) => groupType === 'variation');
    assert.ok(several.length > 0 && several.length < 30, String(several.length));
    for (const { skuMarketplace, stock } of several) {
      const reported = await marketplace.getVariations?.(session, skuMarketplace);
      assert.ok(reported?.ok && reported.value.length > 1);
      assert.ok(
        reported.value.every(({ sku, attributes }) => sku !== null && 'COLOR' in attributes),
      );
      assert.equal(
        reported.value.reduce((sum, one) => sum + (one.stock ?? 0), 0),
        stock,
      );
    }
    const sisters = all.filter(({ groupType }) => groupType === 'relation');
    assert.ok(sisters.length > 0 && sisters.length < 30, String(sisters.length));
    for (const { skuMarketplace: id, sku, price } of sisters) {
      const reported = await marketplace.getVariations?.(session, id);
      assert.ok(reported?.ok && reported.value.length > 1);
      const [own, ...more] = reported.value.filter((one) => one.skuMarketplace === id);
      assert.deepEqual([own?.sku, own?.price, more], [sku, price, []]);
      const others = reported.value.filter((one) => one.skuMarketplace !== id);
      assert.ok(others.every((one) => listings.get(one.skuMarketplace)?.groupType !== 'none'));
    }
    const [plain] = all.filter(({ groupType }) => groupType === 'none');
    const none = await marketplace.getVariations?.(session, plain!.skuMarketplace);
    assert.deepEqual(none, { ok: true, value: [] });
  });

  it('agree on the health of listings, down to its steps', async () => {
    const all = [...listings.values()];
    const scores = new Set<number | null>(all.map(({ healthScore }) => healthScore));
    assert.ok(scores.size > 4 && scores.has(null));
    for (const { skuMarketplace, healthScore } of all.slice(0, 40)) {
      const reported = await marketplace.getHealth?.(session, skuMarketplace, 'pt');
      assert.ok(reported?.ok, skuMarketplace);
      assert.equal(reported.value.score, healthScore);
      const steps = reported.value.categories.flatMap(({ items }) => items);
      const done = steps.filter(({ isDone }) => isDone).length;
      if (healthScore !== null) assert.equal(Math.round((done * 100) / steps.length), healthScore);
    }
  });

  it('agree on the figures of advertising', async () => {
    const figures = new Map<string, AdFigures>();
    const dayOf = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
    const days = { from: dayOf(9), to: dayOf(0) };
    for await (const page of marketplace.getAdFigures?.(session, days) ?? []) {
      assert.ok(page.ok, JSON.stringify(page));
      for (const [id, one] of page.value) figures.set(id, one);
    }
    assert.ok(figures.size > 60);
    for (const [id, { spend, sales }] of figures) {
      assert.ok(listings.has(id), id);
      assert.ok(Number.isSafeInteger(spend) && Number.isSafeInteger(sales), id);
      const spent = sandbox
        .world()
        .sales.days.get(id)
        ?.reduce((sum, day) => sum + day.spend, 0);
      assert.equal(spend, spent ?? 0, id);
    }
    assert.ok([...figures.values()].some(({ sales }) => sales > 0));
  });

  it('agree on markets of every status', async () => {
    for (const listing of listings.values()) {
      const target = {
        skuMarketplace: listing.skuMarketplace,
        catalogProductId: listing.catalogProductId,
        condition: listing.condition,
      };
      const market = await marketOf(target);
      assert.ok(market.ok, JSON.stringify(market));
      markets.set(listing.skuMarketplace, market.value);
      const { status, winnerSellerId } = market.value.buybox;
      if (status === 'WINNING') assert.equal(winnerSellerId, SELLER);
      if (status === 'LOSING') assert.notEqual(winnerSellerId, null);
      const own = market.value.offers.find((offer) => offer.offerId === listing.skuMarketplace);
      if (own !== undefined) assert.equal(own.price, listing.price, listing.skuMarketplace);
      for (const offer of market.value.offers) assert.notEqual(offer.sellerName, offer.sellerId);
    }
    const statuses = new Set([...markets.values()].map((market) => market.buybox.status));
    for (const status of ['WINNING', 'LOSING', 'NOT_COMPETING', 'NON_CATALOG'] as const)
      assert.ok(statuses.has(status), status);
    for (const [id, { buybox }] of markets)
      assert.ok(buybox.status !== 'SYNCING' || buybox.reason === 'below_top_20', id);
  });

  it('agree on fees: more for premium listings, and a fixed amount for cheap products', async () => {
    const reported = await marketplace.getFees?.(session, [...listings.values()].slice(0, 60));
    assert.ok(reported?.ok);
    assert.equal(reported.value.size, 60);
    for (const [id, fee] of reported.value) {
      assert.ok(fee.ok, `${id}: ${JSON.stringify(fee)}`);
      const { price, listingTypeId } = listings.get(id)!;
      const least = listingTypeId === 'gold_pro' ? 16 : 11;
      const { feePercent, feeFixed } = fee.value;
      assert.ok(feePercent >= least && feePercent <= least + 3, `${id}: ${feePercent}`);
      assert.equal(feeFixed > 0, price < 7_900, id);
    }
    const nobody = { ...[...listings.values()][0]!, skuMarketplace: 'MLB1' };
    const refused = await marketplace.getFees?.(session, [nobody]);
    const answer = refused?.ok ? refused.value.get('MLB1') : null;
    assert.equal(answer && !answer.ok && answer.error.kind, 'not_found');
  });

  it('agree on a price that is set, and on who wins by it', async () => {
    const losers = [...markets].flatMap(([id, { buybox }]) =>
      buybox.status === 'LOSING' &&
      buybox.priceToWin !== null &&
      listings.get(id)?.promotionStatus === 'none'
        ? [{ id, price: buybox.priceToWin }]
        : [],
    );
    const operationKey = 'key-of-the-push';
    const set = ({ id, price }: { id: string; price: number }) =>
      marketplace.setPrice(session, {
        skuMarketplace: id,
        price,
        currencyCode: 'BRL',
        operationKey,
      });
    const outcomes = await Promise.all(losers.map(set));
    // A few listings are priced by the marketplace's own automation, which shows only now.
    for (const outcome of outcomes)
      assert.ok(outcome.kind === 'confirmed' || outcome.kind === 'rejected', outcome.kind);
    const taken = losers.find((_, n) => outcomes[n]?.kind === 'confirmed');
    assert.ok(taken);
    const { id, price } = taken;
    assert.deepEqual(await marketplace.getPrice(session, id), { ok: true, value: price });
    const target = {
      skuMarketplace: id,
      catalogProductId: listings.get(id)!.catalogProductId,
      condition: 'new' as const,
    };
    const after = await marketOf(target);
    assert.equal(after.ok && after.value.buybox.status, 'WINNING');
    const put = sandbox.control.puts().find((one) => one.itemId === id);
    assert.deepEqual([put?.outcome, put?.operationKey], ['applied', operationKey]);
  });

  it('agree on refusals', async () => {
    const id = [...listings.values()].find((one) => one.promotionStatus === 'none')!.skuMarketplace;
    const push = { skuMarketplace: id, price: 1, currencyCode: 'BRL', operationKey: 'k' };
    const low = await marketplace.setPrice(session, push);
    assert.equal(low.kind === 'rejected' && low.code, 'item.price.invalid');
    const gone = await marketplace.setPrice(session, { ...push, skuMarketplace: 'MLB1' });
    assert.equal(gone.kind, 'rejected');
    const promoted = [...listings.values()].find((one) => one.promotionStatus === 'started');
    assert.ok(promoted);
    const price = promoted.price + 100;
    const held = await marketplace.setPrice(session, {
      ...push,
      skuMarketplace: promoted.skuMarketplace,
      price,
    });
    assert.equal(held.kind === 'rejected' && held.code, 'item.price.not_modifiable');
  });
});
