import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { columnsOf, faultOfColumns } from './columns.ts';
import { readRows, resolve } from './rows.ts';

const fieldsOf = (...names: string[]) => columnsOf(names, ['item code']).map(({ field }) => field);
const faultFor = (...names: string[]) => faultOfColumns(columnsOf(names, ['item code']));

describe('the columns of a file', () => {
  it('are recognized in three languages, whatever their case, accents and signs', () => {
    assert.deepEqual(fieldsOf('Item-Code', 'item'), ['skuMarketplace', 'skuMarketplace']);
    assert.deepEqual(fieldsOf('SKU', 'Custo', 'Imposto (%)', 'Comissão %', 'Tarifa fixa'), [
      'sku',
      'cost',
      'taxPercent',
      'feePercent',
      'feeFixed',
    ]);
    assert.deepEqual(fieldsOf('sku', 'cost', 'tax_percent', 'fee_percent', 'fee_fixed'), [
      'sku',
      'cost',
      'taxPercent',
      'feePercent',
      'feeFixed',
    ]);
    assert.deepEqual(
      fieldsOf('SKU del vendedor', 'Costo unitario', 'Impuestos', 'Comisión', 'Cargo fijo'),
      ['sku', 'cost', 'taxPercent', 'feePercent', 'feeFixed'],
    );
    assert.deepEqual(fieldsOf('listingId', 'sku_marketplace', 'skuMarketplace', 'Título'), [
      'listingId',
      'skuMarketplace',
      'skuMarketplace',
      null,
    ]);
  });

  it('have to name the listing and to hold a value, each once', () => {
    assert.equal(faultFor('sku', 'custo'), null);
    assert.deepEqual(faultFor('título', 'custo'), { code: 'no_key_column', column: null });
    assert.deepEqual(faultFor('sku', 'título'), { code: 'no_value_column', column: null });
    assert.deepEqual(faultFor('sku', 'custo', 'Cost'), { code: 'column_twice', column: 'Cost' });
    assert.deepEqual(faultFor(), { code: 'no_key_column', column: null });
  });
});

const COLUMNS = columnsOf(['SKU', 'Anúncio', 'id', 'Custo', 'Imposto', 'Nota'], []);
const ADS = [
  { listingId: 1, sku: 'A', skuMarketplace: 'MLB1' },
  { listingId: 2, sku: 'A', skuMarketplace: 'MLB2' },
  { listingId: 3, sku: 'B', skuMarketplace: 'MLB3' },
  { listingId: 4, sku: null, skuMarketplace: 'MLB4' },
  { listingId: 5, sku: 'C', skuMarketplace: 'MLB5' },
  { listingId: 6, sku: 'C', skuMarketplace: 'MLM6', currencyCode: 'MXN' },
].map((listing) => ({ currencyCode: 'BRL', ...listing }));
const read = (...rows: string[][]) => {
  const sheet = rows.map((cells, at) => ({ line: at + 2, cells }));
  const all = readRows(COLUMNS, sheet);
  const meant = resolve(COLUMNS, all, ADS);
  return {
    ads: meant.map(({ row, listings }) => [
      row.line,
      ...listings.map(({ listingId }) => listingId),
    ]),
    given: meant.map(({ row }) => row.given),
    faults: all.flatMap(({ faults }) =>
      faults.map(({ line, column, code, value }) => [line, column, code, value]),
    ),
  };
};

describe('the rows of a file', () => {
  it('name one listing or, by a SKU, several', () => {
    const { ads, faults } = read(
      ['A', '', '', '10'],
      ['', 'MLB3', '', '10'],
      ['MLB4', '', '', '10'],
    );
    assert.deepEqual(ads, [
      [2, 1, 2],
      [3, 3],
      [4, 4],
    ]);
    assert.deepEqual(faults, []);
  });

  it('name the one listing that all their codes fit', () => {
    assert.deepEqual(read(['A', 'MLB2', '', '10']).ads, [[2, 2]]);
    assert.deepEqual(read(['A', 'MLB3', '', '10']).faults, [[2, null, 'keys_differ', null]]);
    assert.deepEqual(read(['B', '', '1', '10']).faults, [[2, null, 'keys_differ', null]]);
  });

  it('give an amount to listings of one currency only', () => {
    const { ads, faults } = read(
      ['C', '', '', '10'],
      ['C', '', '', 'R$ 10'],
      ['C', '', '', 'mx$ 40'],
      ['A', '', '', 'US$ 10'],
      ['B', '', '', 'BRL 1'],
    );
    assert.deepEqual(ads, [
      [3, 5],
      [4, 6],
      [6, 3],
    ]);
    assert.deepEqual(faults, [
      [2, null, 'keys_differ', null],
      [5, null, 'keys_differ', null],
    ]);
    assert.deepEqual(read(['C', 'MLM6', '', '$ 10'], ['C', 'MLB5', '', '10']).ads, [
      [2, 6],
      [3, 5],
    ]);
    // Reais are never written so.
    assert.deepEqual(read(['C', 'MLB5', '', '$ 10']).faults, [[2, null, 'keys_differ', null]]);
    assert.deepEqual(read(['C', '', '', '', '8']).ads, [[2, 5, 6]]);
  });

  it('are invalid if they name none, or an unknown one', () => {
    const { ads, faults } = read(
      ['', '', '', '10'],
      ['Z', '', '', '10'],
      ['', '', '1e3', '10'],
      ['', '', '99', '10'],
    );
    assert.deepEqual(ads, []);
    assert.deepEqual(faults, [
      [2, null, 'key_missing', null],
      [3, 'SKU', 'listing_not_found', 'Z'],
      [4, 'id', 'listing_not_found', '1e3'],
      [5, 'id', 'listing_not_found', '99'],
    ]);
  });

  it('are at fault where an earlier good one is about the same listing', () => {
    const { ads, faults } = read(
      ['B', '', '', 'x'],
      ['B', '', '', '10'],
      ['', '', '3', '11'],
      ['A', '', '', '1'],
      ['', 'MLB2', '', '2'],
    );
    assert.deepEqual(ads, [
      [3, 3],
      [5, 1, 2],
    ]);
    assert.deepEqual(faults, [
      [2, 'Custo', 'not_a_number', 'x'],
      [4, null, 'listing_twice', null],
      [6, null, 'listing_twice', null],
    ]);
  });

  it('ignore an empty cell, and read an amount in minor units', () => {
    const { given } = read(['B', '', '', '10,55', ''], ['A', '', '', '', '7,25 %'], ['', '', '4']);
    assert.deepEqual(given, [{ cost: 1_055 }, { taxPercent: 7.25 }, {}]);
  });

  it('report every fault in them, with the cell cut short', () => {
    const long = 'x'.repeat(500);
    const { faults } = read(['Z', '', '', long, '101', 'ok', 'one', 'too many']);
    assert.deepEqual(faults, [
      [2, null, 'too_many_columns', null],
      [2, 'Custo', 'not_a_number', long.slice(0, 100)],
      [2, 'Imposto', 'over_100', '101'],
      [2, 'SKU', 'listing_not_found', 'Z'],
    ]);
    assert.deepEqual(read(['B', '', '', '1', '', '', '', '']).faults, []);
  });

  it('are read by the decimal sign that the file shows elsewhere', () => {
    const { given } = read(['B', '', '', '1.234', ''], ['A', '', '', '9,90', '']);
    assert.deepEqual(given, [{ cost: 123_400 }, { cost: 990 }]);
  });
});
