import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { hasFields, isError, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { contestOf, OWN_SELLERS, pageOf, priceToWin } from '../world.ts';

// Names of fields, per operation, from the marketplace's documentation.
const COMPETITION = `item_id current_price currency_id price_to_win boosts status consistent visit_share
  competitors_sharing_first_place reason catalog_product_id winner`;
const OFFER = `item_id category_id seller_id price currency_id sold_quantity available_quantity shipping warranty
  condition sale_terms official_store_id original_price listing_type_id accepts_mercadopago seller_address
  international_delivery_mode tags item_override_attributes seller deal_ids tier inventory_id product_id site_id`;
const PRODUCT = `id status sold_quantity domain_id permalink name family_name buy_box_winner
  buy_box_winner_price_range pickers pictures main_features attributes short_description parent_id children_ids
  settings buy_box_activation_date authority_types date_created`;

describe('competition', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());

  it('reports to a losing item a price that wins', async () => {
    const { offer } = wire.stands('competing');
    const { body } = await wire.get(`/items/${offer.itemId}/price_to_win?version=v2&siteId=MLB`);
    hasFields(body, COMPETITION);
    const reported = body as Json & { boosts: Json[]; winner: Json; price_to_win: number };
    assert.equal(reported.status, 'competing');
    assert.equal(reported.visit_share, 'minimum');
    assert.equal(reported.current_price, offer.price / 100);
    assert.deepEqual(reported.reason, []);
    for (const boost of reported.boosts) hasFields(boost, 'id status description');
    hasFields(reported.winner, 'item_id price currency_id boosts');
    assert.notEqual(reported.winner.item_id, offer.itemId);

    wire.sandbox.control.change(offer.itemId, { price: Math.round(reported.price_to_win * 100) });
    const won = (await wire.get(`/items/${offer.itemId}/price_to_win?version=v2`)).body as Json;
    assert.equal(won.status, 'winning');
    assert.equal((won.winner as Json).item_id, offer.itemId);
    // A winner gets only its own price.
    assert.equal(won.price_to_win, reported.price_to_win);
    assert.equal(won.competitors_sharing_first_place, 0);
  });

  it('reports who shares the first place, and with how many', async () => {
    const { offer } = wire.stands('sharing_first_place');
    const { body } = await wire.get(`/items/${offer.itemId}/price_to_win?version=v2`);
    const reported = body as Json;
    assert.equal(reported.status, 'sharing_first_place');
    assert.equal(reported.visit_share, 'medium');
    assert.ok(Number(reported.competitors_sharing_first_place) >= 1);
    assert.ok(Number(reported.price_to_win) < Number(reported.current_price));
  });

  it('reports why an item is kept out, and no price', async () => {
    const { offer } = wire.ad((one) => one.barredBy === 'manufacturing_time');
    const { body } = await wire.get(`/items/${offer.itemId}/price_to_win?version=v2`);
    hasFields(body, COMPETITION);
    const reported = body as Json;
    assert.equal(reported.status, 'listed');
    assert.deepEqual(reported.reason, ['manufacturing_time']);
    assert.equal(reported.price_to_win, null);
    assert.equal(reported.competitors_sharing_first_place, null);
    const paused = wire.ad((one, product) => one.status === 'paused' && product.catalog).offer;
    const still = (await wire.get(`/items/${paused.itemId}/price_to_win?version=v2`)).body as Json;
    assert.deepEqual([still.status, still.reason], ['listed', ['item_paused']]);
  });

  it('reports for a listing outside the catalog that it is not listed, with every price null', async () => {
    const { offer } = wire.stands('not_listed');
    const { body } = await wire.get(`/items/${offer.itemId}/price_to_win?version=v2`);
    const reported = body as Json;
    assert.equal(reported.status, 'not_listed');
    assert.deepEqual(reported.reason, ['item_not_opted_in']);
    assert.equal(reported.price_to_win, null);
    assert.equal(reported.current_price, null);
  });

  it('has another shape without version 2', async () => {
    const { offer } = wire.stands('winning');
    const { body } = await wire.get(`/items/${offer.itemId}/price_to_win`);
    hasFields(
      body,
      `current_price price_to_win status visit_share competitors_sharing_first_place winner boosts reason`,
    );
    const { boosts, winner } = body as Json;
    hasFields(
      boosts,
      `fulfillment free_shipping same_day_shipping free_installments cross_docking drop_off`,
    );
    assert.ok(Object.values(boosts as Json).every((value) => typeof value === 'boolean'));
    hasFields(winner, 'item_id price');
  });

  it('refuses items of others with its own message', async () => {
    const id = wire.foreign();
    const { status, body } = await wire.get(`/items/${id}/price_to_win?version=v2`);
    assert.equal(status, 403);
    assert.equal(
      (body as Json).message,
      `Item ${id} does not belong to caller ${OWN_SELLERS.HOME}`,
    );
  });

  it('lists the offers of a product, the holder of the buybox first', async () => {
    const { product } = wire.ad((_, { offers, catalog }) => catalog && offers.length > 4);
    const { body } = await wire.get(`/products/${product.id}/items?limit=3&offset=1`);
    hasFields(body, 'paging results');
    const { paging, results } = body as { paging: Json; results: Json[] };
    const page = pageOf(wire.sandbox.world().sellers, product);
    assert.deepEqual(paging, { total: page.length, offset: 1, limit: 3 });
    assert.deepEqual(
      results.map((one) => one.item_id),
      page.slice(1, 4).map((one) => one.itemId),
    );
    for (const offer of results) {
      hasFields(offer, OFFER);
      hasFields(offer.shipping, 'mode tags free_shipping cost logistic_type store_pick_up');
      hasFields(offer.seller, 'reputation_level_id tags');
    }
  });

  it('shows a product with the holder of its buybox', async () => {
    const { product } = wire.stands('winning');
    const { body } = await wire.get(`/products/${product.id}`);
    hasFields(body, PRODUCT);
    const shown = body as Json;
    hasFields(shown.buy_box_winner, OFFER);
    const [first] = pageOf(wire.sandbox.world().sellers, product);
    assert.equal((shown.buy_box_winner as Json).item_id, first?.itemId);
  });

  it('answers 404 for a product without offers, and an unknown one', async () => {
    const { product, offer } = wire.ad(
      (one, { offers, catalog }) => catalog && offers.length === 1 && one.status === 'active',
    );
    wire.sandbox.control.change(offer.itemId, { status: 'paused' });
    isError((await wire.get(`/products/${product.id}/items`)).body, 404, 'not_found');
    isError((await wire.get('/products/MLB1/items')).body, 404, 'not_found');
    isError((await wire.get('/products/MLB1')).body, 404, 'not_found');
    const lone = wire.stands('not_listed').product;
    assert.equal((await wire.get(`/products/${lone.id}`)).status, 404);
  });

  it('agrees with the market about every listing', async () => {
    const { products, sellers } = wire.sandbox.world();
    const mine = products.flatMap((product) =>
      product.offers
        .filter((one) => one.sellerId === OWN_SELLERS.HOME)
        .map((offer) => ({ product, offer })),
    );
    for (const { product, offer } of mine.slice(0, 80)) {
      const { body } = await wire.get(`/items/${offer.itemId}/price_to_win?version=v2`);
      const reported = body as Json;
      assert.equal(reported.status, contestOf(sellers, product, offer).status);
      if (reported.status === 'competing')
        assert.equal(reported.price_to_win, (priceToWin(sellers, product, offer) ?? 0) / 100);
    }
  });
});
