import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { MANIFESTS } from '../../../integrations/registry.ts';
import { parseLink } from './parse.ts';

/** What a link names, in short: marketplace, country, kind, id, item, seller. */
function short(link: string): string {
  const { marketplaceId, countryCode, kind, id, itemId, sellerId } = parseLink(MANIFESTS, link);
  const name = MANIFESTS.find((one) => one.id === marketplaceId)?.slug;
  return [name, countryCode, kind, id, itemId && `item ${itemId}`, sellerId && `of ${sellerId}`]
    .filter((part) => part !== null && part !== undefined)
    .join(' ');
}

const AMAZON = 'amazon BR product B0CXYZ1234';
const ML = 'mercadolivre BR';
const SHOPEE = 'shopee BR item 88.777 item 777 of 88';

const CASES: [link: string, expected: string][] = [
  // Amazon
  ['https://www.amazon.com.br/dp/B0CXYZ1234', AMAZON],
  ['  amazon.com.br/dp/B0CXYZ1234  ', AMAZON],
  ['http://www.amazon.com.br/dp/b0cxyz1234?th=1&psc=1', AMAZON],
  ['https://www.amazon.com.br/Fone-%C3%A0-prova/dp/B0CXYZ1234/ref=sr_1_3?keywords=fone', AMAZON],
  ['https://www.amazon.com.br/gp/product/B0CXYZ1234?tag=loja-20&linkCode=ogi', AMAZON],
  ['https://www.amazon.com.br/gp/aw/d/B0CXYZ1234', AMAZON],
  ['https://www.amazon.com.br/gp/offer-listing/B0CXYZ1234/ref=dp_olp_NEW_mbc', AMAZON],
  ['https://www.amazon.com.br/exec/obidos/ASIN/B0CXYZ1234', AMAZON],
  ['https://www.amazon.com.br/dp/product/B0CXYZ1234', AMAZON],
  ['https://www.amazon.com.br/product-reviews/B0CXYZ1234/ref=cm_cr', AMAZON],
  ['https://www.amazon.com.br/gp/aw/ol/x?asin=B0CXYZ1234', AMAZON],
  ['https://www.amazon.com.br/dp/B0CXYZ1234?smid=A1ZZZZZZZZZZZ', `${AMAZON} of A1ZZZZZZZZZZZ`],
  ['https://www.amazon.com.br/dp/B0CXYZ1234?m=a1zzzzzzzzzzz', `${AMAZON} of A1ZZZZZZZZZZZ`],
  ['https://WWW.AMAZON.COM.MX./dp/B0CXYZ1234', 'amazon MX product B0CXYZ1234'],
  ['https://www.amazon.com/Clean-Code/dp/013235088X', 'amazon US product 013235088X'],
  ['https://www.amazon.com.br/dp/NOTANASIN1', 'amazon other'],
  ['https://www.amazon.com.br/s?k=fone+bluetooth', 'amazon search'],
  ['https://www.amazon.com.br/sspa/click?url=%2Fdp%2FB0CXYZ1234', 'amazon advertising'],
  ['https://sellercentral.amazon.com.br/dp/B0CXYZ1234', 'amazon other'],
  ['https://amzn.to/3abcdef', 'amazon short'],
  // Mercado Livre
  [
    'https://produto.mercadolivre.com.br/MLB-3934669741-fone-_JM',
    `${ML} item MLB3934669741 item MLB3934669741`,
  ],
  ['produto.mercadolivre.com.br/mlb3934669741', `${ML} item MLB3934669741 item MLB3934669741`],
  [
    'https://articulo.mercadolibre.com.mx/MLM-1234567890-audifonos-_JM#position=3&type=item',
    'mercadolivre MX item MLM1234567890 item MLM1234567890',
  ],
  ['https://www.mercadolivre.com.br/fone-x/p/MLB52135607', `${ML} product MLB52135607`],
  [
    'https://www.mercadolivre.com.br/fone-%C3%AA/p/MLB52135607?pdp_filters=item_id:MLB3934669741&matt_tool=9',
    `${ML} product MLB52135607 item MLB3934669741`,
  ],
  [
    'https://www.mercadolivre.com.br/p/MLB52135607/s?item_id=MLB3934669741',
    `${ML} product MLB52135607 item MLB3934669741`,
  ],
  [
    'https://www.mercadolivre.com.br/fone/p/MLB52135607#polycard_client=search&wid=MLB3934669741&sid=search',
    `${ML} product MLB52135607 item MLB3934669741`,
  ],
  ['https://www.mercadolivre.com.br/p/MLB52135607?wid=MLA3934669741', `${ML} product MLB52135607`],
  ['https://www.mercadolivre.com.br/fone/up/MLBU3333522829', `${ML} user_product MLBU3333522829`],
  ['https://www.mercadolibre.com.ar/fone/p/MLB52135607', 'mercadolivre other'],
  ['https://www.mercadolibre.com.ar/fone/p/MLA52135607', 'mercadolivre AR product MLA52135607'],
  ['https://www.mercadolivre.com.br/ofertas', 'mercadolivre other'],
  ['https://mercadolivre.com/sec/1AbCdEf', 'mercadolivre short'],
  ['https://www.mercadolivre.com.br/social/loja/lists/abc', 'mercadolivre short'],
  ['https://meli.la/1AbCdEf', 'mercadolivre short'],
  [
    'https://click1.mercadolivre.com.br/mclics/clicks/external/MLB/count?a=b',
    'mercadolivre advertising',
  ],
  ['https://lista.mercadolivre.com.br/fone-bluetooth', 'mercadolivre search'],
  // Magazine Luiza
  ['https://www.magazineluiza.com.br/fone/p/237092000/te/tfhp/', 'magalu BR product 237092000'],
  ['https://m.magazineluiza.com.br/p/JG5H2K9A7B/', 'magalu BR product jg5h2k9a7b'],
  [
    'https://www.magazineluiza.com.br/fone/p/jg5h2k9a7b/te/tfhp/?seller_id=lojadofone&partner_id=1',
    'magalu BR product jg5h2k9a7b of lojadofone',
  ],
  [
    'https://www.magazinevoce.com.br/magazineana/fone/p/237092000/te/tfhp/',
    'magalu BR product 237092000',
  ],
  ['https://www.magazinevoce.com.br/magazineana/oferta/237092000', 'magalu BR product 237092000'],
  ['https://www.magazineluiza.com.br/busca/fone/', 'magalu search'],
  ['https://maga.lu/abc123', 'magalu short'],
  // Shopee
  ['https://shopee.com.br/Fone-i.2-novo-i.88.777?sp_atk=1', SHOPEE],
  ['https://shopee.com.br/product/88/777', SHOPEE],
  ['https://shopee.com.br/universal-link/product/88/777', SHOPEE],
  ['https://shopee.com.br/loja_do_fone/88/777', SHOPEE],
  ['https://s.shopee.com.br/abc', 'shopee short'],
  // Of no marketplace
  ['https://amazon.com.br.evil.example/dp/B0CXYZ1234', 'foreign'],
  ['https://www.amazon.com.br@evil.example/dp/B0CXYZ1234', 'foreign'],
  ['https://notamazon.com.br/dp/B0CXYZ1234', 'foreign'],
  ['https://192.168.0.1/dp/B0CXYZ1234', 'foreign'],
  ['https://user:secret@www.amazon.com.br/dp/B0CXYZ1234', 'invalid'],
  ['https://www.amazon.com.br:8443/dp/B0CXYZ1234', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['ftp://www.amazon.com.br/dp/B0CXYZ1234', 'invalid'],
  ['MLB3934669741', 'invalid'],
  ['Fone bluetooth amazon.com.br', 'invalid'],
  ['', 'invalid'],
];

describe('a link', () => {
  for (const [link, expected] of CASES)
    it(`names ${expected}: ${link || '(empty)'}`, () => assert.equal(short(link), expected));

  it('is rebuilt from its ids, without what counts clicks', () => {
    const canonical = (link: string) => parseLink(MANIFESTS, link).canonical;
    assert.equal(
      canonical('https://www.amazon.com.br/x/dp/b0cxyz1234/ref=a?tag=t-20&smid=A1ZZZZZZZZZZZ'),
      'https://www.amazon.com.br/dp/B0CXYZ1234?smid=A1ZZZZZZZZZZZ',
    );
    assert.equal(
      canonical('https://www.mercadolivre.com.br/x/p/MLB52135607?matt_tool=9#wid=MLB3934669741'),
      'https://www.mercadolivre.com.br/p/MLB52135607?pdp_filters=item_id:MLB3934669741',
    );
  });
});

describe('the address of what a link names', () => {
  const same = (link: string) => {
    const { link: _, ...read } = parseLink(MANIFESTS, link);
    if (read.canonical === null) return;
    const { link: __, ...again } = parseLink(MANIFESTS, read.canonical);
    assert.deepEqual(again, read, link);
  };

  it('names the same', () => {
    for (const [link] of CASES) same(link);
  });

  it('names the same for any mixture of hosts, paths and queries', () => {
    const parts = CASES.flatMap(([link]) => {
      const found = /^\s*(?:https?:\/\/)?([^/?#\s]+)([^?#\s]*)(\S*)/.exec(link);
      return found === null ? [] : [found];
    });
    const part = (at: 1 | 2 | 3) => fc.constantFrom(...parts.map((found) => found[at]!));
    const mixture = fc
      .tuple(part(1), part(2), part(2), part(3))
      .map(([host, path, more, rest]) => `https://${host}${path}${more}${rest}`);
    fc.assert(fc.property(mixture, same), { numRuns: 5_000 });
  });

  it('reads any text without a fault', () => {
    const text = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }));
    fc.assert(fc.property(text, same), { numRuns: 300 });
  });
});
