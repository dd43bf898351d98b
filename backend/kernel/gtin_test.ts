import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { gtinOf } from './gtin.ts';

describe('the universal number of a product', () => {
  const cases: [string, (string | null)[], string | null][] = [
    ['of thirteen digits', ['7891000315507'], '07891000315507'],
    ['of fourteen', ['17891000315504'], '17891000315504'],
    ['of twelve', ['036000291452'], '00036000291452'],
    ['of eight', ['96385074'], '00000096385074'],
    ['among several in one text', ['sem código, 7891000315507; 96385074'], '07891000315507'],
    ['behind one that is not reported', [null, '7891000315507'], '07891000315507'],
    ['with a wrong last digit', ['7891000315508'], null],
    ['of nothing but zeros', ['0000000000000'], null],
    ['that is a SKU', ['LUM-001'], null],
    ['that is not reported', [null], null],
  ];
  for (const [what, given, expected] of cases)
    it(what, () => assert.equal(gtinOf(given), expected));
});
