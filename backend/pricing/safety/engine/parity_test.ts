import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { within } from '../../../platform/db.ts';
import { openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { seedCompany } from '../../../testing/test-context.ts';
import { queryMovers } from '../../external/movers.ts';
import { loadParity } from '../parity-store.ts';
import { type Elsewhere, parityOf } from './parity.ts';

describe('cheaper elsewhere', () => {
  const elsewhere: Elsewhere = {
    listingId: 7,
    marketplaceId: 1,
    marketplaceName: 'Amazon',
    title: 'Garrafa',
    link: null,
    price: 8_500,
    shippingPrice: 500,
    currencyCode: 'BRL',
  };
  const quoted: Elsewhere = { ...elsewhere, shippingPrice: null };
  const cases: [string, Elsewhere | null, number, number | null, boolean][] = [
    ['than the price', elsewhere, 9_001, 0, true],
    ['is not what costs the same', elsewhere, 9_000, 0, false],
    ['is not what costs more', elsewhere, 8_999, 0, false],
    ['than the price with its shipping', elsewhere, 8_500, 501, true],
    ['is nothing where nothing else sells it', null, 9_001, 0, false],
    ['by the price alone where its shipping is not reported there', quoted, 8_501, 0, true],
    ['by the price alone, to the cent', quoted, 8_500, 900, false],
    ['by the price alone where it is not reported here', elsewhere, 8_501, null, true],
    ['is not what costs the same without shipping', elsewhere, 8_500, null, false],
  ];
  for (const [what, other, price, shipping, isCheaper] of cases)
    it(what, () => assert.equal(parityOf(other, price, shipping), isCheaper ? other : null));
});

describe('the cheapest elsewhere', () => {
  let the: Scene;
  let amazonId: number;
  let own: number;
  let ownSku: string;
  let ads = 0;

  beforeAll(async () => {
    the = await openScene();
    const [account] = await the.database.owner<{ id: number }[]>`
      insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
      values (${the.companyId}, 1, 'A2SELLER', 'Amazon', 'active', ${the.ctx.clock()}) returning id`;
    amazonId = account!.id;
  });
  afterAll(() => the.close());
  beforeEach(async () => {
    ads += 1;
    ownSku = `SKU-A${ads}`;
    own = await the.sell(`A${ads}`, 10_000);
  });

  interface Listing {
    companyId?: number;
    accountId?: number;
    marketplaceId?: number;
    sku?: string | null;
    price?: number;
    shippingPrice?: number;
    currencyCode?: string;
    condition?: string;
    status?: string;
    stock?: number;
    gtin?: string | null;
  }
  /** A listing of the same company on Amazon. */
  async function add(ad: Listing = {}): Promise<number> {
    const { owner } = the.database;
    const companyId = ad.companyId ?? the.companyId;
    const now = the.ctx.clock();
    ads += 1;
    const [row] = await owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
        shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
        promotion_status, created_at, updated_at)
      values (${companyId}, ${ad.accountId ?? amazonId}, ${ad.marketplaceId ?? 1}, ${`Z${ads}`},
        ${ad.sku === undefined ? ownSku : ad.sku}, 'Em outro lugar', ${ad.price ?? 9_500},
        ${ad.shippingPrice ?? 0}, ${ad.currencyCode ?? 'BRL'}, 'BR', ${ad.stock ?? 3},
        ${ad.status ?? 'ENABLED'}, ${ad.condition ?? 'new'}, false, 'none', ${now}, ${now})
      returning id`;
    if (ad.gtin) await number(row!.id, ad.gtin, companyId);
    return row!.id;
  }
  const number = (id: number, gtin: string, companyId = the.companyId) => the.database.owner`
    insert into listing_particulars (company_id, listing_id, gtin, told_at)
    values (${companyId}, ${id}, ${gtin}, ${the.ctx.clock()})`;
  const found = async (id = own) =>
    (
      await within(the.ctx.db, { company: the.companyId }, (trx) =>
        loadParity(trx, the.ctx.marketplaces, the.companyId, [id]),
      )
    ).get(id) ?? null;

  it('is found by the seller’s SKU, and counts with its shipping', async () => {
    await add({ price: 9_400, shippingPrice: 500 });
    const cheapest = await add({ price: 9_500, shippingPrice: 300 });
    assert.deepEqual(await found(), {
      listingId: cheapest,
      marketplaceId: 1,
      marketplaceName: 'Amazon',
      title: 'Em outro lugar',
      link: null,
      price: 9_500,
      shippingPrice: 300,
      currencyCode: 'BRL',
    });
  });

  it('is found by the product’s number where the SKUs differ', async () => {
    await number(own, '07891000315507');
    await add({ sku: 'OTHER', gtin: '00000096385074' });
    assert.equal(await found(), null);
    const same = await add({ sku: 'OTHER', gtin: '07891000315507' });
    assert.equal((await found())?.listingId, same);
  });

  const others: [string, Listing][] = [
    ['another SKU', { sku: 'sku-a' }],
    ['no SKU', { sku: null }],
    ['another currency', { currencyCode: 'USD' }],
    ['another condition', { condition: 'used' }],
    ['nothing in stock', { stock: 0 }],
    ['been paused', { status: 'PAUSED' }],
  ];
  for (const [what, ad] of others)
    it(`does not include one that has ${what}`, async () => {
      await add(ad);
      assert.equal(await found(), null);
    });

  it('does not include one on the same marketplace, nor of another company', async () => {
    const other = await seedCompany(the.database.owner);
    await add({ accountId: the.accountId, marketplaceId: 2 });
    await add({ companyId: other.companyId, accountId: other.accountId });
    assert.equal(await found(), null);
  });

  it('does not include a disconnected account, whose price is outdated', async () => {
    const connect = (status: string) => the.database.owner`
      update account set status = ${status} where id = ${amazonId}`;
    const there = await add();
    await connect('inactive');
    assert.equal(await found(), null);
    await connect('active');
    assert.equal((await found())?.listingId, there);
  });

  it('does not count for listings outside of Mercado Livre, nor by a blank SKU', async () => {
    const there = await add();
    assert.equal(await found(there), null);
    await the.database.owner`update listing set sku = ' '`;
    assert.equal(await found(), null);
  });

  it('is reported with the movers, if it is cheaper than the listing now', async () => {
    const cheap = await add({ price: 9_999 });
    const reported = async () => (await queryMovers(the.ctx, the.actor, [own])).items[0];
    assert.deepEqual((await reported())?.cheaperElsewhere, {
      listingId: cheap,
      marketplaceId: 1,
      title: 'Em outro lugar',
      link: null,
      price: 99.99,
      currencyCode: 'BRL',
    });
    await the.database.owner`update listing set price = 10000 where id = ${cheap}`;
    assert.equal((await reported())?.cheaperElsewhere, null);
  });
});
