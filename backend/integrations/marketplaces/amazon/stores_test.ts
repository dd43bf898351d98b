import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { offerPage, pageOf, storeOf } from './stores.ts';

describe('the page of a seller’s offer', () => {
  it('is the product’s, with that seller chosen', () => {
    const link = pageOf(storeOf('A1AM78C64UM0Y8'), 'B0TESTASIN');
    assert.equal(
      offerPage({ sellerId: 'A9SELLER' }, { link: `${link}?ref=ours` }),
      'https://www.amazon.com.mx/dp/B0TESTASIN?smid=A9SELLER',
    );
  });

  it('never leaves the site, whatever the seller’s name', () => {
    const link = 'https://www.amazon.com.br/dp/B0TESTASIN';
    assert.equal(offerPage({ sellerId: '&x=1#y' }, { link }), `${link}?smid=%26x%3D1%23y`);
    assert.equal(offerPage({ sellerId: 'A9' }, { link: 'no address' }), null);
  });
});
