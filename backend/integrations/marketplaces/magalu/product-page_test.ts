import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type ProductPage, productPage } from '../../../testing/product-page.ts';
import { productPages } from './product-page.ts';

const holder = { id: 'casanorte', name: 'Casa Norte', card: '1299.90', pix: '1169.91' };
const dearer = { id: 'lojasul', name: 'Loja Sul', card: '1350', pix: '1215.00' };
const pixOnly = { id: 'leste', name: 'Leste', card: null, pix: '999.00' };
const read = (page: ProductPage, id = 'ab12cd34ef') => productPages.read(productPage(page), id);
const shown = (page: ProductPage) => {
  const reading = read(page);
  assert.equal(reading.kind, 'product');
  return reading.kind === 'product' ? reading : assert.fail();
};

describe('the page of a product', () => {
  it('has the seller who is featured, and the others, by their prices by card', () => {
    const { offers, total, title, brand } = shown({ sellers: [holder, dearer] });
    assert.deepEqual(
      offers.map(({ sellerId, sellerName, price, shippingPrice, available }) => [
        sellerId,
        sellerName,
        price,
        shippingPrice,
        available,
      ]),
      [
        ['casanorte', 'Casa Norte', 129_990, null, true],
        ['lojasul', 'Loja Sul', 135_000, null, true],
      ],
    );
    assert.deepEqual([total, title, brand], [2, 'Celular Moto G84 256GB Azul', 'Motorola']);
  });

  it('never uses a price by Pix as one by card, and counts the left out ones', () => {
    const { offers, total } = shown({ sellers: [holder, pixOnly] });
    assert.deepEqual([offers.map(({ sellerId }) => sellerId), total], [['casanorte'], 2]);
    assert.equal(read({ sellers: [pixOnly] }).kind, 'unknown');
  });

  it('reports a page without offers', () => {
    const { offers } = shown({ available: false, sellers: [holder] });
    assert.deepEqual(
      offers.map(({ available }) => available),
      [false],
    );
  });

  it('is about no other variation than the one in its address', () => {
    assert.equal(read({ sellers: [holder] }, 'zz99').kind, 'ambiguous');
    assert.equal(read({ sellers: [holder] }, 'AB12CD34EF').kind, 'product');
  });

  it('is unknown where it has another form', () => {
    for (const html of ['', '<html>', '<script id="__NEXT_DATA__">{"props":{}}</script>'])
      assert.equal(productPages.read(html, 'ab12cd34ef').kind, 'unknown');
  });

  it('is requested by its id, and for a seller’s offer by the seller', () => {
    assert.equal(
      productPages.addressOf('ab12cd34ef', null),
      'https://www.magazineluiza.com.br/p/ab12cd34ef/',
    );
    assert.ok(productPages.addressOf('ab12', 'loja').endsWith('/p/ab12/?seller_id=loja'));
  });
});
