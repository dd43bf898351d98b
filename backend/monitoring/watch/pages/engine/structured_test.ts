import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { statedPrice } from './structured.ts';

const ld = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const offer = (price: unknown, more = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'BRL',
  ...more,
});
const product = (offers: unknown) => ({ '@type': 'Product', name: 'Fone X', offers });
const micro = (price: string) =>
  `<div itemscope><meta itemprop="price" content="${price}"><meta itemprop="priceCurrency" content="BRL"></div>`;
const graph = (price: string) =>
  `<meta property="og:title" content="Fone X"><meta property="product:price:amount" content="${price}"/>`;

const CASES: [name: string, html: string, expected: number | 'ambiguous' | 'none'][] = [
  ['of JSON-LD', ld(product(offer('199.90'))), 19_990],
  ['within a graph', ld({ '@graph': [{ '@type': 'WebPage' }, product([offer(199.9)])] }), 19_990],
  ['of microdata', micro('199.90'), 19_990],
  ['of Open Graph', graph('199.90'), 19_990],
  [
    'of several sources that agree',
    ld(product(offer('199.90'))) + micro('199.90') + graph('199.9'),
    19_990,
  ],
  ['of none where sources contradict', ld(product(offer('199.90'))) + graph('149.90'), 'ambiguous'],
  ['of none of several offers', ld(product([offer('199.90'), offer('209.90')])), 'ambiguous'],
  [
    'of none of a range',
    ld(product({ '@type': 'AggregateOffer', lowPrice: 100, highPrice: 200 })),
    'ambiguous',
  ],
  [
    'of none of several products',
    ld([product(offer('1.00')), product(offer('2.00'))]),
    'ambiguous',
  ],
  ['of no number that may be read in two ways', ld(product(offer('1.299,90'))), 'none'],
  ['of no zero', ld(product(offer('0'))), 'none'],
  ['of nothing', '<html>R$ 199,90</html>', 'none'],
  ['of no JSON that is broken', '<script type="application/ld+json">{</script>', 'none'],
];

describe('the price that a page states', () => {
  for (const [name, html, expected] of CASES)
    it(`is that ${name}`, () => {
      const found = statedPrice(html);
      assert.equal(found.kind === 'price' ? found.price : found.kind, expected);
    });

  it('contains the availability', () => {
    const of = (availability: string) => {
      const found = statedPrice(ld(product(offer(10, { availability }))));
      return found.kind === 'price' && found.isAvailable;
    };
    assert.deepEqual(
      ['https://schema.org/InStock', 'InStock', 'http://schema.org/OutOfStock', 'SoldOut'].map(of),
      [true, true, false, false],
    );
  });
});
