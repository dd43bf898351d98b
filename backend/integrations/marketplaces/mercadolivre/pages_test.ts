import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { offerPage } from './pages.ts';

const page = (link: string, offerId: string | null = 'MLB900800') =>
  offerPage({ offerId }, { skuMarketplace: 'MLB100200', link });

describe('the page of a competitor’s item', () => {
  it('is one of its own, or the product’s with that offer shown', () => {
    assert.equal(
      page('https://produto.mercadolivre.com.br/MLB-100200-luminaria-de-mesa-_JM?x=1#y'),
      'https://produto.mercadolivre.com.br/MLB-900800-_JM',
    );
    assert.equal(
      page('https://www.mercadolibre.com.mx/lampara/p/MLM5?pdp_filters=item_id:MLM1'),
      'https://www.mercadolibre.com.mx/lampara/p/MLM5?pdp_filters=item_id:MLB900800',
    );
    assert.equal(
      page('https://anywhere.test/items/MLB100200?from=us'),
      'https://anywhere.test/items/MLB900800',
    );
  });

  it('is unknown where the address does not name our own', () => {
    assert.equal(page('https://anywhere.test/lamp'), null);
    assert.equal(page('no address'), null);
    assert.equal(page('https://produto.mercadolivre.com.br/MLB-100200-_JM', null), null);
  });

  it('never leaves the site, whatever the id', () => {
    const odd = page('https://anywhere.test/items/MLB100200', '../../x?y#z');
    assert.equal(odd, 'https://anywhere.test/items/..%2F..%2Fx%3Fy%23z');
    const catalog = page('https://www.mercadolivre.com.br/p/MLB7', 'a&b=c#d');
    assert.equal(
      catalog,
      'https://www.mercadolivre.com.br/p/MLB7?pdp_filters=item_id:a%26b%3Dc%23d',
    );
  });
});
