import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { hasFields, isError, isPlain, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { itemsOf, OWN_SELLERS } from '../world.ts';

// Names of fields, per operation, from the marketplace's documentation.
const ITEM = `id site_id title family_name seller_id category_id user_product_id official_store_id price base_price
  original_price inventory_id currency_id initial_quantity available_quantity sold_quantity sale_terms buying_mode
  listing_type_id start_time stop_time end_time expiration_time condition permalink thumbnail_id thumbnail pictures
  video_id descriptions accepts_mercadopago non_mercado_pago_payment_methods shipping international_delivery_mode
  seller_address seller_contact location coverage_areas attributes warnings listing_source variations status
  sub_status tags warranty catalog_product_id domain_id seller_custom_field parent_item_id differential_pricing
  deal_ids automatic_relist date_created last_updated health catalog_listing item_relations channels`;

describe('items', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());

  it('scans all listings of the caller, page by page, and ends with an empty one', async () => {
    const ids: string[] = [];
    let scroll = '';
    let pages = 0;
    for (;;) {
      const { status, body } = await wire.get(
        `/users/${OWN_SELLERS.HOME}/items/search?search_type=scan&limit=100${scroll}`,
      );
      assert.equal(status, 200);
      hasFields(body, 'seller_id query paging results orders available_orders scroll_id');
      const page = body as { results: string[]; scroll_id: string; paging: Json };
      assert.deepEqual(Object.keys(page.paging).sort(), ['limit', 'offset', 'total']);
      assert.equal(page.paging.total, 300);
      if (page.results.length === 0) break;
      ids.push(...page.results);
      scroll = `&scroll_id=${encodeURIComponent(page.scroll_id)}`;
      pages++;
    }
    assert.equal(pages, 3);
    assert.equal(new Set(ids).size, 300);
  });

  it('pages plainly up to a thousand, and filters by status', async () => {
    const { body } = await wire.get(
      `/users/${OWN_SELLERS.HOME}/items/search?status=paused&limit=5&offset=2`,
    );
    const { results, paging } = body as { results: string[]; paging: Json };
    assert.equal(results.length, 5);
    assert.equal(paging.offset, 2);
    assert.equal(paging.total, 17);
    assert.ok(!('scroll_id' in (body as Json)));
    isError(
      (await wire.get(`/users/${OWN_SELLERS.HOME}/items/search?limit=50&offset=980`)).body,
      400,
      'bad_request',
    );
  });

  it('refuses invalid scrolls, and other sellers’ lists', async () => {
    const scan = `/users/${OWN_SELLERS.HOME}/items/search?search_type=scan`;
    const other = Buffer.from(JSON.stringify({ seller: 1, from: 0, until: 9e15 }));
    for (const scroll of ['x', 'e30', other.toString('base64url')])
      isError((await wire.get(`${scan}&scroll_id=${scroll}`)).body, 400, 'bad_request');
    const answer = await wire.get(
      `/users/${OWN_SELLERS.ELECTRONICS}/items/search?search_type=scan`,
    );
    assert.equal(answer.status, 403);
    hasFields(answer.body, 'status error message code');
  });

  it('shows an item in full to its owner', async () => {
    const { offer, product } = wire.ad((one) => isPlain(one));
    const { status, body } = await wire.get(`/items/${offer.itemId}`);
    assert.equal(status, 200);
    hasFields(body, ITEM);
    const item = body as Json;
    assert.equal(item.price, offer.price / 100);
    assert.equal(item.available_quantity, offer.stock);
    assert.equal(item.permalink, `https://loja.test/sandbox/products/${offer.itemId}`);
    assert.equal(item.thumbnail, `https://loja.test/sandbox/pictures/${product.id}.svg`);
    hasFields(
      item.shipping,
      `mode methods tags dimensions local_pick_up free_shipping logistic_type store_pick_up`,
    );
    const sku = (item.attributes as Json[]).find((one) => one.id === 'SELLER_SKU');
    assert.equal(sku?.value_name, offer.sku);
  });

  it('marks automation by a tag, promotions by the price before, and listings outside the catalog', async () => {
    const automated = wire.ad((one) => one.automated);
    const item = (await wire.get(`/items/${automated.offer.itemId}`)).body as { tags: string[] };
    assert.ok(item.tags.includes('dynamic_standard_price'));
    const promoted = wire.ad((one) => one.promotion !== null);
    const onSale = (await wire.get(`/items/${promoted.offer.itemId}`)).body as Json;
    assert.ok(Number(onSale.original_price) > Number(onSale.price));
    const lone = wire.ad((_, product) => !product.catalog);
    const outside = (await wire.get(`/items/${lone.offer.itemId}`)).body as Json;
    assert.equal(outside.catalog_product_id, null);
    assert.equal(outside.catalog_listing, false);
    const soldOut = wire.ad((one) => one.outOfStock);
    const paused = (await wire.get(`/items/${soldOut.offer.itemId}`)).body as Json;
    assert.equal(paused.status, 'paused');
    assert.deepEqual(paused.sub_status, ['out_of_stock']);
  });

  it('names the other half of what is sold in the catalog and outside of it, on either side of it', async () => {
    interface Relation {
      id: string;
      variation_id: number | null;
      stock_relation: number;
    }
    type Related = Json & {
      item_relations: Relation[];
      variations: { id: number; attribute_combinations: Json[]; item_relations: Relation[] }[];
    };
    const ids = itemsOf(wire.sandbox.world(), OWN_SELLERS.HOME);
    const items: Related[] = [];
    for (let from = 0; from < ids.length; from += 20) {
      const { body } = await wire.get(`/items?ids=${ids.slice(from, from + 20).join()}`);
      items.push(...(body as { body: Related }[]).map((entry) => entry.body));
    }
    const related = items.filter(({ item_relations }) => item_relations.length > 0);
    assert.ok(related.length > 0 && related.length < 30, String(related.length));
    for (const item of related) {
      assert.equal(item.catalog_listing, true);
      assert.deepEqual(item.variations, []);
      const [relation, ...others] = item.item_relations;
      assert.deepEqual(others, []);
      const origin = items.find(({ id }) => id === relation?.id);
      assert.equal(origin?.catalog_listing, false);
      const variation = origin.variations.find(({ id }) => id === relation?.variation_id);
      const { product } = wire.ad(({ itemId }) => itemId === item.id);
      assert.equal(variation?.attribute_combinations[0]?.value_name, product.colour);
      const back = { id: item.id, variation_id: null, stock_relation: 1 };
      assert.deepEqual(variation.item_relations, [back]);
    }
    const back = items.flatMap(({ variations }) =>
      variations.flatMap(({ item_relations }) => item_relations),
    );
    assert.equal(back.length, related.length);
  });

  it('answers a multiget entry by entry, with the chosen fields', async () => {
    const { offer } = wire.ad(isPlain);
    const path = `/items?ids=${offer.itemId},MLB1,${wire.foreign()}&attributes=id,price`;
    const { status, body } = await wire.get(path);
    assert.equal(status, 200);
    const entries = body as { code: number; body: Json }[];
    assert.deepEqual(
      entries.map((entry) => entry.code),
      [200, 404, 403],
    );
    assert.deepEqual(entries[0]?.body, { id: offer.itemId, price: offer.price / 100 });
    isError(entries[1]?.body, 404, 'not_found');
  });

  it('takes 20 ids at the most', async () => {
    const ids = Array.from({ length: 21 }, (_, i) => `MLB${i}`);
    isError((await wire.get(`/items?ids=${ids.join()}`)).body, 400, 'bad_request');
    isError((await wire.get('/items')).body, 400, 'bad_request');
    const twenty = await wire.get(`/items?ids=${ids.slice(1).join()}`);
    assert.equal((twenty.body as unknown[]).length, 20);
  });

  it('hides items of others, and reports unknown ones', async () => {
    for (const path of ['', '/sale_price', '/prices'])
      assert.equal((await wire.get(`/items/${wire.foreign()}${path}`)).status, 403);
    isError((await wire.get('/items/MLB1')).body, 404, 'not_found');
    isError((await wire.get('/nothing/here')).body, 404, 'not_found');
  });
});
