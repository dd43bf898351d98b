// The catalogs of the connectors against the sandbox: two independent implementations of one wire format.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import type { AccountSession, Grant, Marketplace, RemoteProduct } from './marketplace.ts';
import { connectMarketplaces, MANIFESTS } from './registry.ts';

const clock = () => new Date();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0, limited: false });
});
afterAll(() => sandbox.stop());

async function enter(slug: string): Promise<{ marketplace: Marketplace; session: AccountSession }> {
  const place = {
    environment: { AMAZON_RATE_LIMITS: 'off' },
    publicUrl: 'http://localhost:8080',
    sandboxUrl: sandbox.url,
    secrets: { amazonWebhookKey: 'key-of-the-notifications' },
  };
  const marketplace = connectMarketplaces(place, clock).bySlug(slug);
  const grant: Grant | undefined = MANIFESTS.find((one) => one.slug === slug)?.connection
    ?.demoGrants[0];
  assert.ok(marketplace && grant);
  const granted = await marketplace.authorize(grant);
  assert.ok(granted.ok, JSON.stringify(granted));
  const [seller] = granted.value;
  const { sellerId, credentials } = seller!;
  return { marketplace, session: { sellerId, accessToken: credentials.accessToken } };
}

/** A product that the sandbox sells, with its number. */
async function someProduct(marketplace: Marketplace, session: AccountSession) {
  const page = await marketplace.scanListings(session)[Symbol.asyncIterator]().next();
  const ids = page.value?.ok ? page.value.value : [];
  const got = await marketplace.getListings(session, ids.slice(0, 20));
  assert.ok(got.ok);
  const listing = [...got.value.values()]
    .flatMap((one) => (one.ok ? [one.value] : []))
    .find(({ catalogProductId, status }) => catalogProductId !== null && status === 'ENABLED');
  assert.ok(listing?.catalogProductId);
  return { productId: listing.catalogProductId };
}

for (const slug of ['amazon', 'mercadolivre'])
  describe(`the catalog of ${slug}`, () => {
    let marketplace: Marketplace;
    let session: AccountSession;
    let product: RemoteProduct;

    beforeAll(async () => {
      ({ marketplace, session } = await enter(slug));
    });

    it('has products by id, and distinguishes the unknown one', async () => {
      const { productId } = await someProduct(marketplace, session);
      const unknown = slug === 'amazon' ? 'B000000000' : 'MLB100';
      const got = await marketplace.getProducts!(session, [productId, unknown], 'BR');
      assert.ok(got.ok);
      const found = got.value.get(productId);
      assert.ok(found?.ok);
      product = found.value;
      assert.ok(product.title.length > 5 && product.brand && product.gtin?.length === 14);
      const gone = got.value.get(unknown);
      assert.ok(gone && !gone.ok && gone.error.kind === 'not_found');
    });

    it('finds a product by its code, and by its words and brand', async () => {
      const numbered = await marketplace.findProducts!(session, {
        countryCode: 'BR',
        gtin: product.gtin!,
      });
      assert.ok(numbered.ok);
      assert.ok(numbered.value.some(({ productId }) => productId === product.productId));
      assert.ok(numbered.value.every(({ gtin }) => gtin === product.gtin));
      const { title, brand } = product;
      const worded = await marketplace.findProducts!(session, { countryCode: 'BR', title, brand });
      assert.ok(worded.ok);
      assert.ok(worded.value.some(({ productId }) => productId === product.productId));
      const elsewhere = await marketplace.findProducts!(session, {
        countryCode: 'PT',
        gtin: product.gtin!,
      });
      assert.deepEqual(elsewhere, { ok: true, value: [] });
    });

    it('has the offers of a product, as its link names it', async () => {
      const target = { productId: product.productId, condition: 'new' as const };
      const got = await marketplace.getProductOffers!(session, [target], clock());
      assert.ok(got.ok);
      const market = got.value.get(product.productId);
      assert.ok(market?.ok && market.value.offers.length > 1);
      assert.ok(market.value.total >= market.value.offers.length);
      for (const offer of market.value.offers) assert.ok(offer.price > 0 && offer.sellerId !== '');
      const manifest = MANIFESTS.find((one) => one.slug === slug)!;
      const { hostname: host, pathname: path } = new URL(product.link);
      const read = manifest.readLink({
        host,
        path,
        query: new URLSearchParams(),
        fragment: '',
        isOdd: false,
      });
      assert.ok(read && 'id' in read && read.id === product.productId);
    });

    it('finds the product of a listing by a link to it, where that names none', async () => {
      if (marketplace.findProductOf === undefined) return;
      const target = { productId: product.productId, condition: 'new' as const };
      const got = await marketplace.getProductOffers!(session, [target], clock());
      const market = got.ok ? got.value.get(product.productId) : undefined;
      assert.ok(market?.ok);
      const itemId = market.value.offers.at(-1)?.offerId;
      assert.ok(itemId);
      const find = (link: string, sought = itemId) =>
        marketplace.findProductOf!(session, {
          itemId: sought,
          link,
          title: product.title,
          countryCode: 'BR',
        });
      const host = 'https://produto.mercadolivre.com.br';
      const slug = product.title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-');
      const code = itemId.replace('MLB', 'MLB-');
      const found = { ok: true, value: product.productId };
      assert.deepEqual(await find(`${host}/${code}-${slug}-_JM`), found);
      // A link without words is searched for by our own title.
      assert.deepEqual(await find(`${host}/${code}-_JM`), found);
      assert.deepEqual(await find(`${host}/${code}-_JM`, 'MLB1'), { ok: true, value: null });
    });
  });
