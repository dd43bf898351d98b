import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { gtinOf, isRestrictedGtin } from '../../../kernel/gtin.ts';
import { inWords } from '../words.ts';
import { matchOf, type ProductFacts } from './match.ts';
import { countOf, measuresOf, modelCodes, plainTitle, similarity } from './title.ts';

const EAN = gtinOf(['7891000100103'])!;
const facts = (title: string, more: Partial<ProductFacts> = {}): ProductFacts => ({
  marketplaceId: 1,
  countryCode: 'BR',
  productId: null,
  gtin: null,
  title,
  brand: null,
  condition: null,
  ...more,
});
const codesAgainst = (a: string, b: string, gtin: string | null = null) =>
  matchOf(facts(a, { gtin }), facts(b, { gtin, marketplaceId: 2 }))
    .evidence.filter(({ isAgainst }) => isAgainst)
    .map(({ code }) => code);

describe('a title', () => {
  const measures = (title: string) =>
    [...measuresOf(plainTitle(title))].map(([unit, values]) => `${[...values].join('+')} ${unit}`);

  it('is measured in base units', () => {
    assert.deepEqual(measures('Shampoo 1,5 L'), ['1500 ml']);
    assert.deepEqual(measures('Café 500g Torrado'), ['500 g']);
    assert.deepEqual(measures('Arroz 1kg'), ['1000 g']);
    assert.deepEqual(measures('TV 50” 4K'), ['50 pol']);
    assert.deepEqual(measures('Furadeira 650W 110V'), ['650 W', '127 V']);
    assert.deepEqual(measures('Furadeira Bivolt'), ['0 V']);
    assert.deepEqual(measures('Celular 8GB RAM 256GB'), ['8+256 GB']);
    assert.deepEqual(measures('SSD 1 TB'), ['1024 GB']);
    assert.deepEqual(measures('Fone JBL T510'), []);
  });

  it('reads how many pieces there are', () => {
    const count = (title: string) => countOf(plainTitle(title));
    assert.equal(count('Kit 3 Shampoos 300ml'), 3);
    assert.equal(count('Kit com 2 Toalhas'), 2);
    assert.equal(count('Meias c/ 6'), 6);
    assert.equal(count('Fralda Pampers M 60 unidades'), 60);
    assert.equal(count('Shampoo 300ml'), null);
    assert.equal(count('Kit 500ml Shampoo'), null);
  });

  it('names models, which are no measures', () => {
    assert.deepEqual(
      [...modelCodes(plainTitle('Fone Sony WH-1000XM5 Preto 30 mm'))],
      ['wh1000xm5'],
    );
    assert.deepEqual([...modelCodes(plainTitle('Geladeira 375L 220V Inox'))], []);
  });

  it('has the similarity of pg_trgm', () => {
    // select similarity('word', 'two words') = 0.363636
    assert.equal(similarity('word', 'two words').toFixed(6), '0.363636');
    assert.equal(similarity('', 'a'), 0);
  });
});

describe('a number that a shop gives itself', () => {
  it('identifies nothing', () => {
    const restricted = (ean: string) => isRestrictedGtin(gtinOf([ean])!);
    assert.equal(restricted('7891000100103'), false);
    assert.equal(restricted('2000000000008'), true);
    assert.equal(restricted('0200000000004'), true);
    assert.equal(restricted('96385074'), false);
    assert.equal(restricted('00000017'), true);
  });
});

