import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { EXPLANATIONS, explain } from './explain.ts';

const variables = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('the explanations of the three languages', () => {
  for (const locale of ['en', 'es'] as const) {
    it(`${locale} has the same lines as pt, with the same values`, () => {
      const { pt } = EXPLANATIONS;
      const other = EXPLANATIONS[locale];
      assert.deepEqual(Object.keys(other.lines).sort(), Object.keys(pt.lines).sort());
      assert.deepEqual(Object.keys(other.words).sort(), Object.keys(pt.words).sort());
      for (const [code, text] of Object.entries(pt.lines)) {
        assert.deepEqual(variables(other.lines[code]!), variables(text), code);
      }
    });
  }
});

describe('explain', () => {
  const line = {
    step: 'target' as const,
    code: 'undercut',
    values: { base: 1295, by: 0.01, target: 1294.99 },
  };
  it('writes money as the region does', () => {
    assert.equal(
      explain(line, 'pt', 'BRL').text.replaceAll('\u00a0', ' '),
      'R$ 0,01 abaixo de R$ 1.295,00 dá R$ 1.294,99.',
    );
    assert.equal(explain(line, 'en', 'USD').text, '$1,295.00 less $0.01 is $1,294.99.');
  });
  it("keeps a marketplace's word without a translation", () => {
    const gate = {
      step: 'gate' as const,
      code: 'not_competing',
      values: { reason: 'brand_new_reason' },
    };
    assert.match(explain(gate, 'en', 'BRL').text, /brand_new_reason/);
  });
  it('says so where no reason was given', () => {
    const gate = { step: 'gate' as const, code: 'not_competing', values: { reason: null } };
    assert.match(explain(gate, 'en', 'BRL').text, /no reason given/);
  });
});
