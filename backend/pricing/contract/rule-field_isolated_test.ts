// A field that is added to the table of rule fields, and to their words, reaches everything that is derived from them.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as z from 'zod';

const table: Record<string, unknown> = (await import('./rule-table.ts')).RULE_TABLE;
table.trialShare = {
  schema: z.number().min(0).max(50, { error: 'too_large' }),
  byDefault: 5,
  unit: 'percent',
  bulk: true,
  spreadsheet: { example: 7.5 },
};
const words: Record<string, unknown> = (await import('./rule-words.ts')).RULE_WORDS;
words.trialShare = {
  name: { pt: 'Parte de teste', en: 'Trial share', es: 'Parte de prueba' },
  column: {
    others: ['parte'],
    text: { pt: 'De 0 a 50.', en: 'From 0 to 50.', es: 'De 0 a 50.' },
  },
};

// What is derived from the table reads it as it is loaded.
const { BULK_FIELDS, BulkChange, RuleBody } = await import('../contract.ts');
const { contentOf, toPatch, toRule, toStoredRule } = await import('../engine/rule.ts');
const { glanceOf, newsOf, patched } = await import('../rules/bulk/patch.ts');
const { cellsOf } = await import('../rules/spreadsheets/export.ts');
const { columnsOf, readRow } = await import('../rules/spreadsheets/rows.ts');
const { FIELDS, fieldOf, headingOf, meaningOf } = await import('../rules/spreadsheets/words.ts');

/** What a value says of the field. */
const trialOf = (value: object) => (value as { trialShare?: unknown }).trialShare;
const row = {
  id: 1,
  name: '',
  origin: 'own',
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
};
const ruleWith = (trialShare?: number) => RuleBody.parse({ strategy: 'WIN', trialShare });

describe('a field that is added to the table', () => {
  it('is in the contract, with its default and its faults', () => {
    assert.equal(trialOf(ruleWith()), 5);
    const { error } = RuleBody.safeParse({ trialShare: 60 });
    assert.deepEqual(
      error?.issues.map(({ path, message }) => [path.join('.'), message]),
      [['trialShare', 'too_large']],
    );
  });

  it('is stored among the settings, is in the rule of the engine, and has its default in older rules', () => {
    const stored = toStoredRule(ruleWith(12));
    assert.equal(trialOf(toRule(ruleWith(12))), 12);
    const { trialShare, ...older } = stored.settings as Record<string, unknown>;
    assert.equal(trialShare, 12);
    assert.equal(trialOf(contentOf({ ...row, ...stored, settings: older }).settings), 5);
  });

  it('is set by a bulk action, and reports what it changed', () => {
    assert.ok(BULK_FIELDS.some((field) => String(field) === 'trialShare'));
    const change = BulkChange.parse({ action: 'edit', fields: { trialShare: 9 } });
    assert.ok(change.action === 'edit');
    const rule = toStoredRule(ruleWith());
    const patch = newsOf(rule, toPatch(change.fields));
    assert.deepEqual(patch, { settings: { trialShare: 9 } });
    const after = patched(rule, patch);
    assert.ok(after.ok);
    assert.equal(trialOf(glanceOf(after.value)), 9);
  });

  it('is the last column of spreadsheets, which is read and written', () => {
    const field = FIELDS.at(-1);
    assert.ok(field !== undefined);
    assert.equal(headingOf(field, 'pt'), 'Parte de teste');
    assert.equal(meaningOf(field, 'en'), 'From 0 to 50.');
    assert.equal(fieldOf('PARTE', []), field);
    const read = (cell: string) =>
      readRow(columnsOf(['ID', 'Trial share'], []), { line: 2, cells: ['7', cell] }, []);
    assert.deepEqual(read('7,5 %').patch, { settings: { trialShare: 7.5 } });
    assert.deepEqual(
      read('many').faults.map(({ code }) => code),
      ['not_a_number'],
    );
    const listing = {
      listingId: 7,
      marketplaceId: 2,
      title: '',
      sku: null,
      skuMarketplace: 'MLB7',
      catalogProductId: null,
      link: null,
      currencyCode: 'BRL',
      countryCode: 'BR',
      price: 10_000,
      pairs: [],
      rule: { ...row, ...toStoredRule(ruleWith(12)), listings: 1 },
    };
    assert.equal(cellsOf(listing, 'pt').at(-1), 12);
  });
});
