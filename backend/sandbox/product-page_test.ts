import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { renderProductPage } from './product-page.ts';
import { awardOf, createWorld, fromPlain, pageOf, toPlain, type World } from './world.ts';

const world = createWorld(1);
const render = async (at: World, itemId: string) => {
  const product = at.products.find((one) => one.offers.some((offer) => offer.itemId === itemId));
  assert.ok(product);
  return String(await renderProductPage(at, product, itemId, '/picture.svg'));
};
const itemAt = (at: World, index: number) => at.products[index]?.offers[0]?.itemId ?? '';

describe('the product page', () => {
  it('lists the offers in the order of the market, and marks who holds the buybox', async () => {
    const index = world.products.findIndex(
      (product) => pageOf(world.sellers, product).length > 3 && product.catalog,
    );
    const product = world.products[index];
    assert.ok(product);
    const page = await render(world, itemAt(world, index));
    const shown = [...page.matchAll(/<td>(MLB\d+)/g)].map(([, id]) => id);
    const offers = pageOf(world.sellers, product);
    assert.deepEqual(
      shown,
      offers.map((offer) => offer.itemId),
    );
    const badge = page.indexOf('class="holds"');
    assert.ok(badge > 0 && badge < page.indexOf(String(shown[0])));
  });

  it('has Amazon’s labels on a page of Amazon', async () => {
    const product = world.products.find(
      (one) => one.shop === 'amazon' && awardOf(world.sellers, one).ranking.length > 1,
    );
    assert.ok(product);
    const page = await render(world, product.offers[0]?.itemId ?? '');
    assert.equal(page.split('class="holds"').length, 2, 'one is featured');
    assert.match(page, /Oferta em destaque/);
    assert.match(page, /avaliações positivas/);
    assert.doesNotMatch(page, /MercadoLíder|Clássico|Premium/);
    const [winner] = awardOf(world.sellers, product).ranking;
    assert.ok(page.includes(world.sellers.get(winner?.sellerId ?? 0)?.amazon?.name ?? '?'));
  });

  it('renders every product', async () => {
    for (const product of world.products) {
      const page = String(await renderProductPage(world, product, '', '/p.svg'));
      assert.ok(page.includes('</html>'));
      assert.ok(!/undefined|NaN|\[object/.test(page), product.title);
    }
  });

  it('escapes all texts', async () => {
    const evil = '<script>alert(1)</script>" onload="x';
    const plain = toPlain(world);
    const hostile = fromPlain({
      ...plain,
      sellers: plain.sellers.map((seller) => ({ ...seller, nickname: evil })),
      products: plain.products.map((product) => ({
        ...product,
        title: evil,
        brand: evil,
        categoryName: evil,
      })),
    });
    const page = await render(hostile, itemAt(hostile, 0));
    assert.ok(!page.includes('<script'));
    assert.ok(!page.includes('" onload='));
    assert.ok(page.includes('&lt;script&gt;'));
  });

  it('reports a page without offers', async () => {
    const index = world.products.findIndex(
      (product) => product.offers.length === 1 && product.offers[0]?.status === 'active',
    );
    const emptied = fromPlain({
      ...toPlain(world),
      products: world.products.map((product, i) =>
        i === index
          ? { ...product, offers: product.offers.map((one) => ({ ...one, stock: 0 })) }
          : product,
      ),
    });
    assert.ok((await render(emptied, itemAt(world, index))).includes('indisponível'));
  });
});