describe('two products', () => {
  const phone = 'Smartphone Motorola Moto G84 5G 256GB Grafite';

  it('are identical by an equal EAN that nothing contradicts, across marketplaces', () => {
    const match = matchOf(
      facts(phone, { gtin: EAN }),
      facts('Celular Moto G84 256 GB', { gtin: EAN, marketplaceId: 2 }),
    );
    assert.equal(match.verdict, 'IDENTICAL');
    assert.equal(match.basis, 'identifier');
  });

  it('are identical on the same page of a catalog, whatever their sellers write', () => {
    const page = { productId: 'B0CXYZ1234' };
    assert.equal(matchOf(facts(phone, page), facts('Capa Moto', page)).verdict, 'IDENTICAL');
    const elsewhere = facts(phone, { ...page, countryCode: 'MX' });
    assert.notEqual(matchOf(facts(phone, page), elsewhere).basis, 'identifier');
  });

  it('are never identical only by their texts', () => {
    const match = matchOf(facts(phone), facts(phone));
    assert.equal(match.verdict, 'SIMILAR');
    assert.equal(match.score, 1);
    assert.equal(match.mayConfirm, true);
  });

  it('are not identical by an EAN within a shop', () => {
    const gtin = gtinOf(['2000000000008'])!;
    const match = matchOf(facts(phone, { gtin }), facts(phone, { gtin, marketplaceId: 2 }));
    assert.equal(match.verdict, 'SIMILAR');
    assert.ok(match.evidence.some(({ code }) => code === 'shop_gtin'));
  });

  const CONTRADICTIONS: [string, string, string][] = [
    ['other_measure', 'Perfume Malbec 100ml', 'Perfume Malbec 50ml'],
    ['other_measure', 'Furadeira Bosch GSB 13 110V', 'Furadeira Bosch GSB 13 220V'],
    ['other_measure', 'Celular Moto G84 256GB', 'Celular Moto G84 128GB'],
    ['other_count', 'Kit 3 Shampoo Dove 400ml', 'Shampoo Dove 400ml'],
    ['other_count', 'Fralda Pampers M 60 unidades', 'Fralda Pampers M 80 unidades'],
    ['other_model', 'Fone Sony WH-1000XM5', 'Fone Sony WH-1000XM4'],
    ['accessory', 'Celular Samsung Galaxy A15', 'Capa para Celular Samsung Galaxy A15'],
    ['accessory', 'Filtro Electrolux', 'Refil Filtro Electrolux'],
    ['other_condition', 'iPhone 13', 'iPhone 13 Seminovo'],
    ['other_colour', 'Mochila Nike Preta', 'Mochila Nike Azul'],
  ];
  for (const [code, own, other] of CONTRADICTIONS)
    it(`are not identical by ${code}: ${own} / ${other}`, () => {
      assert.deepEqual(codesAgainst(own, other), [code]);
      const byEan = matchOf(
        facts(own, { gtin: EAN }),
        facts(other, { gtin: EAN, marketplaceId: 2 }),
      );
      // An equal EAN may be wrong: a user has to confirm. Without it, identity cannot be confirmed.
      assert.deepEqual([byEan.verdict, byEan.mayConfirm], ['SIMILAR', true]);
      const byText = matchOf(facts(own), facts(other));
      assert.deepEqual([byText.verdict, byText.mayConfirm], ['UNLIKE', false]);
    });

  it('contradict each other in nothing that only one of them states', () => {
    assert.deepEqual(codesAgainst('Moto G84 256GB', 'Motorola Moto G84 Smartphone Preto'), []);
    assert.deepEqual(codesAgainst('Furadeira 127V', 'Furadeira 110 V'), []);
    assert.deepEqual(codesAgainst('Fone WH-1000XM5', 'Fone WH1000XM5/B'), []);
    assert.deepEqual(codesAgainst('Água 1,5 l', 'Água 1500ml'), []);
  });

  it('have their evidence in three languages', () => {
    const { evidence } = matchOf(facts('Perfume 100ml'), facts('Perfume 50ml'));
    const text = (locale: 'pt' | 'en' | 'es') => inWords(evidence, locale).at(-1)?.text;
    assert.equal(text('pt'), 'Medidas diferentes: o seu tem 100 ml, o outro 50 ml');
    assert.equal(text('en'), 'Different measures: yours has 100 ml, the other 50 ml');
    assert.equal(text('es'), 'Medidas diferentes: el tuyo tiene 100 ml, el otro 50 ml');
  });
});
