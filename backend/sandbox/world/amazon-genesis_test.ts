import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  awardOf,
  contestOf,
  createWorld,
  findAmazonSeller,
  findOffer,
  findPage,
  findSku,
  fromPlain,
  isTooDear,
  itemsOf,
  type Offer,
  OWN_SELLERS,
  type PlainWorld,
  type Product,
  toPlain,
  type World,
  withAmazon,
} from '../world.ts';
import { eanOf } from './numbers.ts';

const MONDAY = Date.UTC(2026, 10, 23, 12);
const worlds = [1, 2, 3].map((seed) => createWorld(seed, MONDAY));
const [world] = worlds as [World];

const listings = (at: World, sellerId: number) =>
  itemsOf(at, sellerId, 'amazon').map((id) => {
    const found = findOffer(at, id);
    assert.ok(found);
    return found;
  });

describe('Amazon’s first day', () => {
  it('gives each demo seller 150 listings, most of them of things that he has on Mercado Livre', () => {
    for (const at of worlds)
      for (const sellerId of Object.values(OWN_SELLERS)) {
        const mine = listings(at, sellerId);
        assert.equal(mine.length, 150);
        assert.equal(new Set(mine.map(({ offer }) => offer.sku)).size, 150);
        const ads = new Map(
          itemsOf(at, sellerId).flatMap((id) => {
            const found = findOffer(at, id);
            return found ? [[found.product.ean, found] as const] : [];
          }),
        );
        const shared = mine.filter(({ product }) => ads.has(product.ean));
        assert.equal(shared.length, 90);
        for (const { product, offer } of shared) {
          assert.equal(ads.get(product.ean)?.offer.sku, offer.sku);
          assert.equal(ads.get(product.ean)?.product.title, product.title);
        }
        const cheaper = shared.filter(
          ({ product, offer }) => offer.price < (ads.get(product.ean)?.offer.price ?? 0),
        );
        assert.ok(cheaper.length > 0 && cheaper.length < shared.length, 'prices of their own');
      }
  });

  it('has sellers by their ids, and some competitors on both marketplaces', () => {
    assert.equal(findAmazonSeller(world, 'A1CASAAURORA01')?.id, OWN_SELLERS.HOME);
    assert.equal(findAmazonSeller(world, 'A1NORTEELETRO2')?.id, OWN_SELLERS.ELECTRONICS);
    const competitors = [...world.sellers.values()].filter((one) => !one.own);
    const both = competitors.filter((one) => one.mercadoLivre && one.amazon !== null);
    const ids = [...world.sellers.values()].flatMap(({ amazon }) => amazon?.id ?? []);
    assert.ok(both.length >= 10);
    assert.ok(competitors.some((one) => !one.mercadoLivre));
    assert.ok(competitors.some((one) => one.amazon === null));
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^A[0-9A-Z]{13}$/);
    assert.equal(findAmazonSeller(world, both[0]?.amazon?.id ?? ''), null, 'only our own');
    for (const { shop, offers } of world.products)
      for (const { sellerId, amazon } of offers) {
        const seller = world.sellers.get(sellerId);
        assert.equal(amazon !== null, shop === 'amazon');
        const known = {
          amazon: seller?.amazon,
          mercadolivre: seller?.mercadoLivre,
          shopee: seller?.shopee,
          magalu: seller?.mercadoLivre,
        };
        assert.ok(known[shop]);
      }
  });

  it('is a realistic mix, whatever the seed', () => {
    for (const at of worlds)
      for (const sellerId of Object.values(OWN_SELLERS)) {
        const mine = listings(at, sellerId);
        const count = (fits: (product: Product, offer: Offer) => boolean) =>
          mine.filter(({ product, offer }) => fits(product, offer)).length;
        const stands = (status: string) =>
          count((product, offer) => contestOf(at.sellers, product, offer).status === status);
        assert.ok(stands('winning') >= 45, `winning ${stands('winning')}`);
        assert.ok(stands('competing') >= 55, `competing ${stands('competing')}`);
        assert.ok(stands('listed') >= 15);
        assert.ok(count(isTooDear) >= 6);
        assert.equal(
          count((_, offer) => offer.automated),
          8,
        );
        assert.equal(
          count((_, offer) => offer.amazon?.priceFault === true),
          4,
        );
        assert.equal(
          count((_, offer) => offer.outOfStock),
          4,
        );
        assert.ok(count((_, offer) => offer.condition === 'used') === 4);
        const suppressed = mine.filter(
          ({ product }) => awardOf(at.sellers, product).ranking.length === 0,
        );
        assert.ok(suppressed.length > 0, 'pages where nobody is featured');
      }
  });

  it('numbers pages and listings as Amazon does', () => {
    const pages = world.products.filter((product) => product.shop === 'amazon');
    for (const page of pages) {
      assert.match(page.id, /^B0[0-9A-Z]{8}$/);
      assert.equal(findPage(world, page.id), page);
      for (const offer of page.offers) assert.match(offer.itemId, /^\d{4}[A-Z]\d{6}$/);
    }
    const [{ product, offer } = { product: null, offer: null }] = listings(world, OWN_SELLERS.HOME);
    assert.ok(product && offer);
    assert.equal(findSku(world, 'A1CASAAURORA01', offer.sku)?.product, product);
    assert.equal(findSku(world, 'A1NORTEELETRO2', offer.sku), null);
    // A number whose check digit is known to be right.
    assert.match(eanOf('x'), /^789\d{10}$/);
    const digits = [...eanOf('x')].map(Number);
    const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 3), 0);
    assert.equal(sum % 10, 0);
  });
});

describe('a world from before there was Amazon', () => {
  /** The state that was stored then: no field and no page of Amazon's. */
  function oldPlain(at: World): PlainWorld {
    const { submissions: _s, submitted: _n, ...plain } = toPlain(at);
    const sellers = plain.sellers.flatMap(({ mercadoLivre, amazon: _, ...seller }) =>
      mercadoLivre ? [seller] : [],
    );
    const products = plain.products
      .filter((product) => product.shop === 'mercadolivre')
      .map(({ shop: _, ean: _e, ceiling: _c, ...product }) => ({
        ...product,
        offers: product.offers.map(({ amazon: _a, ...offer }) => offer),
      }));
    return JSON.parse(JSON.stringify({ ...plain, sellers, products })) as PlainWorld;
  }

  it('keeps every listing, and adds Amazon', () => {
    const old = fromPlain(oldPlain(world));
    assert.equal(old.products.length, 600);
    const opened = withAmazon(old);
    const here = (at: World) => at.products.filter((product) => product.shop === 'mercadolivre');
    assert.deepEqual(here(opened), here(world));
    for (const sellerId of Object.values(OWN_SELLERS))
      assert.equal(itemsOf(opened, sellerId, 'amazon').length, 150);
    assert.equal(withAmazon(opened), opened);
  });
});
